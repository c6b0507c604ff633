"""How pegs and answers look on terminals of 16, 256 and all colors."""

import io
from itertools import combinations

import pytest
from rich.color import ColorSystem
from rich.style import Style

from sito.codes.code import Code
from sito.codes.feedback import Feedback
from sito.rules.rules import Rules
from sito.show.palette import FEW_PEGS, PEGS, style_of
from sito.show.render import Column, Screen, code_line, feedback_line, plain, text_of

SYSTEMS = [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR]


def sent(look: str, system: ColorSystem) -> tuple[object, ...]:
    """Gives what a terminal is told to show for a look: foreground, background, and the kind of letter."""
    style = Style.parse(style_of(look, few_colors=system is ColorSystem.STANDARD))
    colors = (color and color.downgrade(system) for color in (style.color, style.bgcolor))
    return (
        *((color and (color.number, color.triplet)) for color in colors),
        style.underline,
        style.italic,
        style.strike,
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_colors_of_a_game_look_different(system: ColorSystem) -> None:
    looks = [sent(f"peg {color}", system) for color in range(64)]
    assert len(set(looks)) == 64  # beyond, their numbers tell them apart
    backgrounds = len(FEW_PEGS if system is ColorSystem.STANDARD else PEGS)
    assert len({look[1] for look in looks[:backgrounds]}) == backgrounds


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_marks_of_an_answer_look_different(system: ColorSystem) -> None:
    looks = [sent(f"mark {mark}", system) for mark in range(3)]
    assert all(one != other for one, other in combinations(looks, 2))


@pytest.mark.parametrize(("rules", "text"), [("4x6", "ABCD"), ("4x12-digits", "0123"), ("4x64", "1 2 3 4")])
def test_every_symbol_is_written(rules: str, text: str) -> None:
    line = code_line(Rules.parse(rules), Code(range(4)))
    assert text_of(line) == text
    assert [look for _symbol, look in line if look] == ["peg 0", "peg 1", "peg 2", "peg 3"]


def test_marks_are_written_one_by_one() -> None:
    answer = Feedback.of(Rules.parse("3x5-position"), 2 * 9 + 1 * 3)
    assert feedback_line(answer) == (("g", "mark 2"), ("y", "mark 1"), ("-", "mark 0"))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
@pytest.mark.parametrize("bad", ["\x1b[2J", "\x9b2J", "\x1b]0;title\x07", "\x7f", "\u202e", "\n"])
def test_control_characters_are_not_sent(kind: type[io.StringIO], bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = kind()
    screen = Screen(stream, color="none")
    screen.line("a", plain(bad), "b")
    screen.table([Column("code")], [[plain(bad)]])
    sent = stream.getvalue()
    escaped = bad.encode("unicode_escape").decode("ascii")
    assert f"a{escaped}b" in sent
    assert sent.count(escaped) == 2
    assert bad == "\n" or bad not in sent


@pytest.mark.parametrize("term", ["dumb", "unknown", "", None])
def test_a_terminal_of_which_nothing_is_known_is_only_written_on(
    monkeypatch: pytest.MonkeyPatch, term: str | None
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    assert Screen(Terminal()).terminal
    if term is None:
        monkeypatch.delenv("TERM")
    else:
        monkeypatch.setenv("TERM", term)
    assert not Screen(Terminal()).terminal
