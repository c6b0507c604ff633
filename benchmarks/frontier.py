"""Goes on with the proof of a game that is open, from a build of its own and beside all other work.

python3 -m benchmarks.frontier start 5x8 [OPTIONS OF SOLVE]   # `make frontier` runs it
python3 -m benchmarks.frontier status                         # what it said last
python3 -m benchmarks.frontier stop                           # ends it; its checkpoint is written

All that a run has is in one folder beside the checkout, `../frontier`, or what FRONTIER names: an environment with the
Sito of the last commit (REBUILD=1 makes it anew), and of the game the checkpoint, the tree, the result and the log. A
run begins with the checkpoint that knows most, of those in this folder, in docs/atlas/open, and beside the checkout in
`runs` and `shared/runs`; a large one may lie there in parts, as FILE.1, FILE.2 and so on. In one folder there is one
run at a time. It needs what `pip install .` needs, and git.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent


def folder() -> Path:
    return Path(os.environ.get("FRONTIER") or ROOT.parent / "frontier").resolve()


def places(game: str) -> list[Path]:
    """Where checkpoints of a game may lie."""
    beside = folder().parent
    named = [folder(), beside / "shared" / "runs", ROOT / "docs" / "atlas" / "open"]
    return [*(place / f"{game}.checkpoint" for place in named), *sorted((beside / "runs").glob("*.checkpoint"))]


def parts(file: Path) -> list[Path]:
    """Gives the file if it is there, and else its parts."""
    return [file] if file.exists() else sorted(file.parent.glob(f"{file.name}.[1-9]"))


def whole(file: Path) -> bytes:
    """Reads a file, or its parts one after the other."""
    return b"".join(part.read_bytes() for part in parts(file))


def facts(file: Path, game: str) -> int:
    """Returns the length of what a checkpoint knows of a game; 0 if it is none, or not whole."""
    try:
        head, _, journal = whole(file).partition(b"\n")
        about = json.loads(head)
        asked = (about["rules"], about["consistent"], about["width"], about["sha256"])
    except (OSError, ValueError, LookupError, TypeError):
        return 0
    return len(journal) if asked == (game, False, None, hashlib.sha256(journal).hexdigest()) else 0


def best_checkpoint(files: list[Path], game: str) -> Path | None:
    """Finds the checkpoint that knows most, and of several the newest."""
    known = [(facts(file, game), file) for file in files]
    found = [(size, parts(file)[-1].stat().st_mtime, file) for size, file in known if size]
    return max(found)[-1] if found else None


def build(*, anew: bool) -> Path:
    """Makes an environment with the Sito of the last commit, unless there is one; returns its program."""
    environment = folder() / "build"
    program = environment / "bin" / "sito"
    if anew or not program.exists():
        print(f"building the last commit in {environment}", flush=True)
        with tempfile.TemporaryDirectory() as source:
            archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
            subprocess.run(["tar", "-x"], cwd=source, input=archive.stdout, check=True)
            subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
            subprocess.run([environment / "bin" / "python", "-m", "pip", "install", "--quiet", source], check=True)
    return program


@contextmanager
def lock() -> Iterator[tuple[IO[str], bool]]:
    """Opens the file that a run keeps locked while it lives; tells whether there is none, and then locks it."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / "run").open("a+") as file:
        file.seek(0)
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            yield file, False
        else:
            yield file, True


def note_process(file: IO[str], process: int, game: str) -> None:
    """Notes which process is to be stopped: at first the one that builds."""
    file.truncate(0)
    print(process, game, file=file, flush=True)


def start(game: str, options: list[str]) -> None:
    """Starts a run that outlives this program and its terminal."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run that ignored it could not be stopped
    with lock() as (file, free):
        if not free:
            raise SystemExit(f"a run is under way in {folder()}: {file.read()}")
        note_process(file, os.getpid(), game)
        program = build(anew=bool(os.environ.get("REBUILD")))
        mine, tree = folder() / f"{game}.checkpoint", ROOT / "docs" / "tables" / f"{game}.tree.gz"
        known = best_checkpoint(places(game), game)
        if known is not None and known != mine:
            mine.with_suffix(".new").write_bytes(whole(known))
            mine.with_suffix(".new").replace(mine)
        first = ["ionice", "-t", "-c", "3"] if shutil.which("ionice") else []
        asked = ["--fresh", "--json", "--checkpoint", str(mine), "--save", str(folder() / f"{game}.tree.gz")]
        begun = ["--start", str(tree)] if tree.exists() else []
        with (folder() / f"{game}.json").open("a") as result, (folder() / f"{game}.log").open("a") as log:
            child = subprocess.Popen(
                [*first, "nice", "-n", "19", program, "solve", game, *asked, *begun, *options],
                stdin=subprocess.DEVNULL,
                stdout=result,
                stderr=log,
                start_new_session=True,
                pass_fds=[file.fileno()],  # the lock is held until the run ends
            )
        # Linux weighs a session of its own as a whole; nice alone would make it wait for nothing but itself.
        with suppress(OSError):
            Path(f"/proc/{child.pid}/autogroup").write_text("19")
        note_process(file, child.pid, game)
        print(f"{game} goes on from {known or 'the beginning'} as process {child.pid}; its log is {log.name}")


def status() -> None:
    """Prints what the run said last, and how old its checkpoint is."""
    with lock() as (file, free):
        _, game = file.read().split() or ("", "")
    if not game:
        raise SystemExit(f"nothing was started in {folder()}")
    checkpoint, log = folder() / f"{game}.checkpoint", folder() / f"{game}.log"
    print(f"{game} {'is not running' if free else 'is running'}")
    if log.exists():
        print(*log.read_text().splitlines()[-1:], sep="\n")
    if checkpoint.exists():
        age = time.time() - checkpoint.stat().st_mtime
        print(f"{checkpoint}: {checkpoint.stat().st_size} bytes, written {age / 60:.0f} minutes ago")


def stop() -> None:
    """Ends the run as Ctrl-C does, and waits until it has written what it knows."""
    with lock() as (file, free):
        if not free:
            with suppress(ProcessLookupError):
                os.kill(int(file.read().split()[0]), signal.SIGINT)
            flock(file, LOCK_EX)
    status()


def main() -> None:
    match sys.argv[1:]:
        case ["start", game, *options]:
            start(game, options)
        case ["status"]:
            status()
        case ["stop"]:
            stop()
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
