"""A class of scripted pupils who play over REST while the service is killed once, for a test and a benchmark."""

import asyncio
import random
import signal
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.web.service import Service


@dataclass
class Pupil:
    """One pupil; what is not answered is sent again.

    `times` are the seconds that each move took, `waits` those of moves that were sent while the service was gone.
    """

    name: str
    rng: random.Random
    times: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    game: Any = None
    _token: str = ""

    async def join(self, client: httpx.AsyncClient, code: str) -> None:
        seat = (await client.post("/classes/join", json={"code": code, "name": self.name})).json()
        self._token, self.game = seat["token"], seat["game"]

    async def move(self, client: httpx.AsyncClient, number: int, *, gone: bool) -> None:
        guess = "".join(self.rng.choices("ABCDEFGH", k=5))
        headers = {"Authorization": f"Bearer {self._token}", "Idempotency-Key": f"{number}"}
        begun, times = time.perf_counter(), self.waits if gone else self.times
        while True:
            try:
                reply = await client.post(f"/games/{self.game['id']}/guesses", json={"guess": guess}, headers=headers)
            except httpx.TransportError:  # the service is gone for the moment
                times = self.waits
                await asyncio.sleep(0.2)
                continue
            assert reply.status_code == 200, reply.text
            times.append(time.perf_counter() - begun)
            self.game = reply.json()
            assert len(self.game["turns"]) == number
            return


@dataclass
class Lesson:
    """What came of a lesson."""

    pupils: list[Pupil]
    gone: bool = False
    """Whether the service has been killed, and is not back yet."""
    seen: int = 0
    """How many times the teacher looked."""
    board: Any = None
    """What the teacher saw at the end."""
    results: Any = None


async def lesson(service: Service, pupils: int, moves: int, thinks: tuple[float, float]) -> Lesson:
    """Has so many pupils make so many moves each; in the middle the service is killed, and goes on."""
    found = Lesson([Pupil(f"Pupil {number}", random.Random(number)) for number in range(pupils)])
    over = asyncio.Event()
    limits = httpx.Limits(max_connections=pupils + 5)
    async with httpx.AsyncClient(base_url=f"{service.address}/api/v1", timeout=600, limits=limits) as client:
        room = (await client.post("/classes", json={"rules": "5x8", "guesses": 0})).json()
        await asyncio.gather(*(pupil.join(client, room["code"]) for pupil in found.pupils))

        async def play(pupil: Pupil) -> None:
            for number in range(1, moves + 1):
                await asyncio.sleep(pupil.rng.uniform(*thinks))
                await pupil.move(client, number, gone=found.gone)

        async def look() -> None:
            while not over.is_set():
                try:
                    found.board = (await client.get(f"/classes/{room['id']}")).json()
                    found.seen += 1
                except httpx.TransportError:
                    pass
                await asyncio.sleep(1)

        async def kill_once() -> None:
            while sum(len(pupil.game["turns"]) for pupil in found.pupils) < pupils * moves / 2:
                await asyncio.sleep(0.01)
            found.gone = True
            service.end(signal.SIGKILL)
            service.launch()
            await asyncio.to_thread(service.wait)
            found.gone = False

        looking = asyncio.ensure_future(look())
        await asyncio.gather(kill_once(), *map(play, found.pupils))
        over.set()
        await looking
        found.board = (await client.get(f"/classes/{room['id']}")).json()
        found.results = (await client.post(f"/classes/{room['id']}/end")).json()
        assert (await client.get(f"/classes/{room['id']}")).status_code == 404
    return found


def check(found: Lesson, moves: int) -> None:
    """Sees that no move was lost: the teacher has every turn that a pupil was answered, and nothing else."""
    seen = {pupil["name"]: pupil["turns"] for pupil in found.board["pupils"]}
    assert seen == {pupil.name: pupil.game["turns"] for pupil in found.pupils}
    assert all(len(turns) == moves for turns in seen.values())
    assert {(row["name"], row["guesses"]) for row in found.results} == {(pupil.name, moves) for pupil in found.pupils}
    assert len({row["code"] for row in found.results}) == 1
