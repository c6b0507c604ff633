"""The actions on water jugs, and the names of jugs."""

from __future__ import annotations

from typing import NamedTuple

Amounts = tuple[int, ...]


def jug_name(jug: int) -> str:
    """Names the jug of this number, from 0: A to Z, then AA, AB and so on.

    >>> [jug_name(jug) for jug in (0, 25, 26, 99)]
    ['A', 'Z', 'AA', 'CV']
    """
    name = ""
    jug += 1
    while jug:
        jug, letter = divmod(jug - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


class Action(NamedTuple):
    """One pour from `source` to `target`, by number of jug; None is the tap, or the drain.

    >>> [str(action) for action in (Action(None, 0), Action(1, None), Action(0, 2))]
    ['fill A', 'empty B', 'pour A→C']
    """

    source: int | None
    target: int | None

    def __str__(self) -> str:
        if self.target is None:
            return f"empty {jug_name(self.source or 0)}"
        if self.source is None:
            return f"fill {jug_name(self.target)}"
        return f"pour {jug_name(self.source)}→{jug_name(self.target)}"


class Step(NamedTuple):
    """An action and the state that it leads to."""

    action: Action
    state: Amounts
