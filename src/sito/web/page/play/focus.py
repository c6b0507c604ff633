"""Gives the focus to what comes next when the element that had it is gone, as the open row is at the end of a game."""

from __future__ import annotations

from nicegui.element import Element


class Focus(Element, component="sito_focus.js"):
    """Gives elements the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.props.update({"target": "", "within": "", "times": 0})

    def give(self, element: Element, within: str = "") -> None:
        """Gives the focus to an element, or to the open row of a board.

        With `within`, a selector of CSS, only if the focus is there now, or nowhere: nobody is called away.
        """
        self.props["target"] = f"c{element.id}"
        self.props["within"] = within
        self.props["times"] += 1
