"""The board: one picture at a terminal, redrawn in place, with a line to type in below it.

prompt_toolkit draws it and reads the keys in a thread of its own, for the whole game: so the
board stays to be seen, and follows the size of the terminal, while the computer thinks in
the main thread. Ctrl-C becomes the signal that it is elsewhere, for the main thread.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style

from sito.cli.output import fitted, settings
from sito.cli.signals import signals_wait
from sito.cli.streams import say, silence, visible
from sito.cli.table.commands import Commands
from sito.cli.table.drawing import Drawing, Seen
from sito.cli.table.lines import LONGEST_LINE, Picture, Table, too_long
from sito.cli.watch import PATIENCE, undisturbed
from sito.show.i18n import fault_text
from sito.show.render import Line

_KEYS = ("up", "down", "left", "right", "tab", "pageup", "pagedown", "home", "end", " ")
"""The keys that may stand for lines."""
_TICK = 0.25  # seconds between two looks of the clock of a long thought
_STOPPING = 0.2  # seconds in which a signal that stops the process arrives
_HANGUP = 0.2  # seconds in which the signal of a terminal that is gone arrives before its end of input is told


class Board(Table):
    """A table at a terminal."""

    board = True

    def __init__(self) -> None:
        super().__init__()
        self._drawing = Drawing(self._screen)
        self._seen = Seen()
        self._keys: Mapping[str, str] = {}
        self._lines: SimpleQueue[str | BaseException] = SimpleQueue()
        self._closed = False
        self._interrupted = False
        self._failure: BaseException | None = None
        self._buffer = Buffer(history=InMemoryHistory(), multiline=False, accept_handler=self._accept)
        self._app = self._application()
        self._began = threading.Event()
        context = contextvars.copy_context()  # the language of this game
        self._thread = threading.Thread(target=context.run, args=(self._run,), daemon=True)
        self._handlers: dict[int, Any] = {}  # those of signals before ours
        self._suspended = False
        self._start()

    def show(self, picture: Picture, *, whole: bool = False) -> None:
        """Shows a picture."""
        self._seen.picture = picture
        self._invalidate()

    def say(self, text: str) -> None:
        """Shows a message below the picture until the next line is read; after the end it is written."""
        if self._closed:
            say(fitted(text, sys.stderr))
        elif text:
            self._seen.messages = (*self._seen.messages, visible(text))
            self._invalidate()

    def ask(
        self,
        prompt: str,
        keys: Mapping[str, str] | None = None,
        paint: Callable[[str], Line] | None = None,
        commands: Commands | None = None,
    ) -> str:
        """Reads one line at the board."""
        self._keys = keys or {}
        self._seen.prompt, self._seen.paint, self._seen.commands = prompt, paint, commands
        self._seen.asking = True
        self._interrupted = False
        self._invalidate()
        try:
            while True:
                line = self._lines.get()
                if isinstance(line, BaseException):
                    self._lines.put(line)  # whoever asks again is told again
                    raise line
                self._seen.messages = ()
                if len(line) <= LONGEST_LINE:
                    return line.strip()
                self.say(fault_text(too_long()))
        finally:
            self._seen.asking = False  # the keys stay: those pressed while the computer thinks wait, as lines do
            self._invalidate()

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Shows a text and how long it takes in the place of the prompt, unless that is soon over."""
        if settings.quiet:
            yield
            return
        before = self._seen.thought
        self._interrupted = False
        self._seen.thought = (text, time.monotonic() + PATIENCE)
        ticks = self._call(self._tick)
        try:
            yield
        finally:
            self._seen.thought = before
            if ticks:
                self._invalidate()

    def close(self) -> None:
        """Takes the board away and writes the picture, whole, where it was, with what was said last."""
        if self._closed:
            return
        with undisturbed(), signals_wait():  # nothing that comes must keep the terminal from being put in order
            self._closed = True
            self._call(lambda: self._app.exit() if self._app.is_running and not self._app.is_done else None)
            if self._thread.ident is not None:  # it may not have begun
                self._thread.join()
        for number, before in self._handlers.items():
            signal.signal(number, before)
        try:
            for line in self._drawing.whole(self._seen):
                self._screen.line(line, wide=False)
        except OSError:
            if sys.exc_info()[1] is None and self._failure is None:
                raise
            silence(sys.stdout)  # the terminal is gone
        for text in self._seen.messages:
            self.say(text)

    # What follows begins and ends the thread, or runs in it.

    def _start(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for name, answer in (("SIGWINCH", self._resized), ("SIGCONT", self._continued)):
                if hasattr(signal, name):
                    number = getattr(signal, name)
                    self._handlers[number] = signal.signal(number, lambda *_, answer=answer: self._call(answer))
        self._thread.start()
        self._began.wait()

    def _application(self) -> Application[None]:
        color = self._drawing.color_system
        depth = {
            None: ColorDepth.DEPTH_1_BIT,
            "standard": ColorDepth.DEPTH_4_BIT,
            "256": ColorDepth.DEPTH_8_BIT,
        }.get(color, ColorDepth.DEPTH_24_BIT)
        output = Vt100_Output.from_pty(sys.stdout, term=os.environ.get("TERM"), default_color_depth=depth)
        output.enable_cpr = False  # some terminals never answer
        typing = Window(
            BufferControl(self._buffer, input_processors=[BeforeInput(lambda: self._drawing.prompt)]),
            height=1,
            wrap_lines=False,
        )
        above = Window(FormattedTextControl(lambda: self._drawing.above), dont_extend_height=True)
        below = Window(FormattedTextControl(lambda: self._drawing.below), height=1, dont_extend_height=True)
        return Application(
            Layout(HSplit([above, typing, below]), focused_element=typing),
            key_bindings=self._bindings(),
            style=Style([]),
            include_default_pygments_style=False,
            color_depth=depth,
            erase_when_done=True,
            input=create_input(sys.stdin),
            output=output,
            terminal_size_polling_interval=None,
            before_render=lambda app: self._fit(),
        )

    def _run(self) -> None:
        """Is the thread of the board."""
        if hasattr(signal, "pthread_sigmask"):
            # The main thread must get it: only there do handlers run, and it waits for what is typed.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCONT})
        try:
            asyncio.run(self._until_exit())
        except EOFError:
            time.sleep(_HANGUP)
            self._lines.put(EOFError())
        except BaseException as error:  # a terminal that is gone, or a mistake, which the main thread reports
            self._failure = error
            time.sleep(_HANGUP)
            self._lines.put(EOFError() if isinstance(error, OSError) else error)
        finally:
            self._began.set()

    async def _until_exit(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._failed)
        await self._app.run_async(pre_run=self._began.set, set_exception_handler=False, handle_sigint=False)

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Ends the board for a mistake in drawing it."""
        if not self._app.is_done:
            self._app.exit(exception=context.get("exception") or RuntimeError(context["message"]))

    def _call(self, function: Callable[[], object]) -> bool:
        """Has something done in the thread; gives False if it has ended."""
        loop = self._app.loop
        if loop is None:
            return False
        with suppress(RuntimeError):  # the loop has just been closed
            loop.call_soon_threadsafe(function)
            return True
        return False

    def _invalidate(self) -> None:
        with suppress(RuntimeError):  # the loop has just been closed
            self._app.invalidate()

    def _tick(self) -> None:
        if self._seen.thought is not None and self._app.loop is not None:
            self._app.invalidate()
            self._app.loop.call_later(_TICK, self._tick)

    def _accept(self, buffer: Buffer) -> bool:
        self._lines.put(buffer.text)
        return False

    def _fit(self) -> None:
        size = self._app.output.get_size()
        self._drawing.arrange(self._seen, self._buffer.text, size.columns, size.rows)

    def _resized(self) -> None:
        """Draws the board anew; the whole screen, if lines of it may have been broken by a terminal that does so."""
        if not self._app.is_running or self._app.is_done:
            return
        if self._drawing.widest > self._app.output.get_size().columns:
            self._app.renderer.clear()
        else:
            self._app.renderer.erase(leave_alternate_screen=False)
        self._app.invalidate()

    def _continued(self) -> None:
        """Draws the board where the cursor is now, if somebody else has stopped the process and others have written."""
        if self._app.is_running and not self._app.is_done and not self._suspended:
            self._app.input.raw_mode().__enter__()  # the shell has had its own mode; the end of the board restores that
            self._app.renderer.reset()
            self._app.invalidate()

    def _stop(self) -> None:
        """Stops the process, with those of its job, until it is continued; the board is drawn once after that."""
        self._suspended = True
        os.kill(0, signal.SIGTSTP)
        time.sleep(_STOPPING)  # or the board would be drawn before the signal arrives
        if self._app.loop is not None:  # the signal to continue is told in its turn, after this
            self._app.loop.call_later(_STOPPING, setattr, self, "_suspended", False)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        empty = Condition(lambda: not self._buffer.text)

        @bindings.add("c-c")
        def interrupt(event: KeyPressEvent) -> None:
            if not self._interrupted:  # once is enough: more of them would disturb the end
                self._interrupted = True
                os.kill(os.getpid(), signal.SIGINT)

        bindings.add("c-d", filter=empty)(lambda event: self._lines.put(EOFError()))
        bindings.add("c-z")(lambda event: run_in_terminal(self._stop))
        bindings.add("c-l")(lambda event: self._app.renderer.clear())
        # Text with colors that is pasted looks like clicks and answers of the terminal, and nobody asked for these.
        for unasked in (Keys.Vt100MouseEvent, Keys.CPRResponse):
            bindings.add(unasked, eager=True)(lambda event: None)
        for name in _KEYS:
            self._bind(bindings, name)
        return bindings

    def _bind(self, bindings: KeyBindings, name: str) -> None:
        """Lets a key on an empty line stand for a line, where the game says so."""
        asked = Condition(lambda: not self._buffer.text and name in self._keys)
        bindings.add(name, filter=asked, eager=True)(lambda event: self._lines.put(self._keys[name]))
