"""Limits as people write them: --time 90s, --memory 1.5GiB; the same for every command."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated

from sito.base.limits import Limits, Stopped
from sito.cli.output import message
from sito.errors import N_, Fault, InputError, LimitError, gathered
from sito.operations.operation import Ask
from sito.show.i18n import _

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_BYTES = {
    "": 1,
    **{letter: 1000**power for power, letter in enumerate("kmgt", 1)},
    **{f"{letter}b": 1000**power for power, letter in enumerate("kmgt", 1)},
    **{f"{letter}ib": 1024**power for power, letter in enumerate("kmgt", 1)},
}
_NUMBER = r"([0-9]{1,18}(?:\.[0-9]{1,9})?)"

TimeOption = Annotated[str | None, Ask(N_("How long it may take: seconds, or as in 90s, 5m, 1.5h."))]
MemoryOption = Annotated[
    str | None,
    Ask(N_("How much memory it may take, as in 500MB or 1.5GiB; 1 GB is 1000 MB, 1 GiB is 1024 MiB."), metavar="SIZE"),
]


@dataclass(frozen=True, kw_only=True)
class TimeLimit:
    """How long some work may take."""

    HEADING = N_("Limits")

    time: TimeOption = None

    def limits(self) -> Limits:
        """Reads it. Raises `InputError`."""
        return Limits(seconds=None if self.time is None else parse_time(self.time))


@dataclass(frozen=True, kw_only=True)
class SearchLimits(TimeLimit):
    """How long a search may take, and how much memory."""

    memory: MemoryOption = None

    def limits(self, memory: int | None = None, work: int | None = None) -> Limits:
        """Reads them; `memory` is the size without the option. Raises `InputError` with what is wrong with both."""
        faults: list[Fault] = []
        size = memory
        with gathered(faults):
            limits = super().limits()
        with gathered(faults):
            size = memory if self.memory is None else parse_size(self.memory)
        InputError.check(faults)
        return replace(limits, memory=size, work=work)


def parse_time(text: str) -> float:
    """Reads a time in seconds. Raises `InputError`.

    >>> [parse_time(text) for text in ("2.5", "90s", "5m", "1.5h")]
    [2.5, 90.0, 300.0, 5400.0]
    """
    match = re.fullmatch(_NUMBER + r" ?([smh]?)", text.strip().lower())
    if match is None:
        wrong = N_("{text!r} is no time; write seconds, or a number with s, m or h, as in --time 90s or --time 1.5h")
        raise InputError(Fault(wrong, text=_short(text)))
    return float(match[1]) * _SECONDS[match[2]]


def parse_size(text: str) -> int:
    """Reads a size in bytes; kB, MB, GB and TB count in thousands, KiB, MiB, GiB and TiB in 1024s. Raises `InputError`.

    >>> [parse_size(text) for text in ("4096", "200MB", "200M", "200 MiB", "1.5GiB")]
    [4096, 200000000, 200000000, 209715200, 1610612736]
    """
    match = re.fullmatch(_NUMBER + r" ?([a-z]{0,3})", text.strip().lower())
    size = int(float(match[1]) * _BYTES[match[2]]) if match and match[2] in _BYTES else 0
    if not size:
        wrong = N_(
            "{text!r} is no size of memory; write bytes, or a number with K, M, G or T (KB, MB, GB and TB mean the "
            "same) or with KiB, MiB, GiB or TiB, as in --memory 500MB or --memory 1.5GiB"
        )
        raise InputError(Fault(wrong, text=_short(text)))
    return size


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def cut_short(stopped: Stopped | None) -> int:
    """Says that a search was cut short, and gives the exit code."""
    message(_("sito: the search was cut short, so this is not proven"))
    return 130 if stopped is Stopped.INTERRUPT else LimitError.exit_code
