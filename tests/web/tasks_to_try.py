"""Tasks that the tests of the pool run in its processes."""

import os
import signal
import sys
import time
from dataclasses import replace
from typing import Any

from sito.codes.code import Code
from sito.errors import CodeError, Fault
from sito.operations.work import Work
from sito.rules.rules import Rules
from sito.show.i18n import current_language


def add(work: Work, a: int, b: int) -> int:
    return a + b


def say(work: Work, value: Any) -> Any:
    print("something printed")
    return value


def surroundings(work: Work) -> dict[str, Any]:
    """Tells where it runs, and how."""
    return {
        "modules": {name.split(".")[0] for name in sys.modules},
        "niceness": os.nice(0),
        "threads": os.environ["RAYON_NUM_THREADS"],
        "language": current_language(),
    }


def process(work: Work) -> int:
    return os.getpid()


def refuse(work: Work) -> None:
    raise CodeError(
        Fault("{code} is no code of {rules}", code=Code((1, 2)), rules=Rules.parse("4x6")),
        Fault("{count} peg", "{count} pegs", count=2),
    )


def unsayable(work: Work) -> None:
    raise CodeError(Fault("{what} was read", what=lambda: 0))


def fail(work: Work) -> None:
    raise ZeroDivisionError("by a mistake")


def die(work: Work) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def eat(work: Work) -> int:
    kept = []
    while True:
        kept.append(bytearray(10_000_000))


def swell(work: Work, bytes: int) -> str:
    return "x" * bytes


def wait(work: Work, file: str = "") -> str:
    """Waits until it is asked to stop; tells by a file that it has begun."""
    if file:
        with open(file, "w", encoding="utf-8") as begun:
            begun.write(str(os.getpid()))
    count = 0
    while not work.stopped:
        count += 1
        work.progress({"count": count})
        time.sleep(0.01)
    return "stopped"


def sleep(work: Work, seconds: float) -> str:
    """Does not listen to anybody."""
    time.sleep(seconds)
    return "slept"


def search(work: Work) -> str | None:
    """Searches in the native core until it is stopped."""
    from sito.exact import solve

    return solve(Rules.parse("5x6"), limits=replace(work.limits, memory=work.memory)).stopped


def rules(work: Work, text: str) -> str:
    return str(Rules.parse(text))
