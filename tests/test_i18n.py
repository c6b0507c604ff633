"""The language a user reads, with a small catalog made here."""

from __future__ import annotations

import pickle
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sito import i18n
from sito.errors import CodeError, Fault, InputError
from sito.game import Transcript
from sito.puzzles.jugs.problem import InAny, InJug, Jugs
from sito.puzzles.pegs.boards import Board
from sito.rules import Rules
from sito.tree.strategy_tree import StrategyTree
from sito.words import WordList
from tests.conftest import Sito

HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\n"
CATALOG = {
    "": HEADER,
    "no codes are left": "żaden kod nie został",
    "{count} code is possible\0{count} codes are possible": "{count} kod\0{count} kody\0{count} kodów",
    "{count} pegs are too many": "{count} to za dużo",
    "{count} job is missing\0{count} jobs are missing": "brak {count} zadania\0{count} zadania\0{count} zadań",
    "outer: {inner}": "zewnątrz: {inner}",
    "Break a code that you give.": "Łamie podany kod.",
    "Commands": "Polecenia",
    "Arguments": "Argumenty",
    "No color; or set NO_COLOR.": "Bez kolorów.",
}


def compiled(catalog: dict[str, str]) -> bytes:
    """Makes a .mo file: a header, two tables of length and offset, the texts (GNU gettext manual, 10.3)."""
    pairs = [(key.encode(), value.encode()) for key, value in sorted(catalog.items())]
    offset = 28 + 16 * len(pairs)
    tables: list[bytes] = []
    texts = b""
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), offset + len(texts)))
            texts += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(tables) + texts


@pytest.fixture
def catalogs(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "locale" / "pl" / "LC_MESSAGES" / "sito.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(CATALOG))
    yield tmp_path / "locale"
    i18n.set_language("en")


@pytest.mark.parametrize("tag", ["pl", "pl_PL", "pl-PL", "pl_PL.UTF-8", " pl "])
def test_a_language_is_chosen_by_its_tag(catalogs: Path, tag: str) -> None:
    i18n.set_language(tag, catalogs)
    assert i18n._("no codes are left") == "żaden kod nie został"
    assert i18n._("not in the catalog") == "not in the catalog"
    assert i18n._("") == ""


@pytest.mark.parametrize("tag", ["en", "EN", "en_GB", "en-US", "C", "POSIX", "C.UTF-8"])
def test_english_is_the_source(catalogs: Path, tag: str) -> None:
    i18n.set_language("pl", catalogs)
    i18n.set_language(tag, catalogs)
    assert i18n._("no codes are left") == "no codes are left"


def test_plural_forms(catalogs: Path) -> None:
    i18n.set_language("pl", catalogs)
    texts = [
        i18n.ngettext("{count} code is possible", "{count} codes are possible", n).format(count=n) for n in (1, 2, 5)
    ]
    assert texts == ["1 kod", "2 kody", "5 kodów"]


def test_faults_are_translated_with_their_values(catalogs: Path) -> None:
    i18n.set_language("pl", catalogs)
    fault = Fault("{count} pegs are too many", count=17)
    assert i18n.fault_text(fault) == "17 to za dużo"
    assert i18n.fault_text(Fault("outer: {inner}", inner=fault)) == "zewnątrz: 17 to za dużo"
    assert i18n.error_text(CodeError(fault, Fault("no codes are left"))) == "17 to za dużo\nżaden kod nie został"


def test_faults_have_the_grammatical_number_of_their_count(catalogs: Path) -> None:
    faults = [Fault("{count} job is missing", "{count} jobs are missing", count=count) for count in (1, 2, 5)]
    assert list(map(str, faults)) == ["1 job is missing", "2 jobs are missing", "5 jobs are missing"]
    i18n.set_language("pl", catalogs)
    assert list(map(i18n.fault_text, faults)) == ["brak 1 zadania", "2 zadania", "5 zadań"]
    assert pickle.loads(pickle.dumps(faults[0])) == faults[0] == eval(repr(faults[0]))
    assert faults[0] != Fault("{count} job is missing", count=1)


@pytest.mark.parametrize(
    "read",
    [
        lambda: Transcript.parse("4x6 A:xo"),
        lambda: Transcript.parse("1x6 AB:x"),
        lambda: Transcript.parse("2x3 AB:1,1"),
        lambda: Transcript.parse("4x6-position ABCD:g"),
        lambda: Rules.parse("2x1-distinct"),
        lambda: WordList.of(["a", "two"]),
        lambda: StrategyTree.parse("sito-tree 1\nrules 1x2\n= A\n - = B\nend"),
        lambda: Board.parse("english").parse_position("x"),
        lambda: Jugs((5,), (0,), InJug(1, 3)),
        lambda: Jugs((8, 5), (1,), InAny(4)),
    ],
)
def test_one_is_not_written_as_many(read: Callable[[], object]) -> None:
    with pytest.raises(InputError) as caught:
        read()
    text = str(caught.value)
    assert re.search(r"\b1\b", text), text
    assert not re.search(r"\b1 (?:pegs|colors|letters|blanks|holes|jugs|amounts|are)\b|\b1 of \d pegs", text), text


def test_languages_that_can_be_chosen(catalogs: Path) -> None:
    assert i18n.languages(catalogs) == ("en", "pl")
    with pytest.raises(InputError, match="there is no language 'xx'; choose one of: en, pl"):
        i18n.set_language("xx", catalogs)


def test_the_environment_decides_if_nobody_else_does(catalogs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "LOCALE_DIR", catalogs)
    for variable, value in [("LANGUAGE", "xx:pl"), ("LC_ALL", "pl_PL.UTF-8"), ("LANG", "pl")]:
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(variable, value)
        i18n.set_language(None)
        assert i18n._("no codes are left") == "żaden kod nie został"
    monkeypatch.setenv("LANG", "xx")
    i18n.set_language(None)
    assert i18n._("no codes are left") == "no codes are left"


@pytest.mark.parametrize("arguments", [["--lang", "pl", "--help"], ["--help", "--lang=pl"], ["--lang=pl", "-h"]])
def test_help_in_another_language(
    sito: Sito, catalogs: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr(i18n, "LOCALE_DIR", catalogs)
    monkeypatch.setattr("sito.cli.app.LOCALE_DIR", catalogs)
    done = sito(*arguments)
    assert "Łamie podany kod." in done.out + done.err
    assert "Polecenia" in done.out + done.err
    # Typer's own words come from the same catalog.
    assert "Argumenty:" in sito("break", "--help", "--lang", "pl").out


def test_options_are_explained_in_another_language(catalogs: Path) -> None:
    """In a process of its own, for help texts are translated once, when their modules are imported."""
    script = (
        "import pathlib, sys, sito.i18n\n"
        f"sito.i18n.LOCALE_DIR = pathlib.Path({str(catalogs)!r})\n"
        "from sito.cli import main\n"
        "sys.exit(main(['break', '--help', '--lang', 'pl']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=True)
    assert "Bez kolorów." in done.stdout
    assert "Argumenty:" in done.stdout


def test_every_sentence_of_the_template_can_be_filled() -> None:
    """A place in braces that is not a name would fail only when a user sees the sentence."""
    template = (i18n.LOCALE_DIR / "sito.pot").read_text(encoding="utf-8")
    sentences = [line.split(" ", 1)[1] for line in template.splitlines() if line.startswith("msgid ")]
    assert len(sentences) > 100
    for sentence in sentences:
        assert sentence.count("{") == sentence.count("}")
