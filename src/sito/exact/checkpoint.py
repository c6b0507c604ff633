"""What a long exact search has learnt, in a file from which a later one goes on.

The first line says what the file is, as JSON: its form, the rules, the width and kind of
guesses, and the digest of what follows, which is the journal of the native search. The
file is written beside the old one and put in its place, so a crash leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from sito.errors import N_, Fault, InputError
from sito.exact.solver import Journal
from sito.rules import Rules

FORM = "sito-exact-checkpoint 2"


class Checkpoint:
    """A file for the searches of some rules, of one width and kind of guesses.

    It serves any objective, depth and history of these. Raises `InputError` if the file is
    damaged or of another search, and leaves it as it is; `OSError` if it cannot be read.
    """

    def __init__(self, file: Path, rules: Rules, *, consistent: bool = False, width: int | None = None) -> None:
        self._file = file
        self._about = {"form": FORM, "rules": rules.key, "consistent": consistent, "width": width}
        self.journal = self._read() if file.exists() else Journal()
        self.save()  # rather now than after an hour: whether the file can be written at all

    def _read(self) -> Journal:
        line, _, journal = self._file.read_bytes().partition(b"\n")
        try:
            about = json.loads(line)
            digest = about.pop("sha256")
        except (ValueError, KeyError, AttributeError, TypeError):
            raise self._refused(N_("{file} is no checkpoint of sito solve; give another file")) from None
        if about != self._about:
            raise self._refused(
                N_("{file} is the checkpoint of another search ({about}); give another file"),
                about=", ".join(f"{name}: {value}" for name, value in about.items() if self._about.get(name) != value),
            )
        damaged = N_("the checkpoint {file} is damaged; delete it or give another file")
        if hashlib.sha256(journal).hexdigest() != digest:
            raise self._refused(damaged)
        try:
            return Journal(journal)
        except ValueError:
            raise self._refused(damaged) from None

    def _refused(self, message: str, **values: object) -> InputError:
        return InputError(Fault(message, file=str(self._file), **values))

    def save(self) -> None:
        """Writes what the journal holds by now, also while a search is running."""
        journal = self.journal.dump()
        about = {**self._about, "sha256": hashlib.sha256(journal).hexdigest()}
        file = Path(os.path.realpath(self._file))  # a link stays one
        partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
        try:
            partial.write_bytes(json.dumps(about).encode() + b"\n" + journal)
            os.replace(partial, file)
        except BaseException:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            raise
