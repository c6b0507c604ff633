"""`sito review`: what each guess of a game cost, and what luck there was with each answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from sito.base.files import check_writable, read_limited, write_atomically
from sito.base.limits import Limits
from sito.cli.command import command
from sito.cli.limits import parse_time
from sito.cli.options import RulesOption, given_game, read_game, read_words
from sito.cli.output import emit, emit_json, message, note, settings, show_turns
from sito.cli.parameters import Argument
from sito.cli.play.saved import open_store, read_ended, records
from sito.cli.table import thinking
from sito.cli.table.lines import in_line, numbered_lines
from sito.cli.watch import showing
from sito.errors import N_, Fault, InputError, SitoError
from sito.games.fields import SavedFields
from sito.games.finished import Breaker, FinishedGame, clock
from sito.games.kinds import GAME_KINDS
from sito.games.old import read_finished, read_object
from sito.operations.operation import Ask, as_json
from sito.operations.reviews import ReviewAnswer, Secret, twice
from sito.playing.game import Transcript
from sito.reviews import Mark, Review, ReviewedGuess, Totals, add_up, review, review_svg
from sito.show.i18n import _, error_text, ngettext, pgettext
from sito.show.in_words.reviews import UNKNOWN, decimals, expectation_text, mark_text, review_sentences, signed
from sito.show.render import Column
from sito.words.words import readable_name


@dataclass(frozen=True)
class GivenGame:
    """A game to review, with its secret if that is known."""

    game: Transcript
    secret: str | None = None
    finished: FinishedGame | None = None
    """What was kept of it, if it is a finished game."""

    @classmethod
    def of(cls, finished: FinishedGame) -> GivenGame:
        """Takes a game that was kept."""
        return cls(finished.played, finished.secret, finished)

    def origin_as_json(self) -> dict[str, object]:
        """Says for JSON who guessed in a game that was kept; nothing of other games."""
        if self.finished is None:
            return {}
        breaker, strategy, date = self.finished.breaker, self.finished.strategy, self.finished.date
        return {"breaker": breaker.value, "strategy": strategy, "date": date}


def given_games(words: Sequence[str], rules: str | None, secret: str | None) -> Iterator[GivenGame]:
    """Gives the game that the words of the command line write, or one for each line of standard input.

    Without words, or with a single `-`, the lines are read. Raises `InputError`.
    """
    text = " ".join(words)
    if text.strip() not in ("", "-"):
        yield GivenGame(given_game(rules, text), secret)
        return
    if not text and sys.stdin.isatty():
        wrong = N_("no game was given; write one, as in {command}, or take --last or --all")
        raise InputError(Fault(wrong, command="sito review '4x6 CBFF:o EAAB:xxo'"))
    for number, line in numbered_lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield GivenGame(_line(rules, line.strip()), secret)
        except InputError as error:
            raise in_line(number, error) from None


def _line(rules: str | None, line: str) -> Transcript:
    """Reads a game in one line: its text, or its JSON."""
    return Transcript.from_json(line, read_words) if line.startswith("{") else given_game(rules, line)


def games_of_file(file: Path) -> list[GivenGame]:
    """Reads the games of a file: a finished game, a saved one, a game in JSON, or one a line. Raises `InputError`."""
    try:
        text = read_limited(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        no_text = N_("{file} is not text; give a game that Sito saved, or games one a line")
        raise InputError(Fault(no_text, file=file)) from None
    if not text.lstrip().startswith("{"):
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        return [GivenGame(read_game(line)) for line in lines]
    values = read_object(file)
    if "games" in values:
        return list(map(GivenGame.of, read_finished(file)))
    if "turns" in values:
        return [GivenGame(Transcript.from_json(text, read_words))]
    fields = SavedFields(values, read_words)
    # A duel that goes on has two games; of other games in progress there is one.
    names = ("first", "second") if "first" in values else ("game",)
    return [GivenGame(fields.game(name)) for name in names]


def last_games() -> list[GivenGame]:
    """Reads the game that ended last, or the two of a duel. Raises `InputError` if none was kept."""
    with open_store() as store:
        for ended in reversed(store.ended(GAME_KINDS)):
            record = read_ended(store, ended)
            if record is not None:
                return list(map(GivenGame.of, record.games))
    raise InputError(_none_kept())


def _none_kept() -> Fault:
    none = N_("no finished game was kept yet; play one with {command}")
    return Fault(none, command="sito play")


def all_games() -> list[FinishedGame]:
    """Reads all games that were kept; says which cannot be read. Raises `InputError` if there are none."""
    with open_store() as store:
        games = [game for record in records(store, GAME_KINDS) for game in record.games]
    if not games:
        raise InputError(_none_kept())
    return games


@dataclass(frozen=True, kw_only=True)
class WhichOptions:
    """Which games are reviewed, if they are not written on the command line."""

    rules: RulesOption = None
    file: Annotated[Path | None, Ask(N_("Review what is in a file: a saved game, or games one a line."))] = None
    last: Annotated[bool, Ask(N_("Review the game that ended last."))] = False
    every: Annotated[bool, Ask(N_("Add up the reviews of all finished games."), name="--all")] = False

    def check(self, game: list[str] | None, secret: str | None, svg: Path | None) -> None:
        """Raises `InputError` with what does not go together."""
        InputError.check(self._faults(game, secret, svg))

    def _faults(self, game: list[str] | None, secret: str | None, svg: Path | None) -> Iterator[Fault]:
        named = {"GAME": bool(game), "--file": self.file is not None, "--last": self.last, "--all": self.every}
        ways = [name for name, given in named.items() if given]
        if len(ways) > 1:
            several = N_("{ways} each say which games to review; give one of them")
            yield Fault(several, ways=", ".join(ways))
        alone = {"--rules": self.rules, "--secret": secret}
        for option in (name for name, value in alone.items() if value is not None and ways and ways != ["GAME"]):
            unused = N_("{option} is for games that are written out; leave it out with {way}")
            yield Fault(unused, option=option, way=ways[0])
        if svg is not None and self.every:
            yield Fault(N_("{option} draws one game; leave it out with {way}"), option="--svg", way="--all")


@command(
    name="review",
    help=N_(
        "Reviews a game. For each guess: the codes possible before it and left after its answer; the guesses still to "
        "go before and then, with the best play; the loss against the best guess; the luck with the answer; and a "
        "mark. Without GAME, or with -, it reads games from standard input, one a line. Exit code 3 if no code agrees "
        "with all the answers."
    ),
    examples=(
        "sito review '4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx'",
        "sito review --last --svg curve.svg",
        "sito review --all",
        "sito break FADC --json | sito review - --json",
    ),
)
def review_command(
    which: WhichOptions,
    game: Annotated[list[str] | None, Argument(N_("The rules, and GUESS:ANSWER for each turn."))] = None,
    secret: Secret = None,
    svg: Annotated[Path | None, Ask(N_("Draw the guesses still to go into an SVG file."))] = None,
    time: Annotated[
        str | None,
        Ask(
            N_(
                "How long the review of a game may take: seconds, or as in 90s, 5m, 1.5h. Without it the work is "
                "counted, and the same game has the same review."
            )
        ),
    ] = None,
) -> None:
    which.check(game, secret, svg)
    limits = Limits(seconds=None if time is None else parse_time(time))
    if svg is not None:
        check_writable(svg)
    if which.every:
        show_totals(limits)
        return
    drawn: list[Review] = []
    shown = 0
    for given in _games(which, game, secret):
        with thinking(_("Reviewing the game")):
            seen = review(given.game, given.secret, limits=limits)
        if svg is not None:
            drawn.append(seen)
            if len(drawn) > 1:
                raise InputError.said(
                    "{option} draws one game, and there are several; give one of them", option="--svg"
                )
        _show_one(given, seen)
        shown += 1
    if not shown:
        note(_("There was no game to review."))
    if svg is not None and drawn:
        title = _("Guesses still to go in {game}").format(game=drawn[0].game.rules.short)
        write_atomically(svg, review_svg(drawn[0], title, mark_text, _("start")))
        note(_("The curve is drawn in {file}.").format(file=svg))


def _games(which: WhichOptions, game: list[str] | None, secret: str | None) -> Iterator[GivenGame]:
    if which.file is not None:
        yield from games_of_file(which.file)
    elif which.last:
        yield from last_games()
    else:
        yield from given_games(game or [], which.rules, secret)


def _show_one(given: GivenGame, seen: Review) -> None:
    if settings.json:
        emit_json({**given.origin_as_json(), **as_json(ReviewAnswer.of(seen))})
        return
    if given.finished is not None:
        emit(game_heading(given.finished))
    emit(str(seen.game))
    if not seen.guesses:
        emit(_("There is no guess to review."))
        return
    guesses = list(seen)
    show_turns(seen.game.shortened(len(guesses)), _columns(), lambda index: _cells(guesses[index]))
    for sentence in review_sentences(seen):
        emit(sentence)


def game_heading(finished: FinishedGame) -> str:
    """Says of a game that was kept who guessed, and when it ended."""
    if finished.breaker is Breaker.HUMAN:
        return _("your guesses, {date}").format(date=clock(finished.date))
    if finished.strategy is None:
        return _("the computer's guesses, {date}").format(date=clock(finished.date))
    theirs = _("the computer's guesses (strategy {strategy}), {date}")
    return theirs.format(strategy=finished.strategy, date=clock(finished.date))


def _columns() -> list[Column]:
    return [
        Column(pgettext("codes", "before"), right=True, spare=5),
        Column(pgettext("codes", "left"), right=True, spare=2),
        Column(pgettext("guesses", "to go"), right=True, spare=4),
        Column(pgettext("guesses", "then"), right=True, spare=3),
        Column(_("loss"), right=True),
        Column(_("luck"), right=True, spare=1),
        Column(pgettext("how good a guess was", "mark")),
    ]


def _cells(guess: ReviewedGuess) -> list[object]:
    return [
        guess.left_before,
        guess.left_after,
        expectation_text(guess.before),
        expectation_text(guess.after),
        UNKNOWN if guess.loss is None else decimals(guess.loss, proven=guess.loss_is_exact),
        UNKNOWN if guess.luck is None else signed(guess.luck, proven=guess.luck_is_exact),
        UNKNOWN if guess.mark is None else mark_text(guess.mark),
    ]


def who_guessed(breaker: Breaker, strategy: str | None) -> str:
    """Says who guessed."""
    if breaker is Breaker.HUMAN:
        return _("you")
    return _("the computer") if strategy is None else _("the computer, {strategy}").format(strategy=strategy)


_Group = tuple[Breaker, str | None, str]
"""Who guessed, the strategy of the computer, and the text of the rules."""


def show_totals(limits: Limits) -> None:
    """Reviews all games that were kept and writes their totals; Ctrl-C ends it with those of the games so far."""
    games = all_games()
    groups: dict[_Group, list[Review]] = {}
    try:
        with showing(_("Reviewing the games"), len(games)) as watch:
            for done, game in enumerate(games, 1):
                key = (game.breaker, game.strategy, str(game.played.rules))
                try:
                    groups.setdefault(key, []).append(review(game.played, game.secret, limits=limits))
                except SitoError as error:
                    message(f"{game.game}: {error_text(error)}")
                watch.show(_("{done} of {count} games").format(done=done, count=len(games)), done)
    finally:
        _show(groups)


def _show(groups: dict[_Group, list[Review]]) -> None:
    ordered = sorted(groups, key=lambda key: (key[0] is Breaker.COMPUTER, key[1] or "", key[2]))
    totals = [(key, add_up(groups[key])) for key in ordered if groups[key]]
    if settings.json:
        emit_json({"groups": [_as_json(key, total) for key, total in totals]})
        return
    for key, total in totals:
        for sentence in _sentences(key, total):
            emit(sentence)


def _sentences(key: _Group, totals: Totals) -> Iterator[str]:
    breaker, strategy, rules = key
    yield _("{who}, {rules}:").format(who=who_guessed(breaker, strategy), rules=readable_name(rules))
    if totals.mean_guesses is None:
        text = ngettext("{count} game, none won", "{count} games, none won", totals.games)
        yield "  " + text.format(count=totals.games)
    else:
        text = ngettext(
            "{count} game, {won} won, with {mean} guesses on average",
            "{count} games, {won} won, with {mean} guesses on average",
            totals.games,
        )
        yield "  " + text.format(count=totals.games, won=totals.won, mean=decimals(totals.mean_guesses))
    if totals.accuracy is None or totals.mean_loss is None or totals.mean_luck is None:
        return
    text = _("a game: loss {loss}, luck {luck}; accuracy {accuracy} of 100")
    loss, luck = decimals(totals.mean_loss, proven=totals.exact), signed(totals.mean_luck, proven=totals.exact)
    yield "  " + text.format(loss=loss, luck=luck, accuracy=f"{float(totals.accuracy):.0f}")
    counted = [
        _("{mark} {count}").format(mark=mark_text(mark), count=count) for mark, count in totals.marks.items() if count
    ]
    yield "  " + _("marks: {marks}").format(marks=", ".join(counted))
    turns = "  ".join(f"{turn.number}: {decimals(turn.mean)}" for turn in totals.by_turn)
    yield "  " + _("loss by guess: {turns}").format(turns=turns)
    costliest = totals.costliest_turn
    if costliest is not None:
        share = round(100 * costliest.loss / totals.loss)
        text = _("most is lost at guess {number}: {share} percent of all")
        yield "  " + text.format(number=costliest.number, share=share)


def _as_json(key: _Group, totals: Totals) -> dict[str, object]:
    breaker, strategy, rules = key
    costliest = totals.costliest_turn
    return {
        "breaker": breaker.value,
        "strategy": strategy,
        "rules": rules,
        "games": totals.games,
        "won": totals.won,
        "guesses": totals.guesses,
        **twice("mean_guesses", totals.mean_guesses),
        **twice("mean_loss", totals.mean_loss),
        **twice("mean_luck", totals.mean_luck),
        **twice("accuracy", totals.accuracy),
        "proven": totals.exact,
        "marks": {mark.value: totals.marks[mark] for mark in Mark},
        "by_turn": [
            {"number": turn.number, "guesses": turn.guesses, **twice("mean_loss", turn.mean)} for turn in totals.by_turn
        ],
        "costliest_turn": None if costliest is None else costliest.number,
    }
