"""What stands on a board, as lines that fit the terminal and in the styles of prompt_toolkit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from prompt_toolkit.formatted_text import StyleAndTextTuples
from rich.style import Style

from sito.cli.table.commands import Commands
from sito.cli.table.lines import WHOLE, Picture
from sito.errors import printable
from sito.show.i18n import _
from sito.show.palette import style_of
from sito.show.render import Line, Screen, cell_width, plain, text_of, wrap

_LEAST_ROOM = 8  # columns to type in beside the prompt
_LEAST_PICTURE = 3  # lines of the picture that stay beside long messages
_AIRY = 14  # lines of a terminal from which on a line is left empty below the picture


@dataclass
class Seen:
    """What a board shows; the main thread changes it, and the thread of the board reads it."""

    picture: Picture | None = None
    messages: tuple[str, ...] = ()
    prompt: str = ""
    paint: Callable[[str], Line] | None = None
    commands: Commands | None = None
    asking: bool = False
    thought: tuple[str, float] | None = None
    """What the computer thinks about, and from when on that is told."""


@dataclass
class Drawing:
    """The three parts of a board: what stands above the line that is typed in, its prompt, and what is below."""

    screen: Screen
    above: StyleAndTextTuples = field(default_factory=list)
    prompt: StyleAndTextTuples = field(default_factory=list)
    below: StyleAndTextTuples = field(default_factory=list)
    widest: int = 0
    """The columns of the widest line that is shown."""

    @property
    def color_system(self) -> str | None:
        """How many colors the terminal has, in the words of Rich; None for none."""
        return self.screen.console().color_system if self.screen.color else None

    def arrange(self, seen: Seen, typed: str, width: int, height: int) -> None:
        """Lays everything out for a terminal of a size."""
        prompt, asked = self._prompt(seen, width)
        painted = seen.paint(typed) if seen.paint is not None and seen.asking else ()
        open_row = [painted] if painted else []
        air: list[Line] = [()] if height >= _AIRY else []
        messages = [plain(line) for text in seen.messages for line in wrap(text, width - 1).split("\n")]
        room = max(height - 2 - len(open_row) - len(air) - len(asked), 1)  # the line that is typed in and the commands
        most = max(room - _LEAST_PICTURE, 1)
        if len(messages) > most:
            told = text_of(messages[most - 1])[: max(width - 5, 0)] + " ..." if most == 1 else "..."
            messages = [*messages[: most - 1], plain(told)]
        left = room - len(messages)
        # What cannot be drawn so low loses lines at its top: a message and the line that is typed in are always seen.
        picture = seen.picture.lines(width, left)[-left:] if seen.picture is not None and left > 0 else []
        lines = [*picture, *open_row, *air, *messages, *asked]
        commands = [] if seen.commands is None or not seen.asking else [seen.commands.at_hand(width)]
        self.widest = max((cell_width(text_of(line)) for line in (*lines, *commands)), default=0)
        self.above = self._fragments(lines)
        self.prompt = self._fragments([plain(prompt)])
        self.below = self._fragments(commands)

    def whole(self, seen: Seen) -> list[Line]:
        """Gives the lines of the whole picture, for the scrollback."""
        return [] if seen.picture is None else seen.picture.lines(self.screen.console().width, WHOLE)

    def _prompt(self, seen: Seen, width: int) -> tuple[str, list[Line]]:
        """Gives the prompt; if it leaves no room to type in, lines above it tell it instead."""
        if not seen.asking:
            if seen.thought is None or time.monotonic() < seen.thought[1]:
                return "", []
            seconds = int(time.monotonic() - seen.thought[1]) + 1
            text = _("{text} ... {seconds} s").format(text=seen.thought[0], seconds=seconds)
            return text[: width - 1], []
        if cell_width(seen.prompt) + _LEAST_ROOM <= width:
            return seen.prompt, []
        return "> ", [plain(line) for line in wrap(seen.prompt.rstrip(), width - 1).split("\n")]

    def _fragments(self, lines: list[Line]) -> StyleAndTextTuples:
        few = self.color_system in ("standard", "windows")
        fragments: StyleAndTextTuples = []
        for number, line in enumerate(lines):
            if number:
                fragments.append(("", "\n"))
            fragments += [(_style(style_of(look, few_colors=few)), printable(text)) for text, look in line]
        return fragments


def _style(style: str) -> str:
    """Gives a style of Rich in the words of prompt_toolkit.

    >>> _style("bold #000000 on #e69f00"), _style("bright_white on blue"), _style("dim")
    ('bold #000000 bg:#e69f00', 'ansiwhite bg:ansiblue', 'dim')
    """
    if not style:
        return ""
    parsed = Style.parse(style)
    names = ("bold", "dim", "italic", "underline", "reverse", "strike")
    words = [name for name in names if getattr(parsed, name)]
    for prefix, color in (("", parsed.color), ("bg:", parsed.bgcolor)):
        if color is not None:
            words.append(prefix + _color(color.name))
    return " ".join(words)


_ANSI = {"white": "ansigray", "bright_white": "ansiwhite", "bright_black": "ansibrightblack"}


def _color(name: str) -> str:
    if name.startswith("#"):
        return name
    return _ANSI.get(name, "ansi" + name.replace("_", ""))
