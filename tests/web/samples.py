"""One more view, /samples, that has one of every part. For the tests; no person meets it."""

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import Request
from nicegui import Client, core, helpers, ui

from sito.codes.feedback import Feedback
from sito.errors import Fault, InputError
from sito.rules.rules import Rules
from sito.web.page.frame import Page, frame

WORDS = ["crane", "slate", "tiger", "later", "alert"]


def register() -> None:
    """Puts the view into the page, before `serve` makes that. Pages tell tests when they are at rest from then on."""
    acts = Acts()
    acts.watch()
    core.sio.on("rest", acts.rest)

    @ui.page("/samples")
    async def samples(request: Request) -> None:
        rules = Rules.parse("4x6")
        turns = [("AABB", "xo"), ("ACDE", "xxoo")]
        with frame(request, "Samples") as page:
            log = page.text("", "log")

            def told(what: str, value: object) -> None:
                log.set_text(f"{what}: {value}")

            def guess(text: str) -> None:
                turns.append((text, "x"))
                board.show(read(rules, turns))
                told("guess", text)
                page.announce(f"You guessed {text}.")

            def fail() -> None:
                raise InputError(Fault("the first fault"), Fault("the second fault"))

            def break_() -> None:
                raise RuntimeError("a secret of the server")

            with page.columns():
                with page.box():
                    board = page.board(rules, on_guess=guess).rounds(5)
                    board.show(read(rules, turns), notes={2: "2 codes left"}, states={1: "wrong"})
                    page.code(Rules.parse("16x16"), "ABCDEFGHIJKLMNOP")
                    words = Rules.of_words(WORDS)
                    page.code(words, "crane")
                with page.box():
                    with page.card("A card"):
                        page.text("A hint.", "hint")
                        with page.row():
                            page.button("Fail", fail, primary=True)
                            page.button("Break", break_)
                            page.button("Quiet", lambda: told("button", "quiet"), quiet=True)
                            page.button("Off", lambda: told("button", "off")).enable(False)
                        page.field("A field", "text", hint="What it is for.", on_enter=lambda text: told("field", text))
                        page.choice("A choice", {"a": "First", "b": "Second"}, "a", lambda value: told("choice", value))
                        page.choice(
                            "Buttons", {1: "One", 2: "Two"}, 1, lambda value: told("buttons", value), buttons=True
                        )
                        page.switch("A switch", True, lambda on: told("switch", on))
                        vanishing = page.button("Vanish", lambda: vanishing.show(False) and None)
                        with page.dialog("A dialog") as dialog:
                            page.text("Within the dialog.")
                        page.button("Open the dialog", dialog.open)
                    with page.card("Answers"):
                        page.answer_entry(rules, lambda text: told("answer", text), unknown=True).ask("AABC")
                        position = Rules.parse("4x6-position")
                        page.answer_entry(position, lambda text: told("marks", text)).ask("ABCD")
                    page.table(
                        "A table",
                        ["guess", "answer", "bits"],
                        [
                            [
                                page.code_cell(rules, "AABC"),
                                page.answer_cell(rules, "AABC", Feedback.parse("xo", rules)),
                                2.5,
                            ]
                        ],
                        rules=rules,
                        numeric=[2],
                    )
                    listed = page.codes(rules, ["AAAA", "BBBB", "CCCC"], label="Codes")
                    page.button("Sieve", lambda: page.set_codes(listed, rules, ["BBBB"]))
                    with page.details("More"):
                        page.text("Folded open.")

    @ui.page("/samples/words")
    def words_sample(request: Request) -> None:
        rules = Rules.parse("wordle-like:five", words={"five": WORDS})
        with frame(request, "Words") as page:
            board = page.board(rules, on_guess=lambda text: page.announce(text)).rounds(6)
            board.show(read(rules, [("crane", "-yg--"), ("later", "-ggyy")]))

    @ui.page("/samples/broken")
    def broken(request: Request) -> None:
        raise RuntimeError("a secret of the server")


class Acts:
    """Counts the handlers of pages that run just now."""

    def __init__(self) -> None:
        self.running = 0
        self._act = Page.act

    def watch(self) -> None:
        """Counts all that pages wrap from now on."""
        acts = self

        def act(page: Page, handler: Callable[..., Any], *, clears: bool = True) -> Callable[..., Any]:
            acting = acts._act(page, handler, clears=clears)

            async def counted(*arguments: Any) -> None:
                acts.running += 1
                try:
                    await acting(*arguments)
                finally:
                    acts.running -= 1

            async def alone() -> None:
                await counted()

            async def with_event(event: Any) -> None:
                await counted(event)

            return with_event if helpers.expects_arguments(acting) else alone

        Page.act = act  # type: ignore[method-assign]

    async def rest(self, _socket: str, client: str) -> bool:
        """Answers when what the pages have asked for is done, and the page that asks has been told what came of it."""
        page = Client.instances.get(client)
        quiet = 0
        while quiet < 3:  # what was asked for just now has begun by then, and what was to be told is sent
            await asyncio.sleep(0.01)
            told = page is None or not (page.outbox.updates or page.outbox.messages)
            quiet = quiet + 1 if told and not self.running else 0
        return True


def read(rules: Rules, turns: list[tuple[str, str]]) -> list[tuple[str, Feedback]]:
    return [(guess, Feedback.parse(answer, rules)) for guess, answer in turns]
