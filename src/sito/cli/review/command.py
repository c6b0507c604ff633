"""`sito review`: what each guess of a game cost, and what luck there was with each answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from sito.base.files import check_writable, write_atomically
from sito.base.limits import Limits
from sito.cli.command import command
from sito.cli.limits import parse_time
from sito.cli.options import RulesOption
from sito.cli.output import emit, emit_json, note, settings
from sito.cli.parameters import Argument
from sito.cli.review.input import GivenGame, games_of_file, given_games, last_games
from sito.cli.review.kept import game_heading, show_review, show_totals
from sito.cli.table import thinking
from sito.errors import N_, Fault, InputError
from sito.operations.operation import Ask, as_json
from sito.operations.reviews import ReviewAnswer, Secret
from sito.reviews import USUAL_SECONDS, Review, review, review_svg
from sito.show.i18n import _
from sito.show.in_words.reviews import mark_text


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
    time: Annotated[str, Ask(N_("How long the review of a game may take: seconds, or as in 90s, 5m, 1.5h."))] = str(
        USUAL_SECONDS
    ),
) -> None:
    which.check(game, secret, svg)
    limits = Limits(seconds=parse_time(time))
    if svg is not None:
        check_writable(svg)
    if which.every:
        show_totals(limits)
        return
    drawn: list[Review] = []
    shown = 0
    for given in _games(which, game, secret):
        with thinking(_("Reviewing the game")):
            seen = review(given.game, given.secret, limits)
        if svg is not None:
            drawn.append(seen)
            InputError.check(_too_many(drawn))
        _show(given, seen)
        shown += 1
    if not shown:
        note(_("There was no game to review."))
    if svg is not None and drawn:
        title = _("Guesses still to go in {game}").format(game=drawn[0].game.rules)
        write_atomically(svg, review_svg(drawn[0], title, mark_text, _("start")))
        note(_("The curve is drawn in {file}.").format(file=svg))


def _games(which: WhichOptions, game: list[str] | None, secret: str | None) -> Iterator[GivenGame]:
    if which.file is not None:
        yield from games_of_file(which.file)
    elif which.last:
        yield from last_games()
    else:
        yield from given_games(game or [], which.rules, secret)


def _too_many(drawn: list[Review]) -> Iterator[Fault]:
    if len(drawn) > 1:
        yield Fault(N_("{option} draws one game, and there are several; give one of them"), option="--svg")


def _show(given: GivenGame, seen: Review) -> None:
    if settings.json:
        emit_json({**given.origin_as_json(), **as_json(ReviewAnswer.of(seen))})
        return
    if given.finished is not None:
        emit(game_heading(given.finished))
    show_review(seen)
