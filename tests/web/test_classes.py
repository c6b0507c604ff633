"""Classes: what they keep, who sees what, and that nothing of a pupil is left at the end."""

import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest

from sito.errors import InputError
from sito.games.classroom import MOST_PUPILS
from sito.games.errors import OutOfTurn
from sito.web.app import create_app
from sito.web.games import classes
from sito.web.games.asked import ClassRequest
from sito.web.games.errors import NotYours, TooMany
from sito.web.games.keeping import GameLimits
from sito.web.settings import Settings
from tests.web.games import ME, YOU, Games, games_in, refused
from tests.web.leaks import leaks
from tests.web.lesson import check, lesson
from tests.web.service import Service

SERIES = ClassRequest("6x9", codes=2, guesses=2)


async def begun(games: Games, asked: ClassRequest = SERIES) -> tuple[Any, Any, Any]:
    """Opens a class, and has two pupils join."""
    room = await games.open_class("teacher", asked, "here")
    return room, await games.join_class(room.code, ME, "Ada"), await games.join_class(room.code, YOU, " Bo\u0301b  B ")


def secret(games: Games, room: Any, round: int = 1) -> str:
    return games.class_with(room.code).value.code(round)


async def test_everybody_has_the_same_codes_and_nobody_is_told_one_before_the_end(games: Games) -> None:
    room, mine, yours = await begun(games)
    sent: list[Any] = [room, mine, yours]
    codes = [secret(games, room, round) for round in (1, 2)]
    assert codes[0] != codes[1]
    for state, person in ((mine, ME), (yours, YOU)):
        for round in (1, 2):
            assert (await games._any(state.id)).game.maker.secret == codes[round - 1]
            sent += [await games.guess(state.id, person, guess) for guess in ("ABCDEF", "ABCDEG")]
            assert sent[-1].over
            if round == 1:
                sent.append(await games.next_round(state.id, person))
        await refused(games.next_round(state.id, person), OutOfTurn)
        await games.show_to_class(room.id, state.id, named=True)
        sent += [await games.shown_in_class(state.id, person), await games.class_state(room.id)]
    said = json.dumps(list(map(asdict, sent)))
    for code in codes:
        assert leaks(said, games.class_with(room.code).value.rules, code) == []
    results = await games.end_class(room.id)
    assert {(row.round, row.code) for row in results} == set(enumerate(codes, 1))
    assert games.class_over(room.code) == tuple(codes)
    assert games.class_over(room.id) is None


