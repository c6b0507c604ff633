"""What came of finished games: results, lengths, streaks, and the daily puzzles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

from sito.errors import N_
from sito.games.finished import Breaker, FinishedGame, Record
from sito.games.kinds import BOARDS_KIND, PUZZLE_KINDS
from sito.show.i18n import _, pgettext
from sito.show.sharing import boards_name, shared_rules
from sito.words.words import readable_name


class Result(StrEnum):
    """How a game ended for the side that guessed, or a duel for the person."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"
    GIVEN_UP = "given up"


@dataclass(frozen=True)
class Group:
    """The games that are counted together: of one kind, with the same rules, or of one puzzle, against the same side.

    `against` is the computer's strategy, or the codemaker if it was not a fair one.
    """

    kind: str
    game: str
    against: str | None = None
    hard: bool = False


@dataclass
class Tally:
    """What is counted for a group: games and how they ended, lengths of those that were won, and streaks.

    `lengths` counts the games that were won with so many guesses, or puzzles solved with so many steps. A
    streak is of games won one after the other; `fewest` is the least that a puzzle takes, if it is known.
    """

    played: int = 0
    results: Counter[Result] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    streak: int = 0
    longest: int = 0
    fewest: int | None = None

    @property
    def won(self) -> int:
        """How many games were won."""
        return self.results[Result.WON]

    @property
    def best(self) -> int | None:
        """The shortest game in which the code was hit."""
        return min(self.lengths, default=None)

    @property
    def mean(self) -> Fraction | None:
        """The mean length of the games in which the code was hit."""
        games = self.lengths.total()
        return Fraction(sum(length * count for length, count in self.lengths.items()), games) if games else None

    def add(self, result: Result, length: int | None) -> None:
        """Takes in the next game, with its length if the code was hit."""
        self.played += 1
        self.results[result] += 1
        if length is not None:
            self.lengths[length] += 1
        self.streak = self.streak + 1 if result is Result.WON else 0
        self.longest = max(self.longest, self.streak)


@dataclass(frozen=True)
class Days:
    """The daily puzzles of one game: the days won one after the other, up to now and at the most."""

    game: str
    played: int
    won: int
    streak: int
    longest_streak: int


_RESULTS = {
    Result.WON: N_("found"),
    Result.TIED: N_("tie"),
    Result.LOST: N_("not found"),
    Result.GIVEN_UP: N_("given up"),
}
_DUEL = {**_RESULTS, Result.WON: N_("you won"), Result.LOST: N_("the computer won")}
_PUZZLE = {**_RESULTS, Result.WON: N_("solved")}


def result_text(kind: str, result: Result) -> str:
    """Says how a game of a kind ended."""
    texts = _DUEL if kind == "duel" else _PUZZLE if kind in PUZZLE_KINDS else _RESULTS
    return _(texts[result])


def result_of(record: Record) -> tuple[Result, int | None]:
    """Tells how a game ended, and with how many guesses or steps if its code was hit; of a duel, for the person."""
    if record.puzzle is not None:
        puzzle = record.puzzle
        return (Result.WON, len(puzzle.steps)) if puzzle.solved else (Result.GIVEN_UP, None)
    if record.kind == BOARDS_KIND:
        hits = [game.game.winning_turn for game in record.games]
        if None not in hits:
            return Result.WON, max(hit for hit in hits if hit is not None)
        return (Result.GIVEN_UP if record.games[0].given_up else Result.LOST), None
    mine = next((game for game in record.games if game.breaker is Breaker.HUMAN), record.games[0])
    hit = mine.game.winning_turn
    if mine.given_up and (hit is None or record.kind == "duel"):
        return Result.GIVEN_UP, hit
    if record.kind == "duel":
        other = next(game for game in record.games if game is not mine).game.winning_turn
        if hit == other:
            return Result.TIED, hit
        return Result.WON if other is None or (hit is not None and hit < other) else Result.LOST, hit
    return Result.LOST if hit is None else Result.WON, hit


def group_of(record: Record) -> Group:
    """Tells with which games a game is counted."""
    if record.puzzle is not None:
        return Group(record.kind, record.puzzle.problem)
    mine = record.games[0]
    if record.kind == BOARDS_KIND:
        return Group(record.kind, boards_name(mine.game.rules.key, len(record.games)))
    strategies = [game.strategy for game in record.games if game.strategy is not None]
    against = strategies[0] if strategies else mine.maker
    return Group(record.kind, mine.game.rules.key, against, any(game.hard for game in record.games))


