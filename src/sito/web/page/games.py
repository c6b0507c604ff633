"""What the views of games share: how a game is shown, one move at a time, and what happens to it elsewhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar, cast
from urllib.parse import quote, urlsplit

from fastapi import Request

from sito.codes.feedback import Turn
from sito.errors import SitoError
from sito.games.counting import is_counted
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.sentences import game_name, rules_sentence
from sito.show.sharing import shared_rules
from sito.show.spoken import answer_words, code_words
from sito.web.games.asked import NewGame, StateT
from sito.web.games.errors import NotYours
from sito.web.games.service import Move
from sito.web.games.states import BoardsState, GameState, PlayState, TurnView
from sito.web.guard.origins import is_here
from sito.web.page import site
from sito.web.page.elements import Dialog, Focus, Html, Shared, Vue
from sito.web.page.frame import Page
from sito.web.speech import language_names
from sito.words.lists import BUILT_IN, PACKAGED, built_in

PATHS = {"play": "/play", "keep": "/keep", "duel": "/duel", "boards": "/play/boards"}
"""The view of each kind of game."""
LONGEST = 200
"""Characters of what an address names."""


def left_notes(turns: Iterable[TurnView]) -> dict[int, str]:
    """Gives how many codes were left after each guess, for the rows of a board."""
    # Translators: beside a guess on a board, how many codes were possible after it; as short as can be.
    return {
        turn.number: ngettext("{count} left", "{count} left", turn.left).format(count=turn.left)
        for turn in turns
        if turn.left is not None
    }


def turn_text(told: str, rules: Rules, number: int, turn: Turn) -> str:
    """Says a guess and its answer in a sentence that is `told`."""
    code, answer = code_words(rules, turn.guess), answer_words(rules, turn.guess, turn.answer)
    return told.format(number=number, code=code, answer=answer)


def game_sentence(rules: Rules) -> str:
    """Says what a code of the game looks like; of a word game without an example."""
    if rules.words is not None:
        return ngettext("a word of {pegs} letter", "a word of {pegs} letters", rules.pegs).format(pegs=rules.pegs)
    return rules_sentence(rules)


def title_of(rules: Rules) -> str:
    """Names the game of these rules; of a word game the language of its list, or the name of the list."""
    if rules.words is None:
        return game_name(str(rules))
    name = rules.words.name.replace("\\", "/").rpartition("/")[2]
    return words_title("en" if name in PACKAGED else name)


def words_title(name: str) -> str:
    """Names a game of words by the name of its list."""
    return _("Words: {name}").format(name=language_names().get(name, name))


def progress_text(turns: int, limit: int | None) -> str:
    """Says which guess is next, after so many turns."""
    if limit is None:
        return _("Guess {number}").format(number=turns + 1)
    return _("Guess {number} of {limit}").format(number=turns + 1, limit=limit)


def written_game(game: Transcript) -> str:
    """Writes a game in one line, with the short name of a list that comes with Sito."""
    return " ".join([game.rules.short, *str(game).split(" ")[1:]])


def show_review(link: Html, game: Transcript, view: str = "/analyse") -> None:
    """Lets a link lead to a view that studies a game, if there is anything to study."""
    address = review_address(game, view)
    link.attribute("href", address).show(address is not None)


def review_address(game: Transcript, view: str = "/analyse") -> str | None:
    """Gives the address of a view that studies a game; None without a guess, with own words, and for vast boards."""
    known = is_counted(game.rules) and (game.rules.words is None or game.rules.words.name in BUILT_IN)
    return site.url(f"{view}?game={quote(written_game(game))}") if known and game.turns else None


@contextmanager
def busy(shown: Html | None) -> Iterator[None]:
    """Shows at a part of the page, such as a button, that the computer searches."""
    if shown is None:
        yield
        return
    shown.attribute("aria-busy", "true")
    try:
        yield
    finally:
        shown.attribute("aria-busy", None)


async def taken_up(request: Request, kind: str) -> GameState | None:
    """Gives the game that an address names, or the one of a kind that was played last; None if there is none."""
    games, person = site.services().games, request.state.person
    if asked := request.query_params.get("id"):
        with suppress(NotYours):
            return await games.state(asked, person)
    return await games.latest(person, kind)


async def taken_up_or_begun(request: Request, page: Page, usual: NewGame[StateT]) -> StateT:
    """Gives the game that `taken_up` gives, or begins the usual one of this kind."""
    state = await taken_up(request, usual.of_kind)
    if state is None or state.kind != usual.of_kind:
        return await page.services.games.begin(page.person, usual)
    return cast(StateT, state)


async def of_rules_or_taken_up(request: Request, page: Page, kind: type[NewGame[StateT]]) -> StateT:
    """Gives a game of the rules in the address, which is begun if none goes on; without rules the one taken up."""
    text = request.query_params.get("rules")
    if text is not None:
        try:
            return await _of_rules(page, kind, text[:LONGEST])
        except SitoError as error:
            page.fault(page.told(error))
    return await taken_up_or_begun(request, page, kind())


async def _of_rules(page: Page, kind: type[NewGame[StateT]], text: str) -> StateT:
    games, rules = page.services.games, shared_rules(Rules.parse(text, built_in))
    for kept in await games.played(page.person):
        if kept.kind == kind.of_kind and not kept.game.over and shared_rules(kept.game.rules) == rules:
            return cast(StateT, await games.state(kept.id, page.person))
    return await games.begin(page.person, kind(text))


Shown = TypeVar("Shown", bound=GameState)


class GameView(ABC, Generic[Shown]):
    """One game as one person sees it; every change comes as a new state, and is shown in place."""

    _busy: Html | None = None
    """What shows that a move is being made."""

    def __init__(self, page: Page, state: Shown) -> None:
        self._page = page
        self._games = page.services.games
        self._state = state
        self._moving = False
        self._unlisten: Callable[[], None] = lambda: None
        self._focus = Focus()
        page.on_close(lambda: self._unlisten())

    def _begin_with(self, state: Shown) -> None:
        """Shows a game from its beginning, or one that is taken up again, and listens to it."""
        self._state = state
        self._unlisten()
        self._unlisten = self._games.listen(state.id, self._page.listener(self._heard))
        self._show(fresh=True)

    async def _move(
        self, move: Move, *given: object, told: bool = True, fresh: bool = False, version: int | None = None
    ) -> bool:
        """Makes a move, unless one is being made: one at a time, so that nothing counts twice."""
        if self._moving:
            return False
        self._moving = True
        try:
            with busy(self._busy):
                state = await self._games.move(self._state.id, self._page.person, move, *given, version=version)
            self._take(cast(Shown, state), told=told, fresh=fresh)
        finally:
            self._moving = False
        return True

    @abstractmethod
    def _take(self, state: Shown, *, told: bool, fresh: bool) -> None:
        """Shows and says what a move has made of the game."""

    @abstractmethod
    async def _heard(self, version: int) -> None:
        """Takes notice of a change of the game, which may have been made elsewhere."""

    @abstractmethod
    def _show(self, *, fresh: bool = False) -> None:
        """Shows the state; `fresh` for another game."""


class OwnGameView(GameView[Shown]):
    """The view of a game of one person, who may have it open in another window too."""

    def _add_head(self, new_game: Callable[[], object]) -> None:
        """Puts the name of the game, the button of a new one, and what is to be done."""
        with self._page.row("game-head"):
            self._title = self._page.heading("")
            self._new = self._page.button(_("New game"), new_game)
        self._task = self._page.text()
        self._about = self._page.text(classes="hint")

    def _show_head(self, task: str, *about: str) -> None:
        self._title.set_text(title_of(self._state.game.rules))
        self._task.set_text(task)
        self._about.tell(join_sentences(*about))

    async def _begin(self, state: GameState) -> None:
        """Shows a game that has just been begun, in the view of its kind."""
        if not isinstance(state, type(self._state)):
            self._page.go(PATHS[state.kind])
            return
        self._begin_with(state)
        self._begun()

    def _begun(self) -> None:
        """Puts the focus where a game begins, and says what is to be done."""

    def _take(self, state: Shown, *, told: bool = True, fresh: bool = False) -> None:
        was_over, self._state = self._state.over, state
        self._show(fresh=fresh)
        if told:
            self._page.announce(self._news())
        if state.over and not was_over:
            self._ended()

    async def _heard(self, version: int) -> None:
        if self._moving or version <= self._state.version:
            return
        self._state = cast(Shown, await self._games.state(self._state.id, self._page.person))
        self._show()
        self._page.announce(self._news())

    @abstractmethod
    def _news(self) -> str:
        """Says what has just changed."""

    def _ended(self) -> None:
        """Puts the focus where a game ends, when a move has ended it."""


class Clock(Vue, component="components/sito_clock.js"):
    """How long a `game` has been shown, while it `runs`."""


class Sharing:
    """Folds out the result of a game as signs that give nothing away."""

    def __init__(self, page: Page) -> None:
        with page.details(_("Share the result")) as self._place:
            self._shared = Shared(picture=True)
            self._words = page.text(classes="hint share-words")

    def show(self, state: PlayState | BoardsState) -> None:
        """Shows the result of a game that is over."""
        self._place.show(state.share is not None and (state.kind == "boards" or bool(state.turns)))
        self._shared.put(text=state.share or "")
        self._words.set_text(state.share_words or "")


def asking(
    page: Page, question: str, yes: str, no: str, act: Callable[[], Awaitable[object]], text: str = ""
) -> Dialog:
    """Makes a dialog that asks whether something is to be done that cannot be undone."""

    async def surely() -> None:
        dialog.close()
        await act()

    with page.dialog(question) as dialog:
        page.text(classes="hint").tell(text)
        with page.row():
            page.button(yes, surely, primary=True)
            page.button(no, dialog.close)
    return dialog


def giving_up(page: Page, give_up: Callable[[], Awaitable[object]]) -> Dialog:
    """Makes the dialog that asks whether a game is to be given up; the same in every view that has games."""
    return asking(page, _("Give up?"), _("Give up"), _("Play on"), give_up)


class Invitation:
    """A card with the link of a view, to be sent to others."""

    def __init__(self, page: Page, title: str) -> None:
        self._base = str(page.request.base_url).rstrip("/")
        with page.card(title) as self.card:
            self._link = Shared()
            page.text(classes="hint").tell(_link_hint(self._base))

    def show(self, path: str) -> str:
        """Shows the link of a path, and gives it; hides the card where there is none."""
        link = self._base + path
        self.card.show(bool(path))
        self._link.put(text=link if path else "")
        return link


def _link_hint(base: str) -> str:
    """Says what may keep others from opening a link; nothing where they reach the page at this address.

    >>> _link_hint("https://sito.example"), _link_hint("http://[::1]")[:37]
    ('', 'The link works on this computer only.')
    """
    if not is_here(urlsplit(base).hostname or ""):
        return ""
    return _(
        "The link works on this computer only. To let others in, start with 'sito web --host 0.0.0.0' and open the "
        "page by this computer's name or number in the network."
    )


def refuse(page: Page, told: str, link: str, path: str) -> None:
    """Tells kindly that what a link leads to is not the visitor's, or not there any more, and what they can do."""
    with page.card():
        page.text(told or _("Perhaps the address was mistyped, or the game is no longer kept."))
        page.link(link, path, "button primary")
