"""Stores the results of jobs, so that an interrupted tournament can continue."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from sito.base.store import Store
from sito.tournament.games import Secrets
from sito.tournament.plan import Job
from sito.tournament.run import Played


def keep_result(store: Store, job: Job, played: Played) -> None:
    """Stores the result of a job, in place of an older one. Raises `StoreError`.

    Not stored are refusals of a strategy to play the game, and the results of a strategy
    for which `Entry.kept_as` is None, because a later run could not recognise it.
    """
    if played.refusal or job.entry.kept_as is None:
        return
    lengths = struct.pack(f"<{len(played.lengths)}H", *played.lengths)
    store.change(
        "INSERT OR REPLACE INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*_key(job), lengths, played.examined, played.seconds),
    )


def kept_results(store: Store, jobs: Iterable[Job]) -> Iterator[tuple[Job, Played]]:
    """Returns the stored results of these jobs. Raises `StoreError`."""
    for job in jobs:
        if job.entry.kept_as is None:
            continue
        row = store.row(
            "SELECT lengths, examined, seconds FROM job "
            "WHERE rules = ? AND strategy = ? AND edition = ? AND secrets = ? AND seed = ?",
            _key(job),
        )
        if row:
            lengths, examined, seconds = row
            yield job, Played(struct.unpack(f"<{len(lengths) // 2}H", lengths), examined, seconds)


def _key(job: Job) -> tuple[str, str, str, str, str]:
    entry = job.entry
    seed = "" if job.seed is None else str(job.seed)
    return str(entry.rules), entry.name, entry.kept_as or "", _secrets_text(job.secrets), seed


def _secrets_text(secrets: Secrets) -> str:
    """Writes numbers of secrets: `0-255`, or `3 17 99` for a sample."""
    if isinstance(secrets, range):
        return f"{secrets.start}-{secrets.stop - 1}"
    return " ".join(map(str, secrets))
