"""The elements of which the page is made: plain HTML, and our components. None of them needs scripts in attributes.

Every change is made in place, so that the focus stays where it is: texts by `set_text`, attributes
by `props`. What a person types or chooses stays in the browser until it is `set` anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

from nicegui.element import Element

_DRAWING: list[str | Path] = ["components/sito_drawing.js"]
_LONGEST_TEXT = 1000

Brings = Mapping[str, Callable[[object], bool]]
"""What tells of each event of a component whether it may bring a value."""


def is_text(value: object) -> bool:
    """Tells whether an event has brought a text as short as the components send them.

    >>> is_text("AABB"), is_text(["AABB"]), is_text("A" * 10**6)
    (True, False, False)
    """
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT


def is_number(value: object) -> bool:
    """Tells whether an event has brought the number of something that is shown.

    >>> is_number(3), is_number(-1), is_number(3.5), is_number(True)
    (True, False, False, False)
    """
    return type(value) is int and 0 <= value < 1_000_000


def are_numbers(value: object) -> bool:
    """Tells whether an event has brought a list of such numbers, and None.

    >>> are_numbers([3, None]), are_numbers(3), are_numbers(["3"])
    (True, False, False)
    """
    return (
        isinstance(value, list) and len(value) <= _LONGEST_TEXT and all(one is None or is_number(one) for one in value)
    )


def is_pair(value: object) -> bool:
    """Tells whether an event has brought two of them.

    >>> is_pair([3, None]), is_pair([3])
    (True, False)
    """
    return are_numbers(value) and isinstance(value, list) and len(value) == 2


def is_shown(element: Element) -> bool:
    """Tells whether neither an element nor anything around it is hidden; nobody can have used what is."""
    return not any("hidden" in one._props for one in (element, *element.ancestors()))


class Component(Element):
    """An element with events of its own; `BRINGS` tells what each of them may bring.

    Whoever is connected may send anything: what a component would never send is not heard.
    """

    BRINGS: ClassVar[Brings] = {}

    def accepts(self, event: str, value: object) -> bool:
        """Tells whether this event may bring this."""
        return self.BRINGS[event](value)


class Html(Element):
    """An element of HTML with a text of its own, attributes and children (`with Html("section"): …`)."""

    def __init__(self, tag: str, text: str = "", classes: str = "", **attributes: Any) -> None:
        super().__init__(tag)
        if text:
            self._text = text
        if classes:
            self.classes(classes)
        for name, value in attributes.items():
            self._props[name.rstrip("_").replace("_", "-")] = value

    @property
    def text(self) -> str:
        """The text that it shows."""
        return self._text or ""

    def set_text(self, text: str) -> Self:
        """Shows another text."""
        if text != self.text:
            self._text = text
            self.update()
        return self

    def attribute(self, name: str, value: Any) -> Self:
        """Sets an attribute; None takes it away."""
        self._props.set_optional(name, value)
        return self

    def show(self, shown: bool = True) -> Self:
        """Shows it, or hides it from everybody."""
        return self.attribute("hidden", None if shown else True)


class Button(Html):
    """A button; one that is not enabled keeps the focus and says that it cannot be used."""

    def __init__(self, text: str, classes: str = "", **attributes: Any) -> None:
        super().__init__("button", text, f"button {classes}".strip(), type="button", **attributes)

    @property
    def enabled(self) -> bool:
        """Whether it can be used."""
        return "aria-disabled" not in self._props

    def enable(self, enabled: bool = True) -> Self:
        """Lets it be used, or not."""
        return self.attribute("aria-disabled", None if enabled else "true")


class Control(Component):
    """What the fields, choices and switches share: a value that the person and the server both change."""

    def accepts(self, event: str, value: object) -> bool:
        """Tells whether a person can have typed or chosen this value."""
        return self.can_be(value)

    def can_be(self, value: object) -> bool:
        """Tells whether a person can have typed or chosen this value."""
        raise NotImplementedError

    def __init__(self, value: Any, **props: Any) -> None:
        super().__init__()
        self.value = value
        self._props["name"] = f"c{self.id}"
        self._props["value"] = value
        for name, prop in props.items():
            self._props[name] = prop

    def set(self, value: Any) -> Self:
        """Puts another value there."""
        self.value = value
        self._props["value"] = value
        self._props["sets"] = self._props.get("sets", 0) + 1
        return self

    def focus(self) -> Self:
        """Gives it the focus."""
        self._props["focus"] = self._props.get("focus", 0) + 1
        return self


class Field(Control, component="components/sito_field.js"):
    """A field for text, with a label, a hint, and a fault if there is one."""

    def can_be(self, value: object) -> bool:
        """Tells whether this is a text that is short enough."""
        return isinstance(value, str) and len(value) <= self._props["most"]

    def fault(self, text: str | None) -> Self:
        """Says what is wrong with the text; None takes that away."""
        self._props.set_optional("fault", text)
        return self


class Choice(Control, component="components/sito_choice.js"):
    """One of several: a native list, or buttons side by side."""

    def can_be(self, value: object) -> bool:
        """Tells whether this is offered."""
        return any(type(value) is type(one["value"]) and value == one["value"] for one in self._props["options"])

    def set_options(self, options: dict[Any, str], value: Any) -> Self:
        """Offers other options, of which one is chosen."""
        self._props["options"] = [{"value": one, "text": text} for one, text in options.items()]
        return self.set(value)


class Switch(Control, component="components/sito_switch.js"):
    """A switch that is on or off."""

    def can_be(self, value: object) -> bool:
        """Tells whether this is on or off."""
        return isinstance(value, bool)


class Dialog(Element, component="components/sito_dialog.js"):
    """A native dialog: `open()`, `close()`; Escape closes it, and the focus goes back to where it was."""

    def __init__(self, title: str, close: str) -> None:
        super().__init__()
        self._props["name"] = f"c{self.id}"
        self._props["title"] = title
        self._props["close"] = close
        self.is_open = False

    def set_title(self, title: str) -> Self:
        """Gives it another title."""
        self._props["title"] = title
        return self

    def open(self) -> Self:
        """Opens it."""
        return self._set(True)

    def close(self) -> Self:
        """Closes it."""
        return self._set(False)

    def _set(self, is_open: bool) -> Self:
        self.is_open = is_open
        self._props["open"] = is_open
        self._props["opens"] = self._props.get("opens", 0) + 1
        return self


class Drawn(Element, component="components/sito_code.js", dependencies=_DRAWING):
    """A code, an answer, or both, within a text or a table."""


class Codes(Component, component="components/sito_codes.js", dependencies=_DRAWING):
    """A list of codes; those that leave it fall through the sieve. The event `choose` brings the text of one."""

    BRINGS: ClassVar[Brings] = {"choose": is_text}


class Picture(Element, component="components/sito_picture.js"):
    """A picture of the library as SVG, which follows the theme of the person."""

    def set(self, svg: str) -> Self:
        """Shows another picture."""
        self._props["svg"] = svg
        return self


class Menu(Element, component="components/sito_menu.js"):
    """The navigation."""


class Document(Element, component="components/sito_document.js", dependencies=_DRAWING):
    """What concerns the whole document: theme, motion, title, the live region and the lost connection."""


class Faults(Element, component="components/sito_faults.js"):
    """What went wrong with the last action."""

    def set_lines(self, lines: list[str]) -> Self:
        """Says what went wrong; nothing takes it away. The same once more is heard once more."""
        if lines or self._props.get("lines"):
            self._props["lines"] = lines
            self._props["times"] = self._props.get("times", 0) + 1
        return self


class Table(Component, component="components/sito_table.js", dependencies=_DRAWING):
    """A table of texts, codes and answers. The event `choose` brings the number of a row."""

    BRINGS: ClassVar[Brings] = {"choose": is_number}

    def set_rows(self, rows: list[list[Any]]) -> Self:
        """Shows other rows; cells are texts, numbers, or what `Parts.code_cell` and `Parts.answer_cell` give."""
        self._props["rows"] = rows
        return self
