"""The service is killed in the middle of moves: every move that was answered is there when it is back.

`python -m benchmarks.kills_web` does it many times.
"""

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

import httpx
import psutil

from tests.web.service import Service
from tests.web.test_games_rest import Player


class Mover:
    """Makes moves until it is told to stop, or the service is gone; what was answered it knows."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.moves = 0
        self.sent: tuple[str, dict[str, str]] | None = None

    def begin(self, client: httpx.Client) -> None:
        level = {"level": "easy"} if self.kind != "play" else {}
        guesses = {"guesses": 0} if self.kind != "duel" else {}
        self.player = Player(client, "", kind=self.kind, rules="5x8", **level, **guesses)
        if self.kind == "duel":
            self.player.ask("POST", "/secrets")

    def go_on(self, client: httpx.Client) -> None:
        """Makes moves until the connection breaks."""
        self.player.client = client
        try:
            while True:
                if self.player.game["over"]:
                    self.sent = None
                    self.begin(client)
                elif self.kind == "keep":
                    self._move("/answers", {"answer": "?"})
                else:
                    self._move("/guesses", {"guess": "ABCDE"[self.moves % 5] + "FGHA"})
        except httpx.TransportError:
            pass

    def _move(self, where: str, body: dict[str, str]) -> None:
        self.moves += 1
        self.sent = where, body
        self.player.ask("POST", where, key=f"move {self.moves}", **body)

    def check(self, client: httpx.Client) -> None:
        """Sees that the game is as it was when it was answered last, or one move later; sends the last move again."""
        known = self.player.game
        self.player.client = client
        found = self.player.ask("GET")
        later = found["version"] - known["version"]
        assert 0 <= later <= 1
        for turns in ("turns", "yours", "theirs"):
            assert found.get(turns, [])[: len(known.get(turns, []))] == known.get(turns, [])
        if not later:
            assert {**found, "seen": None} == {**known, "seen": None}
        if self.sent is not None:
            where, body = self.sent
            again = self.player.ask("POST", where, key=f"move {self.moves}", **body)
            assert again["version"] == known["version"] + 1 or (not later and again == known)


def test_sigkill_loses_no_move_that_was_answered(tmp_path: Path) -> None:
    play_and_kill(tmp_path, players=3, kills=1)


def play_and_kill(folder: Path, players: int, kills: int) -> int:
    """Kills a service again and again while so many play; gives how many moves were made."""
    all_of_them = [Mover(("play", "keep", "duel")[number % 3]) for number in range(players)]
    with Service(folder, workers=2, rate=0, log="none") as running:
        with connected(running) as client:
            for player in all_of_them:
                player.begin(client)
        for _ in range(kills):
            clients = [connected(running) for _player in all_of_them]
            threads = [
                threading.Thread(target=player.go_on, args=(client,))
                for player, client in zip(all_of_them, clients, strict=True)
            ]
            made = [player.moves for player in all_of_them]
            for thread in threads:
                thread.start()
            while any(player.moves < before + 5 for player, before in zip(all_of_them, made, strict=True)):
                assert all(thread.is_alive() for thread in threads)
                time.sleep(0.01)
            kill(running)
            for thread, client in zip(threads, clients, strict=True):
                thread.join()
                client.close()
            running.start()
            with connected(running) as client:
                for player in all_of_them:
                    player.check(client)
    assert all(player.moves >= 5 * kills for player in all_of_them)
    return sum(player.moves for player in all_of_them)


def connected(running: Service) -> httpx.Client:
    return httpx.Client(base_url=f"{running.address}/api/v1", timeout=600)


def kill(running: Service) -> None:
    """Kills the service, and the processes of its pool, which would end by themselves a little later."""
    children = psutil.Process(running.process.pid).children(recursive=True)
    running.end(signal.SIGKILL)
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
