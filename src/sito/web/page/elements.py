"""The elements of which the page is made: plain HTML, and our components. None of them needs scripts in attributes.

Every change is made in place, so that the focus stays where it is: texts by `set_text`, attributes
by `props`. What a person types or chooses stays in the browser until it is `set` anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ClassVar, Generic, Self, TypeVar

from nicegui.element import Element

from sito.show.i18n import _
from sito.web.guard.inside_nicegui import WithText

DRAWING: list[str | Path] = ["components/sito_drawing.js"]
_LONGEST_TEXT = 1000

Value = TypeVar("Value")

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
    return not any("hidden" in one.props for one in (element, *element.ancestors()))


class Vue(Element):
    """An element of a component of ours, which is told by its props what it shows."""

    def __init__(self, **props: object) -> None:
        super().__init__()
        self.props.update(props)

    def put(self, **props: object) -> Self:
        """Shows other values."""
        self.props.update(props)
        return self

    def again(self, count: str, **props: object) -> Self:
        """Shows other values, and counts up, so that the component acts on the same values once more."""
        return self.put(**props, **{count: self.props.get(count, 0) + 1})


class Component(Vue):
    """An element with events of its own; `BRINGS` tells what each of them may bring.

    Whoever is connected may send anything: what a component would never send is not heard.
    """

    BRINGS: ClassVar[Brings] = {}

    def accepts(self, event: str, value: object) -> bool:
        """Tells whether this event may bring this."""
        return self.BRINGS[event](value)

    def focus(self) -> Self:
        """Gives it the focus."""
        return self.again("focus")


class Html(WithText):
    """An element of HTML with a text of its own, attributes and children (`with Html("section"): …`)."""

    def __init__(self, tag: str, text: str = "", classes: str = "", **attributes: object) -> None:
        super().__init__(tag, text)
        self.classes(classes)
        for name, value in attributes.items():
            self.props[name.rstrip("_").replace("_", "-")] = value

    def attribute(self, name: str, value: object) -> Self:
        """Sets an attribute; None takes it away."""
        self.props.set_optional(name, value)
        return self

    def tell(self, text: str) -> Self:
        """Shows another text, or hides where there is none."""
        return self.set_text(text).show(bool(text))

    def fill(self, texts: Iterable[str], tag: str = "li") -> Self:
        """Shows these texts in it, each in an element of its own, and nothing else."""
        self.clear()
        with self:
            for text in texts:
                Html(tag, text)
        return self

    def set_class(self, name: str, wanted: bool) -> Self:
        """Gives it a class, or takes that away."""
        return self.classes(add=name) if wanted else self.classes(remove=name)

    def show(self, shown: bool = True) -> Self:
        """Shows it, or hides it from everybody."""
        return self.attribute("hidden", None if shown else True)


class Button(Html):
    """A button; one that is not enabled keeps the focus and says that it cannot be used."""

    def __init__(self, text: str, classes: str = "", **attributes: object) -> None:
        super().__init__("button", text, f"button {classes}".strip(), type="button", **attributes)

    @property
    def enabled(self) -> bool:
        """Whether it can be used."""
        return "aria-disabled" not in self.props

    def enable(self, enabled: bool = True) -> Self:
        """Lets it be used, or not."""
        return self.attribute("aria-disabled", None if enabled else "true")


class Control(Component, Generic[Value]):
    """What the fields, choices and switches share: a value that the person and the server both change."""

    def __init__(self, value: Value, **props: object) -> None:
        super().__init__(value=value, **props)
        self.value = value
        self.props["name"] = f"c{self.id}"

    def accepts(self, event: str, value: object) -> bool:
        """Tells whether a person can have typed or chosen this value."""
        return self.can_be(value)

    def can_be(self, value: object) -> bool:
        """Tells whether a person can have typed or chosen this value."""
        raise NotImplementedError

    def set(self, value: Value) -> Self:
        """Puts another value there."""
        self.value = value
        return self.again("sets", value=value)


class Field(Control[str], component="components/sito_field.js"):
    """A field for text, with a label, a hint, and a fault if there is one."""

    def can_be(self, value: object) -> bool:
        """Tells whether this is a text that is short enough."""
        return isinstance(value, str) and len(value) <= self.props["most"]

    def fault(self, text: str | None) -> Self:
        """Says what is wrong with the text; None takes that away."""
        self.props.set_optional("fault", text)
        return self


class Choice(Control[Value], component="components/sito_choice.js"):
    """One of several: a native list, or buttons side by side."""

    def can_be(self, value: object) -> bool:
        """Tells whether this is offered."""
        return any(type(value) is type(one["value"]) and value == one["value"] for one in self.props["options"])

    def set_options(self, options: Mapping[Value, str], value: Value) -> Self:
        """Offers other options, of which one is chosen."""
        return self.put(options=[{"value": one, "text": text} for one, text in options.items()]).set(value)


class Switch(Control[bool], component="components/sito_switch.js"):
    """A switch that is on or off."""

    def can_be(self, value: object) -> bool:
        """Tells whether this is on or off."""
        return isinstance(value, bool)


class Dialog(Vue, component="components/sito_dialog.js"):
    """A native dialog: `open()`, `close()`; Escape closes it, and the focus goes back to where it was."""

    def __init__(self, title: str, close: str) -> None:
        super().__init__(title=title, close=close)
        self.props["name"] = f"c{self.id}"
        self.is_open = False

    def open(self, is_open: bool = True) -> Self:
        """Opens it, or closes it."""
        self.is_open = is_open
        return self.again("opens", open=is_open)

    def close(self) -> Self:
        """Closes it."""
        return self.open(False)


class Drawn(Vue, component="components/sito_code.js", dependencies=DRAWING):
    """A code, an answer, or both, within a text or a table."""


class Codes(Vue, component="components/sito_codes.js", dependencies=DRAWING):
    """A list of codes; those that leave it fall through the sieve."""


class Picture(Vue, component="components/sito_picture.js"):
    """A picture of the library as SVG (`svg`), which follows the theme of the person."""


class Menu(Vue, component="components/sito_menu.js"):
    """The navigation."""


class Document(Vue, component="components/sito_document.js", dependencies=DRAWING):
    """What concerns the whole document: theme, motion, title, the live region and the lost connection."""


class Faults(Vue, component="components/sito_faults.js"):
    """What went wrong with the last action."""

    def __init__(self) -> None:
        super().__init__(close=_("Close"))

    def tell(self, text: str) -> Self:
        """Says what went wrong, a line for each fault; nothing takes it away. The same once more is heard once more."""
        lines = [line for line in text.split("\n") if line]
        return self.again("times", lines=lines) if lines or self.props.get("lines") else self


class Table(Vue, component="components/sito_table.js", dependencies=DRAWING):
    """A table of texts, codes and answers (`rows`)."""

    def set_rows(self, rows: list[list[object]]) -> Self:
        """Shows other rows; cells are texts, numbers, or what `Parts.code_cell` and `Parts.answer_cell` give."""
        return self.put(rows=rows)


class Focus(Vue, component="components/sito_focus.js"):
    """Gives elements the focus, when the one that had it is gone, as the open row is at the end of a game."""

    def give(self, element: Element, within: str = "") -> None:
        """Gives the focus to an element, or to the open row of a board.

        With `within`, a selector of CSS, only if the focus is there now, or nowhere: nobody is called away.
        """
        self.again("times", target=f"c{element.id}", within=within)


class Beat(Vue, component="components/sito_beat.js"):
    """Tells every few seconds that the page is open, by the event `beat`, while it is `on`."""


class Shared(Vue, component="components/sito_copy.js", dependencies=DRAWING):
    """A `text` with a button that copies it, and perhaps one that saves it as a picture."""

    def __init__(self, text: str = "", *, picture: bool = False) -> None:
        drawing = _("Save as a picture") if picture else None
        super().__init__(text=text, label=_("Copy"), done=_("Copied"), picture=drawing)
