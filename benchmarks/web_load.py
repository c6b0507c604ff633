"""How many requests Sito answers in a second, and how quick its page stays, with the generator on the same machine.

    python -m benchmarks.web_load            # the interface, the page beside long work, and a class of thirty
    python -m benchmarks.web_load class 30   # one of: interface, page, class

*interface*: 64 clients ask for the sieve and for advice on random positions of three games;
every count is compared with the library. *page*: a person makes moves in a browser while a
comparison and an exact search go on. *class*: so many browsers play at the same time, a move
every few seconds each. The time of a move is from the frame that leaves the browser to the
first one that comes back. Times are of the wall clock; Y is of the same session.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil
from playwright.async_api import Browser, BrowserContext, Page, async_playwright
from tests.needs import path_of

from benchmarks import yardstick
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.playing.game import Transcript

CLIENTS = 64
GAMES = ("4x6", "4x10-distinct", "5x8")
REQUESTS = {"sieve": 1920, "advise": 256}
MOVES = 40
PUPILS = 30
PUPIL_MOVES = 8
THINKS = (2.0, 6.0)
"""Seconds between the moves of a pupil."""
ALLOWED_MOVE = 0.100
ROW = ".row:not(.open-row):not(.row-later)"


@asynccontextmanager
async def served(**settings: str) -> AsyncIterator[tuple[str, psutil.Process]]:
    """Starts `sito web` in a process of its own, without the limit of requests for one address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sito", "web", "--port", "0", "--no-browser", "--data", folder]
        variables = {"LANGUAGE": "en", "SITO_WEB_RATE": "0", "SITO_WEB_LOG": "none", **settings}
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | variables)
        assert process.stderr is not None
        try:
            found = re.search(r"http://\S+/", process.stderr.readline())
            assert found
            yield found[0].rstrip("/"), psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait()
            process.stderr.close()


def memory(process: psutil.Process) -> float:
    """Gives the memory of the service and of its processes, in MB."""
    return sum(each.memory_info().rss for each in [process, *process.children(recursive=True)]) / 1e6


def told(times: Sequence[float]) -> str:
    """Says the median and the 99th percentile."""
    last = sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]
    return f"median {statistics.median(times) * 1e3:.0f} ms, 99th percentile {last * 1e3:.0f} ms"


def position(rules: str, rng: random.Random) -> Transcript:
    """Draws a game of one to three random guesses, answered by a random secret."""
    space = CodeSpace(rules)
    secret, *guesses = (space[rng.randrange(len(space))] for _ in range(rng.randint(2, 4)))
    turns = [(guess, score(space.rules, guess, secret)) for guess in guesses]
    return Transcript(rules, [turn for turn in turns if not turn[1].wins])


async def interface() -> None:
    """Measures the operations of the interface from many clients."""
    rng = random.Random(1)
    async with served() as (address, process), httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=60) as client:
        await client.post("/sieve", json={"rules": "4x6"})
        for operation, count in REQUESTS.items():
            for rules in GAMES:
                games = [position(rules, rng) for _ in range(count)]
                waiting = iter(games)
                times: list[float] = []
                busy = 0

                async def ask(operation: str, waiting: Any, times: list[float]) -> int:
                    refused = 0
                    for game in waiting:
                        space = CodeSpace(game.rules)
                        turns = [{"guess": space.text(guess), "answer": str(answer)} for guess, answer in game]
                        begun = time.perf_counter()
                        reply = await client.post(f"/{operation}", json={"rules": str(game.rules), "turns": turns})
                        if reply.status_code == 429:
                            refused += 1
                            continue
                        times.append(time.perf_counter() - begun)
                        assert reply.status_code == 200, reply.text
                        assert reply.json()["left"] == len(game.knowledge), game
                    return refused

                begun = time.perf_counter()
                busy = sum(await asyncio.gather(*(ask(operation, waiting, times) for _ in range(CLIENTS))))
                seconds = time.perf_counter() - begun
                rate = len(times) / seconds
                print(f"{operation:7} {rules:14} {rate:6.0f} requests/s, {told(times)}, {busy} refused", flush=True)
        print(f"memory of the service and its processes: {memory(process):.0f} MB")


