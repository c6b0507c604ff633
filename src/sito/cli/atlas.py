"""`sito atlas`: what is proven of games, and what is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from sito.atlas.data import solved_games
from sito.atlas.record import SolvedGame, csv_text, flat
from sito.base.files import write_atomically
from sito.cli.command import command
from sito.cli.files import STANDARD_OUTPUT, check_csv, check_output
from sito.cli.output import emit, emit_json, note, settings, show_table
from sito.cli.parameters import Argument
from sito.errors import N_, Fault
from sito.exact.problem import Objective
from sito.operations.operation import Ask
from sito.show.i18n import _, ngettext
from sito.show.in_words.solutions import aim_names, sentence_with_lies
from sito.show.render import Column

_DIGEST = re.compile("@[0-9a-f]+")
"""The digest of a list of words, which the table has no room for."""


@command(
    help=Fault(
        "{first} {second}",
        first=Fault("Shows what is proven of games by exact search, and of those that are open the best bounds."),
        second=Fault("One game is shown with the commands that prove and verify it."),
    ),
    examples=(
        "sito atlas",
        "sito atlas 4x9",
        "sito atlas 4x black",
        "sito atlas 4x6 worst",
        "sito atlas --open",
        "sito atlas --csv atlas.csv",
    ),
)
def atlas(
    words: Annotated[
        list[str] | None, Argument(N_("A game, or parts of the names of games, such as 4x or black."), metavar="TEXT")
    ] = None,
    is_open: Annotated[bool, Ask(N_("Only games of which the best is not proven."), name="--open")] = False,
    csv: Annotated[Path | None, Ask(N_("Where to write the games as CSV; - for standard output."))] = None,
) -> None:
    check_csv(csv)
    check_output(csv)
    text = " ".join(words or ())
    found = solved_games(text, is_open=True if is_open else None)
    if csv is not None:
        _write(found, csv)
    if settings.json:
        emit_json({"games": [flat(game) for game in found]})
    elif csv != STANDARD_OUTPUT:
        _show(text, found)


def _write(found: Sequence[SolvedGame], file: Path) -> None:
    if file == STANDARD_OUTPUT:
        emit(csv_text(found).rstrip("\n"))
    else:
        write_atomically(file, csv_text(found))
        note(_("The games are in {file}.").format(file=file))


def _show(text: str, found: Sequence[SolvedGame]) -> None:
    """Shows what is known of one game, what else was asked about it behind; or several games as a table."""
    meant = found[0] if text and len({game.rules for game in found}) == 1 else None
    if meant is not None:
        _show_one(meant)
        found = found[1:]
        if found:
            emit("")
    if found:
        _show_table(found)
    elif meant is None:
        note(_("None of these games is open."))


def _show_table(found: Sequence[SolvedGame]) -> None:
    columns = [
        Column(_("game")),
        Column(_("value"), right=True),
        Column(_("proven")),
        Column(_("mean"), right=True, spare=1),
        Column(_("first guess"), spare=2),
        Column("Y", right=True, spare=3),
        Column(_("positions"), right=True, spare=4),
    ]
    show_table(columns, [_row(game) for game in found])


def _row(game: SolvedGame) -> list[object]:
    run = game.run
    bounds = [", ".join(map(str, bound)) for bound in (game.lower, game.upper)]
    return [
        _DIGEST.sub("", game.name.replace(f" {Objective.TOTAL.value}", "", 1)),
        bounds[0] if game.proven else "..".join(bounds),
        _("yes") if game.proven else _("no"),
        "" if game.mean is None else f"{float(game.mean):.4f}",
        game.guess or "",
        "" if run is None or run.y is None else f"{run.y:g}",
        "" if run is None or run.positions is None else run.positions,
    ]


def _show_one(game: SolvedGame) -> None:
    emit(_("rules: {rules}").format(rules=game.rules))
    found = _("Proven best: {values}.") if game.proven else _("Best found, not proven: {values}.")
    emit(found.format(values=_values(game, game.upper)))
    if not game.proven:
        emit(_("No strategy beats: {values}.").format(values=_values(game, game.lower)))
    _show_strategy(game)
    for each in game.published:
        published = _("Published: {values} ({source}).")
        emit(published.format(values=_values(game, each.value), source=each.source))
    if (run := game.run) is not None:
        searched = _("{date}, commit {commit}, {machine}: {y} Y, positions: {positions}, threads: {threads}.")
        y, positions = "?" if run.y is None else f"{run.y:g}", "?" if run.positions is None else run.positions
        emit(searched.format(**{**asdict(run), "y": y, "positions": positions}))
    if game.tree is not None:
        emit(_("SHA-256 of the text of the tree: {digest}").format(digest=game.tree.sha256))
    if game.certificate is not None:
        emit(_("SHA-256 of the certificate: {digest}").format(digest=game.certificate.sha256))
    for line in (game.solve_command, *game.verify_commands):
        emit(f"  {line}")


def _show_strategy(game: SolvedGame) -> None:
    if game.guess is None or game.mean is None:
        return
    total = sum(number * count for number, count in enumerate(game.histogram, 1))
    if not game.has_lies:
        told = ngettext(
            "first guess {guess}; {count} code; guesses: {total} in all, {mean:.4f} on average, {maximum} at most",
            "first guess {guess}; {count} codes: {total} guesses in all, {mean:.4f} on average, {maximum} at most",
            game.codes,
        )
        histogram = _("codes found with 1, 2, 3 ... guesses: {histogram}")
    else:
        told = sentence_with_lies(sum(game.histogram))
        histogram = _("games that end with 1, 2, 3 ... guesses: {histogram}")
    figures = {"total": total, "mean": float(game.mean), "maximum": len(game.histogram)}
    emit(told.format(guess=game.guess, count=sum(game.histogram), **figures))
    emit(histogram.format(histogram=" ".join(map(str, game.histogram))))


def _values(game: SolvedGame, value: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {part}" for name, part in zip(aim_names(game.objective), value, strict=True))
