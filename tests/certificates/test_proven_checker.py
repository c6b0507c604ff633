"""The checker that Coq has proven: it builds, proves small games, and refuses what is false, whatever the proof is."""

import random
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from verified import building
from verified.elaborate import elaborate

from sito.certificate.check import check_certificate
from sito.certificate.header import Claim, read_header, with_digest
from sito.certificate.plain import Unproven, check_plainly
from sito.certificate.writing import certify
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.errors import CertificateError
from sito.exact import solve
from sito.rules.rules import Rules
from tests.certificates.changes import changed
from tests.certificates.test_vectors import FOUND
from tests.certificates.vectors import data_of

pytestmark = [pytest.mark.needs("coq"), pytest.mark.needs("ocamlopt")]


class Kernel:
    """A kernel certificate that can be changed: the game and the claim, and the steps."""

    def __init__(self, text: str) -> None:
        game, _, *self.steps = text.splitlines()
        self.pegs, self.colors, self.lower = map(int, game.split())

    def text(self, lower: int, steps: list[str]) -> str:
        return "\n".join([f"{self.pegs} {self.colors} {lower}", str(len(steps)), *steps, ""])


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return building.build(tmp_path_factory.mktemp("proven"))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("certificates")
    for game in ("2x3", "2x5", "3x4", "4x4", "4x5", "5x3"):
        certify(game, folder / game)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def said_of(program: Path, text: str, folder: Path) -> tuple[int, str]:
    file = folder / "kernel"
    file.write_text(text)
    done = building.check(program, file)
    return done.returncode, done.stdout


def with_claim(step: str, claim: int) -> str:
    kind, _, rest = step.split(" ", 2)
    assert kind == "lemma"
    return f"lemma {claim} {rest}"


@pytest.mark.parametrize("game", ["2x5", "3x4", "4x4", "4x5", "5x3"])
def test_it_proves_a_game_and_not_one_guess_more(
    game: str, program: Path, certificates: dict[str, bytes], tmp_path: Path
) -> None:
    text = elaborate(certificates[game])
    kernel = Kernel(text)
    proven = f"Proven: no strategy for {game} needs fewer than {kernel.lower} guesses in all.\n"
    assert said_of(program, text, tmp_path) == (0, proven)
    false = [*kernel.steps[:-1], with_claim(kernel.steps[-1], kernel.lower + 1)]
    for steps in (kernel.steps, false):
        assert said_of(program, kernel.text(kernel.lower + 1, steps), tmp_path)[0] == 1
    claim, body = read_header(certificates[game])
    with pytest.raises(CertificateError):
        check_certificate(with_digest(replace(claim, lower=kernel.lower + 1).header + body))


