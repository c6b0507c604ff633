"""Gives the focus to what comes next when the element that had it is gone, as the open row is at the end of a game."""

from __future__ import annotations

from nicegui.element import Element


class Focus(Element, component="sito_focus.js"):
    """Gives elements the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.props.update({"target": "", "times": 0})

    def give(self, element: Element) -> None:
        """Gives the focus to an element."""
        self.props["target"] = f"c{element.id}"
        self.props["times"] += 1
