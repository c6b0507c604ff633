"""Long work to be awaited: `solve_async` is `solve`, and a task that is cancelled ends the search.

Each function here runs another one of the door in a thread. There is one mechanism: the `stop` of its `limits` asks
whether the task was cancelled.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from threading import Event
from typing import ParamSpec, TypeVar, cast

from sito.advice.advice import advise
from sito.advice.boards import advise_boards
from sito.base.limits import Limits, check_limits
from sito.certificate.check import check_certificate
from sito.exact.first import every_first
from sito.exact.game_value import game_value
from sito.exact.solver import solve
from sito.explanation import explain_guess
from sito.odds import best_response, duel_odds
from sito.playing.repairs import diagnose
from sito.puzzles.jugs import solve_jugs
from sito.puzzles.pegs import solve_pegs
from sito.reviews import review
from sito.reviews.many import review_many
from sito.tournament.comparison import compare

P = ParamSpec("P")
R = TypeVar("R")

_DOC = """Awaits `sito.{name}`, which works in a thread; cancelling the task ends the work.

    Parameters, result and errors are those of `sito.{name}`. The event loop goes on meanwhile; callbacks such as
    `on_progress` are called in the thread. A task that is cancelled, which is also what Ctrl-C does in `asyncio.run`,
    ends when the work has ended, about a tenth of a second later.

    >>> import asyncio, sito{before}
    >>> asyncio.run(sito.{name}_async({example})) == sito.{name}({example})
    True
    """
_PROOF = """
    >>> from sito.certificate.header import Claim, with_digest
    >>> proof = with_digest(Claim(sito.Rules.parse("2x3"), 21).header + bytes(1))"""


def asynchronous(function: Callable[P, R], example: str, before: str = "") -> Callable[P, Coroutine[object, None, R]]:
    """Makes a function to be awaited of one that takes `limits`.

    Its docstring shows it with the arguments `example`, and with the lines `before` that they need.
    """
    signature = inspect.signature(function)

    async def awaited(*args: P.args, **kwargs: P.kwargs) -> R:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        limits = cast(Limits, bound.arguments["limits"])
        check_limits(limits)
        cancelled, loop = Event(), asyncio.get_running_loop()

        def stop() -> bool:
            # Of a loop that was closed nobody can await the work, and the program could not end before it.
            return cancelled.is_set() or loop.is_closed() or (limits.stop is not None and bool(limits.stop()))

        bound.arguments["limits"] = replace(limits, stop=stop)
        call = partial(copy_context().run, function, *bound.args, **bound.kwargs)
        # A thread of its own: in the pool of the event loop it might have to wait for other searches.
        thread = ThreadPoolExecutor(1, "sito")
        work = loop.run_in_executor(thread, call)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            cancelled.set()
            with suppress(Exception):  # nobody asks what became of work that was cut short
                await work
            raise
        finally:
            thread.shutdown(wait=False)

    awaited.__name__ = awaited.__qualname__ = f"{function.__name__}_async"
    awaited.__doc__ = _DOC.format(name=function.__name__, example=example, before=before)
    awaited.__dict__["__signature__"] = signature
    return awaited


advise_async = asynchronous(advise, '"4x6 CBFF:o"')
advise_boards_async = asynchronous(advise_boards, 'sito.Boards("4x6", 2).after("AABB", ["xx", "o"])')
best_response_async = asynchronous(best_response, '"3x4", "minimax"')
check_certificate_async = asynchronous(check_certificate, "proof", _PROOF)
compare_async = asynchronous(compare, '"3x4", "minimax"')
diagnose_async = asynchronous(diagnose, '"4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"')
duel_odds_async = asynchronous(duel_odds, '"3x4", "minimax", "entropy"')
every_first_async = asynchronous(every_first, '"3x4"')
explain_guess_async = asynchronous(explain_guess, 'sito.Knowledge("4x6"), "AABB"')
game_value_async = asynchronous(game_value, '"2x3"')
review_async = asynchronous(review, '"3x4 AAB:xx AAC:xx AAD:xxx"')
review_many_async = asynchronous(review_many, '["3x4 AAB:xx AAC:xx AAD:xxx"]')
solve_async = asynchronous(solve, '"3x4"')
solve_jugs_async = asynchronous(solve_jugs, '"5 3", 4')
solve_pegs_async = asynchronous(solve_pegs, '"hoppers", first="0,6"')
