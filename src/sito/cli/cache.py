"""What is kept between runs, such as proofs and results; a place that cannot be used is no reason to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sito.base.paths import data_dir
from sito.base.store import Store, open_store
from sito.cli.output import message
from sito.errors import StoreError
from sito.show.i18n import _, error_text

Result = TypeVar("Result")


@contextmanager
def cache() -> Iterator[Store]:
    """Opens the store of results; where that cannot be, says so once and gives one that is gone at the end."""
    with open_store(data_dir(), _warn) or Store(":memory:") as store:
        yield store


class Keeper:
    """Reads and keeps results, and says once if that cannot be done."""

    def __init__(self) -> None:
        self.works = True

    def keep(self, work: Callable[[], Result]) -> Result | None:
        """Reads or writes results and gives what that gives; None if it fails, or has failed before."""
        if not self.works:
            return None
        try:
            return work()
        except StoreError as error:
            self.works = False
            _warn(error)
            return None


def _warn(error: StoreError) -> None:
    problem = _("sito: results are not kept: {problem}")
    message(problem.format(problem=error_text(error)))
