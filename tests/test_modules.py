"""The core and the checker of certificates as WebAssembly modules, in Node."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sito import (
    CodeSpace,
    Feedback,
    FeedbackKind,
    Rules,
    Transcript,
    check_certificate,
    diagnose,
    score,
    solve_jugs,
)
from sito.certificate.header import read_header, with_digest
from sito.errors import CertificateError, RulesError, SitoError
from sito.puzzles.pegs.boards import Board
from tests.catalogs import TEMPLATE
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
    games = ["3x4", "4x6", "5x5", "4x8-distinct"]
    values = [KNOWN["exact_total"][name] for name in games]
    question = {"ask": "solve", "memory": 2**29, "positions": None}
    questions = [json.dumps(question | {"rules": rules}) for rules in games]
    others = [json.dumps(question | other) for other in ({"rules": "4x6", "worst": True}, {"rules": "4x99"})]
    *answers, worst, refused, unread = asked(module, [*questions, *others, "Sito"])
    assert worst["upper"] == [5]
    assert [(answer["upper"], answer["proven"]) for answer in answers] == [([value], True) for value in values]
    assert (refused["fault"][0][:7], refused["values"]["count"]) == ("{count}", 99)
    assert "line 1" in unread["values"]["why"]


def look(game: str) -> str:
    """Writes the question what a game is."""
    return json.dumps({"ask": "game", "game": game, "first": 3})


TURNS = (
    *(
        "CBFF:o",
        "cbff:xxo",
        "CBFF:2,1",
        "CBFF:2b1w",
        "CBFF:-",
        "CBFF:xxxo",
        "CBFF:xxxxx",
        "CBFF:5",
        "CBFF:3",
        "CBFF:4!",
    ),
    *("CBFF:!", "CBFF:gy--", "CBFF:gggy", "CBFF:gy-", "CBF:o", "CBFG:o", "CBFF", ":o", "CBFF:9,9", "CBFF:ox", "CBFF:q"),
)


def test_the_core_reads_games_as_python_does(modules: Path) -> None:
    """Rules in every form, codes, answers and their texts; what Python refuses is refused, in its sentences."""
    games = [
        f"{pegs}x{colors}{options}"
        for pegs, colors in ((1, 1), (4, 6), (4, 10), (3, 30), (2, 40))
        for options in (
            "",
            "-distinct",
            "-black",
            "-total",
            "-position",
            "-numbers",
            "-digits-black",
            "-LETTERS-distinct",
        )
    ]
    games += [
        "black-3x8",
        "4x6-black-white",
        "04x6",
        "101x6",
        "17x2-naive",
        "20x2-total",
        "4x0",
        "",
        "4x",
        "4x6-",
        "4x6-black-total",
        "4x6-xyz",
        "20x101",
    ]
    chance = random.Random(3)
    turns = []
    for game in games:
        try:
            rules = Rules.parse(game)
        except RulesError:
            continue
        space = CodeSpace(rules)
        for _ in range(6):
            guess, secret = (space.text(space[chance.randrange(space.size)]) for _ in range(2))
            turns.append(str(Transcript(rules).after(guess, score(rules, guess, secret))))
    turns += [f"4x6{kind} {turn}" for kind in ("", "-black", "-total", "-position") for turn in TURNS]
    texts, module = [*games, *turns], modules / "sito_browser.wasm"
    catalog = TEMPLATE.read_text(encoding="utf-8")
    for text, read in zip(texts, asked(module, [look(text) for text in texts]), strict=True):
        try:
            game = Transcript.parse(text)
        except SitoError:
            assert all(f'"{sentence}"' in catalog for sentence in read["fault"])
            continue
        assert "fault" not in read, text
        assert (read["game"], read["left"][-1]) == (str(game), len(game.knowledge))
        assert (read["symbols"], read["pegs"]) == (list(game.rules.symbols()), game.rules.pegs)
    (large,) = asked(module, [look("8x8")])
    assert large["values"] == {"rules": "8x8", "count": 8**8, "most": str(2**21)}
    vast = asked(module, [look("21x6"), look("20x65")])
    assert [each["values"]["most"] for each in vast] == ["20", "64"]


@pytest.mark.parametrize(
    "text",
    ["4x6 CBFF:o EAAB:xxo", "4x10-distinct 0123:xo", "5x6-position ABCDE:gy---", "5x6-naive AABCD:gy---", "4x7-total"],
)
def test_the_core_says_what_python_says(modules: Path, text: str) -> None:
    """Codes that are left, rankings, cells, answers and repairs."""
    game = Transcript.parse(text)
    known, module = game.knowledge, modules / "sito_browser.wasm"
    space = CodeSpace(game.rules)
    guess = space.text(space[space.size // 3])
    metrics = ["entropy", "minimax", "expected-size", "most-parts"]
    wrong = str(game.after(guess, Feedback.of(game.rules, 0)).after(guess, Feedback.of(game.rules, 1)))
    questions = [
        *({"ask": "rank", "game": text, "metric": metric, "top": 5} for metric in metrics),
        {"ask": "cells", "game": text, "guess": guess},
        {"ask": "repairs", "game": wrong, "top": 5},
        {"ask": "game", "game": text, "first": 20},
    ]
    *ranked, cells, repaired, seen = asked(module, list(map(json.dumps, questions)))
    for metric, told in zip(metrics, ranked, strict=True):
        best = known.rank(metric, top=5)
        assert [each["guess"]["text"] for each in told["guesses"]] == [each.text for each in best]
        assert [each["cells"] for each in told["guesses"]] == [each.cells for each in best]
    counted = {each["answer"]["text"]: each["codes"] for each in cells["cells"]}
    assert counted == {str(answer): size for answer, size in known.cells(guess).items()}
    found = diagnose(wrong, top=5)
    assert repaired["clash"] == list(found.clash)
    for repair, known_repair in zip(repaired["repairs"], found.repairs, strict=True):
        assert repair["codes"] == len(Transcript.parse(repair["game"]).knowledge) > 0
        assert len(repair["changes"]) == len(known_repair.changes)
    if game.rules.feedback is FeedbackKind.BLACK_WHITE:  # of other answers Python knows more slips
        assert repaired["repairs"][0]["game"] == str(Transcript.parse(wrong).repaired(found.repairs[0]))
    assert [code["text"] for code in seen["first"]] == [known.secrets.text(code) for code in known[:20]]


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
