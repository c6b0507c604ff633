"""How Python limits, watches and interrupts long native work: one way for all of it.

Native calls take a `NativeWatch`, and tell in a word what stopped them. A `NativeRun` makes it of the limits, the
callback and the wish about Ctrl-C that a function of the library was given, and makes a `Stopped` of the word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from sito.base.limits import Limits, OnInterrupt, Stopped, check_run

Told = TypeVar("Told")
_MOST = (1 << 63) - 1


def counted(number: int | None) -> int | None:
    """Keeps a limit to what native work can count, which never gets so far."""
    return None if number is None else min(number, _MOST)


class NativeWatch(NamedTuple, Generic[Told]):
    """How long native work may take, and what is called with its progress and ends it by a true answer."""

    seconds: float | None = None
    callback: Callable[[Told], object] | None = None


class NativeRun(Generic[Told]):
    """One stretch of native work, limited and watched.

    `work` and `watch` are for the native call. A true answer of `on_progress` or of
    `limits.stop` stops the work, and what they raise passes through untouched. Raises
    `InputError` for limits and callbacks that are none, and for an `on_interrupt` that is
    neither `"raise"` nor `"return"`.

    >>> run = NativeRun(Limits(seconds=0.5))
    >>> run.watch, run.stopped("time")
    (NativeWatch(seconds=0.5, callback=None), <Stopped.TIME: 'time'>)
    >>> NativeRun(Limits(), on_interrupt="ignore")
    Traceback (most recent call last):
    sito.errors.InputError: on_interrupt is 'ignore'; it must be 'raise' or 'return'
    """

    def __init__(
        self,
        limits: Limits,
        on_progress: Callable[[Told], object] | None = None,
        on_interrupt: OnInterrupt = "raise",
    ) -> None:
        check_run(limits, on_interrupt, on_progress=on_progress)
        self.work = counted(limits.work)
        self._stop = limits.stop
        self._on_progress = on_progress
        self._returns = on_interrupt == "return"
        self._interrupted = False
        is_watched = self._stop is not None or on_progress is not None
        self.watch: NativeWatch[Told | None] = NativeWatch(limits.seconds, self._watch if is_watched else None)

    def _watch(self, told: Told | None) -> bool:
        """Answers whether to stop; it is told nothing while there is nothing to tell."""
        try:
            if self._stop is not None and self._stop():
                return True
            return told is not None and self._on_progress is not None and bool(self._on_progress(told))
        except KeyboardInterrupt:  # Ctrl-C that was pressed while a callback was at work
            if not self._returns:
                raise
            self._interrupted = True
            return True

    def stopped(self, word: str | None) -> Stopped | None:
        """Tells why the work ended early, if it did. Raises `KeyboardInterrupt` if Ctrl-C shall do so.

        >>> NativeRun(Limits(), on_interrupt="return").stopped("interrupt")
        <Stopped.INTERRUPT: 'interrupt'>
        """
        if self._interrupted:
            return Stopped.INTERRUPT
        if word is None:
            return None
        if word == Stopped.INTERRUPT and not self._returns:
            raise KeyboardInterrupt
        return Stopped(word)
