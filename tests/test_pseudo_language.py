"""No English is left where a catalog is complete: pages of help and commands in a language of brackets.

The suite of the command line itself is the other half: its fixture `sito` finds words that
no catalog can translate in all that it runs; see `tests.pseudo`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sito.errors import Fault
from sito.show import i18n
from sito.show.fitting import cell_width
from tests import pseudo
from tests.conftest import Sito
from tests.pseudo_pages import CLOSE, OPEN, changed

ROOT = Path(__file__).parent.parent
_WORD = re.compile(r"[A-Za-z]*[a-z]{3,}[A-Za-z]*")
# Options, words in capitals, what stands in brackets to choose from, and numbers with a sign.
_NAMES = re.compile(
    r"\b(?:[xo]+|[gy-]+)\b|--?[a-z][a-z-]*|\[[a-z|<>=0-9-]*\]|[a-z-]+(?:\|[a-z-]+)+|\S*[/\\@:=.][^\s,;]*\w|\S*-lies\d|[A-Z_]{3,}"
)


def pages(directory: Path, columns: int) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.pseudo_pages", str(directory), str(columns)],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=True,
    )
    return done.stdout


def outside(text: str) -> str:
    """Gives what stands outside of all brackets; the ends of lines stay."""
    kept, depth = [], 0
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        if (depth == 0 and letter != CLOSE) or letter == "\n":
            kept.append(letter)
    assert depth == 0, "a sentence was cut"
    return "".join(kept)


def english(text: str) -> list[str]:
    """Finds lines with words of English outside of the brackets; a line that begins with $ or sito is a command."""
    found = []
    for line in outside(text).splitlines():
        if line.startswith("$") or "sito " in line.strip().removeprefix('eval "$(')[:5] or pseudo._is_data(line):
            continue
        words = [word for word in _WORD.findall(_NAMES.sub(" ", line)) if word.lower() not in pseudo._known()]
        if words:
            found.append(line)
    return found


def test_pages_of_help_and_commands_have_no_english_left(tmp_path: Path) -> None:
    text = pages(tmp_path, 80)
    assert text.count("--help\n") > 20
    assert text.count(OPEN) == text.count(CLOSE) > 900
    assert "Traceback" not in text
    assert english(text) == []


def test_longer_sentences_fit_a_narrow_page(tmp_path: Path) -> None:
    text = pages(tmp_path, 60)
    wide = [line for line in text.splitlines() if cell_width(line) > 60 and " " in line.strip()]
    assert [line for line in wide if not line.startswith("$") and "sito " not in line] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{OPEN}všé{CLOSE} 12", []),
        (f"{OPEN}všé {OPEN}x{CLOSE}{CLOSE} left", [" left"]),
        ("--rules RULES mastermind 4x6", []),
        ("Usage: sito", ["Usage: sito"]),
        ('{"sito": "rules", "why": "because"}', []),
    ],
)
def test_english_is_found(text: str, found: list[str]) -> None:
    assert english(text) == found


def test_sentences_are_longer_and_keep_their_places() -> None:
    sentence = "there is no {name!r}; there are {names}"
    assert len(changed(sentence)) >= 1.4 * len(sentence)
    assert re.findall(r"\{[^{}]*\}", changed(sentence)) == ["{name!r}", "{names}"]


def test_the_fixture_finds_what_cannot_be_translated(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sito("rules", "3x3").code == 0
    monkeypatch.setattr("sito.cli.rules._ALLOWED", dict.fromkeys(("any", "distinct", "words"), "Surprise yourself."))
    with pseudo.marking(["rules"]):
        i18n.set_language("en")
        marked = i18n._("Colors may repeat.")
        fault = i18n.fault_text(Fault("there is no level {name!r}; there are {names}", name="x", names="y"))
        unknown = i18n._("Surprise yourself.")
    assert pseudo.outside(marked) == pseudo.outside(fault) == ""
    assert pseudo.plain(marked) == "Colors may repeat."
    assert pseudo.untranslated(["rules"], "", marked, fault, unknown) == ["rules: Surprise yourself."]
    assert pseudo.untranslated(["rules", "yourself"], "surprise", unknown) == []
