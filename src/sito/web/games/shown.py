"""What is shown of each game: its state, made of the value that is kept, for whoever looks at it."""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import singledispatch
from typing import Any, Literal, TypeVar

from sito.advice.levels import level_name
from sito.codes.code import CodeSpace
from sito.games.boards import BoardsGame
from sito.games.counting import is_quick
from sito.games.duel import DuelGame
from sito.games.keep import KeepGame
from sito.games.play import PlayGame
from sito.playing.repairs import Change
from sito.show.i18n import fault_text
from sito.show.sharing import share_boards, share_text
from sito.web.games.states import (
    BoardsState,
    BoardView,
    ChangeView,
    ConflictView,
    DuelState,
    GameState,
    HintView,
    KeepState,
    LieView,
    PlayState,
    RepairView,
    RoundView,
)
from sito.web.games.told import texts
from sito.web.games.views import Beholder, rules_view, turn_views

StateT = TypeVar("StateT", bound=GameState)


def _state(kind: type[StateT], game: Any, beholder: Beholder, **more: Any) -> StateT:
    """Makes a state: `more`, what every state has, and of the game what it calls by the same name."""
    more |= {"id": beholder.id, "version": beholder.version, "rules": rules_view(game.rules)}
    of_game = {each.name for each in fields(kind)} - more.keys() - {"kind"}
    return kind(**more, **{name: getattr(game, name) for name in of_game})


@singledispatch
def state_of(game: object, beholder: Beholder) -> GameState:
    """Makes what is shown of a game; the code is in it at the end alone."""
    raise TypeError(type(game))


@state_of.register
def _play(game: PlayGame, beholder: Beholder) -> PlayState:
    over = game.over
    lies = game.maker.lies_told(game.game) if over else ()
    return _state(
        PlayState,
        game,
        beholder,
        level=game.maker.name.value,
        guesses=game.limit,
        turns=turn_views(game.game, game.lefts),
        hint=_hint(game),
        won=game.game.won,
        secret=game.maker.shown(game.game) if over else None,
        lies=tuple(LieView(lie.index + 1, str(lie.answer), str(lie.truth)) for lie in lies),
        share=_share_play(game, in_words=False) if over else None,
        share_words=_share_play(game, in_words=True) if over else None,
        rounds=tuple(RoundView(**asdict(ended)) for ended in game.rounds),
        more=over and game.more,
    )


def _hint(game: PlayGame) -> HintView | None:
    if game.hint is None:
        return None
    told = {name: value for name, value in game.hint.items() if name != "faults"}
    told["colors"] = tuple(told["colors"])
    return HintView(**told, sentences=texts(game.hint["faults"]))


def _share_play(game: PlayGame, *, in_words: bool) -> str:
    number = None if game.day else game.number
    return share_text(game.game, number=number, day=game.day, rounds=game.limit, hard=game.hard, in_words=in_words)


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
        wrong=tuple(_change(change) for change in wrong),
        verdicts=tuple(fault_text(change.verdict(game.rules)) for change in wrong),
    )


def _conflict(game: KeepGame) -> ConflictView | None:
    if game.conflict is None:
        return None
    repairs = []
    for index, repair in enumerate(game.conflict["repairs"]):
        changes = tuple(
            ChangeView(place + 1, str(game.game.turns[place].answer), right)
            for place, right, _slip in repair["changes"]
        )
        (sentence,) = texts([repair["fault"]])
        repairs.append(RepairView(index, changes, repair["codes"], sentence))
    clash, total = tuple(game.conflict["clash"]), game.conflict["total"]
    return ConflictView(texts(game.conflict["faults"]), clash, tuple(repairs), total)


def _change(change: Change) -> ChangeView:
    return ChangeView(change.index + 1, str(change.turn.answer), str(change.answer))


@state_of.register
def _duel(game: DuelGame, beholder: Beholder) -> DuelState:
    seat, other = beholder.seat, 3 - beholder.seat
    winner = game.winner
    outcome: Literal["open", "won", "lost", "tie"] = "open"
    if winner is not None:
        outcome = "tie" if winner == 0 else "won" if winner == seat else "lost"
    given_up: Literal["you", "other"] | None = None
    if game.given_up is not None:
        given_up = "you" if game.given_up == seat else "other"
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
        outcome=outcome,
        given_up=given_up,
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
            left=len(each.knowledge) if counts and not each.won else None,
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
        share=_share_boards(game, in_words=False) if over else None,
        share_words=_share_boards(game, in_words=True) if over else None,
    )


def _share_boards(game: BoardsGame, *, in_words: bool) -> str:
    number = None if game.day else game.number
    return share_boards(game.play.games, number=number, day=game.day, rounds=game.play.limit, in_words=in_words)
