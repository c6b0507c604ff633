"""Letters that are two columns wide: pages of help, lists of steps, and what a Japanese keyboard writes."""

from collections.abc import Iterator

import pytest

from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.cli.command import HelpPage
from sito.cli.jugs.views import Shown, show_steps
from sito.cli.manual import RoffPage
from sito.cli.play.looks import keyboard_line
from sito.cli.table.commands import Command, Commands, Said
from sito.playing.game import Transcript
from sito.puzzles.jugs import InAny, Jugs, solve_jugs
from sito.rules.rules import FeedbackKind, Rules
from sito.show import i18n
from sito.show.fitting import cell_width
from sito.show.render import text_of
from sito.words.local_words import named_counts

SENTENCES = "コードを決めました。予想してください。" * 6


@pytest.fixture
def japanese() -> Iterator[None]:
    with i18n.language("ja"):
        yield


@pytest.mark.parametrize("columns", [40, 80])
def test_a_page_of_help_is_not_wider_than_the_terminal(columns: int) -> None:
    page = HelpPage(width=columns - 2)
    page.write_usage("sito", "[オプション]", "使い方:")
    page.write_text(SENTENCES)
    page.write_dl([("--コード CODE", SENTENCES), ("--seed NUMBER", "シード。")])
    lines = page.getvalue().splitlines()
    assert max(map(cell_width, lines)) <= columns - 2
    assert not any(line.strip().startswith("。") for line in lines)
    if columns == 80:  # what is said about names begins in one column
        seed = next(line for line in lines if "--seed" in line)
        long = next(line for line in lines if "--コード" in line)
        assert cell_width(seed[: seed.index("シード")]) == cell_width(long[: long.index("コードを")])


def test_the_states_of_steps_stand_in_one_column(japanese: None, capsys: pytest.CaptureFixture[str]) -> None:
    jugs = Jugs((8, 5), (0, 0), InAny(4))
    answer = solve_jugs(jugs)
    show_steps(jugs, Shown(answer.plan, 100, Deadline(Limits())))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert len({cell_width(line[: line.rindex("(")]) for line in lines}) == 1


def test_a_page_of_the_manual_has_places_to_break_lines_at() -> None:
    page = RoffPage()
    page.write_text("コードを当てます。")
    assert max(map(len, page.getvalue().splitlines()[-1].split("\\:"))) < 20


def test_what_a_japanese_keyboard_writes(japanese: None) -> None:
    commands = Commands(Command("hint", "tells"), Command("undo", "takes back", arguments=True))
    for line in ("／hint", "・hint", "ＨＩＮＴ", "/ヒント", "ひんと", "・ひんと"):
        assert commands.read(line) == Said("hint"), line
    assert commands.read("／undo　2") == Said("undo", ("2",))
    assert named_counts("1ひっと2ぶろー") == [("1", "ヒット"), ("2", "ブロー")]


@pytest.mark.parametrize(("columns", "taken"), [(20, None), (40, 36), (80, 53)])
def test_the_letters_of_a_word_game_fit_the_board(columns: int, taken: int | None) -> None:
    words = ["さくら", "みどり", "ひかり", "さとう", "みかん", "りんご", "くるま", "さかな", "ことり", "ひつじ"]
    rules = Rules.of_words(words, FeedbackKind.POSITION)
    for game in (Transcript(rules), Transcript(rules).after("さくら", "---")):
        line = keyboard_line(game, columns)
        assert (None if line is None else cell_width(text_of(line))) == taken