def tallies(records: Iterable[Record]) -> dict[Group, Tally]:
    """Counts games, the oldest first; a code that had been played before does not count."""
    found: dict[Group, Tally] = {}
    for record in records:
        if any(game.again for game in record.games):
            continue
        tally = found.setdefault(group_of(record), Tally())
        tally.add(*result_of(record))
        if record.puzzle is not None and record.puzzle.fewest is not None:
            tally.fewest = record.puzzle.fewest
    return found


def game_names(records: Iterable[Record]) -> dict[str, str]:
    """Gives for the key of each game what it is called: by the last name that its list of words had."""
    return {key: name for record in records for key, name in [(group_of(record).game, game_of(record))]}


def game_of(record: Record) -> str:
    """Says what was played: the rules, or the problem of a puzzle."""
    if record.puzzle is not None:
        return record.puzzle.problem
    rules = shared_rules(record.games[0].game.rules)
    return boards_name(rules, len(record.games)) if record.kind == BOARDS_KIND else rules


_JUGS = re.compile(
    r"jugs (?P<sizes>.+); (?:(?P<any>\d+) in any jug|(?P<one>\d+) in jug (?P<jug>\w+)"
    r"|(?P<together>\d+) in all jugs together|the amounts (?P<amounts>[\d,]+))"
)


def game_in_words(game: str) -> str:
    """Writes the rules or the problem for people; what is asked of jugs, which is kept in English, in their language.

    >>> game_in_words("jugs A 3, B 5; 4 in any jug"), game_in_words("4x6")
    ('A 3, B 5; 4 in any jug', '4x6')
    """
    found = _JUGS.fullmatch(game)
    if found is None:
        return readable_name(game)
    if found["any"]:
        goal = _("{target} in any jug").format(target=found["any"])
    elif found["one"]:
        goal = _("{target} in jug {jug}").format(target=found["one"], jug=found["jug"])
    elif found["together"]:
        goal = _("{target} in all jugs together").format(target=found["together"])
    else:
        goal = f"({found['amounts']})"
    return f"{found['sizes']}; {goal}"


def daily_games(records: Iterable[Record]) -> dict[str, dict[date, FinishedGame]]:
    """Gives for each game, by its key, the daily puzzles that were played, the first one of each day."""
    found: dict[str, dict[date, FinishedGame]] = {}
    for record in records:
        for game in record.games if record.kind != BOARDS_KIND else ():
            if game.daily is not None and not game.again:
                found.setdefault(game.game.rules.key, {}).setdefault(date.fromisoformat(game.daily), game)
    return found


def days(records: Iterable[Record], today: date) -> list[Days]:
    """Counts the days on which the daily puzzle was won, one after the other, for each game.

    A streak that ended yesterday still runs, for today's puzzle can be won yet.
    """
    found = []
    for game, played in daily_games(records).items():
        won = {day for day, each in played.items() if each.game.winning_turn is not None}
        runs = _runs(won)
        last = today if today in played else today - timedelta(1)
        found.append(Days(game, len(played), len(won), runs.get(last, 0), max(runs.values(), default=0)))
    return found


def _runs(won: set[date]) -> dict[date, int]:
    """Counts for each day that was won the days won one after the other that end with it."""
    runs: dict[date, int] = {}
    last = length = 0
    for day in sorted(won):
        length = length + 1 if day.toordinal() == last + 1 else 1
        last = day.toordinal()
        runs[day] = length
    return runs


def group_name(group: Group) -> str:
    """Says what a group is: the game, against whom, and whether in hard mode."""
    name = game_in_words(group.game)
    if group.against is not None and group.hard:
        return _("{game}, {against}, hard").format(game=name, against=group.against)
    if group.against is not None:
        return _("{game}, {against}").format(game=name, against=group.against)
    return _("{game}, hard").format(game=name) if group.hard else name


def tally_titles() -> list[str]:
    """Gives what stands above a `tally_row`."""
    return [
        _("game"),
        pgettext("games", "played"),
        pgettext("games", "won"),
        _("mean"),
        pgettext("the least number of guesses", "best"),
        pgettext("games", "streak"),
        pgettext("games", "longest"),
    ]


def tally_row(group: Group, tally: Tally, *, nothing: str) -> list[object]:
    """Writes what was counted for a group; `nothing` stands where no game was won."""
    won = f"{round(100 * tally.won / tally.played)} %"
    mean = nothing if tally.mean is None else f"{float(tally.mean):.2f}"
    best = nothing if tally.best is None else str(tally.best)
    if tally.fewest is not None:
        best = _("{best} of {fewest}").format(best=best, fewest=tally.fewest)
    return [group_name(group), tally.played, won, mean, best, tally.streak, tally.longest]
