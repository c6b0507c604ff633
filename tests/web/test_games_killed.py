"""The service is killed in the middle of moves: every move that was answered is there when it is back.

`python -m benchmarks.kills_web` does it many times.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.web.serving import Server


class Player:
    """Makes moves until it is told to stop, or the service is gone; what was answered it knows."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.token, self.id = "", ""
        self.answered: dict[str, Any] = {}
        self.moves = 0
        self.sent: tuple[str, dict[str, str]] | None = None

    def begin(self, client: httpx.Client) -> None:
        level = {"level": "easy"} if self.kind != "play" else {}
        guesses = {"guesses": 0} if self.kind != "duel" else {}
        seat = client.post("/games", json={"kind": self.kind, "rules": "5x8", **level, **guesses}).json()
        self.token, self.id, self.answered = seat["token"], seat["game"]["id"], seat["game"]
        if self.kind == "duel":
            self.send(client, "/secrets", {})

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def send(self, client: httpx.Client, where: str, body: dict[str, str], key: str | None = None) -> None:
        headers = {**self._headers, **({} if key is None else {"Idempotency-Key": key})}
        response = client.post(f"/games/{self.id}{where}", json=body, headers=headers)
        assert response.status_code == 200, response.text
        self.answered = response.json()

    def go_on(self, client: httpx.Client) -> None:
        """Makes moves until the connection breaks."""
        try:
            while True:
                if self.answered["over"]:
                    self.sent = None
                    self.begin(client)
                elif self.kind == "keep":
                    self._move(client, "/answers", {"answer": "?"})
                else:
                    self._move(client, "/guesses", {"guess": "ABCDE"[self.moves % 5] + "FGHA"})
        except httpx.TransportError:
            pass

    def _move(self, client: httpx.Client, where: str, body: dict[str, str]) -> None:
        self.moves += 1
        self.sent = where, body
        self.send(client, where, body, key=f"move {self.moves}")

    def check(self, client: httpx.Client) -> None:
        """Sees that the game is as it was when it was answered last, or one move later; sends the last move again."""
        response = client.get(f"/games/{self.id}", headers=self._headers)
        assert response.status_code == 200
        found, known = response.json(), self.answered
        assert 0 <= found["version"] - known["version"] <= 1
        for turns in ("turns", "yours", "theirs"):
            assert found.get(turns, [])[: len(known.get(turns, []))] == known.get(turns, [])
        if found["version"] == known["version"]:
            assert {**found, "seen": None} == {**known, "seen": None}
        if self.sent is not None:
            before = found["version"] - known["version"]
            self.send(client, *self.sent, key=f"move {self.moves}")
            assert self.answered["version"] == known["version"] + 1 or (not before and self.answered == known)


def test_sigkill_loses_no_move_that_was_answered(tmp_path: Path) -> None:
    play_and_kill(tmp_path, players=3, kills=1)


def play_and_kill(folder: Path, players: int, kills: int) -> int:
    """Kills a service again and again while so many play; gives how many moves were made."""
    running = Server(folder, "tests.web.rest_alone")
    all_of_them = [Player(("play", "keep", "duel")[number % 3]) for number in range(players)]
    running.start()
    try:
        with httpx.Client(base_url=f"{running.address}/api/v1", timeout=600) as client:
            for player in all_of_them:
                player.begin(client)
        for _ in range(kills):
            clients = [httpx.Client(base_url=f"{running.address}/api/v1", timeout=600) for _player in all_of_them]
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
            with httpx.Client(base_url=f"{running.address}/api/v1", timeout=600) as client:
                for player in all_of_them:
                    player.check(client)
    finally:
        running.stop()
    assert all(player.moves >= 5 * kills for player in all_of_them)
    return sum(player.moves for player in all_of_them)


def kill(running: Server) -> None:
    """Kills the service, and the processes of its pool, which would end by themselves a little later."""
    children = psutil.Process(running.process.pid).children(recursive=True)
    running.stop(signal.SIGKILL)
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
