"""Work that takes long, done in processes of its own, so that nobody waits for another's search.

A task is a function at the top of a module whose first argument is a `Work`, and whose other
arguments and result are JSON values. `pool` runs tasks while a person waits, `jobs` those
that take minutes. Processes of the pool import neither NiceGUI nor FastAPI.
"""

from __future__ import annotations

from sito.web.work.faults import Busy, NoSuchJob, TaskFailed
from sito.web.work.task import Lane, Task

__all__ = ["Busy", "Lane", "NoSuchJob", "Task", "TaskFailed"]
