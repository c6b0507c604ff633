"""The five ideas from which Sito grew, each in a few sentences, with something to try."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, islice

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score
from sito.playing.game import Transcript, play
from sito.puzzles.jugs.problem import InAny, Jugs
from sito.puzzles.search import levels
from sito.rules.rules import Rules
from sito.show.i18n import _, grouped, join_sentences, ngettext, pgettext
from sito.show.spoken import answer_words
from sito.sieve.knowledge import Knowledge
from sito.web.games.shown import sieve_text
from sito.web.page.elements import Html
from sito.web.page.figures import Flags
from sito.web.page.frame import Page

_ROUNDS = 40
_MASTERMIND, _LOGIK, _NUMBERS = Rules.parse("4x6"), Rules.parse("logik"), Rules.parse("4x10")
_JUGS = Jugs((8, 5), goal=InAny(4))


class Ideas:
    """Five sections."""

    def __init__(self, page: Page) -> None:
        self._page = page
        with page.section(_("Five ideas")), page.box("ideas"):
            for build in (self._breaking, self._answering, self._searching, self._coloring, self._flagging):
                build()

    def _card(self, number: int, title: str, *sentences: str) -> Html:
        card = self._page.card()
        with card:
            heading = Html("h3", f"{number}. {title}")
            for sentence in sentences:
                self._page.text(sentence)
        return card.attribute("aria-labelledby", f"c{heading.id}")

    # 1 and 4: the computer guesses

    def _breaking(self) -> None:
        with self._card(
            1,
            _("Guess what is still possible"),
            _("The computer names a code that agrees with all answers so far. Each answer sieves the rest."),
            _("Try it: think of a code that takes it six guesses."),
        ):
            self._game(
                _("Guess what is still possible"),
                _MASTERMIND,
                "random-consistent",
                "FADC",
                pgettext("codes", "left"),
                _left,
            )

    def _coloring(self) -> None:
        with self._card(
            4,
            _("Color by color"),
            _(
                "It asks for one color after the other, and keeps as many pegs of each as the answer tells. Then it "
                "puts them in order. It needs no list of codes."
            ),
            _("Try it: does it matter which colors your code has?"),
        ):
            self._game(
                _("Color by color"), _LOGIK, "color-by-color", "2 4 5 2 4", pgettext("pegs", "settled"), _settled
            )

    def _game(
        self,
        about: str,
        rules: Rules,
        strategy: str,
        secret: str,
        last: str,
        tell: Callable[[Transcript], Iterator[int]],
    ) -> None:
        """A field for a code, and the game in which a strategy finds it."""
        page = self._page

        def show() -> None:
            game = play(rules, strategy, CodeSpace(rules).parse(field.value), rounds=_ROUNDS, seed=_seed())
            table.set_rows(rows(game))
            count = len(game)
            page.announce(ngettext("{count} guess", "{count} guesses", count).format(count=count))

        def rows(game: Transcript) -> list[list[object]]:
            turns = zip(_rows(page, game), tell(game), strict=True)
            return [[number, *cells, told] for number, (cells, told) in enumerate(turns, 1)]

        with page.row():
            field = page.field(_("Your code"), secret, on_enter=show, code=True, most=40)
            page.button(_("Show"), show, label=_("Show the guesses"))
        headings = ["#", _("guess"), _("answer"), last]
        usual = rows(_usual(rules, strategy, secret))
        table = page.table(about, headings, usual, rules=rules, numeric=[3], hides_caption=True)

    # 2: answers

    def _answering(self) -> None:
        page, rules = self._page, _MASTERMIND
        space = CodeSpace(rules)

        def show() -> None:
            told(space.parse(guess.value), space.parse(secret.value))
            page.announce(words.text)

        def told(guessed: Code, hidden: Code) -> None:
            answer = score(rules, guessed, hidden)
            words.set_text(answer_words(rules, guessed, answer))
            table.set_rows(_rows(page, Transcript(rules).after(guessed, answer)))

        with self._card(
            2,
            _("An honest answer"),
            _(
                "A black peg for each peg that is right in color and place, a white one for each that is right in "
                "color only. No peg counts twice."
            ),
            _("Try it: find a guess whose answer is four white pegs."),
        ):
            with page.row():
                secret = page.field(_("Your code"), "BFAC", on_enter=show, code=True, most=10)
                guess = page.field(_("Your guess"), "BACF", on_enter=show, code=True, most=10)
                page.button(_("Answer"), show)
            table = page.table(_("An honest answer"), [_("guess"), _("answer")], [], rules=rules, hides_caption=True)
            words = page.text("")
            told(space.parse("BACF"), space.parse("BFAC"))

    # 3: searching

    def _searching(self) -> None:
        page = self._page
        reached = [" ".join(f"({','.join(map(str, state))})" for state in level) for level in levels(_JUGS)]
        shown = [1]

        def show() -> None:
            shown[0] = min(shown[0] + 1, len(reached))
            draw()
            page.announce(reached[shown[0] - 1])

        def again() -> None:
            shown[0] = 1
            draw()

        def draw() -> None:
            table.set_rows([[number, text] for number, text in enumerate(reached[: shown[0]])])
            more.enable(shown[0] < len(reached))

        with self._card(
            3,
            _("Search step by step"),
            _(
                "With jugs of 8 and 5, measure 4: list all that one action reaches, then all that one more reaches, "
                "and so on. The first time 4 is there, no way is shorter."
            ),
            _("Try it: how many actions does it take?"),
        ):
            with page.row():
                more = page.button(_("One more action"), show)
                page.button(_("Start again"), again, label=_("Start the search again"))
                page.link(_("Jugs"), "/jugs", "button")
                page.link(_("Pegs"), "/pegs", "button")
            headings = [_("actions"), _("new: what A and B hold")]
            table = page.table(_("What is reached"), headings, [], hides_caption=True)
            draw()

    # 5: flags

    def _flagging(self) -> None:
        page, rules = self._page, _NUMBERS
        space = CodeSpace(rules)
        game = [Transcript(rules)]
        secret = [_any_code(space)]

        def ask() -> None:
            game[0] = play(game[0], "distinct-first", secret[0], rounds=len(game[0]) + 1, seed=_seed())
            show()
            turn = list(game[0])[-1]
            words = answer_words(rules, turn.guess, turn.answer)
            page.announce(_("{guess}: {answer}.").format(guess=space.text(turn.guess), answer=words), left.text)

        def again() -> None:
            game[0], secret[0] = Transcript(rules), _any_code(space)
            show()
            page.announce(left.text)

        def show() -> None:
            known = game[0].knowledge
            flags.props["flags"] = sieve_text(known)
            text = ngettext("{count} code is left.", "{count} codes are left.", len(known))
            left.set_text(join_sentences(text.format(count=grouped(len(known))), _("Found.") if game[0].won else ""))
            asks.enable(not game[0].won)
            table.set_rows(_rows(page, game[0]))

        with self._card(
            5,
            _("A flag for each code"),
            _(
                "All 10,000 numbers of four digits, a dot for each. An answer crosses out what disagrees; the next "
                "question is a number that is still there."
            ),
            _("Try it: after how many questions is one dot left?"),
        ):
            with page.row():
                asks = page.button(_("Next question"), ask)
                page.button(_("Start again"), again, label=_("Start again with another number"))
            with page.row("flags-row"):
                flags = Flags()
                flags.props["label"] = _("The codes that are left, as dots")
                with page.box():
                    left = page.text("", "count")
                    headings = [_("guess"), _("answer")]
                    table = page.table(_("A flag for each code"), headings, [], rules=rules, hides_caption=True)
            show()


@cache
def _usual(rules: Rules, strategy: str, secret: str) -> Transcript:
    """Gives the game that everybody sees at first."""
    return play(rules, strategy, CodeSpace(rules).parse(secret), rounds=_ROUNDS)


def _rows(page: Page, game: Transcript) -> list[list[object]]:
    """Gives the guesses and answers of a game, for a table."""
    return [
        [page.code_cell(game.rules, turn.guess), page.answer_cell(game.rules, turn.guess, turn.answer)] for turn in game
    ]


def _left(game: Transcript) -> Iterator[int]:
    """Yields how many codes are left after each turn."""
    known = accumulate(game, Knowledge.after_turn, initial=Knowledge(game.rules))
    yield from map(len, islice(known, 1, None))


def _settled(game: Transcript) -> Iterator[int]:
    """Yields for how many pegs of each guess the color is right."""
    for turn in game:
        yield sum(mark or 0 for mark in (turn.answer.black, turn.answer.white))


def _seed() -> int:
    return secrets.randbelow(1 << 30)


def _any_code(space: CodeSpace) -> Code:
    return space[secrets.randbelow(space.size)]
