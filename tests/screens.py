"""A terminal for tests: a program at a pseudo-terminal, and the screen that pyte makes of what it writes.

Golden screens lie in `tests/data/screens/`; SITO_WRITE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import io
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pexpect
import pyte

GOLDEN = Path(__file__).parent / "data" / "screens"
SECONDS = 120
"""How long a test waits for what a terminal shows; a busy machine is no fault of the code."""
TERMS = {0: "xterm", 16: "xterm", 256: "xterm-256color"}
KEYS = {
    "enter": "\r",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "backspace": "\x7f",
    "tab": "\t",
    "ctrl-c": "\x03",
    "ctrl-d": "\x04",
    "ctrl-l": "\x0c",
    "ctrl-z": "\x1a",
}


NOT_KEPT = ("LC_", "SITO_", "PYTHONU", "COLUMNS", "LINES", "COLORTERM", "NO_COLOR")


def environment(home: Path, **more: str) -> dict[str, str]:
    """Gives the environment of a program: English, without colors, with its own places below `home`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_KEPT)}
    places = {f"SITO_{name}_DIR": str(home / name.lower()) for name in ("DATA", "LOG", "CONFIG")}
    return kept | places | {"LANG": "C.UTF-8", "LANGUAGE": "en", "NO_COLOR": "1", "TERM": "xterm"} | more


