"""Files that commands write, of which - is standard output; and the trees that a search writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sito.base.files import check_writable
from sito.cli.output import emit, emit_json, message, note, settings
from sito.errors import N_, Fault, FileError, InputError
from sito.operations.operation import Ask
from sito.show.i18n import _

if TYPE_CHECKING:
    from sito.strategies.tree.strategy_tree import StrategyTree

STANDARD_OUTPUT = Path("-")


def named(file: Path | None) -> Path | None:
    """Gives the file that was named; None for `-`, which is standard output."""
    return None if file == STANDARD_OUTPUT else file


def check_output(*files: Path | None) -> None:
    """Sees before the work, for it may take long, that files can be written. Raises `FileError`."""
    for file in filter(None, map(named, files)):
        check_writable(file)


def check_tree_output(file: Path | None) -> None:
    """Sees before the work that a tree can be written to a file, which tells its format. Raises `InputError`."""
    from sito.strategies.tree.export import Format

    check_output(file)
    if file is not None and named(file) is not None:
        Format.named(file)


def check_csv(csv: Path | bool | None) -> None:
    """Sees that standard output takes either CSV or JSON. Raises `InputError`."""
    if csv in (True, STANDARD_OUTPUT) and settings.json:
        raise InputError.said("--csv and --json exclude each other; give one of them")


@dataclass(frozen=True, kw_only=True)
class SaveOptions:
    """Where the tree of a search is written."""

    HEADING = N_("Files")

    save: Annotated[
        Path | None, Ask(N_("Where to write the tree, - for standard output; compressed if it ends in .gz."))
    ] = None

    @property
    def tree(self) -> Path | None:
        """The file that the tree goes to."""
        return named(self.save)

    @property
    def tree_on_output(self) -> bool:
        """Whether the tree goes to standard output."""
        return self.save == STANDARD_OUTPUT

    def check(self) -> None:
        """Sees before the work that the tree can be written. Raises `InputError`."""
        check_tree_output(self.save)
        if settings.json and self.tree_on_output:
            raise InputError.said("--json and --save - both write to standard output; name a file for the tree")

    def write(self, tree: StrategyTree | None) -> list[Fault]:
        """Writes the tree; gives what is wrong, so that what was found is told before."""
        if tree is not None and self.tree is not None:
            try:
                tree.save(self.tree)
            except FileError as error:
                return list(error.faults)
        return []

    def show(
        self, tree: StrategyTree | None, sentences: Iterable[str], as_json: Callable[[], dict[str, object]]
    ) -> None:
        """Tells what was found: as JSON, or in sentences, beside the tree if that goes to standard output."""
        if settings.json:
            emit_json(as_json())
            return
        for sentence in sentences:
            (emit if not self.tree_on_output else message if tree is None else note)(sentence)
        if self.tree_on_output and tree is not None:
            emit(str(tree).rstrip("\n"))

    def tell(self, tree: StrategyTree | None, faults: Iterable[Fault] = ()) -> None:
        """Says where the tree is. Raises `FileError` with what was wrong when it was written."""
        FileError.check(faults)
        if self.save is not None and tree is None:
            message(_("sito: there is no tree to write"))
        elif self.tree is not None:
            note(_("The tree is in {file}.").format(file=self.tree))