def test_a_false_lemma_is_refused_and_all_after_it(
    program: Path, certificates: dict[str, bytes], tmp_path: Path
) -> None:
    kernel = Kernel(elaborate(certificates["4x4"]))
    for place in random.Random(1).sample(range(len(kernel.steps)), 12):
        codes = int(kernel.steps[place].split()[2])
        steps = list(kernel.steps)
        steps[place] = with_claim(steps[place], codes * (codes + 1) // 2 + 1)  # one code after the other costs less
        assert said_of(program, kernel.text(kernel.lower, steps), tmp_path)[0] == 1


def is_known_game(data: bytes) -> bool:
    """Whether a certificate is about any guesses of a game of black and white pegs, with no history and no depth."""
    claim, _ = read_header(data)
    return claim == Claim(Rules(claim.rules.pegs, claim.rules.colors), claim.lower or 0)


@cache
def least(rules: str) -> int:
    upper = solve(rules).upper
    return upper[0]


def is_proven(data: bytes, program: Path, folder: Path) -> bool:
    """Whether the proven checker accepts what can be made of a certificate."""
    try:
        text = elaborate(data)
    except (CertificateError, Unproven, ValueError, LookupError):
        return False
    return said_of(program, text, folder)[0] == 0


def test_it_agrees_with_the_others_on_the_vectors(program: Path, tmp_path: Path) -> None:
    vectors = {"accepted": 0, "refused": 0}
    for kind in vectors:
        for vector in FOUND[kind]:
            data = data_of(vector)
            try:
                known = is_known_game(data)
            except CertificateError:
                continue  # what the header says is refused before there is a proof
            if known:
                vectors[kind] += 1
                proven = is_proven(data, program, tmp_path)
                assert proven if kind == "accepted" else not proven or vector["fault"] != "guess", vector["name"]
    assert min(vectors.values()) > 5


def test_it_agrees_with_the_others_on_a_thousand_changed_certificates(
    program: Path, certificates: dict[str, bytes], tmp_path: Path
) -> None:
    games = ("2x3", "2x5", "3x4")
    chance = random.Random(3)
    found = Counter()
    for _ in range(1000):
        data = changed(certificates[chance.choice(games)], chance)
        try:
            if not is_known_game(data):
                continue
            accepted = bool(check_plainly(data))
        except CertificateError:
            accepted = False
        proven = is_proven(data, program, tmp_path)
        # What a certificate lacks may be added when it is elaborated; what is false is never accepted.
        assert proven >= accepted
        assert not proven or (read_header(data)[0].lower or 0) <= least(str(read_header(data)[0].rules))
        found[accepted, proven] += 1
    assert found[True, True] > 20
    assert found[False, False] > 100


def test_hints_are_needed(program: Path, certificates: dict[str, bytes], tmp_path: Path) -> None:
    kernel = Kernel(elaborate(certificates["3x4"]))
    codes = kernel.colors**kernel.pegs
    *before, last = kernel.steps
    bare = " ".join([*last.split()[: 3 + codes], "0", "0"])
    assert said_of(program, kernel.text(kernel.lower, [*before, bare]), tmp_path)[0] == 1


def test_no_change_of_a_proof_proves_what_is_false(
    program: Path, certificates: dict[str, bytes], tmp_path: Path
) -> None:
    chance = random.Random(2)
    for game in ("2x5", "3x4"):
        kernel = Kernel(elaborate(certificates[game]))
        for _ in range(60):
            steps = [*kernel.steps[:-1], with_claim(kernel.steps[-1], kernel.lower + 1)]
            for _ in range(chance.randrange(1, 4)):
                place = chance.randrange(len(steps))
                words = steps[place].split()
                words[chance.randrange(1, len(words))] = chance.choice(chance.choice(steps).split())
                steps[place] = " ".join(words)
            assert said_of(program, kernel.text(kernel.lower + 1, steps), tmp_path)[0] in (1, 2)


def test_other_games_are_not_elaborated(tmp_path: Path) -> None:
    certify("3x4-black", tmp_path / "other")
    with pytest.raises(ValueError, match="knows games such as 4x6"):
        elaborate((tmp_path / "other").read_bytes())


def test_the_statement_is_short_and_rests_on_nothing_but_coq() -> None:
    text = (building.HERE / "Statement.v").read_text()
    assert len(text.splitlines()) <= 100
    assert re.findall(r"Require Import (.*)\.", text) == ["List Arith NArith"]
    assert not re.search(r"\b(Axiom|Parameter|Admitted|Conjecture|Hypothesis)\b", text)


@pytest.mark.parametrize("rules", ["4x6", "5x3", "3x8"])
def test_the_answers_of_the_statement_are_those_of_the_game(rules: str, program: Path, tmp_path: Path) -> None:
    space, chance = CodeSpace(rules), random.Random(rules)
    pairs = [(space[chance.randrange(space.size)], space[chance.randrange(space.size)]) for _ in range(60)]
    listed = "; ".join(
        f"({list(guess)}, {list(secret)})".replace(",", ";").replace("];", "],") for guess, secret in pairs
    )
    (tmp_path / "Answers.v").write_text(
        "From Coq Require Import List. From Sito Require Import Statement. Import ListNotations.\n"
        f"Compute map (fun pair => pegs_earned {space.rules.colors} (fst pair) (snd pair)) [{listed}].\n"
        f"Compute length (all_codes 3 4).\n"
    )
    command = ["coqc", "-Q", str(program.parent), "Sito", "Answers.v"]
    done = subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True)
    found = [(int(black), int(white)) for black, white in re.findall(r"(\d+),\s+(\d+)", done.stdout)]
    answers = [score(space.rules, guess, secret) for guess, secret in pairs]
    assert found == [(answer.black, (answer.total or 0) - (answer.black or 0)) for answer in answers]
    assert "= 64" in done.stdout


def test_a_strategy_costs_what_it_should(program: Path, tmp_path: Path) -> None:
    (tmp_path / "Costs.v").write_text("""
From Coq Require Import List NArith. From Sito Require Import Statement. Import ListNotations.
Definition in_order : strategy (list nat) (nat * nat) := fun answers => nth (length answers) (all_codes 1 3) [0].
Goal legal (list nat) (nat * nat) (all_codes 1 3) in_order.
Proof.
  intros answers. unfold in_order. destruct (nth_in_or_default (length answers) (all_codes 1 3) [0]) as [H|H].
  - exact H.
  - rewrite H. simpl. auto.
Qed.
Goal costs (list nat) (nat * nat) (pegs_earned 3) in_order (all_codes 1 3) 6.
Proof.
  change 6%N with (1 + (1 + 1 + (1 + 1 + 1 + 0)))%N.
  repeat (apply more || apply none || (apply hit; reflexivity) || (apply miss; [discriminate|])).
Qed.
""")
    subprocess.run(["coqc", "-Q", str(program.parent), "Sito", "Costs.v"], cwd=tmp_path, check=True)


def test_a_proof_that_assumes_something_is_refused(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(building.HERE, sources)
    theory = sources / "Mastermind.v"
    proven = theory.read_text().rstrip()
    theory.write_text(proven.removesuffix("Qed.") + "Admitted.\n")
    with pytest.raises(ValueError, match=r"(?s)not complete: Axioms:.*checker_is_right"):
        building.build(tmp_path / "built", sources)