@dataclass
class Moves:
    """The moves of one browser, timed by the frames of its websocket."""

    page: Page
    times: list[float] = field(default_factory=list)
    sent: float = 0.0

    async def listen(self, context: BrowserContext) -> None:
        """Begins to note when frames leave and come."""
        session = await context.new_cdp_session(self.page)
        await session.send("Network.enable")
        session.on("Network.webSocketFrameSent", self._sends)
        session.on("Network.webSocketFrameReceived", self._receives)

    def _sends(self, event: dict[str, Any]) -> None:
        if '"event"' in event["response"]["payloadData"]:
            self.sent = event["timestamp"]

    def _receives(self, event: dict[str, Any]) -> None:
        if self.sent and '"update"' in event["response"]["payloadData"]:
            self.times.append(event["timestamp"] - self.sent)
            self.sent = 0.0

    async def game(self, moves: int, rng: random.Random, thinks: tuple[float, float]) -> None:
        """Plays games of Mastermind by keys until so many moves are made."""
        made = 0
        while made < moves:
            await self.page.goto(f"{self.page.url.split('?')[0]}?rules=4x6&game={rng.randrange(1, 10**6)}")
            await self.page.locator(".open-row").wait_for(timeout=120_000)
            for row in range(1, 6):
                await asyncio.sleep(rng.uniform(*thinks))
                code = "".join(rng.choices("ABCDEF", k=4))
                await self.page.locator(".open-row .slot-active").focus()
                await self.page.keyboard.type(code)
                await self.page.keyboard.press("Enter")
                await self.page.locator(ROW).nth(row - 1).wait_for(timeout=120_000)
                made += 1
                if made == moves or await self.page.locator(".ending h3").count():
                    break


async def opened(browser: Browser, address: str) -> Moves:
    """Opens the view Play as a new person."""
    context = await browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(f"{address}/play", timeout=120_000)
    moves = Moves(page)
    await moves.listen(context)
    return moves


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """Starts Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path_of("chromium"), args=["--no-sandbox"])
        yield browser
        await browser.close()


async def page_beside_long_work() -> None:
    """Measures moves in the page, alone and while a comparison and an exact search go on."""
    async with served(SITO_WEB_HEAVY_WORKERS="2") as (address, _), browsing() as browser:
        player = await opened(browser, address)
        rng = random.Random(2)
        await player.game(MOVES, rng, (0.1, 0.3))
        print(f"page alone: {told(player.times)}", flush=True)
        player.times.clear()
        async with httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=60) as client:
            jobs = [
                {"task": "compare", "rules": ["5x10"], "strategies": ["entropy", "minimax"], "sample": 20000},
                {"task": "solve", "rules": "5x6"},
            ]
            started = [await client.post("/jobs", json=job) for job in jobs]
            assert [reply.status_code for reply in started] == [202, 202], [reply.text for reply in started]
            await player.game(MOVES, rng, (0.1, 0.3))
            states = [(await client.get(address + reply.headers["location"])).json()["state"] for reply in started]
            assert states == ["running", "running"], states
        print(f"page beside a comparison and an exact search ({', '.join(states)}): {told(player.times)}", flush=True)
        assert statistics.median(player.times) < ALLOWED_MOVE


async def a_class(pupils: int) -> None:
    """Measures a class that plays at the same time."""
    async with served() as (address, process), browsing() as browser:
        begun = time.perf_counter()
        players = await asyncio.gather(*(opened(browser, address) for _ in range(pupils)))
        print(f"{pupils} pages opened at once: the last was there after {time.perf_counter() - begun:.1f} s")
        before = sum(process.cpu_times()[:2])
        begun = time.perf_counter()
        await asyncio.gather(
            *(player.game(PUPIL_MOVES, random.Random(seed), THINKS) for seed, player in enumerate(players))
        )
        seconds = time.perf_counter() - begun
        share = (sum(process.cpu_times()[:2]) - before) / seconds
        times = [each for player in players for each in player.times]
        print(f"{pupils} pupils, {len(times)} moves in {seconds:.0f} s: {told(times)}; memory {memory(process):.0f} MB")
        print(f"the service itself took {share:.0%} of one processor")
        assert len(times) >= pupils * PUPIL_MOVES


def main() -> None:
    print(f"1 Y = {yardstick.seconds():.3f} s")
    chosen = sys.argv[1] if len(sys.argv) > 1 else "all"
    if chosen in ("all", "interface"):
        asyncio.run(interface())
    if chosen in ("all", "page"):
        asyncio.run(page_beside_long_work())
    if chosen in ("all", "class"):
        asyncio.run(a_class(int(sys.argv[2]) if len(sys.argv) > 2 else PUPILS))


if __name__ == "__main__":
    main()
