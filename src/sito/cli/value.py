"""`sito value`: what a game is worth where codemaker and codebreaker mix as they like, with the mixture's trees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sito.base.files import write_atomically
from sito.cli.command import command
from sito.cli.limits import SearchLimits, cut_short
from sito.cli.options import read_rules
from sito.cli.output import emit, emit_json, note, settings, show_table
from sito.cli.solve.input import PositionsOption, read_limits
from sito.cli.watch import interrupted_once, showing, undisturbed
from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, FileError, system_reason
from sito.operations.operation import Ask, as_json
from sito.operations.values import ValueAnswer
from sito.show.i18n import _, ngettext
from sito.show.render import Column

if TYPE_CHECKING:
    from sito.exact.game_value import GameValue, ValueProgress


@dataclass(frozen=True, kw_only=True)
class ValueOptions:
    """The game, and where the trees are written."""

    rules: Annotated[str, Ask(N_("The game: a name or a text such as 4x6; 'sito rules' lists them."))]
    save: Annotated[Path | None, Ask(N_("A folder for the trees, a file for each."), metavar="FOLDER")] = None
    positions: PositionsOption = None


@command(
    help=N_(
        "Finds the value of a game, and proves it: the number of guesses that the codemaker makes sure of by choosing "
        "the code with the best chances, and the codebreaker by choosing among several trees, names of colors and "
        "orders of pegs shuffled before. Cut short by a limit or by Ctrl-C it gives both bounds so far, and exit code "
        "4 or 130."
    ),
    examples=("sito value 4x6", "sito value 3x4 --save mixture", "sito value 5x5 --time 10m --json"),
    name="value",
)
def value_(asked: ValueOptions, limits: SearchLimits) -> int:
    from sito.exact.game_value import game_value

    rules = read_rules(asked.rules)
    allowed = read_limits(limits, asked.positions)
    if asked.save is not None:
        _make(asked.save)
    with interrupted_once(), showing(_("preparing the search")) as watch:

        def tell(progress: ValueProgress) -> None:
            watch.show(_progress_line(progress, watch.seconds))

        found = game_value(rules, limits=allowed, on_progress=tell, on_interrupt="return")
    with undisturbed():
        unsaved = [] if asked.save is None else list(_saved(found, asked.save))
    if settings.json:
        emit_json(as_json(ValueAnswer.of(found, with_trees=False)))
    else:
        _show(found)
    FileError.check(unsaved)
    if asked.save is not None:
        note(_("The trees are in {folder}.").format(folder=asked.save))
    return 0 if found.proven else cut_short(found.stopped)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        wrong = N_("{folder} is no folder that can be written to: {reason}")
        raise FileError.said(wrong, folder=folder, reason=system_reason(error)) from None


def _saved(found: GameValue, folder: Path) -> Iterator[Fault]:
    """Writes the trees, in the order of the table, and in value.json their chances; yields what is wrong."""
    told = json.dumps(as_json(ValueAnswer.of(found, with_trees=False)), indent=1) + "\n"
    saves = [partial(mixed.tree.save, folder / f"{number}.tree") for number, mixed in enumerate(found.trees, 1)]
    for save in (*saves, partial(write_atomically, folder / "value.json", told)):
        try:
            save()
        except FileError as error:
            yield from error.faults


def _progress_line(progress: ValueProgress, seconds: float) -> str:
    told = ngettext(
        "value {bounds}  {count} tree  {positions} positions  {seconds} s",
        "value {bounds}  {count} trees  {positions} positions  {seconds} s",
        progress.trees,
    )
    upper = "" if progress.upper is None else f"{float(progress.upper):.4f}"
    bounds = f"{float(progress.lower):.4f}..{upper}"
    return told.format(bounds=bounds, count=progress.trees, positions=progress.positions, seconds=int(seconds))


def _show(found: GameValue) -> None:
    text = CodeSpace(found.rules, guesses=True).text
    if found.proven:
        emit(_("Proven: the value is {value}.").format(value=_in_full(found)))
    else:
        told = _("Not proven: the value is at least {lower} and at most {upper}.")
        upper = "-" if found.upper is None else _number(found.upper)
        emit(told.format(lower=_number(found.lower), upper=upper))
    emit(_("The codemaker chooses a kind of codes with these chances, and any code of it:"))
    columns = [Column(_("a code")), Column(_("codes"), right=True), Column(_("chance"), right=True)]
    columns.append(Column(_("guesses"), right=True))
    means = [
        sum((each.chance * each.guesses[place] for each in found.trees), Fraction(0))
        for place in range(len(found.kinds))
    ]
    rows = [
        (text(kind.code), str(kind.size), str(kind.chance), f"{float(mean):.4f}")
        for kind, mean in zip(found.kinds, means, strict=True)
    ]
    show_table(columns, rows)
    emit(_("The codebreaker shuffles colors and pegs, and plays a tree with these chances:"))
    columns = [Column(_("tree"), right=True), Column(_("chance"), right=True), Column(_("first guess"))]
    columns.append(Column(_("codes found with 1, 2, 3 ... guesses"), spare=1))
    show_table(
        columns,
        [
            (str(number), str(each.chance), text(each.tree.first_guess), " ".join(map(str, each.tree.histogram)))
            for number, each in enumerate(found.trees, 1)
        ],
    )


def _in_full(found: GameValue) -> str:
    """Writes a value that is proven; where the codes are chosen alike, or not at all, over their number before."""
    chosen = [kind for kind in found.kinds if kind.chance]
    size = sum(kind.size for kind in chosen)
    alike = all(kind.chance * size == kind.size for kind in chosen)
    over = f"{found.lower * size}/{size} = " if alike and found.lower.denominator < size else ""
    return over + _number(found.lower)


def _number(value: Fraction) -> str:
    """Writes a fraction with its decimals, where it is no whole number.

    >>> _number(Fraction(5600, 1290)), _number(Fraction(5))
    ('560/129 = 4.3411', '5')
    """
    return str(value) if value.denominator == 1 else f"{value} = {float(value):.4f}"
