"""The classes of a service: a teacher opens one, pupils join it with a name, and at its end all of it goes.

The board of a pupil is a game of Play like any other, of whoever has joined; it belongs to the class, and goes with it.
Whoever knows the id of a class leads it; pupils join with its code, from which the id cannot be told.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sito.errors import InputError
from sito.games.classroom import MOST_PUPILS, Classroom, Results
from sito.games.errors import OutOfTurn
from sito.games.kinds import CLASS_KIND
from sito.games.play import PlayGame
from sito.games.store import Row
from sito.operations.work import Work
from sito.web.games.asked import ClassRequest
from sito.web.games.errors import NotYours, TooMany, not_yours
from sito.web.games.keeping import Kept, KeptGames
from sito.web.games.shown import class_state, shown_view
from sito.web.games.states import ClassState, GameState, ShownView

DAY_SECONDS = 86_400.0
"""A class that nobody ends is removed after so long."""
OVER_SECONDS = 900.0
"""For so long the results of a class that is over are in memory, and nowhere else, for the teacher to keep."""
_MOST_CLASSES = 1_000


@dataclass
class Room:
    """A class that is open."""

    row: Row
    value: Classroom
    boards: dict[str, str] = field(default_factory=dict)
    """The id of the board of each pupil, in the order in which they came."""
    shown: ShownView | None = None


@dataclass(frozen=True)
class Over:
    """What is left of a class that has ended: its codes, and for the teacher the results."""

    id: str
    codes: tuple[str, ...]
    """The codes that pupils have played."""
    results: Results


class Classes(KeptGames):
    """The games of a service, and the classes that are open there."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._rooms: dict[str, Room] = {}
        self._codes: dict[str, str] = {}
        self._members: dict[str, str] = {}
        self._over: dict[str, Over] = {}

    async def load_classes(self) -> None:
        """Takes up the classes of the file; a damaged one, and one that is too old, is removed."""
        for row in await self._do(self._store.classes):
            with suppress(InputError):
                boards = {board.owner: board.id for board in await self._do(self._store.boards, row.id)}
                await self._admit(Room(row, row.read(Classroom.read), boards))
                continue
            await self._do(self._store.end_class, row.id)

    async def _admit(self, room: Room) -> None:
        id = room.row.id
        await self._draw(room)
        self._rooms[id] = room
        self._codes[room.row.code or ""] = id
        self._members |= dict.fromkeys(room.boards, id)
        left = max(0.0, room.row.begun + DAY_SECONDS - time.time())
        asyncio.get_running_loop().call_later(left, self._expire, id)

    def _expire(self, id: str) -> None:
        async def end() -> None:
            with suppress(NotYours):
                await self.end_class(id)

        ending = asyncio.ensure_future(end())
        self._writing.add(ending)
        ending.add_done_callback(self._writing.discard)

    @staticmethod
    async def _draw(room: Room) -> None:
        """Makes what everybody sees of the position that is shown; for large games that takes a moment."""
        shown = room.value.shown
        room.shown = None if shown is None else await asyncio.to_thread(shown_view, shown, room.value.shown_name)

    # The teacher

    async def open_class(self, person: str, asked: ClassRequest, address: str) -> ClassState:
        """Opens a class. Raises `InputError` with every fault, `TooMany`."""
        rules = asked.read_rules(Work(codes=self.limits.codes))
        value = asked.room(rules, address)
        here = sum(room.value.address == address for room in self._rooms.values())
        if here >= self.limits.classes or len(self._rooms) >= _MOST_CLASSES:
            raise TooMany.said("too many classes are open here now; end one, or try again later")
        now, words = time.time(), value.rules.words
        id, code = secrets.token_urlsafe(12), secrets.token_urlsafe(6)
        text, digest = json.dumps(value.saved()), None if words is None else words.digest
        row = Row(id, CLASS_KIND, person, None, code, 1, False, now, now, digest, text, None, words)
        if not await self._do(self._store.add, row, None, self.limits.games):
            raise TooMany.said("too many games are being played here now; try again later")
        await self._admit(Room(row, value))
        return await self.class_state(id)

    def class_of(self, person: str) -> str | None:
        """Gives the id of the class that a person has opened last and not ended; None if there is none."""
        return next((id for id, room in reversed(self._rooms.items()) if room.row.owner == person), None)

    async def class_state(self, id: str) -> ClassState:
        """Gives a class as its teacher sees it. Raises `NotYours`."""
        room = self._room(id)
        boards = [(kept.id, kept.touched, _play(kept)) for kept in await self._boards(room)]
        return class_state(id, room.row.code or "", room.value, boards, room.shown)

    async def show_to_class(self, id: str, board: str | None, turns: int | None = None, *, named: bool = False) -> None:
        """Shows everybody the position of a board after so many guesses, or none. Raises `NotYours`."""
        async with self._lock(id):
            room = self._room(id)
            value = replace(room.value, shown=None, shown_name="")
            if board is not None:
                game = _play(await self._board_of(room, board))
                position = game.game if turns is None else game.game.shortened(min(max(0, turns), len(game.game)))
                value = value.showing(position, game.pupil.name if named and game.pupil else "")
            row = replace(room.row, version=room.row.version + 1, text=json.dumps(value.saved()))
            await self._do(self._store.go_on, row)
            room.row, room.value = row, value
            await self._draw(room)
        self._tell_class(room)

    async def remove_pupil(self, id: str, board: str) -> None:
        """Removes a pupil with the board. Raises `NotYours`."""
        async with self._lock(id):
            kept = await self._board_of(self._room(id), board)
        await self.forget(kept.id, kept.owner)

    async def end_class(self, id: str) -> Results:
        """Ends a class, and removes all that belongs to it; gives the results. Raises `NotYours`."""
        async with self._lock(id):
            room = self._room(id)
            rows = await self._do(self._store.end_class, id)
            del self._rooms[id], self._codes[room.row.code or ""]
        for board in rows:
            self._held.pop(board.id, None)
            if self._members.get(board.owner) == id:
                del self._members[board.owner]
        games = []
        for row in rows:
            with suppress(InputError, NotYours):  # what is damaged
                games.append(_play(Kept.of(row)))
        codes = tuple(map(room.value.code, range(1, max((game.round for game in games), default=0) + 1)))
        over = Over(id, codes, Results.of(games, room.value))
        for key in (id, room.row.code or ""):
            self._over[key] = over
            asyncio.get_running_loop().call_later(OVER_SECONDS, self._over.pop, key, None)
        self._tell_class(room)
        return over.results

    async def class_results(self, id: str) -> Results:
        """Gives the results as they stand, or those of a class that has just ended. Raises `NotYours`."""
        over = self._over.get(id)
        if over is not None and over.id == id:
            return over.results
        return Results.of(map(_play, await self._boards(self._room(id))))

    # The pupils

    def class_with(self, code: str) -> Room:
        """Gives the class that is joined with a code. Raises `NotYours`."""
        return self._room(self._codes.get(code, ""))

    def class_over(self, code: str) -> tuple[str, ...] | None:
        """Gives the codes of a class that has just ended; None if there is none that was joined with this code."""
        over = self._over.get(code)
        return None if over is None or over.id == code else over.codes

    async def join_class(self, code: str, person: str, name: str) -> GameState:
        """Gives a person a board in a class; whoever has one comes back to it.

        Raises `NotYours` if there is no such class, `InputError` for a name that cannot be had, `OutOfTurn` if the
        class is full.
        """
        id = self.class_with(code).row.id
        async with self._lock(id):
            room = self._room(id)
            boards = await self._boards(room)
            if person not in room.boards:
                game = room.value.board(name)
                names = {other.pupil.name.casefold() for other in map(_play, boards) if other.pupil}
                if game.pupil and game.pupil.name.casefold() in names:
                    raise InputError.said("somebody in this class has the name {name}", name=game.pupil.name)
                if len(boards) >= MOST_PUPILS:
                    raise OutOfTurn.said("this class is full: it has {most} pupils", most=MOST_PUPILS)
                begun = await self._begin("play", person, game, None, "", room=id)
                room.boards[person] = begun.id
                self._members[person] = id
                self._tell(id, 1)
        return await self.state(room.boards[person], person)

    async def shown_in_class(self, board: str, person: str) -> ShownView | None:
        """Gives the position that is shown to the pupil of a board. Raises `NotYours`, also if it is of no class."""
        return self._room((await self._find(board, person)).room or "").shown

    def class_at(self, path: str, person: str | None) -> str | None:
        """Tells to which class a request belongs: by its link, or by the person."""
        code = path.removeprefix("/class/")
        return self._codes[code] if code in self._codes else self._members.get(person or "")

    # What both need

    def _room(self, id: str) -> Room:
        if id not in self._rooms:
            raise not_yours()
        return self._rooms[id]

    async def _boards(self, room: Room) -> list[Kept]:
        """Gives the boards of a class; those that a pupil has removed are forgotten."""
        found = []
        for person, board in tuple(room.boards.items()):
            try:
                found.append(await self._any(board))
            except NotYours:
                del room.boards[person]
                self._members.pop(person, None)
        return found

    async def _board_of(self, room: Room, board: str) -> Kept:
        if board not in room.boards.values():
            raise not_yours()
        return await self._any(board)

    def _tell_class(self, room: Room) -> None:
        """Tells the teacher and every pupil that something is new."""
        for id in (room.row.id, *room.boards.values()):
            self._tell(id, 0)


def _play(kept: Kept) -> PlayGame:
    if not isinstance(kept.game, PlayGame):
        raise not_yours()
    return kept.game
