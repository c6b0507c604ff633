"""Checkpoint files: what a long exact search has learned, for a later search to continue from.

The first line is JSON: the format, the rules, the width and kind of guesses, and the digest
of the rest of the file, which is the journal of the native search. A search on many workers also writes there what
is open of its first guesses, and its best tree, with a digest of their own; other searches write neither. The file is
written either completely or not at all, so a crash leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from sito.base.files import write_atomically
from sito.errors import N_, FileError, InputError, SitoError, system_reason
from sito.exact.problem import Problem
from sito.exact.solver import Journal
from sito.exact.start import keeps_to
from sito.native.errors import native_errors
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify

FORM = "sito-exact-checkpoint 2"


class Checkpoint:
    """A checkpoint file for searches with the same rules, width and kind of guesses.

    Searches of any objective, depth and history can share it. Raises `InputError` if the file is damaged or belongs
    to another search, and leaves it as it is; `FileError` if it cannot be read or written.
    """

    def __init__(self, file: Path, rules: Rules, *, consistent: bool = False, width: int | None = None) -> None:
        self.file = file
        # Files of before say "true" where every guess agrees with all answers; now it may also be the secret itself.
        guesses = "possible" if consistent else False
        self._about = {"form": FORM, "rules": rules.key, "consistent": guesses, "width": width}
        self.open: dict[str, object] | None = None
        """What was open in a search on many workers, if the file is one of those."""
        self._open_now: Callable[[], dict[str, object]] | None = None
        self.journal = self._read() if file.exists() else Journal()
        self._dump = self.journal.dump
        self.save()  # fails now, not after an hour, if the file cannot be written

    def _read(self) -> Journal:
        try:
            line, _, journal = self.file.read_bytes().partition(b"\n")
        except OSError as error:
            unread = N_("{file} cannot be read: {reason}")
            raise FileError.said(unread, file=str(self.file), reason=system_reason(error)) from None
        try:
            about = json.loads(line)
            digest = about.pop("sha256")
            self.open, open_digest = about.pop("open", None), about.pop("open_sha256", None)
            is_ours = about == self._about
            other = ", ".join(f"{name}: {value}" for name, value in about.items() if self._about.get(name) != value)
            other.encode()  # halves of a character, alone, are refused here
            is_whole = (hashlib.sha256(journal).hexdigest(), _digest(self.open)) == (digest, open_digest)
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            raise self._refused(N_("{file} is no checkpoint of sito solve; give another file")) from None
        if not is_ours:
            other_search = N_("{file} is the checkpoint of another search ({about}); give another file")
            raise self._refused(other_search, about=other)
        if not is_whole:
            raise self.damaged()
        try:
            with native_errors():
                return Journal(journal)
        except InputError:
            raise self.damaged() from None

    def damaged(self) -> InputError:
        """Gives the error for a file whose digests are right, and which still makes no sense."""
        return self._refused(N_("the checkpoint {file} is damaged; delete it or give another file"))

    def _refused(self, message: str, **values: object) -> InputError:
        return InputError.said(message, file=str(self.file), **values)

    def best_for(self, problem: Problem) -> StrategyTree | None:
        """The best tree of a search on many workers, verified, if it is one for this problem.

        Raises `InputError` that names the file if it is no tree.
        """
        try:
            text = None if self.open is None else self.open.get("tree")
            if text is None:
                return None
            tree = StrategyTree.parse(str(text))
            if not keeps_to(tree, problem):
                return None
            verify(tree, problem.rules)
        except (SitoError, AttributeError, TypeError, RecursionError):
            raise self.damaged() from None
        return tree

    def follow(self, dump: Callable[[], bytes], open_now: Callable[[], dict[str, object]]) -> None:
        """Saves from now on what these give: the facts as a journal dumps them, and what is open as JSON."""
        self._dump, self._open_now = dump, open_now

    def save(self) -> None:
        """Writes what the journal holds at this moment; a search may be running. Raises `FileError`."""
        journal = self._dump()
        about: dict[str, object] = {**self._about, "sha256": hashlib.sha256(journal).hexdigest()}
        if self._open_now is not None:
            self.open = self._open_now()
        if self.open is not None:
            about |= {"open": self.open, "open_sha256": _digest(self.open)}
        write_atomically(self.file, json.dumps(about).encode() + b"\n" + journal)


def _digest(open_tree: dict[str, object] | None) -> str | None:
    return None if open_tree is None else hashlib.sha256(json.dumps(open_tree).encode()).hexdigest()
