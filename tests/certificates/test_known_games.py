"""The certificates of known games, written by the search, are checked by both checkers; and how a person checks one."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sito.certificate.__main__ import main, run
from sito.certificate.check import check_certificate
from sito.certificate.plain import check_plainly
from sito.certificate.writing import certify
from sito.exact import Problem
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList
from tests.certificates.writer import WORDS

POSITIONS = Rules.of_words(WordList.of(WORDS, name="ale"), FeedbackKind.POSITION)


@pytest.mark.parametrize(
    ("problem", "lower", "depth"),
    [
        (Problem("3x6"), 854, None),
        (Problem("4x6-distinct"), 1446, None),
        (Problem("4x6"), 5625, None),
        (Problem("4x5", "worst"), None, 4),
        (Problem("3x4-black"), 280, None),
        (Problem(POSITIONS), 69, None),
    ],
    ids=lambda value: str(value.rules) if isinstance(value, Problem) else str(value),
)
def test_both_checkers_prove_it(problem: Problem, lower: int | None, depth: int | None, tmp_path: Path) -> None:
    written = certify(problem, tmp_path / "some.cert").certificate
    plainly = check_plainly((tmp_path / "some.cert").read_bytes())
    natively = check_certificate(tmp_path / "some.cert")
    assert (plainly.claim.lower, plainly.claim.depth) == (lower, depth)
    assert plainly.claim == natively.claim == written.claim
    assert plainly.records == natively.records == written.records


def test_a_person_checks_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, packed, bad = (tmp_path / name for name in ("good", "packed", "bad"))
    certify("3x4", good)
    packed.write_bytes(gzip.compress(good.read_bytes()))
    bad.write_bytes(good.read_bytes().replace(b"206", b"207"))
    assert main([str(good), str(packed)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Proven: no strategy for 3x4 needs fewer than 206 guesses in all."
    assert said[:3] == said[3:]
    assert main([str(good), str(bad), str(tmp_path / "none")]) == 1
    refused, unread = capsys.readouterr().err.splitlines()
    assert refused.startswith(f"{bad}: ")
    assert unread == f"{tmp_path / 'none'} cannot be read: No such file or directory"
    assert main([str(bad)]) == 1
    assert main([]) == 2


def test_an_output_that_is_gone_shows_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "some.cert"
    certify("2x3", file)
    command = [sys.executable, "-m", "sito.certificate", str(file)]
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as gone:
        ended = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    if Path("/dev/full").exists():
        with open("/dev/full", "wb") as full:
            ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
        assert ended.returncode == 1
        assert b"standard output cannot be written" in ended.stderr
        assert b"Traceback" not in ended.stderr


def test_ctrl_c_ends_the_plain_checker_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_files: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("sito.certificate.__main__.main", interrupted)
    assert run() == 130
    assert capsys.readouterr().err == ""
