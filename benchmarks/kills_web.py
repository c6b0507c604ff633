"""Kills the service of the page while games are played, and proves that no answered move is lost.

python -m benchmarks.kills_web        # a hundred kills with six players; `make prove` runs it
python -m benchmarks.kills_web 10     # so many kills
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.web.test_games_killed import play_and_kill

PLAYERS, KILLS = 6, 100


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    with tempfile.TemporaryDirectory() as folder:
        moves = play_and_kill(Path(folder), PLAYERS, kills)
    print(f"{kills} times killed among {moves} moves of {PLAYERS} players: every move that was answered was there")


if __name__ == "__main__":
    main()
