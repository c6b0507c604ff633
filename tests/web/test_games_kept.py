"""How games are kept: nothing twice, nothing lost, nothing for ever, and nobody in another's way."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sito.errors import InputError, StoreError
from sito.operations.questions import Words
from sito.web.games.asked import KeepRequest, PlayRequest
from sito.web.games.errors import KeyUsed, NotYours, Stale, TooMany
from sito.web.games.keeping import GameLimits
from sito.web.games.states import PlayState
from tests.web.games import ME, YOU, Games, Threads, games_in, refused


async def test_the_same_move_counts_once(tmp_path: Path) -> None:
    async with games_in(tmp_path) as games:
        begun = await games.begin(ME, PlayRequest("4x6"), key="begun")
        assert (await games.begin(ME, PlayRequest("4x6"), key="begun")).id == begun.id
        await refused(games.begin(ME, PlayRequest("4x10"), key="begun"), KeyUsed)
        again = await asyncio.gather(*(games.guess(begun.id, ME, "AABB", key="one") for _ in range(10)))
        assert {state.version for state in again} == {2}
        await refused(games.guess(begun.id, ME, "AABC", key="one"), KeyUsed)
        other = await games.begin(ME, PlayRequest("4x6"))
        await refused(games.guess(other.id, ME, "AABB", key="one"), KeyUsed)
        await refused(games.guess(other.id, ME, "AABB", key="k" * 201), InputError)
        yours = await games.begin(YOU, PlayRequest("4x6"), key="begun")  # keys are everybody's own
        assert yours.id != begun.id
        assert len((await games.guess(yours.id, YOU, "AABB", key="one")).turns) == 1
    async with games_in(tmp_path) as games:
        state = await games.latest(ME, "play")
        assert state is not None
        begun = await games.begin(ME, PlayRequest("4x6"), key="begun")
        assert (begun.version, (await games.guess(begun.id, ME, "AABB", key="one")).version) == (2, 2)


async def test_a_move_for_an_older_version_is_refused(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("4x6"))
    await games.guess(state.id, ME, "AABB", version=1)
    assert "version 2" in await refused(games.guess(state.id, ME, "AABB", version=1), Stale)
    made = [games.guess(state.id, ME, "CCDD", version=2) for _ in range(5)]
    done = await asyncio.gather(*made, return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["PlayState"] + ["Stale"] * 4


async def test_nobody_sees_the_games_of_others(games: Games) -> None:
    mine = await games.begin(ME, PlayRequest("4x6"))
    kept = await games.begin(ME, KeepRequest("4x6", "easy"))
    for move in (
        games.state(mine.id, YOU),
        games.guess(mine.id, YOU, "AABB"),
        games.hint(mine.id, YOU),
        games.take_back(mine.id, YOU),
        games.give_up(mine.id, YOU),
        games.next_round(mine.id, YOU),
        games.forget(mine.id, YOU),
        games.answer(kept.id, YOU, "x"),
        games.correct(kept.id, YOU, 1, "x"),
        games.repair(kept.id, YOU, 0),
        games.secret(kept.id, YOU, "AABB"),
        games.wait(mine.id, YOU, 0, 1),
        games.guess(kept.id, ME, "AABB"),  # of another kind
        games.answer(mine.id, ME, "x"),
        games.state("nothing", ME),
    ):
        assert "not yours" in await refused(move, NotYours)
    await games.forget(mine.id, ME)
    await refused(games.state(mine.id, ME), NotYours)
    assert await games.latest(YOU, "play") is None


@pytest.mark.parametrize("games", [GameLimits(share=3, cached=1)], indirect=True)
async def test_a_person_keeps_the_newest_games(games: Games) -> None:
    over = await games.begin(ME, PlayRequest("4x6"))
    first = await games.begin(ME, PlayRequest("4x6"))
    second = await games.begin(ME, PlayRequest("4x6"))
    await games.give_up(over.id, ME)
    third = await games.begin(ME, PlayRequest("4x6"))
    await refused(games.state(over.id, ME), NotYours)  # what is over makes room first
    await games.guess(first.id, ME, "AABB")
    fourth = await games.begin(ME, PlayRequest("4x6"))
    await refused(games.guess(second.id, ME, "AABB"), NotYours)
    for state in (first, third, fourth):
        assert isinstance(await games.guess(state.id, ME, "AABB"), PlayState)


@pytest.mark.parametrize("games", [GameLimits(games=3, cached=1)], indirect=True)
async def test_the_file_has_an_end(games: Games) -> None:
    mine = [await games.begin(f"person {number}", PlayRequest("4x6")) for number in range(3)]
    for number in (0, 2):
        await games.guess(mine[number].id, f"person {number}", "AABB")
    first = await games.begin(ME, PlayRequest("4x6"))  # in the place of the one in which nobody has guessed
    await refused(games.state(mine[1].id, "person 1"), NotYours)
    await games.guess(first.id, ME, "AABB")
    await refused(games.begin(YOU, PlayRequest("4x6")), TooMany)
    await games.give_up(mine[0].id, "person 0")
    assert (await games.begin(YOU, PlayRequest("4x6"))).version == 1
    await refused(games.state(mine[0].id, "person 0"), NotYours)


@pytest.mark.parametrize("games", [GameLimits(cached_words=3)], indirect=True)
async def test_games_with_long_lists_are_not_all_held_in_memory(games: Games) -> None:
    for words in (["bear", "seal"], ["lion", "wolf"]):
        state = await games.begin(ME, PlayRequest("words:x", words=Words(words)))
        assert (await games.state(state.id, ME)).id == state.id
    assert len(games._held) == 1


async def test_old_games_and_their_words_are_removed(tmp_path: Path) -> None:
    async with games_in(tmp_path) as games:
        await games.begin(ME, PlayRequest("words:x", words=Words(["bear", "seal"])), key="a")
        await games.begin(YOU, PlayRequest("4x6"))
    async with games_in(tmp_path, GameLimits(keep_seconds=0.005)) as games:
        await asyncio.sleep(0.01)
        state = await games.begin(YOU, PlayRequest("4x6"))
        assert await games.latest(ME, "play") is None
        assert await games.latest(YOU, "play") == state
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        counts = [
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("game", "words", "move")
        ]
    database.close()
    assert counts == [1, 0, 0]


@pytest.mark.parametrize("games", [GameLimits(cached=20)], indirect=True)
async def test_a_hundred_games_at_once(games: Games) -> None:
    async def game(number: int) -> PlayState:
        person = f"person {number}"
        state = await games.begin(person, PlayRequest("4x6", number=number, guesses=0))
        for guess in ("AABB", "CCDD", "EEFF", "ABCD", "DCBA"):
            state = state if state.over else await games.guess(state.id, person, guess)
        assert await games.state(state.id, person) == state
        return state

    played = await asyncio.gather(*map(game, range(100)))
    alone = [await game(number) for number in (3, 50)]
    assert [state.turns for state in alone] == [played[3].turns, played[50].turns]


async def test_a_caller_who_goes_away_loses_nothing(games: Games, tmp_path: Path) -> None:
    state = await games.begin(ME, PlayRequest("4x6", guesses=0))
    heard: list[int] = []
    games.listen(state.id, heard.append)
    for steps in range(40):
        move = asyncio.ensure_future(games.guess(state.id, ME, "AABB"))
        for _ in range(steps % 8):
            await asyncio.sleep(0)
        move.cancel()
        await asyncio.gather(move, return_exceptions=True)
    now = await games.guess(state.id, ME, "CCDD")
    await asyncio.sleep(0)
    assert heard == list(range(2, now.version + 1))
    assert len(now.turns) == now.version - 1
    async with games_in(tmp_path) as others:
        assert await others.state(state.id, ME) == now


async def test_a_move_waits_for_one_that_is_being_written_though_its_caller_has_gone(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = await games.begin(ME, PlayRequest("4x6", guesses=0))
    do, begun, go_on = games._do, asyncio.Event(), asyncio.Event()

    async def slowly(work: Any, *arguments: Any) -> Any:
        if work == games._store.go_on:
            begun.set()
            await go_on.wait()
        return await do(work, *arguments)

    monkeypatch.setattr(games, "_do", slowly)
    gone = asyncio.ensure_future(games.guess(state.id, ME, "AABB"))
    await begun.wait()
    gone.cancel()
    another = asyncio.ensure_future(games.guess(state.id, ME, "CCDD"))
    for _ in range(20):
        await asyncio.sleep(0)
    go_on.set()
    assert [turn.guess for turn in (await another).turns] == ["AABB", "CCDD"]
    with pytest.raises(asyncio.CancelledError):
        await gone


class Failing(Threads):
    """A pool in which no search comes to an end."""

    async def run(self, task: Any, arguments: Any, *, seconds: float | None = None) -> Any:
        raise InputError


async def test_a_search_that_fails_changes_nothing(tmp_path: Path) -> None:
    async with games_in(tmp_path, pool=Failing()) as games:
        state = await games.begin(ME, PlayRequest("4x6", level="adversarial"))
        for move in (games.guess(state.id, ME, "AABB", key="k"), games.hint(state.id, ME)):
            await refused(move, InputError)
        assert await games.state(state.id, ME) == state
    async with games_in(tmp_path) as games:
        assert (await games.guess(state.id, ME, "AABB", key="k")).version == 2


async def test_a_file_that_cannot_be_used_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    for content in (b"no database" * 100, b""):
        file.write_bytes(content)
        if not content:
            with sqlite3.connect(file) as database:
                database.execute("CREATE TABLE other (a)")
            database.close()
        before = file.read_bytes()
        with pytest.raises(StoreError, match=r"games\.sqlite3"):
            await Games.open(tmp_path, Threads())
        assert file.read_bytes() == before


async def test_a_later_file_is_refused(games: Games, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="later"):
        await Games.open(tmp_path, Threads())


@pytest.mark.parametrize("games", [GameLimits(listeners=2)], indirect=True)
async def test_not_too_many_listen(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("4x6"))
    ends = [games.listen(state.id, print) for _ in range(2)]
    with pytest.raises(TooMany):
        games.listen(state.id, print)
    ends[0]()
    games.listen(state.id, print)()
