"""Duels, played through the service: with the computer, and between two people."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sito.codes.feedback import score
from sito.errors import CodeError, HardModeError, InputError, StrategyError
from sito.games.errors import OutOfTurn
from sito.web.games import service
from sito.web.games.asked import DuelRequest, PlayRequest
from sito.web.games.errors import NotYours
from sito.web.games.states import DuelState
from tests.web.games import ME, YOU, Games, games_in, refused

MINE, YOURS = "BFAC", "EEDA"


async def two(games: Games, **asked: Any) -> tuple[str, str]:
    """Begins a duel of two people who have hidden their codes; gives its id and its code."""
    state = await games.begin(ME, DuelRequest("4x6", against="person", **asked))
    assert (state.stage, state.joined, state.seat) == ("waiting", False, 1)
    assert state.code
    await games.move(state.id, ME, "secret", MINE)
    joined = await games.join(state.code, YOU)
    assert (joined.stage, joined.ready, joined.other_ready, joined.code) == ("secrets", False, True, None)
    await games.move(state.id, YOU, "secret", YOURS)
    return state.id, state.code


@pytest.mark.parametrize("begins", ["you", "other"])
@pytest.mark.parametrize("level", ["beginner", "expert"])
async def test_a_duel_with_the_computer(games: Games, begins: Any, level: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda _bits: 1)  # one code in 1296 is AABB
    state = await games.begin(ME, DuelRequest("4x6", level, begins=begins))
    assert (state.stage, state.present, state.other_ready, state.code) == ("secrets", True, True, None)
    assert "hidden" in await refused(games.move(state.id, ME, "guess", "AABB"), OutOfTurn)
    state = await games.move(state.id, ME, "secret", MINE)
    assert (len(state.theirs), state.stage) == (0 if begins == "you" else 1, "you")
    while not state.over:
        assert state.other_secret is None
        state = await games.move(state.id, ME, "guess", "AABB")
        assert all(turn.answer == str(score("4x6", turn.guess, MINE)) for turn in state.theirs)
    assert state.outcome == "lost"
    assert state.theirs[-1].guess == MINE
    assert state.other_secret is not None
    assert all(turn.answer == str(score("4x6", "AABB", state.other_secret)) for turn in state.yours)
    state = await games.move(state.id, ME, "next round")
    assert (state.round, state.lost, state.begins) == (2, 1, begins == "other")
    state = await games.move(state.id, ME, "secret")
    assert state.secret is not None
    ended = await games.give_up(state.id, ME)
    assert (ended.outcome, ended.given_up, ended.lost) == ("lost", "you", 2)


async def test_two_people_play_to_a_tie(games: Games) -> None:
    id, _code = await two(games)
    await games.move(id, ME, "guess", "AABB")
    assert "turn" in await refused(games.move(id, ME, "guess", "AABB"), OutOfTurn)
    assert (await games.state(id, YOU)).theirs[0].guess == "AABB"
    await games.move(id, YOU, "guess", "AABB")
    mine = await games.move(id, ME, "guess", YOURS)
    assert (mine.over, mine.stage, mine.other_secret) == (False, "other", None)  # the last reply of the second
    yours = await games.move(id, YOU, "guess", MINE)
    mine = await games.state(id, ME)
    assert (mine.outcome, yours.outcome, mine.tied, yours.tied) == ("tie", "tie", 1, 1)
    assert (mine.other_secret, yours.other_secret) == (YOURS, MINE)


async def test_the_first_hit_wins_an_alternating_duel(games: Games) -> None:
    id, _code = await two(games, order="alternating", begins="other")
    assert (await games.state(id, ME)).stage == "other"
    yours = await games.move(id, YOU, "guess", MINE)
    assert (yours.outcome, yours.won) == ("won", 1)
    mine = await games.state(id, ME)
    assert (mine.outcome, mine.lost, mine.other_secret) == ("lost", 1, YOURS)


async def test_another_duel_needs_both(games: Games) -> None:
    id, _code = await two(games)
    await refused(games.move(id, ME, "next round"), OutOfTurn)
    await games.move(id, YOU, "give up")
    mine = await games.move(id, ME, "next round")
    assert (mine.over, mine.rematch, mine.other_rematch, mine.won) == (True, True, False, 1)
    yours = await games.move(id, YOU, "next round")
    assert (yours.round, yours.stage, yours.begins, yours.secret, yours.lost) == (2, "secrets", True, None, 1)


async def test_only_one_joins_and_others_learn_nothing(games: Games) -> None:
    id, code = await two(games)
    assert "two players" in await refused(games.join(code, "a third"), OutOfTurn)
    assert (await games.join(code, YOU)).seat == 2
    assert (await games.join(code, ME)).seat == 1
    await refused(games.join("nonsense", ME), NotYours)
    for move in (
        games.state(id, "a third"),
        games.move(id, "a third", "guess", "AABB"),
        games.give_up(id, "a third"),
        games.forget(id, "a third"),
        games.forget(id, YOU),
        games.attend(id, "a third"),
        games.hint(id, ME),
        games.answer(id, ME, "x"),
    ):
        await refused(move, NotYours)
    await refused(games.take_back(id, ME), OutOfTurn)


async def test_what_cannot_be_in_a_duel(games: Games) -> None:
    await refused(games.begin(ME, DuelRequest(order="at once")), InputError)
    await refused(games.begin(ME, DuelRequest(level="grandmaster")), StrategyError)
    waiting = await games.begin(ME, DuelRequest(against="person"))
    assert "joined" in await refused(games.move(waiting.id, ME, "give up"), OutOfTurn)
    assert "joined" in await refused(games.move(waiting.id, ME, "guess", "AABB"), OutOfTurn)
    await refused(games.move(waiting.id, ME, "secret", "AAB"), CodeError)
    await refused(games.move(waiting.id, ME, "jump"), NotYours)  # type: ignore[arg-type]
    id, _code = await two(games, hard=True)
    await refused(games.move(id, ME, "secret", "AABB"), OutOfTurn)
    await games.move(id, ME, "guess", "AABB")
    await games.move(id, YOU, "guess", "AABB")
    await refused(games.move(id, ME, "guess", "AABB"), HardModeError)


async def test_a_duel_goes_on_after_a_restart(tmp_path: Path) -> None:
    kept: list[DuelState] = []
    async with games_in(tmp_path) as games:
        id, _code = await two(games)
        await games.move(id, ME, "guess", "AABB")
        kept.extend([await games.state(id, ME), await games.state(id, YOU)])
    async with games_in(tmp_path) as games:
        id = kept[0].id
        mine, yours = await games.state(id, ME), await games.state(id, YOU)
        assert [mine.yours, mine.secret, mine.version] == [kept[0].yours, kept[0].secret, kept[0].version]
        assert [yours.theirs, yours.secret, yours.stage] == [kept[1].theirs, kept[1].secret, "you"]
        assert (await games.move(id, YOU, "guess", MINE)).outcome == "won"


async def test_each_side_hears_of_moves_and_sees_who_is_here(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "HERE_SECONDS", 0.3)
    id, _code = await two(games)
    heard: asyncio.Queue[int] = asyncio.Queue()
    unlisten = games.listen(id, heard.put_nowait)
    move = await games.move(id, ME, "guess", "AABB")
    assert await heard.get() == move.version
    await asyncio.sleep(0.4)
    mine = await games.state(id, ME)
    assert (mine.present, mine.seen is not None and mine.seen > 0.3) == (False, True)
    leave = await games.attend(id, YOU)
    assert await heard.get() == move.version
    await asyncio.sleep(0.4)
    assert ((await games.state(id, ME)).present, (await games.state(id, ME)).seen) == (True, 0)
    leave()
    leave()
    assert await heard.get() == move.version  # after a while without the other
    assert not (await games.state(id, ME)).present
    monkeypatch.setattr(service, "HERE_SECONDS", 600)
    monkeypatch.setattr(service, "GONE_SECONDS", 0.1)
    (await games.attend(id, YOU))()
    assert (await games.state(id, ME)).present
    games.lose(id, 2, move.version)  # the page is closed, or the network is gone
    assert await heard.get() == move.version
    assert not (await games.state(id, ME)).present
    unlisten()
    unlisten()
    await games.move(id, YOU, "guess", "AABB")
    assert heard.empty()


async def test_who_waits_gets_the_move_of_the_other(games: Games) -> None:
    id, _code = await two(games)
    mine = await games.move(id, ME, "guess", "AABB")
    waiting = asyncio.create_task(games.wait(id, ME, mine.version, 20))
    assert await games.wait(id, YOU, mine.version, 0.05) == await games.state(id, YOU)
    await games.move(id, YOU, "guess", "CCDD")
    assert (await waiting).theirs[0].guess == "CCDD"
    assert (await games.wait(id, ME, 1, 20)).version == mine.version + 1


async def test_who_looks_at_a_duel_neither_joins_nor_is_here(games: Games) -> None:
    begun = await games.begin(ME, DuelRequest("4x6", against="person"))
    code = begun.code or ""
    await games.move(begun.id, ME, "secret", MINE)
    invited = await games.invitation(code, YOU)
    assert (invited.seat, invited.joined, invited.secret, invited.other_ready) == (2, False, None, True)
    assert MINE not in repr(invited)
    assert (await games.invitation(code, ME)).seat == 1
    mine = await games.state(begun.id, ME)
    assert (mine.joined, mine.present, mine.seen) == (False, False, None)
    await refused(games.look(begun.id, YOU), NotYours)
    await games.join(code, YOU)
    games._seen.clear()
    looked = await games.look(begun.id, YOU)
    assert (looked.seat, looked.joined) == (2, True)
    assert (await games.look(begun.id, ME)).seen is None  # looking is not being here
    assert "two players" in await refused(games.invitation(code, "a third"), OutOfTurn)
    await refused(games.invitation("nonsense", ME), NotYours)
    await refused(games.invitation(code.swapcase(), ME), NotYours)
    other = await games.begin(ME, PlayRequest("4x6"))
    await refused(games.look(other.id, ME), NotYours)
