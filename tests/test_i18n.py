"""The language a user reads, with a small catalog made here."""

import asyncio
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sito.errors import CodeError, Fault, InputError
from sito.playing.game import Transcript
from sito.puzzles.jugs.problem import InAny, InJug, Jugs
from sito.puzzles.pegs.boards import Board
from sito.rules.rules import Rules
from sito.show import i18n
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList
from tests.catalogs import compiled_texts
from tests.conftest import Sito

HEADER = (
    "Language: pl\nContent-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\n"
)
CATALOG = {
    "": HEADER,
    "no codes are left": "żaden kod nie został",
    "{count} code is possible\0{count} codes are possible": "{count} kod\0{count} kody\0{count} kodów",
    "{count} pegs are too many": "{count} to za dużo",
    "{count} job is missing\0{count} jobs are missing": "brak {count} zadania\0{count} zadania\0{count} zadań",
    "outer: {inner}": "zewnątrz: {inner}",
    "Break a code that you give.": "Łamie podany kod.",
    "Puzzles": "Łamigłówki",
    "Arguments": "Argumenty",
    "Also tell how long the computer took.": "Także czas komputera.",
}


@pytest.fixture
def catalogs(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "locale" / "pl" / "LC_MESSAGES" / "sito.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled_texts(CATALOG))
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
    done = sito(*arguments)
    assert "Łamie podany kod." in done.out + done.err
    assert "Łamigłówki:" in done.out + done.err
    assert "Argumenty:" in sito("break", "--help", "--lang", "pl").out


def test_options_are_explained_in_another_language(catalogs: Path) -> None:
    """In a process of its own, for help texts are translated once, when their modules are imported."""
    script = (
        "import pathlib, sys, sito.show.i18n\n"
        f"sito.show.i18n.LOCALE_DIR = pathlib.Path({str(catalogs)!r})\n"
        "from sito.cli import main\n"
        "sys.exit(main(['break', '--help', '--lang', 'pl']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=True)
    assert "Także czas komputera." in done.stdout
    assert "Argumenty:" in done.stdout


def test_every_sentence_of_the_template_can_be_filled() -> None:
    """A place in braces that is not a name would fail only when a user sees the sentence."""
    template = (i18n.LOCALE_DIR / "sito.pot").read_text(encoding="utf-8")
    sentences = [line.split(" ", 1)[1] for line in template.splitlines() if line.startswith("msgid ")]
    assert len(sentences) > 100
    for sentence in sentences:
        assert sentence.count("{") == sentence.count("}")


def test_a_language_for_one_caller_alone(catalogs: Path) -> None:
    i18n.set_language("en")
    fault = Fault("{count} pegs are too many", count=17)
    with i18n.language("pl", catalogs):
        assert i18n.current_language() == "pl"
        assert i18n.fault_text(fault) == "17 to za dużo"
        with i18n.language("en", catalogs):
            assert i18n.fault_text(fault) == "17 pegs are too many"
        assert i18n.fault_text(fault) == "17 to za dużo"
    assert i18n.current_language() == "en"
    with pytest.raises(InputError, match="there is no language 'xx'"), i18n.language("xx", catalogs):
        pass
    with pytest.raises(ZeroDivisionError), i18n.language("pl", catalogs):
        raise ZeroDivisionError
    assert i18n.fault_text(fault) == "17 pegs are too many"


def test_errors_in_a_language_that_is_named(catalogs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "LOCALE_DIR", catalogs)
    i18n.set_language("en")
    fault = Fault("{count} pegs are too many", count=17)
    assert i18n.fault_text(Fault("outer: {inner}", inner=fault), language="pl_PL") == "zewnątrz: 17 to za dużo"
    assert i18n.error_text(CodeError(fault), language="pl") == "17 to za dużo"
    assert i18n.error_text(CodeError(fault)) == "17 pegs are too many"


def test_threads_and_tasks_do_not_disturb_each_other(catalogs: Path) -> None:
    i18n.set_language("en")
    fault = Fault("{count} pegs are too many", count=17)
    meet = threading.Barrier(2)
    wanted = {"pl": "17 to za dużo", "en": "17 pegs are too many"}

    def in_thread(tag: str) -> list[str]:
        with i18n.language(tag, catalogs):
            told = []
            for _ in range(50):
                meet.wait()
                told.append(i18n.fault_text(fault))
            return told

    with ThreadPoolExecutor(2) as pool:
        for tag, told in zip(wanted, pool.map(in_thread, wanted), strict=True):
            assert set(told) == {wanted[tag]}

    async def in_task(tag: str) -> set[str]:
        told = set()
        with i18n.language(tag, catalogs):
            for _ in range(20):
                await asyncio.sleep(0)
                told.add(i18n.fault_text(fault))
                told.add(await asyncio.to_thread(i18n.fault_text, fault))
        return told

    async def both() -> list[set[str]]:
        return await asyncio.gather(*map(in_task, wanted))

    assert asyncio.run(both()) == [{wanted["pl"]}, {wanted["en"]}]
    assert i18n.fault_text(fault) == "17 pegs are too many"


def test_sentences_stand_in_one_line_as_the_language_wants(catalogs: Path) -> None:
    file = catalogs / "ja" / "LC_MESSAGES" / "sito.mo"
    file.parent.mkdir(parents=True)
    header = "Language: ja\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"
    file.write_bytes(compiled_texts({"": header, "{first} {second}": "{first}{second}", "in a game\4left": "残り"}))
    assert i18n.join_sentences("a.", "", "b.", "c.") == "a. b. c."
    with i18n.language("ja", catalogs):
        assert i18n.join_sentences("a。", "b。") == "a。b。"
        assert i18n.pgettext("in a game", "left") == "残り"
        assert i18n.pgettext("elsewhere", "left") == "left"


@pytest.mark.parametrize("tag", [5, b"pl", "../pl", "pl\0", ""])
def test_what_is_no_tag_of_a_language_is_refused(tag: Any) -> None:
    with pytest.raises(InputError, match="there is no language"):
        i18n.find_language(tag)
