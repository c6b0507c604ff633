"""Certificates that the search writes: both checkers accept them, and what they claim is the value that was proven."""

import gzip
import random
from dataclasses import replace
from pathlib import Path

import pytest

from sito import _native
from sito.base.limits import Limits, Stopped
from sito.certificate.check import check_certificate
from sito.certificate.header import read_header, with_digest
from sito.certificate.plain import SPLIT, check_plainly
from sito.certificate.writing import Certified, UnwrittenError, certify
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.errors import CertificateError, FileError, InputError
from sito.exact import Objective, Problem, Progress
from sito.rules.rules import Rules
from sito.words.words import WordList
from tests.certificates.changes import Parts
from tests.conftest import Sito, written

GAMES = (
    *("2x3", "2x5", "3x2", "3x3", "3x4", "4x2", "4x3", "5x2", "6x2", "2x4-distinct", "3x5-distinct", "4x5-distinct"),
    *("2x4-black", "3x3-black", "4x2-black", "3x4-distinct-black", "2x4-total", "3x3-total", "4x3-total"),
    *("2x3-position", "3x2-position", "3x3-position", "3x4-distinct-position"),
    *("2x3-naive", "3x2-naive", "3x3-naive", "4x2-naive"),
    # Second looks are not enough for these.
    *("2x8", "3x6", "3x4-black", "3x5-black", "4x3-black", "3x5-total", "4x4-distinct-black"),
)


def _random_problem(random: random.Random) -> Problem:
    """A small game, perhaps after some guesses, within a depth, or with possible guesses alone."""
    if random.random() < 0.25:
        letters = "abcd"[: random.randint(2, 4)]
        length = random.choice((3, 3, 4))
        words = {"".join(random.choices(letters, k=length)) for _ in range(random.randint(3, 36))}
        secrets = random.sample(sorted(words), random.randint(2, len(words))) if len(words) > 2 else sorted(words)
        kind = random.choice(("words:some", "words-position:some", "words-naive:some", "words-black:some"))
        rules = Rules.parse(kind, WordList.of(sorted(secrets), sorted(words), "some"))
    else:
        rules = Rules.parse(random.choice(GAMES))
    secrets_space, guesses = CodeSpace.both(rules)
    secret = random.choice(list(secrets_space))
    history = []
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        guess = random.choice(list(guesses))
        history.append((guess, score(rules, guess, secret)))
    return Problem(
        rules,
        random.choice((Objective.TOTAL, Objective.TOTAL, Objective.WORST)),
        depth=random.choice((None, None, 2, 3, 4, 5)),
        history=history,
        consistent=random.random() < 0.25,
    )


def _certified(problem: Problem | str, file: Path, threads: int = 1) -> tuple[Certified, bytes]:
    certified = certify(problem, file, threads=threads)
    return certified, file.read_bytes()


@pytest.mark.parametrize("seed", range(8))
def test_both_checkers_accept_certificates_of_random_games(seed: int, tmp_path: Path) -> None:
    chosen = random.Random(seed)
    splits = 0
    for _ in range(40):
        problem = _random_problem(chosen)
        certified, data = _certified(problem, tmp_path / "some.cert", chosen.choice((1, 1, 2, 4)))
        solution, written = certified.solution, certified.certificate
        assert solution.proven
        splits += written.splits
        checked = check_plainly(data)
        proven, refused, _ = _native.check_certificate(data)
        assert refused is None, (problem, refused)
        assert checked.claim == written.claim
        assert checked.records == proven[1] == written.records
        assert (proven[2].hex(), proven[3].hex()) == (written.digest, written.sha256)
        assert written.size == len(data)
        claim, body = read_header(data)
        if solution.upper is None:
            assert (claim.lower, claim.depth) == (None, problem.depth)
        elif problem.objective is Objective.TOTAL:
            assert (claim.lower, claim.depth) == (solution.upper[0], problem.depth)
        elif solution.upper[0] > 1:
            assert (claim.lower, claim.depth) == (None, solution.upper[0] - 1)
        else:
            assert claim.lower == 1
        if claim.lower is not None:  # the same proof does not prove more
            more = with_digest(replace(claim, lower=claim.lower + 1).header + body)
            with pytest.raises(CertificateError):
                check_plainly(more)
            assert _native.check_certificate(more)[0] is None
    assert splits > 0


@pytest.mark.parametrize("rules", ["3x6", "4x6-distinct", "3x5-position", "4x5-distinct-position"])
def test_the_plain_checker_accepts_larger_ones(rules: str, tmp_path: Path) -> None:
    certified, data = _certified(rules, tmp_path / "some.cert")
    assert certified.solution.upper == (check_plainly(data).claim.lower,)


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize(
    ("rules", "objective"),
    [("4x7", "total"), ("4x6", "worst"), ("4x7-distinct", "worst"), ("4x4-black", "total"), ("4x4-total", "total")],
)
def test_the_native_checker_accepts_larger_ones(rules: str, objective: str, threads: int, tmp_path: Path) -> None:
    certified, data = _certified(Problem(rules, objective), tmp_path / "some.cert", threads)
    proven, refused, _ = _native.check_certificate(data)
    assert refused is None
    assert proven[1] == certified.certificate.records


def test_codes_of_numbers_are_written_with_blanks_however_few_colors(tmp_path: Path) -> None:
    _, data = _certified(Problem("2x5-numbers", history="1,1:-"), tmp_path / "some.cert")
    assert b'[["1 1", "-"]]' in data
    assert check_certificate(data).claim == check_plainly(data).claim
    joined = with_digest(data[:-32].replace(b"1 1", b"11"))
    for check in (check_certificate, check_plainly):
        with pytest.raises(CertificateError):
            check(joined)


