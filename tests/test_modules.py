"""The core and the checker of certificates as WebAssembly modules, in Node."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sito import check_certificate, solve_jugs
from sito.certificate.header import read_header, with_digest
from sito.errors import CertificateError
from sito.puzzles.pegs.boards import Board
from tests.certificates.writer import EXAMPLES
from tests.exact_claims import KNOWN
from tests.needs import path_of

ROOT = Path(__file__).parent.parent
pytestmark = [pytest.mark.needs("node"), pytest.mark.needs("wasm32-unknown-unknown")]


@pytest.fixture(scope="module")
def modules() -> Path:
    """Builds the modules, and gives their folder."""
    subprocess.run(["make", "modules"], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    return ROOT / "target" / "wasm32-unknown-unknown" / "web"


def asked(module: Path, questions: Sequence[object]) -> list[dict[str, Any]]:
    """Asks a module, and gives its answers."""
    command = [path_of("node"), str(ROOT / "tests" / "modules.mjs"), str(module)]
    done = subprocess.run(command, input=json.dumps(questions), stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_core_proves_what_is_known_and_says_what_it_cannot_read(modules: Path) -> None:
    module = modules / "sito_browser.wasm"
    assert module.stat().st_size <= 1_000_000
    games = {"3x4": (3, 4, False), "4x6": (4, 6, False), "5x5": (5, 5, False), "4x8-distinct": (4, 8, True)}
    values = [KNOWN["exact_total"][name] for name in games]
    question = {"memory": 2**29, "positions": None}
    questions = [
        json.dumps(question | {"pegs": pegs, "colors": colors, "distinct": distinct})
        for pegs, colors, distinct in games.values()
    ]
    others = [json.dumps(question | {"pegs": 4} | other) for other in ({"colors": 6, "worst": True}, {"colors": 99})]
    *answers, worst, refused, unread = asked(module, [*questions, *others, "Sito"])
    assert worst["upper"] == [5]
    assert [(answer["upper"], answer["proven"]) for answer in answers] == [([value], True) for value in values]
    assert refused["error"].startswith("99 colors")
    assert "line 1" in unread["error"]


def test_puzzles_are_solved_as_natively_and_levels_of_pegs_are_searched_one_by_one(modules: Path) -> None:
    module = modules / "sito_puzzles.wasm"
    assert module.stat().st_size <= 550_000
    jugs = {"ask": "jugs", "capacities": [12, 8, 5], "amounts": [0, 0, 0], "goal": {"any": 6}, "tap": True}
    jugs |= {"drain": True, "least_water": True, "memory": 2**24}
    best = solve_jugs("12 8 5", target=6, least_water=True)
    board = Board.parse("hoppers")
    pegs = {"ask": "pegs", "holes": board.holes, "jumps": board.jumps, "symmetries": board.symmetries, "made": []}
    pegs |= {"start": [hole for hole in range(13) if hole != 6], "finishes": [[6]], "memory": 2**24, "sample": False}
    cut = {**pegs, "memory": 1}
    questions = [jugs, *([pegs] * 12), {**pegs, "made": [(0, 6), (9, 3)]}, cut]
    poured, *levels, later, refused = asked(module, [json.dumps(question) for question in questions])
    assert (poured["water"], poured["least"]) == (best.water, best.actions)
    assert levels[0]["goes_on"]
    assert (levels[-1]["least"], levels[-1]["most"], len(levels[-1]["steps"])) == (7, 7, 11)
    assert later["least"] == 5
    assert refused["possible"] is not False


def test_the_checker_accepts_and_refuses_what_the_native_one_does(modules: Path, tmp_path: Path) -> None:
    module = modules / "sito_certificate.wasm"
    assert module.stat().st_size <= 400_000
    chance = random.Random(7)
    files: dict[str, bool] = {}
    for name, write in EXAMPLES.items():
        claim, body = read_header(data := write())
        for number in range(20):
            changed = bytearray(body)
            place = chance.randrange(len(changed))
            changed[place] = chance.choice([changed[place] ^ 1 << chance.randrange(8), chance.randrange(256)])
            file = tmp_path / f"{name}-{number}.cert"
            file.write_bytes(with_digest(claim.header + bytes(changed)) if number else data)
            try:
                check_certificate(file, threads=1)
            except CertificateError:
                files[str(file)] = False
            else:
                files[str(file)] = True
    verdicts = asked(module, [{"file": file} for file in files])
    assert [verdict["accepted"] for verdict in verdicts] == list(files.values())
    assert 0 < sum(files.values()) < len(files)