class Terminal:
    """A command of `sito`, or another program, at a terminal of a size and a number of colors: 0, 16 or 256.

    `home` is the folder of its data. `arguments` are those of `sito`; with `command` that
    program is run instead.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        colors: int = 0,
        command: str | None = None,
        more: Mapping[str, str] | None = None,
    ) -> None:
        variables = environment(home, TERM=TERMS[colors], **(more or {}))
        if colors:
            del variables["NO_COLOR"]
        self.screen = pyte.HistoryScreen(columns, lines, history=10_000, ratio=0.5)
        self._stream = pyte.Stream(self.screen)
        self.written = ""
        """All that the program has written."""
        self.child = pexpect.spawn(
            sys.executable if command is None else command,
            ["-m", "sito", *arguments] if command is None else list(arguments),
            env=variables,
            encoding="utf-8",
            timeout=SECONDS,
            dimensions=(lines, columns),
        )
        self.child.delaybeforesend = None

    def type(self, text: str, *, at: str = "") -> None:
        """Types a text, as it is, where another text stands on the screen."""
        self.wait_for(at)
        self.child.send(text)

    def enter(self, text: str = "", *, at: str = "") -> None:
        """Types a line."""
        self.type(text + "\r", at=at)

    def press(self, key: str, *, at: str = "") -> None:
        """Presses a key: one of `KEYS`."""
        self.type(KEYS[key], at=at)

    def read(self, seconds: float = 0.05) -> bool:
        """Takes in what the program has written; waits a while for it, and gives False at its end."""
        try:
            text = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += text
        self._stream.feed(text)
        return True

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Waits until something holds of the screen; fails at the end of the program or of the patience."""
        end = time.monotonic() + SECONDS
        while not holds():
            alive = self.read()
            assert holds() or (alive and time.monotonic() < end), f"this is the screen:\n{self.text()}"

    def wait_for(self, text: str, line: int | None = None) -> None:
        """Waits until a text stands on the screen; with `line` in that line, -1 being the last that is not empty."""

        def holds() -> bool:
            lines = self.text().splitlines() or [""]
            return text.rstrip() in ("\n".join(lines) if line is None else lines[line])

        self.wait_until(holds)

    def settle(self, seconds: float = 0.3) -> None:
        """Waits until nothing has been written for a while."""
        before = -1
        while before != len(self.written):
            before = len(self.written)
            if not self.read(seconds):
                return

    def resize(self, columns: int, lines: int) -> None:
        """Changes the size of the terminal; as xterm does, it breaks no lines anew."""
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def text(self) -> str:
        """Gives the screen, without blanks at the ends of lines and empty lines at its end."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip("\n")

    def history(self) -> str:
        """Gives the scrollback and the screen."""
        above = [self._line(line) for line in self.screen.history.top]
        return "\n".join([*above, *(line.rstrip() for line in self.screen.display)]).rstrip("\n")

    def looks(self) -> str:
        """Gives the colors of the screen: for each line the runs that have any, as `3-5 black on e69f00 bold`."""
        lines = []
        for row in range(self.screen.lines):
            runs: list[tuple[int, int, str]] = []
            for column in range(self.screen.columns):
                look = _look(self.screen.buffer[row][column])
                if runs and runs[-1][2] == look and runs[-1][1] == column - 1:
                    runs[-1] = (runs[-1][0], column, look)
                elif look:
                    runs.append((column, column, look))
            if runs:
                lines.append(f"{row:2}: " + ", ".join(f"{first}-{last} {look}" for first, last, look in runs))
        return "\n".join(lines)

    def end(self) -> int:
        """Waits for the end of the program, and gives its exit code, as a shell does."""
        end = time.monotonic() + SECONDS
        while self.read():
            assert time.monotonic() < end, f"this is the screen:\n{self.text()}"
        self.child.close()
        assert "Traceback" not in self.written, self.written
        status = self.child.exitstatus
        return 128 + int(self.child.signalstatus or 0) if status is None else int(status)

    def hang_up(self) -> int:
        """Takes the terminal away, as closing its window does, and gives the exit code of the program."""
        take_away(self.child)
        self.child.closed = True
        _pid, status = os.waitpid(self.child.pid, 0)
        self.child.terminated = True
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        """Ends the program if it still runs."""
        if not self.child.closed:
            self.child.close(force=True)

    def cursor_is_shown(self) -> bool:
        """Tells whether the cursor is to be seen."""
        return not self.screen.cursor.hidden

    def drawn(self) -> str:
        """Gives the screen with its colors, as golden files have it."""
        looks = self.looks()
        return f"{self.text()}\n" + (f"\n--- looks\n{looks}\n" if looks else "")

    def check(self, name: str) -> None:
        """Waits until the screen is the golden one of a name; at the end of the patience it says how it differs."""
        file = GOLDEN / f"{name}.txt"
        if os.environ.get("SITO_WRITE_GOLDEN"):
            self.settle(1.0)
            held(name, self.drawn())
            return
        golden = file.read_text(encoding="utf-8")
        end = time.monotonic() + SECONDS
        while self.drawn() != golden and time.monotonic() < end and self.read():
            pass
        held(name, self.drawn())

    def _line(self, line: Mapping[int, pyte.screens.Char]) -> str:
        return "".join(line[column].data for column in range(self.screen.columns)).rstrip()


def take_away(child: pexpect.spawn[str]) -> None:
    """Takes the terminal of a program away.

    The number of the file is not closed by itself: pexpect would close it once more at the
    end of the object, when it may be the number of the next terminal.
    """
    child.ptyproc.fileobj.close()


def held(name: str, text: str) -> None:
    """Holds a text against the golden one of a name, or writes that."""
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("SITO_WRITE_GOLDEN"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def _look(cell: pyte.screens.Char) -> str:
    """Names how a character looks; empty if it looks as usual, as blanks without a background do."""
    if cell.data == " " and cell.bg == "default" and not cell.reverse:
        return ""
    words = [] if cell.fg == "default" else [cell.fg]
    if cell.bg != "default":
        words.append(f"on {cell.bg}")
    words += [name for name in ("bold", "italics", "underscore", "reverse") if getattr(cell, name)]
    return " ".join(words)


def picture(terminal: Terminal, title: str) -> str:
    """Draws a screen as SVG, by Rich, without the fonts that it would have readers download."""
    from rich.console import Console
    from rich.text import Text

    lines = terminal.text().count("\n") + 1
    width = max(map(len, terminal.text().splitlines())) + 2
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for row in range(lines):
        line = Text(no_wrap=True, overflow="crop")
        for column in range(width):
            cell = terminal.screen.buffer[row][column]
            line.append(cell.data, _rich_style(cell))
        line.rstrip()
        console.print(line)
    console.print()  # Rich cuts the feet of the letters in the last line
    drawn = console.export_svg(title=title, unique_id="screen")
    return re.sub(r"\n *@font-face \{.*?\}(?=\n)", "", drawn, flags=re.DOTALL)


def in_picture(drawn: str) -> list[str]:
    """Gives the texts and colors of a picture, in order, whatever else Rich writes around them."""
    return re.findall(r'(?<=fill=")#[0-9a-f]{6}(?=")|(?<=>)[^<>\n]+(?=</text>)', drawn)


def _rich_style(cell: pyte.screens.Char) -> str:
    words = ["bold"] if cell.bold else []
    if cell.fg != "default":
        words.append(f"#{cell.fg}")
    if cell.bg != "default":
        words.append(f"on #{cell.bg}")
    return " ".join(words)
