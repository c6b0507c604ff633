"""What can go wrong with work that is done in another process."""

from __future__ import annotations

import pickle
from contextlib import suppress

from sito.errors import N_, Fault, SitoError


class Busy(SitoError):
    """There is too much to do already; the same may go well a little later.

    >>> Busy().exit_code
    1
    """

    retry_after = 2
    """After how many seconds it is worth another try."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*(faults or [Fault(N_("the service has too much to do now; try again in a few seconds"))]))


class NoSuchJob(SitoError):
    """There is no job with this number, or it is another person's, or it was over long ago."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*(faults or [Fault(N_("there is no such job, or it was over some time ago"))]))


class Stopping(SitoError):
    """The service is being stopped."""

    retry_after = 10
    """After how many seconds it is worth another try."""


class TaskFailed(Exception):
    """A task raised an error that is a mistake of Sito; the text is its traceback, for the log."""


# What ends work; faults are sentences, and an error is made of one where it is raised.
TOO_LONG = Fault(N_("this took too long, and was ended; ask for less, or for a smaller game"))
TOO_MUCH_MEMORY = Fault(N_("this took too much memory, and was ended; ask for less, or for a smaller game"))
TOO_LARGE = Fault(N_("the result is too large to be sent; ask for less, or for a smaller game"))
DIED = Fault(N_("the process that did this ended; it may have taken too much memory or time"))
STOPPING = Fault(N_("the service is being stopped; try again when it is back"))


def mistake(number: str) -> SitoError:
    """Makes the error of what failed by a mistake in Sito, of which the log tells under a number."""
    return SitoError(
        Fault(N_("this is a mistake in Sito, not yours; the log tells of it as number {number}"), number=number)
    )


def portable(error: SitoError) -> SitoError:
    """Gives the same error with faults that any process can read: values that cannot be pickled become text.

    >>> portable(SitoError(Fault("{size} of {what}", size=3, what=open))).faults[0].values["size"]
    3
    """
    if _travels(error, error.faults):
        return error
    faults = tuple(map(_portable, error.faults))
    for kind in type(error).__mro__:
        if issubclass(kind, SitoError):
            with suppress(Exception):
                copy = kind(*faults)
                if _travels(copy, faults):
                    return copy
    return SitoError(*faults)


def _travels(error: SitoError, faults: tuple[Fault, ...]) -> bool:
    try:
        return bool(pickle.loads(pickle.dumps(error)).faults == faults)
    except Exception:
        return False


def _portable(fault: Fault) -> Fault:
    return Fault(fault.message, fault.plural, **{name: _value(value) for name, value in fault.values.items()})


def _value(value: object) -> object:
    if isinstance(value, Fault):
        return _portable(value)
    return value if isinstance(value, int | float | str | None) else str(value)
