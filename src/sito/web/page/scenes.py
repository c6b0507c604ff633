"""The scenes of the puzzles and of the sieve, as elements of the page."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from nicegui.element import Element

from sito.web.page.elements import Brings, Component, is_number, is_pair

_DRAWING: list[str | Path] = ["components/sito_drawing.js"]


class JugScene(Component, component="components/sito_jugs.js", dependencies=_DRAWING):
    """Jugs with water, a tap and a drain; the event `pour` brings the source and the target, None for tap or drain."""

    BRINGS: ClassVar[Brings] = {"pour": is_pair}


class PegScene(Component, component="components/sito_pegs.js", dependencies=_DRAWING):
    """A board with pegs; the events are `jump`, with the holes from and to, and `vacancy`, with a hole."""

    BRINGS: ClassVar[Brings] = {"jump": is_pair, "vacancy": is_number}


class SieveScene(Component, component="components/sito_sieve.js", dependencies=_DRAWING):
    """All codes of a small game; the event `choose` brings the number of a code, and `cell` that of a cell."""

    BRINGS: ClassVar[Brings] = {"choose": is_number, "cell": is_number}


class Flags(Element, component="components/sito_flags.js"):
    """Ten thousand codes as dots; `flags` has 1 for each that is possible."""
