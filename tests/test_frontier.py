"""`make frontier`: which checkpoint a run goes on from, how it is started, watched and stopped, and what is left."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks import frontier

from sito.base.limits import Limits
from sito.exact import solve
from sito.exact.checkpoint import Checkpoint
from sito.rules.rules import Rules


def checkpoint(file: Path, rules: str, positions: int) -> Path:
    kept = Checkpoint(file, Rules.parse(rules))
    solve(rules, journal=kept.journal, limits=Limits(work=positions))
    kept.save()
    return file


def test_the_checkpoint_that_knows_most_is_found(tmp_path: Path) -> None:
    little, most = checkpoint(tmp_path / "little", "4x7", 300), checkpoint(tmp_path / "most", "4x7", 2_000)
    other, cut, same = checkpoint(tmp_path / "other", "4x8", 5_000), tmp_path / "cut", tmp_path / "same"
    cut.write_bytes(most.read_bytes() * 2)
    same.write_bytes(most.read_bytes())
    os.utime(most, (1, 1))
    files = [little, other, tmp_path / "none", cut, same, most]
    assert frontier.best_checkpoint(files, "4x7") == same
    assert frontier.best_checkpoint([most, little], "4x7") == most
    assert frontier.best_checkpoint([cut, tmp_path], "4x7") is None
    (tmp_path / "parts.1").write_bytes(most.read_bytes()[:100])
    (tmp_path / "parts.2").write_bytes(most.read_bytes()[100:])
    assert frontier.best_checkpoint([tmp_path / "parts", little], "4x7") == tmp_path / "parts"
    assert frontier.whole(tmp_path / "parts") == most.read_bytes()


class Frontier:
    """The program, with a folder of its own and a build that is the Sito of the tests."""

    def __init__(self, folder: Path) -> None:
        program = folder / "build" / "bin" / "sito"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sito "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        names = ("FRONTIER", "SITO_DATA_DIR", "SITO_CONFIG_DIR")
        self._environment = {**os.environ, "LANGUAGE": "en", **dict.fromkeys(names, str(folder))}

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.frontier", *arguments],
            cwd=frontier.ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
        )
        return done.stderr if done.returncode else done.stdout


def test_a_run_is_started_once_and_stopped_with_its_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "frontier"
    program, own, log = Frontier(folder), folder / "5x6.checkpoint", folder / "5x6.log"
    assert "nothing was started" in program("status")
    (tmp_path / "runs").mkdir()
    known = checkpoint(tmp_path / "runs" / "old.checkpoint", "5x6", 500)
    try:
        assert program("start", "5x6", "--threads", "1").startswith(f"5x6 goes on from {known} as process ")
        while not re.search(r"likely .* \d{4,} positions", log.read_text()):  # more than are known
            time.sleep(0.1)
        assert program("status").startswith("5x6 is running\ntotal ")
        assert re.match(r"a run is under way in .*: \d+ 5x6", program("start", "5x6"))
    finally:
        told = program("stop")
    assert told.startswith("5x6 is not running\nsito: the search was cut short")
    assert program("stop").startswith("5x6 is not running")  # there is nothing left to stop
    assert frontier.facts(own, "5x6") > frontier.facts(known, "5x6")
    result = json.loads((folder / "5x6.json").read_text())
    assert result["stopped"] == "interrupt"
    assert 0 < result["estimate"]["settled"][0] <= result["estimate"]["settled"][1] < 1
    assert 0 < result["estimate"]["seconds_left"][0] <= result["estimate"]["seconds_left"][1]
    assert f"What the search has learned is in {own}." in log.read_text()
    assert (folder / "5x6.tree.gz").exists()


def test_a_run_that_is_still_being_built_is_stopped_and_nothing_else(tmp_path: Path) -> None:
    folder, begun, git = tmp_path / "frontier", tmp_path / "begun", tmp_path / "git"
    folder.mkdir()
    git.write_text(f'#!/bin/sh\n: > "{begun}"\nexec sleep 1000\n', encoding="utf-8")
    git.chmod(0o755)
    places = {"FRONTIER": str(folder), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", "benchmarks.frontier"]
    told: dict[str, Any] = {"cwd": frontier.ROOT, "env": {**os.environ, **places}, "text": True}
    with subprocess.Popen(["sleep", "1000"]) as other:
        try:
            (folder / "run").write_text(f"{other.pid} 4x7\n", encoding="utf-8")  # an earlier run that had this number
            with subprocess.Popen([*command, "start", "5x6"], stderr=subprocess.DEVNULL, **told) as start:
                try:
                    while not begun.exists():
                        time.sleep(0.1)
                    assert (folder / "run").read_text() == f"{start.pid} 5x6\n"
                    assert subprocess.check_output([*command, "status"], **told) == "5x6 is running\n"
                    assert subprocess.check_output([*command, "stop"], **told) == "5x6 is not running\n"
                    assert start.wait() != 0
                finally:
                    start.kill()
            assert other.poll() is None
        finally:
            other.kill()
