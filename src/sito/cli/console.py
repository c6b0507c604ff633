"""The console of Rich that everything moving is drawn on: whole drawings, and no failure for words that nobody gets.

It is loaded only when something is drawn at a terminal, for it loads Rich.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any, TextIO, cast

from rich.console import Console

from sito.cli.signals import begin_whole, end_whole
from sito.cli.streams import silence


class WholeConsole(Console):
    """A console in whose drawings no signal comes.

    Rich gathers what is drawn and writes it at the end. What the handler of a signal drew in
    the middle of that, such as the cursor shown again, would be gathered too, and be written
    only after the handler has stopped the program.

    With `words` it writes words for a person, as to standard error: if nobody takes them any
    more, these and all later ones go nowhere, and the work goes on.
    """

    def __init__(self, *, words: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self._words = words

    def __enter__(self) -> Console:
        """Begins a drawing, or a part of one."""
        begin_whole()
        return super().__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Writes the drawing if it is whole, and lets signals come again."""
        try:
            super().__exit__(kind, error, traceback)
        except OSError:
            if not self._words:
                raise
            silence(cast(TextIO, self.file))
        finally:
            end_whole()
