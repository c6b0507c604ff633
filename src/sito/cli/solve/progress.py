"""The line that says how an exact search stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sito.codes.code import CodeSpace
from sito.exact.problem import Progress
from sito.show.i18n import _
from sito.show.in_words.solutions import stage_names

if TYPE_CHECKING:
    from sito.exact.estimate import Estimate

_STEPS_SHOWN = 2


def progress_line(progress: Progress, guesses: CodeSpace, seconds: float, estimate: Estimate | None = None) -> str:
    """Says in one line how a search stands, and what is likely left of it."""
    names = stage_names()
    if progress.stage == "certificate":
        done = 100 * progress.settled // max(progress.first_guesses, 1)
        text = _("writing the certificate: {percent} %").format(percent=done)
        return text + "  " + _("{seconds} s").format(seconds=int(seconds))
    if progress.stage not in names:  # the answers are tabulated, and there is no bound yet
        return _("preparing the search") + "  " + _("{seconds} s").format(seconds=int(seconds))
    if progress.upper is None:
        bounds, gap = _("at least {lower}").format(lower=progress.lower), "-"
    else:
        bounds = f"{progress.lower}..{progress.upper}"
        gap = f"{100 * (progress.upper - progress.lower) / max(progress.upper, 1):.2f} %"
    return _(
        "{stage} {bounds}  gap {gap}  first {guess}  {positions} positions  {speed}/s  {memory} MB  {seconds} s"
    ).format(
        stage=names[progress.stage],
        bounds=bounds,
        gap=gap,
        guess=_first(progress, guesses, estimate),
        positions=progress.positions,
        speed=round(progress.positions / max(seconds, 1e-3)),
        memory=progress.memory // 10**6,
        seconds=int(seconds),
    )


def _first(progress: Progress, guesses: CodeSpace, estimate: Estimate | None) -> str:
    """Says where a search is: the first guess, how many are settled of how many, and the same of its cells and so on.

    What is likely left stands behind the first guess.

    Two spaces part what need not stand together: where a line is too long, the last parts are left out.
    """
    guess = "-" if progress.guess is None else guesses.text(progress.guess)
    parts = [f"{guess} {progress.settled}/{progress.first_guesses}" if progress.first_guesses else guess]
    if estimate is not None:
        percent = _range(*(100 * share for share in estimate.settled))
        parts += [_time_left(*estimate.seconds), _("{range} % done").format(range=percent)]
    for place, step in enumerate(progress.steps[:_STEPS_SHOWN]):
        if place:
            parts.append(f"{guesses.text(step.guess)} {step.settled}/{step.guesses}")
        if step.cell is not None:
            parts.append(f"{step.cell.answer} {step.cell.settled}/{step.cell.cells}")
    return "  ".join(parts)


def _time_left(least: float, most: float) -> str:
    """Says how much time is likely left, in a unit that suits the greater of two numbers of seconds.

    >>> _time_left(45, 2_000), _time_left(4_000, 40_000), _time_left(1, 1)
    ('likely 0.8..33 min left', 'likely 1.1..11 h left', 'likely 1 s left')
    """
    if most < 100:
        return _("likely {range} s left").format(range=_range(least, most))
    if most < 100 * 60:
        return _("likely {range} min left").format(range=_range(least / 60, most / 60))
    if most < 100 * 3600:
        return _("likely {range} h left").format(range=_range(least / 3600, most / 3600))
    return _("likely {range} days left").format(range=_range(least / 86400, most / 86400))


def _range(least: float, most: float) -> str:
    """Writes two numbers with two digits at least, and one number where they look alike.

    >>> _range(0.2, 3.14), _range(9.9, 1234.5), _range(12.1, 12.2)
    ('0.2..3.1', '9.9..1234', '12')
    """
    low, high = (f"{number:.1f}".removesuffix(".0") if number < 10 else f"{number:.0f}" for number in (least, most))
    return low if low == high else f"{low}..{high}"
