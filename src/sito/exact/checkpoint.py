"""Checkpoint files: what a long exact search has learned, for a later search to continue from.

The first line is JSON: the format, the rules, the width and kind of guesses, and the digest
of the rest of the file, which is the journal of the native search. The file is written
either completely or not at all, so a crash leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from sito.errors import N_, Fault, FileError, InputError, system_reason
from sito.exact.solver import Journal
from sito.files import write_atomically
from sito.native_errors import native_errors
from sito.rules import Rules

FORM = "sito-exact-checkpoint 2"


class Checkpoint:
    """A checkpoint file for searches with the same rules, width and kind of guesses.

    Searches of any objective, depth and history can share it. Raises `InputError` if the file
    is damaged or belongs to another search, and leaves it as it is; `FileError` if it cannot
    be read or written.
    """

    def __init__(self, file: Path, rules: Rules, *, consistent: bool = False, width: int | None = None) -> None:
        self._file = file
        # Files of before say "true" where every guess agrees with all answers; now it may also be the secret itself.
        guesses = "possible" if consistent else False
        self._about = {"form": FORM, "rules": rules.key, "consistent": guesses, "width": width}
        self.journal = self._read() if file.exists() else Journal()
        self.save()  # fails now, not after an hour, if the file cannot be written

    def _read(self) -> Journal:
        try:
            line, _, journal = self._file.read_bytes().partition(b"\n")
        except OSError as error:
            unread = N_("{file} cannot be read: {reason}")
            raise FileError(Fault(unread, file=str(self._file), reason=system_reason(error))) from None
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
            with native_errors():
                return Journal(journal)
        except InputError:
            raise self._refused(damaged) from None

    def _refused(self, message: str, **values: object) -> InputError:
        return InputError(Fault(message, file=str(self._file), **values))

    def save(self) -> None:
        """Writes what the journal holds at this moment; a search may be running. Raises `FileError`."""
        journal = self.journal.dump()
        about = {**self._about, "sha256": hashlib.sha256(journal).hexdigest()}
        write_atomically(self._file, json.dumps(about).encode() + b"\n" + journal)
