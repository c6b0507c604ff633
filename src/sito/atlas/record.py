"""The values of the atlas: a game that is solved, or of which bounds are known, and how that was found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from sito.base.rows import Cell, Column, Tabular
from sito.base.rows import csv_text as rows_as_csv
from sito.codes.code import CodeSpace
from sito.codes.weighing import total_of
from sito.exact.problem import Objective, Problem
from sito.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Run:
    """What a search took, and where and when it ran.

    `y` is its time in units of the yardstick (see docs/speed.md); of the processor, all threads together, unless
    `elapsed` says that it is the time that passed. `commit` is the last one that changed the search.
    """

    threads: int
    machine: str
    date: str
    commit: str
    y: float | None = None
    elapsed: bool = False
    positions: int | None = None
    at_least: bool = False
    """Whether the search may have gone some positions beyond the last count that is known."""
    width: int | None = None
    """The width of a narrow search, which finds trees and proves little."""


@dataclass(frozen=True, slots=True)
class TreeFile:
    """The tree that reaches the upper bound: the digest of its text, and its file if that is in the repository.

    Digests are SHA-256. That of a tree is taken of the text, which a compressed file holds.
    """

    sha256: str
    file: str | None = None


@dataclass(frozen=True, slots=True)
class CertificateFile:
    """The certificate of the lower bound: its digest, and the size of its file and its place in the repository.

    The digest is that of the certificate before it is compressed; the size is that of the file as it is kept.
    """

    sha256: str
    size: int
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """A value of the same game that others have published; `exact` if they say that none is less."""

    value: tuple[int, ...]
    exact: bool
    source: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a search had shown after so many Y: no strategy costs less than `lower`, and a tree costs `upper`."""

    y: float
    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """A game, what is to be least in it, and what is known of it.

    No strategy is better than `lower`, and the tree, if there is one, is worth `upper`; each has a number for each
    part of the objective. It is `proven` only where both are the same. `lower_by` says what the lower bound rests on:
    `search`, `two guesses` (looking two guesses ahead), `counting` or `certificate` (it claims more than the search).
    `upper_by` says the same of the upper bound: `search`, `narrow search` or `published`. Where a first guess was asked
    for, the values are those of strategies that begin with it.

    `rules` are a text, and with `depth`, `consistent` and `first` what was asked, as for `Problem`. `run` is the search
    that found the values, `tree` and `certificate` are files, `published` is what others have published.

    >>> from sito.atlas import solved_games
    >>> (game,) = solved_games("4x6 total", exactly=True)
    >>> game.proven, game.upper, game.guess, game.histogram
    (True, (5625,), 'AABC', (1, 8, 101, 632, 547, 7))
    >>> game.solve_command
    'sito solve 4x6'
    """

    rules: str
    objective: Objective
    lower: tuple[int, ...]
    upper: tuple[int, ...]
    codes: int
    """The secrets of the game."""
    depth: int | None = None
    consistent: bool = False
    first: str | None = None
    guess: str | None = None
    """The first guess of the tree."""
    histogram: tuple[int, ...] = ()
    """How many codes the tree finds with 1, 2, 3 ... guesses; with lies, how many games end so."""
    run: Run | None = None
    lower_by: str = "search"
    upper_by: str = "search"
    tree: TreeFile | None = None
    certificate: CertificateFile | None = None
    published: tuple[Published, ...] = ()
    command: str | None = None
    """What solves it again where `sito solve` cannot, for the words of its list are not part of Sito."""
    progress: tuple[Bounds, ...] = ()
    """How the bounds came together, where that is known."""

    @property
    def proven(self) -> bool:
        """Whether nothing is better than what was found: both bounds are the same."""
        return self.lower == self.upper

    @property
    def name(self) -> str:
        """What tells it from all others: the rules, the objective, and what else was asked.

        >>> SolvedGame("4x6", Objective.TOTAL, (5626,), (5626,), 1296, depth=5).name
        '4x6 total depth 5'
        """
        parts = [self.rules, self.objective.value]
        parts += [f"depth {self.depth}"] if self.depth is not None else []
        parts += ["consistent"] if self.consistent else []
        parts += [f"first {self.first}"] if self.first is not None else []
        return " ".join(parts)

    @property
    def gap(self) -> Fraction:
        """How far apart the bounds of the first part are, as a part of the upper one."""
        return Fraction(self.upper[0] - self.lower[0], self.upper[0])

    @property
    def mean(self) -> Fraction | None:
        """The guesses that a secret needs on average with the tree; None where the histogram is not known."""
        if not self.histogram:
            return None
        return Fraction(total_of(self.histogram), sum(self.histogram))

    @property
    def is_of_words(self) -> bool:
        """Whether the codes are the words of a list, which only its digest tells of."""
        return ":" in self.rules

    @property
    def has_lies(self) -> bool:
        """Whether the codemaker may lie, so that the histogram counts games and not codes."""
        return "-lies" in self.rules

    @property
    def problem(self) -> Problem:
        """What the search is asked. Raises `RulesError` for games of words: their lists are not part of Sito."""
        return Problem(self.rules, self.objective, depth=self.depth, first_guess=self.first, consistent=self.consistent)

    @property
    def solve_command(self) -> str:
        """The command that finds and proves it again; of an open game the one that finds its bounds, with its limit."""
        if self.command is not None:
            return self.command
        parts = ["sito solve", self.rules]
        parts += [f"--objective {self.objective.value}"] if self.objective is not Objective.TOTAL else []
        parts += [f"--depth {self.depth}"] if self.depth is not None else []
        parts += ["--consistent"] if self.consistent else []
        parts += [f"--first {self.first}"] if self.first is not None else []
        if not self.proven and self.run is not None:
            run = self.run
            is_limited = run.width is None and run.positions is not None
            parts += [f"--positions {run.positions}"] if is_limited else []
            parts += [f"--width {run.width}"] if run.width is not None else []
        return " ".join(parts)

    @property
    def verify_commands(self) -> tuple[str, ...]:
        """The commands that check what is in the repository: the tree, and the certificate."""
        commands = []
        if self.tree is not None and self.tree.file is not None:
            commands.append(f"sito tree verify {self.tree.file}")
        if self.certificate is not None and self.certificate.file is not None:
            commands.append(f"sito certificate check {self.certificate.file}")
        return tuple(commands)


