"""What is shown of each game: its state, made of the value that is kept, for whoever looks at it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache, partial, singledispatch
from itertools import zip_longest
from typing import Any, Literal, TypeVar

from sito.advice.levels import level_name
from sito.codes.code import CodeSpace
from sito.errors import Fault
from sito.games.boards import BoardsGame
from sito.games.classroom import Classroom
from sito.games.counting import Counted, is_quick
from sito.games.duel import DuelGame
from sito.games.keep import KeepGame
from sito.games.play import PlayGame
from sito.operations.answers import ToldChange
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.i18n import fault_text
from sito.show.sharing import share_boards, share_text, shared_rules
from sito.sieve.knowledge import Knowledge
from sito.web.games.states import (
    BoardsState,
    BoardView,
    ClassState,
    ConflictView,
    DuelState,
    GameState,
    HintView,
    KeepState,
    LieView,
    PlayState,
    PupilView,
    RepairView,
    RulesView,
    ShownView,
    TurnView,
)


@dataclass(frozen=True)
class Beholder:
    """For whom the state of a game is made, and what the game itself does not know."""

    id: str
    version: int
    seat: int
    code: str | None = None
    """What a duel is joined with."""
    present: bool = True
    """Whether the other side of a duel is here."""
    seen: float | None = None
    """Seconds since the other side was here last."""


@lru_cache(maxsize=64)
def rules_view(rules: Rules) -> RulesView:
    """Makes the view of rules; the last ones are kept, for word lists are long."""
    return RulesView(
        text=shared_rules(rules),
        pegs=rules.pegs,
        colors=rules.colors,
        allowed=rules.allowed.value,
        feedback=rules.feedback.value,
        notation=rules.notation.value if rules.notation else "",
        lies=rules.lies,
        symbols=rules.symbols(),
        codes=CodeSpace(rules).size,
        hard=rules.hard.value if rules.hard else "",
    )


def turn_views(game: Transcript, lefts: Sequence[int | None]) -> tuple[TurnView, ...]:
    """Makes the views of the turns of a game; `lefts` are how many codes were possible after each, if known."""
    space = CodeSpace(game.rules, guesses=True)
    return tuple(
        TurnView(
            number=number,
            guess=space.text(guess),
            colors=tuple(guess),
            answer=str(answer),
            black=answer.black,
            white=answer.white,
            total=answer.total,
            marks=answer.marks if answer.kind.marks_pegs else (),
            wins=answer.wins,
            left=left,
        )
        for number, ((guess, answer), left) in enumerate(zip_longest(game.turns, lefts), 1)
    )


def fault_to_json(fault: Fault) -> dict[str, object]:
    """Gives a fault as a JSON value; values that JSON does not have become texts.

    >>> fault_to_json(Fault("{count} code is left", "{count} codes are left", count=2))["values"]
    {'count': 2}
    """
    return {
        "message": fault.message,
        "plural": fault.plural,
        "values": {name: _value_to_json(value) for name, value in fault.values.items()},
    }


def _value_to_json(value: object) -> object:
    if isinstance(value, Fault):
        return fault_to_json(value)
    return value if value is None or type(value) in (bool, int, float, str) else str(value)


def fault_from_json(value: dict[str, Any]) -> Fault:
    """Makes the fault again.

    >>> str(fault_from_json(fault_to_json(Fault("{what} is gone", what=Fault("it")))))
    'it is gone'
    """
    values = {name: fault_from_json(part) if isinstance(part, dict) else part for name, part in value["values"].items()}
    message, plural = value["message"], value["plural"]
    return Fault(message, plural, **values)


def texts(faults: Iterable[dict[str, object]]) -> tuple[str, ...]:
    """Writes faults that were kept as JSON in the language of the reader."""
    return tuple(fault_text(fault_from_json(fault)) for fault in faults)


StateT = TypeVar("StateT", bound=GameState | ClassState | PupilView | ShownView)


def _state(kind: type[StateT], game: Any, beholder: Beholder, **more: Any) -> StateT:
    """Makes a state: `more`, what every state has, and of the game what it calls by the same name."""
    more |= {"id": beholder.id, "version": beholder.version, "rules": rules_view(game.rules)}
    return _view(kind, game, **more)


def _view(kind: type[StateT], game: Any, **more: Any) -> StateT:
    of_game = {each.name for each in fields(kind)} - more.keys() - {"kind"}
    view = kind(**more, **{name: getattr(game, name) for name in of_game})
    object.__setattr__(view, "game", game)
    return view


@singledispatch
def state_of(game: object, beholder: Beholder) -> GameState:
    """Makes what is shown of a game; the code is in it at the end alone."""
    raise TypeError(type(game))


@state_of.register
def _play(game: PlayGame, beholder: Beholder) -> PlayState:
    over = game.over
    lies = game.maker.lies_told(game.game) if game.told else ()
    return _state(
        PlayState,
        game,
        beholder,
        level=game.maker.name.value,
        guesses=game.limit,
        turns=turn_views(game.game, game.lefts),
        hint=_hint(game),
        won=game.game.won,
        secret=game.maker.shown(game.game) if game.told else None,
        lies=tuple(LieView(lie.index + 1, str(lie.answer), str(lie.truth)) for lie in lies),
        more=over and game.more,
        **_shares(game, share_text, game.listed, rounds=game.limit, hard=game.hard),
    )


def _hint(game: PlayGame) -> HintView | None:
    if game.hint is None:
        return None
    told = {**game.hint, "colors": tuple(game.hint["colors"])}
    return HintView(sentences=texts(told.pop("faults")), **told)


def _shares(
    game: PlayGame | BoardsGame, share: Callable[..., str], *played: object, **how: object
) -> dict[str, object]:
    """Gives a game that is over as signs that give nothing away, and in words."""
    told = partial(share, *played, number=None if game.day else game.number, day=game.day, **how)
    both = ("share", False), ("share_words", True)
    return {name: told(in_words=in_words) if game.over else None for name, in_words in both}


@state_of.register
def _keep(game: KeepGame, beholder: Beholder) -> KeepState:
    wrong = game.wrong()
    colors = () if game.guess is None else tuple(CodeSpace(game.rules, guesses=True).parse(game.guess))
    return _state(
        KeepState,
        game,
        beholder,
        level=level_name(game.strategy),
        guesses=game.limit,
        turns=turn_views(game.game, game.lefts),
        colors=colors,
        conflict=_conflict(game),
        won=game.over and game.game.won,
        wrong=tuple(ToldChange.of(game.rules, change) for change in wrong),
        verdicts=tuple(fault_text(change.verdict(game.rules)) for change in wrong),
    )


def _conflict(game: KeepGame) -> ConflictView | None:
    if game.conflict is None:
        return None
    text = CodeSpace(game.rules, guesses=True).text

    def change(place: int, right: str, slip: str) -> ToldChange:
        turn = game.game.turns[place]
        return ToldChange(place + 1, text(turn.guess), str(turn.answer), right, slip)

    repairs = tuple(
        RepairView(
            index, tuple(change(*each) for each in repair["changes"]), repair["codes"], *texts([repair["fault"]])
        )
        for index, repair in enumerate(game.conflict["repairs"])
    )
    return ConflictView(texts(game.conflict["faults"]), tuple(game.conflict["clash"]), repairs, game.conflict["total"])


@state_of.register
def _duel(game: DuelGame, beholder: Beholder) -> DuelState:
    seat, other = beholder.seat, 3 - beholder.seat
    winner = game.winner
    ways: dict[int | None, Literal["open", "won", "lost", "tie"]]
    ways = {None: "open", 0: "tie", seat: "won", other: "lost"}
    sides: dict[int | None, Literal["you", "other"] | None] = {None: None, seat: "you", other: "other"}
    return _state(
        DuelState,
        game,
        beholder,
        against="person" if game.strategy is None else "computer",
        level=None if game.strategy is None else level_name(game.strategy),
        order=game.duel.order.value,
        seat=1 if seat == 1 else 2,
        begins=game.first == seat,
        code=beholder.code if seat == 1 and game.strategy is None else None,
        ready=game.secrets[seat - 1] is not None,
        other_ready=game.secrets[other - 1] is not None,
        stage=game.stage(seat),
        yours=turn_views(game.game_of(seat), game.lefts[seat - 1]),
        theirs=turn_views(game.game_of(other), game.lefts[other - 1]),
        left=_left(game, seat),
        other_left=_left(game, other),
        outcome=ways[winner],
        given_up=sides[game.given_up],
        secret=game.secrets[seat - 1],
        other_secret=game.secrets[other - 1] if winner is not None else None,
        present=beholder.present or game.strategy is not None,
        seen=beholder.seen,
        won=game.wins[seat - 1],
        lost=game.wins[other - 1],
        tied=game.ties,
        rematch=game.rematch[seat - 1],
        other_rematch=game.rematch[other - 1],
    )


def _left(game: DuelGame, seat: int) -> int | None:
    if not game.counted:
        return None
    lefts = game.lefts[seat - 1]
    return lefts[-1] if lefts else rules_view(game.rules).codes


@state_of.register
def _boards(game: BoardsGame, beholder: Beholder) -> BoardsState:
    over, games, space = game.over, game.play.games, CodeSpace(game.rules)
    counts = is_quick(game.rules)
    boards = tuple(
        BoardView(
            number=place,
            turns=turn_views(each, ()),
            solved=each.won,
            left=each.knowledge.left if counts and not each.won else None,
            secret=space.text(secret) if over or each.won else None,
        )
        for place, (each, secret) in enumerate(zip(games, game.play.secrets, strict=True), 1)
    )
    return _state(
        BoardsState,
        game,
        beholder,
        boards=boards,
        made=len(game.play.guesses),
        guesses=game.play.limit,
        won=game.play.won,
        **_shares(game, share_boards, games, rounds=game.play.limit),
    )


STUCK_SECONDS = 120.0
"""A pupil who has not moved for so long is stuck."""
_MOST_DOTS = 10_000
"""The sieve of a game of up to so many codes is drawn."""


def sieve_text(known: Knowledge) -> str:
    """Writes for each code of a game 1 if it is possible, else 0."""
    space = CodeSpace(known.rules)
    if len(known) == space.size:
        return "1" * space.size
    possible = set(known)
    return "".join("01"[code in possible] for code in space)


def shown_view(game: Transcript, name: str) -> ShownView:
    """Makes what everybody in a class sees of a position."""
    if not is_quick(game.rules):
        return _view(ShownView, game, name=name, turns=turn_views(game, ()), left=None, codes=(), sieve="")
    lefts = [game.shortened(turns).knowledge.left for turns in range(1, len(game) + 1)]
    counted = Counted.of(game.knowledge)
    sieve = sieve_text(game.knowledge) if CodeSpace(game.rules).size <= _MOST_DOTS else ""
    codes = counted.codes if counted.left > 1 else ()
    return _view(ShownView, game, name=name, turns=turn_views(game, lefts), left=counted.left, codes=codes, sieve=sieve)


def class_state(
    id: str, code: str, room: Classroom, boards: Iterable[tuple[str, float, PlayGame]], shown: ShownView | None
) -> ClassState:
    """Makes what the teacher of a class sees; of each board there are its id, when it was moved on, and its value."""
    pupils = tuple(_pupil(id, time.time() - moved, game) for id, moved, game in boards)
    found = Counter(each.guesses for pupil in pupils for each in pupil.rounds if each.won)
    spread = tuple(found[guesses] for guesses in range(1, max(found, default=0) + 1))
    told = {"id": id, "code": code, "rules": rules_view(room.rules), "guesses": room.limit}
    return _view(ClassState, room, **told, pupils=pupils, spread=spread, shown=shown)


def _pupil(id: str, idle: float, game: PlayGame) -> PupilView:
    return _view(
        PupilView,
        game,
        id=id,
        name="" if game.pupil is None else game.pupil.name,
        turns=turn_views(game.game, game.lefts),
        won=game.game.won,
        idle=max(0, int(idle)),
        stuck=idle >= STUCK_SECONDS and not game.over,
    )
