"""Words that were the code of a game before, and are to be left out of a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeAlias

from sito.errors import Fault, InputError
from sito.games.boards import BoardsGame
from sito.games.duel import DuelGame
from sito.games.fields import SavedFields
from sito.games.keep import KeepGame
from sito.games.play import PlayGame
from sito.games.store import Ended, GameStore, Row
from sito.rules.rules import Rules
from sito.words.words import WordList

AnyGame: TypeAlias = PlayGame | KeepGame | DuelGame | BoardsGame
GAMES: dict[str, type[AnyGame]] = {"play": PlayGame, "keep": KeepGame, "duel": DuelGame, "boards": BoardsGame}
"""The values of games by their kinds."""


def used_words(store: GameStore, person: str, rules: Rules, *, by_number: bool = False) -> frozenset[str]:
    """Gives the words of the list of a game that were the code of a game that a person has ended with this list.

    It does not matter how that game was answered. Lists are the same if the same words may be guessed. Raises
    `InputError` for rules without a list of words, and `by_number` for a game that has its code for everybody.
    """
    InputError.check(_faults(rules, by_number=by_number))
    words, found = rules.words, set[str | None]()
    assert words is not None  # as rules were checked
    for kept in (*(store.ended(GAMES) if person == store.me else ()), *store.of_owner(person)):
        if _is_of(kept, words):
            with suppress(InputError):  # what is damaged
                found.update(_secrets(kept))
    return frozenset(words.secrets) & found


def _faults(rules: Rules, *, by_number: bool) -> Iterator[Fault]:
    if not rules.of_letters:
        yield Fault("only games of words leave out words that were used before; take the rules of such a game")
    if by_number:
        yield Fault(
            "a game by number has its code for everybody, whatever words were used before; leave out one of them"
        )


def _is_of(kept: Row | Ended, words: WordList) -> bool:
    if kept.kind not in GAMES or kept.listed is None:
        return False
    return kept.words == words.digest or kept.listed.guesses == words.guesses


def _secrets(kept: Row | Ended) -> Iterator[str | None]:
    if isinstance(kept, Ended):
        yield from (each.secret for each in kept.read().games)
        return
    read: Callable[[SavedFields], AnyGame] = GAMES[kept.kind].read
    game = kept.read(read)
    if isinstance(game, PlayGame):
        yield from (each.secret for each in game.rounds)
    elif game.over:
        yield from (each.secret for each in game.finished())