def test_every_kind_of_record_is_written_and_threads_change_nothing_that_is_claimed(tmp_path: Path) -> None:
    written = certify("3x5-total", tmp_path / "one.cert").certificate
    shared = certify("3x5-total", tmp_path / "two.cert", threads=2).certificate
    assert min(written.looks, written.splits, written.known) > 0
    assert shared.claim == written.claim
    assert _native.check_certificate((tmp_path / "two.cert").read_bytes())[0] is not None


def test_guesses_that_a_second_look_shows_are_in_no_entry(tmp_path: Path) -> None:
    _, data = _certified("3x4", tmp_path / "some.cert")
    assert read_header(data)[1] == b"\0"
    for rules in ("4x6", "3x5-black"):
        _, data = _certified(rules, tmp_path / "some.cert")
        proofs = list(Parts.of(data).proof.all())
        assert all(entry.cells for proof in proofs for entry in proof.entries)
        assert all(proof.entries for proof in proofs if proof.tag & 3 == SPLIT)


def test_a_name_that_ends_in_gz_makes_a_compressed_file(tmp_path: Path) -> None:
    plain, packed = tmp_path / "some.cert", tmp_path / "some.cert.gz"
    written = [certify("3x6", file).certificate for file in (plain, packed, packed)]
    data = packed.read_bytes()
    assert gzip.decompress(data) == plain.read_bytes()
    assert [each and each.size for each in written] == [plain.stat().st_size, len(data), len(data)]
    assert len({each and each.digest for each in written}) == 1
    assert check_certificate(packed).claim == check_plainly(plain.read_bytes()).claim


@pytest.mark.parametrize(("rules", "lower"), [("4x6", 5436), ("4x5-black", None), ("3x6-distinct", None)])
def test_a_narrow_search_certifies_its_lower_bound(rules: str, lower: int | None, tmp_path: Path) -> None:
    file = tmp_path / "bound.cert"
    certified = certify(Problem(rules, width=1), file)
    solution = certified.solution
    assert certified.stopped is None
    assert not solution.proven or solution.upper == solution.lower
    assert check_certificate(file).claim.lower == check_plainly(file.read_bytes()).claim.lower == solution.lower[0]
    assert lower in (None, solution.lower[0])


@pytest.mark.parametrize(("least", "proven"), [(1, 5436), (5600, 5600), (5625, 5625), (5626, None)])
def test_a_narrow_search_certifies_as_much_as_is_true(least: int, proven: int | None, tmp_path: Path) -> None:
    file = tmp_path / "bound.cert"
    certified = certify(Problem("4x6", width=30), file, least=least)
    assert certified.solution.lower == (proven or 5436,)
    assert certified.solution.proven == (certified.solution.upper == (proven,))
    assert file.exists() == (certified.certificate is not None) == (proven is not None)
    assert proven is None or check_certificate(file).claim.lower == proven


def test_what_is_cut_short_leaves_no_file(tmp_path: Path) -> None:
    file = written(tmp_path / "some.cert", "old")
    certified = certify("4x6", file, limits=Limits(work=20))
    assert certified.stopped is Stopped.WORK
    assert certified.certificate is None
    assert not certified.solution.proven
    stages: list[str] = []

    def ask(progress: Progress) -> bool:
        stages.append(progress.stage)
        return progress.stage == "certificate"

    certified = certify("4x7", file, on_progress=ask)
    assert certified.solution.proven
    assert certified.certificate is None
    assert certified.stopped is Stopped.ASKED
    assert "certificate" in stages
    assert [path.name for path in tmp_path.iterdir()] == ["some.cert"]
    assert file.read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told() -> None:
    with pytest.raises(FileError, match="/dev/full cannot be written"):
        certify("3x4", "/dev/full")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_what_was_found_is_not_lost_with_the_disk(tmp_path: Path, sito: Sito) -> None:
    with pytest.raises(UnwrittenError) as caught:
        certify("3x4", "/dev/full")
    assert caught.value.solution.proven
    tree = tmp_path / "best.tree"
    told = sito("solve", "3x4", "--certificate", "/dev/full", "--save", str(tree), code=1)
    assert "Proven best: total 206." in told.out
    assert "/dev/full cannot be written" in told.err
    assert tree.exists()


def test_a_bound_is_asked_for_with_a_narrow_search_and_a_certificate(tmp_path: Path, sito: Sito) -> None:
    file = tmp_path / "bound.cert"
    with pytest.raises(InputError, match="give a width"):
        certify("4x6", file, least=5600)
    narrow = ("solve", "4x6", "--width", "1", "--certificate", str(file))
    assert "add --certificate" in sito("solve", "4x6", "--width", "1", "--least", "5600", code=2).err
    assert "No strategy beats: total 5600." in sito(*narrow, "--least", "5600", code=0).out
    assert "name a lower total" in sito(*narrow, "--least", "5626", code=4).err


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Problem("4x6", "worst-total"), "total or worst, not worst-total"),
        (Problem("4x6-lies1"), "lies1"),
        (Problem("4x6-consistent"), "consistent"),
        (Problem("4x6", first_guess="AABB"), "first_guess"),
        (Problem("4x6", "worst", width=3), "width"),
        (Problem("4x6", history="A?BB:o"), r"\?"),
    ],
)
def test_what_certificates_do_not_prove_is_refused_before_the_search(
    problem: Problem, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=message):
        certify(problem, tmp_path / "some.cert")
    assert not list(tmp_path.iterdir())
