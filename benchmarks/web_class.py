"""A class of thirty on this machine: how long a move takes, how much memory that is, and that a kill loses none.

The pupils play over REST, all from one address, with the default settings; in the middle the service, page and all, is
killed and started again. Times are of the wall clock, from the side of a pupil; moves that were sent while the service
was gone are told by themselves. Then as many pupils of each of three classes open their pages at once, by HTTP alone.

python -m benchmarks.web_class           # thirty pupils, twenty moves each
python -m benchmarks.web_class 40 10     # so many pupils and moves
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
from pathlib import Path

import httpx
import psutil
from tests.web.lesson import check, lesson
from tests.web.service import Service

from benchmarks import yardstick
from benchmarks.web_load import memory, told

PUPILS, MOVES = 30, 20
THINKS = (1.0, 3.0)
"""Seconds between the moves of a pupil."""


def watch(service: Service, over: threading.Event) -> list[tuple[float, float]]:
    """Notes the memory of the service, alone and with its processes, in MB, until it is over."""
    seen = []
    while not over.wait(0.25):
        try:
            process = psutil.Process(service.process.pid)
            seen.append((process.memory_info().rss / 1e6, memory(process)))
        except psutil.Error:  # it is being killed
            continue
    return seen


async def open_pages(service: Service, pupils: int) -> list[int]:
    """Opens the pages of three classes for so many pupils each at once, and gives the statuses."""
    async with httpx.AsyncClient(base_url=service.address, timeout=600) as client:
        rooms = [(await client.post("/api/v1/classes", json={"rules": "4x6"})).json() for _ in range(3)]
        replies = await asyncio.gather(*(client.get(f"/class/{room['code']}") for room in rooms for _ in range(pupils)))
    return [reply.status_code for reply in replies]


def main() -> None:
    pupils, moves = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (PUPILS, MOVES)
    print(f"1 Y = {yardstick.seconds():.3f} s")
    workers = max(1, os.cpu_count() or 1)
    settings = {"workers": workers, "heavy_workers": max(1, workers // 2), "log": "none"}
    seen: list[tuple[float, float]] = []
    over = threading.Event()
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder), page=True, **settings) as service:
        watching = threading.Thread(target=lambda: seen.extend(watch(service, over)))
        watching.start()
        try:
            found = asyncio.run(lesson(service, pupils, moves, THINKS))
            check(found, moves)
            statuses = asyncio.run(open_pages(service, pupils))
        finally:
            over.set()
            watching.join()
    assert statuses == [200] * 3 * pupils, statuses
    times = [seconds for pupil in found.pupils for seconds in pupil.times]
    waits = [seconds for pupil in found.pupils for seconds in pupil.waits]
    assert len(times) + len(waits) == pupils * moves
    assert waits
    print(f"{pupils} pupils, {len(times)} moves: {told(times)}, slowest {max(times) * 1e3:.0f} ms")
    print(f"{sum(seconds <= 1 for seconds in times) / len(times):.1%} of them within a second; no move was lost")
    print(f"{len(waits)} moves waited for the service, which was killed once: {max(waits):.1f} s at most")
    print(f"{len(statuses)} pages of three classes were opened at once from one address, none refused")
    alone, together = (max(sizes) for sizes in zip(*seen, strict=True))
    print(f"the service took {alone:.0f} MB, with its processes {together:.0f} MB")


if __name__ == "__main__":
    main()
