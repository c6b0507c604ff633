"""Every command while its terminal is resized, when it is suspended with Ctrl-Z and goes on, and when it is hung up."""

from __future__ import annotations

import sys

import pexpect
import pytest

from sito.cli.commands import COMMANDS
from tests.conftest import Start
from tests.screens import take_away

HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"
PROMPT = "shell> "
CTRL_C, CTRL_Z = "\x03", "\x1a"
HANG_UP = 129
pytestmark = pytest.mark.usefixtures("slow_strategy")

# Words after `sito` with which a command takes very long, or waits for what is typed, and what is then seen of it.
LONG = {
    "break": ("break AAAB --rules 4x6 --strategy slow:600", "I am thinking"),
    "keep": ("keep", "answer|AABB"),
    "play": ("play --secret ABCD", "guess"),
    "duel": ("duel --first me", "guess"),
    "train": ("train --seed 7", "guess"),
    "advise": ("advise 4x6 --strategy slow:600", "Comparing the guesses"),
    "review": ("review '7x9 AABBCCD:xo AEFGHII:oo' --time 1h", "Reviewing the game"),
    "compare": ("compare -r 4x10 -s random-consistent --fresh", r"Playing .*\d+/400"),
    "solve": ("solve 5x6 --memory 200MB", r"total \d+\.\.\d+"),
    "value": ("value 5x6 --memory 200MB", r"value \d"),
    "odds": ("odds slow:600 entropy -r 3x3", "How many guesses"),
    "respond": ("respond slow:600 -r 3x3", "preparing the search"),
    "jugs": ("jugs 1000003 999983 999979 --target 500001", "actions deep"),
    "tree": ("tree build -r 4x6 -s slow:600", "Building"),
    "pegs": ("pegs english", "levels done"),
    "web": ("web --port 0 --no-browser", "Sito is at"),
}
# These are over too soon to be disturbed on purpose. They are started, and the terminal changes at once.
SHORT = {
    "explain": "explain AABB ABCD",
    "atlas": "atlas 4x6",
    "certificate": "certificate --help",
    "config": "config",
    "help": "help compare",
    "completion": "completion bash",
    "rules": "rules logik",
    "feedback": "feedback 4x6 AABB ABCD",
    "sieve": "sieve 4x6 CBFF:o",
    "rank": "rank 4x6 CBFF:o",
    "conflict": "conflict 4x6 AABB:- AABB:x",
    "games": "games",
    "worksheet": "worksheet --rules 3x4 --count 2",
}


def test_no_command_is_forgotten() -> None:
    assert {*LONG, *SHORT} == {*COMMANDS}


def with_shell(start: Start) -> pexpect.spawn[str]:
    """Starts a shell that can suspend what it runs; PROMPT is its prompt."""
    shell = start("--norc", "--noprofile", program="bash")
    shell.sendline("bind 'set enable-bracketed-paste off'; PS1='she''ll> '")
    shell.expect_exact(PROMPT)
    shell.sendline(f'sito() {{ {sys.executable} -m sito "$@"; }}; stty -echo')
    shell.expect_exact(PROMPT)
    return shell


def cursor_is_shown(seen: str) -> bool:
    return seen.rfind(SHOWN) >= seen.rfind(HIDDEN)


@pytest.mark.parametrize("name", LONG)
def test_a_command_is_resized_suspended_and_goes_on(start: Start, name: str) -> None:
    words, shows = LONG[name]
    shell = with_shell(start)
    shell.sendline(f"{sys.executable} -m sito {words}")
    shell.expect(shows)
    seen = str(shell.before) + str(shell.after)
    for columns in (40, 120, 60):
        shell.setwinsize(24, columns)
    shell.send(CTRL_Z)
    shell.expect("Stopped")
    seen += str(shell.before)
    shell.expect_exact(PROMPT)
    assert cursor_is_shown(seen), "no cursor while it is suspended"
    shell.sendline("fg")
    shell.expect_exact(words)
    shell.expect(shows)
    shell.send(CTRL_C)
    shell.expect_exact(PROMPT)
    seen = str(shell.before)
    assert cursor_is_shown(seen)
    assert "Traceback" not in seen
    shell.sendline('echo "exit code $?"')
    shell.expect(r"exit code (\d+)")
    assert shell.match[1] == "130"


@pytest.mark.parametrize("name", SHORT)
def test_a_short_command_ends_well_in_a_terminal_that_changes(start: Start, name: str) -> None:
    shell = with_shell(start)
    shell.sendline(f"echo 'be''gun'; {sys.executable} -m sito {SHORT[name]}")
    shell.expect_exact("begun")
    for columns in (40, 120, 60):
        shell.setwinsize(24, columns)
    shell.send(CTRL_Z)
    stopped = shell.expect(["Stopped", PROMPT]) == 0
    seen = str(shell.before)
    if stopped:
        shell.expect_exact(PROMPT)
        shell.sendline("fg")
        shell.expect_exact(PROMPT)
        seen += str(shell.before)
    shell.sendline('echo "exit code $?"')
    shell.expect(r"exit code (\d+)")
    assert shell.match[1] == "0", seen


@pytest.mark.parametrize("name", LONG)
def test_a_command_ends_when_its_terminal_is_hung_up(start: Start, name: str) -> None:
    words, shows = LONG[name]
    child = start("-c", f"exec {sys.executable} -m sito {words}", program="bash")
    child.expect(shows)
    take_away(child)
    child.wait()
    assert (child.exitstatus, child.signalstatus) == (HANG_UP, None)