async def test_the_teacher_sees_every_move_and_who_is_stuck(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    room, mine, _yours = await begun(games, ClassRequest("4x6"))
    heard: list[int] = []
    games.listen(room.id, heard.append)
    await games.guess(mine.id, ME, "AABB" if secret(games, room) != "AABB" else "CCDD")
    await games.guess(mine.id, ME, secret(games, room))
    monkeypatch.setattr(classes, "class_state", later(classes.class_state))
    await asyncio.sleep(0)
    ada, bob = (await games.class_state(room.id)).pupils
    assert len(heard) == 2
    assert [(p.name, len(p.turns), p.won, p.stuck) for p in (ada, bob)] == [
        ("Ada", 2, True, False),
        ("B\u00f3b B", 0, False, True),
    ]
    assert (await games.class_state(room.id)).spread == (0, 1)
    await games.show_to_class(room.id, mine.id)
    shown = await games.shown_in_class(mine.id, ME)
    assert (len(shown.turns), shown.name) == (1, "")  # without the guess that has found the code
    assert shown.left == len(shown.game.knowledge) == shown.sieve.count("1")
    await games.show_to_class(room.id, None)
    assert await games.shown_in_class(mine.id, ME) is None


def later(state: Any) -> Any:
    """Makes the state as it is a quarter of an hour after the last move."""

    def made(id: str, code: str, room: Any, boards: Any, shown: Any) -> Any:
        return state(id, code, room, [(board, moved - 900, game) for board, moved, game in boards], shown)

    return made


async def test_names_and_numbers_are_bounded(tmp_path: Path) -> None:
    async with games_in(tmp_path, GameLimits(classes=2)) as games:
        room, mine, _yours = await begun(games)
        assert (await games.join_class(room.code, ME, "Somebody else")).id == mine.id  # who is there comes back
        for name in ("", " ", "x" * 31, "a\x00b", "\u202eadA", " ADA ", "BO\u0301B b"):
            await refused(games.join_class(room.code, "another", name), InputError)
        await refused(games.join_class("nothing", "another", "Eve"), NotYours)
        await refused(games.join_class(room.id, "another", "Eve"), NotYours)
        for number in range(2, MOST_PUPILS):
            await games.join_class(room.code, f"person {number}", f"Pupil {number}")
        await refused(games.join_class(room.code, "another", "Eve"), OutOfTurn)
        await games.remove_pupil(room.id, mine.id)
        await refused(games.state(mine.id, ME), NotYours)
        await games.join_class(room.code, "another", "Eve")
        other = await games.open_class("teacher", SERIES, "here")
        await refused(games.remove_pupil(other.id, mine.id), NotYours)
        await refused(games.open_class("teacher", SERIES, "here"), TooMany)
        await games.open_class("teacher", SERIES, "elsewhere")
        for codes in (0, 21):
            await refused(games.open_class("teacher", ClassRequest("4x6", codes=codes), "third"), InputError)
        assert games.class_of("teacher") is not None
        assert await games.latest(ME, "play") is None  # no board of a class is a game of one's own
        assert await games.going_on("teacher") == []


async def test_a_class_goes_on_after_a_new_start_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with games_in(tmp_path) as games:
        room, mine, _yours = await begun(games)
        await games.guess(mine.id, ME, "ABCDEF", key="a move")
        await games.show_to_class(room.id, mine.id, named=True)
    assert any(b"Ada" in file.read_bytes() for file in tmp_path.iterdir())
    async with games_in(tmp_path) as games:
        state = await games.class_state(room.id)
        assert [(len(pupil.turns), pupil.name) for pupil in state.pupils] == [(1, "Ada"), (0, "B\u00f3b B")]
        assert state.shown.name == "Ada"
        await games.end_class(room.id)
        assert not any(b"Ada" in file.read_bytes() or b"ABCDEF" in file.read_bytes() for file in tmp_path.iterdir())
        await refused(games.guess(mine.id, ME, "ABCDEG"), NotYours)
        await refused(games.end_class(room.id), NotYours)
        monkeypatch.setattr(classes, "DAY_SECONDS", 0.0)  # and what nobody ends goes by itself
        other = await games.open_class("teacher", SERIES, "here")
        while games.class_of("teacher"):
            await asyncio.sleep(0.01)
        await refused(games.class_state(other.id), NotYours)
    async with games_in(tmp_path) as games:
        await refused(games.class_results(room.id), NotYours)


async def test_no_move_is_made_while_a_class_ends(games: Games) -> None:
    room, mine, _yours = await begun(games, ClassRequest("6x9", guesses=0))
    moves = [games.guess(mine.id, ME, "ABCDEF") for _ in range(20)]
    results, *done = await asyncio.gather(games.end_class(room.id), *moves, return_exceptions=True)
    made = sum(not isinstance(each, BaseException) for each in done)
    assert all(isinstance(each, NotYours) for each in done if isinstance(each, BaseException))
    assert [row.guesses for row in results if row.name == "Ada"] == [made]


async def test_the_pupils_of_a_class_are_counted_by_themselves(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, rate=0.001, burst=40, workers=1, heavy_workers=1, log="none"), page=False)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        games = app.state.services.games
        rooms = [await games.open_class("teacher", SERIES, "127.0.0.1") for _ in range(2)]

        async def status(path: str, person: str = "") -> int:
            cookies = {"Cookie": f"sito_person={person}"} if person else {}
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return (await client.get(path, headers=cookies)).status_code

        while await status("/class/nothing") != 429:  # the address has asked for all that it may
            pass
        pupil = "0123456789abcdef" * 2
        assert await status("/api/v1/rules/4x6", pupil) == 429
        for room in rooms:
            await games.join_class(room.code, pupil, "Ada")
            assert await status("/api/v1/rules/4x6", pupil) == 200
            assert await status(f"/class/{room.code}") != 429
        while await status(f"/class/{rooms[0].code}") != 429:
            pass
        assert await status(f"/class/{rooms[1].code}") != 429
        await games.end_class(rooms[1].id)
        assert await status(f"/class/{rooms[1].code}") == 429


def test_a_class_of_thirty_loses_no_move_when_it_is_killed(tmp_path: Path) -> None:
    with Service(tmp_path, page=True) as service:
        found = asyncio.run(lesson(service, pupils=30, moves=6, thinks=(0.5, 1.5)))
        check(found, moves=6)
        assert found.seen > 1
        assert any(pupil.waits for pupil in found.pupils)
        assert "Traceback" not in service.log
