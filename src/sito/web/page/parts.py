"""The parts that views put on the page; `sito.web.page` lists them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from nicegui import helpers
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer
from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.web.page.board import AnswerEntry, Board, about, answer_data, colors_of
from sito.web.page.elements import (
    Button,
    Choice,
    Codes,
    Component,
    Control,
    Dialog,
    Drawn,
    Field,
    Html,
    Switch,
    Table,
    is_shown,
)
from sito.web.page.site import url
from sito.web.people import Preferences

Handler = Callable[..., object]
AnyControl = TypeVar("AnyControl", bound=Control[Any])
Value = TypeVar("Value")


class Parts:
    """What a page is made of. Handlers run in the language of the person, and their errors are shown."""

    shapes: str
    """What pegs show instead of the symbols of the game: `digits`, `shapes`, or nothing else."""
    preferences: Preferences

    def act(self, handler: Handler, *, clears: bool = True) -> Callable[..., Awaitable[None]]:
        """Wraps a handler of any event; see `sito.web.page.frame`."""
        raise NotImplementedError

    def on(self, element: Element, event: str, handler: Handler | None) -> None:
        """Calls a handler with what an event of a component brings, or with nothing if it takes nothing.

        What the component would never send is not heard, see `Component`.
        """
        if handler is None:
            return
        chosen = handler
        takes = helpers.expects_arguments(chosen)
        if takes and not isinstance(element, Component):
            raise TypeError(f"{type(element).__name__} does not say what its event {event} brings")

        def handle(event_arguments: GenericEventArguments) -> object:
            return chosen(event_arguments.args) if takes else chosen()

        acting = self.act(handle)

        async def hear(event_arguments: GenericEventArguments) -> None:
            rightly = not isinstance(element, Component) or element.accepts(event, event_arguments.args)
            if rightly and is_shown(element):
                await acting(event_arguments)

        element.on(event, hear)

    # Texts

    def heading(self, text: str, level: int = 2) -> Html:
        """A heading; the frame has put the first one there, of level 1."""
        return Html(f"h{level}", text)

    def text(self, text: str = "", classes: str = "") -> Html:
        """A paragraph; `classes` may be `hint`, `lead` or `count`."""
        return Html("p", text, classes)

    def link(self, text: str, path: str, classes: str = "") -> Html:
        """A link; one that looks like a button has the classes `button` and perhaps `primary`."""
        return Html("a", text, classes, href=url(path))

    # Places for other parts

    def section(self, title: str = "", classes: str = "") -> Html:
        """A section with a heading of its own; `with page.section(_("Codes left")): …`."""
        section = Html("section", classes=classes)
        if title:
            with section:
                heading = Html("h2", title)
            section.attribute("aria-labelledby", f"c{heading.id}")
        return section

    def card(self, title: str = "", classes: str = "") -> Html:
        """A section on a ground of its own."""
        return self.section(title, f"card {classes}".strip())

    def row(self, classes: str = "") -> Html:
        """Parts side by side, as far as there is room."""
        return Html("div", classes=f"side {classes}".strip())

    def columns(self) -> Html:
        """Two columns where there is room: the first for the board, the second for what belongs to it."""
        return Html("div", classes="columns")

    def box(self, classes: str = "") -> Html:
        """A place for parts that come later, or that change."""
        return Html("div", classes=classes)

    def scroller(self, label: str, *, tag: str = "div", classes: str = "") -> Html:
        """A place that is scrolled where what stands in it is too large, by keys too."""
        return Html(tag, classes=f"scroller {classes}".strip(), tabindex=0, role="group", aria_label=label)

    def details(self, summary: str, is_open: bool = False) -> Html:
        """What can be folded open."""
        details = Html("details")
        details.attribute("open", True if is_open else None)
        with details:
            Html("summary", summary)
        return details

    def dialog(self, title: str) -> Dialog:
        """A dialog, closed at first: `with page.dialog(…) as dialog: …` and `dialog.open()`."""
        dialog = Dialog(title, _("Close"))
        dialog.on("closed", lambda: setattr(dialog, "is_open", False))
        return dialog

    # What can be used

    def button(
        self, text: str, on_click: Handler | None = None, *, primary: bool = False, quiet: bool = False, label: str = ""
    ) -> Button:
        """A button; `label` is what is heard where the text alone would not tell."""
        button = Button(text, "primary" if primary else "quiet" if quiet else "")
        if label:
            button.attribute("aria-label", label)
        if on_click is not None:
            chosen = on_click

            def click() -> object:
                return chosen() if button.enabled and is_shown(button) else None

            button.on("click", self.act(click), args=[])
        return button

    def field(
        self,
        label: str,
        value: str = "",
        *,
        hint: str = "",
        on_change: Handler | None = None,
        on_enter: Handler | None = None,
        lines: int = 1,
        code: bool = False,
        most: int = 10_000,
        mode: str | None = None,
    ) -> Field:
        """A field for text; `.value` is what it has now, `code` writes it in letters of one width."""
        field = Field(value, label=label, hint=hint, lines=lines, code=code, most=most, mode=mode)
        return self._control(field, on_change, on_enter)

    def choice(
        self,
        label: str,
        options: Mapping[Value, str],
        value: Value,
        on_change: Handler | None = None,
        *,
        buttons: bool = False,
        hint: str = "",
    ) -> Choice[Value]:
        """One of several options (value: text), as a list or as buttons side by side; `.value` is the chosen one."""
        listed = [{"value": one, "text": text} for one, text in options.items()]
        choice = Choice(value, label=label, options=listed, buttons=buttons, hint=hint)
        return self._control(choice, on_change)

    def switch(self, label: str, value: bool = False, on_change: Handler | None = None, *, hint: str = "") -> Switch:
        """A switch; `.value` tells whether it is on."""
        return self._control(Switch(value, label=label, hint=hint), on_change)

    def _control(self, control: AnyControl, on_change: Handler | None, on_enter: Handler | None = None) -> AnyControl:
        def take(event: GenericEventArguments) -> None:
            if control.can_be(event.args):
                control.value = event.args

        # Kept at once and in order, whatever a handler of the change awaits.
        control.on("value", take)
        self.on(control, "value", on_change)
        if on_enter is not None:
            control.on("enter", take)
            self.on(control, "enter", on_enter)
        return control

    # Codes, answers and what is drawn

    def board(self, rules: Rules, *, on_guess: Handler | None = None, on_row: Handler | None = None) -> Board:
        """The board; `on_guess` is given the text of a code, and without it no row is open."""
        board = Board(rules, shapes=self.shapes, is_open=on_guess is not None, colored=self.preferences.colored)
        self.on(board, "guess", on_guess)
        self.on(board, "row", on_row)
        return board

    def answer_entry(self, rules: Rules, on_answer: Handler, *, unknown: bool = False) -> AnswerEntry:
        """The entry of an answer; `on_answer` is given its text, `unknown` allows `?`."""
        entry = AnswerEntry(rules, shapes=self.shapes, unknown=unknown)
        self.on(entry, "answer", on_answer)
        return entry

    def code(self, rules: Rules, code: Code | str, answer: Answer | None = None, *, small: bool = False) -> Drawn:
        """A code within a text, with its answer if one is given."""
        return Drawn(
            about=about(rules, self.shapes), pegs=rules.pegs, small=small, **self.code_cell(rules, code, answer)
        )

    def answer(self, rules: Rules, guess: Code | str, answer: Answer) -> Drawn:
        """An answer within a text; marks of places stand with the guess."""
        cell = self.code_cell if answer.kind.marks_pegs else self.answer_cell
        return Drawn(about=about(rules, self.shapes), pegs=rules.pegs, small=True, **cell(rules, guess, answer))

    def codes(self, rules: Rules, codes: Iterable[Code | str] = (), *, label: str) -> Codes:
        """A list of codes, which `page.set_codes` changes."""
        return self.set_codes(Codes(about=about(rules, self.shapes), label=label), rules, codes)

    def set_codes(self, listed: Codes, rules: Rules, codes: Iterable[Code | str]) -> Codes:
        """Shows other codes; those that are no longer among them fall through the sieve."""
        space = CodeSpace(rules, guesses=True)
        texts = (code if isinstance(code, str) else space.text(code) for code in codes)
        return listed.put(codes=[{"colors": colors_of(rules, text), "text": text} for text in texts])

    def table(
        self,
        caption: str,
        headings: Sequence[str],
        rows: list[list[object]],
        *,
        rules: Rules | None = None,
        numeric: Sequence[int] = (),
        hides_caption: bool = False,
    ) -> Table:
        """A table, whose `set_rows` changes it; `numeric` columns stand right."""
        table = Table(caption=caption, headings=headings, rows=rows, numeric=numeric, hides=hides_caption)
        return table if rules is None else table.put(about=about(rules, self.shapes), pegs=rules.pegs)

    @staticmethod
    def code_cell(rules: Rules, code: Code | str, answer: Answer | None = None) -> dict[str, object]:
        """A cell of a table with a code, and the answer to it if one is given."""
        colors = colors_of(rules, code)
        cell: dict[str, object] = {"colors": colors}
        return cell if answer is None else cell | {"answer": answer_data(rules, Code(colors), answer)}

    @staticmethod
    def answer_cell(rules: Rules, guess: Code | str, answer: Answer) -> dict[str, object]:
        """A cell of a table with an answer."""
        return {"answer": answer_data(rules, Code(colors_of(rules, guess)), answer)}