class SolvedGames(tuple[SolvedGame, ...], Tabular[SolvedGame]):
    """Games of the atlas, as a tuple and as a table with all that is known of them."""

    def _columns(self) -> tuple[Column[SolvedGame], ...]:
        """What is shown; `flat` has more."""
        return (
            Column("name", lambda game: game.name),
            Column("proven", lambda game: game.proven),
            Column("lower", lambda game: game.lower),
            Column("upper", lambda game: game.upper),
            Column("guess", lambda game: game.guess),
            Column("mean", lambda game: game.mean, ".4f"),
            Column("histogram", lambda game: game.histogram, heading="codes by guesses, from 1"),
        )

    def _rows(self) -> tuple[SolvedGame, ...]:
        return self

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Lists the games as dictionaries, with the fields of `docs/atlas/atlas.json`.

        >>> from sito.atlas import solved_games
        >>> solved_games("4x6 total", exactly=True).to_dicts()[0]["mean"]
        4.340278
        """
        return list(map(flat, self))


def count_codes(rules: str) -> int:
    """Counts the secrets of a game. Raises `RulesError`."""
    return CodeSpace(Rules.parse(rules)).size


def flat(game: SolvedGame) -> dict[str, Cell]:
    """Gives all that is known of a game as one object of JSON, what follows from the rest included."""
    run, tree, certificate = game.run, game.tree, game.certificate
    return {
        "name": game.name,
        "rules": game.rules,
        "objective": game.objective.value,
        "depth": game.depth,
        "consistent": game.consistent,
        "asked_first": game.first,
        "proven": game.proven,
        "lower": list(game.lower),
        "upper": list(game.upper),
        "lower_by": game.lower_by,
        "upper_by": game.upper_by,
        "codes": game.codes,
        "first_guess": game.guess,
        "total": total_of(game.histogram) if game.histogram else None,
        "mean": None if game.mean is None else round(float(game.mean), 6),
        "most_guesses": len(game.histogram) or None,
        "histogram": list(game.histogram),
        "positions": getattr(run, "positions", None),
        "positions_at_least": run is not None and run.at_least,
        "y": getattr(run, "y", None),
        "y_elapsed": run is not None and run.elapsed,
        **{name: getattr(run, name, None) for name in ("threads", "width", "machine", "date", "commit")},
        **{f"tree_{name}": getattr(tree, name, None) for name in ("sha256", "file")},
        "certificate_sha256": getattr(certificate, "sha256", None),
        "certificate_bytes": getattr(certificate, "size", None),
        "certificate_file": getattr(certificate, "file", None),
        "published": [
            {"value": list(each.value), "exact": each.exact, "source": each.source} for each in game.published
        ],
        "progress": [[each.y, each.lower, each.upper] for each in game.progress],
        "solve_command": game.solve_command,
        "verify_commands": list(game.verify_commands),
    }


def csv_text(games: Iterable[SolvedGame]) -> str:
    """Writes games as CSV, one a line; numbers of one field are separated by blanks."""
    rows = [{name: _cell(name, value) for name, value in flat(game).items()} for game in games]
    return rows_as_csv(list(rows[0]), rows) if rows else ""


def _cell(name: str, value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, list):
        return value
    if name == "published":
        return "; ".join(f"{' '.join(map(str, each['value']))} ({each['source']})" for each in value)
    if name in ("verify_commands", "progress"):
        return "; ".join(part if isinstance(part, str) else " ".join(map(str, part)) for part in value)
    return " ".join(map(str, value))
