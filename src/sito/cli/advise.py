"""`sito advise`: what is left in a game, and what to guess next."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from sito.cli._common import SeedOption, command, emit, emit_json, examples, message, new_app, note, settings
from sito.cli._human import ask
from sito.cli._options import RulesOption, StrategyOption, game_rules, game_seed
from sito.cli._saved import Leave
from sito.cli._sentences import codes_left_text
from sito.errors import N_, Fault, InconsistentError, InputError, RulesError, TranscriptError
from sito.game import StrategyBreaker, Transcript, check_consistent, known, read_turn_line
from sito.i18n import _, error_text
from sito.strategy import parse_strategy

app = new_app()


@command(
    app,
    help=_(
        "Tells how many codes are left in a game, the first few of them, and what to guess next. Without GAME it "
        "reads turns such as 'CBFF xo' from standard input, one a line, and tells after each. A first line may name "
        "the rules. Exit code 3 if no code agrees with all the answers; the answers that may be wrong are named."
    ),
    epilog=examples(
        "sito advise '4x6 CBFF:o EAAB:xxo'",
        "sito advise '5x8-numbers 1,1,1,1,1:x'",
        "printf '0123 0,2\\n1045 0,1\\n' | sito advise --rules bulls-and-cows",
    ),
)
def advise(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help=_("The rules, and GUESS:ANSWER for each turn."))
    ] = None,
    rules: RulesOption = None,
    strategy: StrategyOption = "first-consistent",
    seed: SeedOption = None,
    show: Annotated[
        int, typer.Option("--show", min=0, metavar="NUMBER", help=_("How many of the codes to show."))
    ] = 10,
) -> None:
    breaker = StrategyBreaker(parse_strategy(strategy), game_seed(seed))
    if game:
        text = " ".join([*([str(game_rules(rules))] if rules else []), *game])
        _report(Transcript.parse(text), breaker, show)
    elif sys.stdin.isatty():
        _talk(rules, breaker, show)
    else:
        for stand in _stands(rules):
            _report(stand, breaker, show)


def _report(game: Transcript, breaker: StrategyBreaker, show: int) -> None:
    if settings.json and not len(known(game)):
        emit_json({"game": str(game), "left": 0, "codes": [], "guess": None, "doubts": _doubts(game)})
    knowledge = check_consistent(game)
    shown = [knowledge.secrets.text(knowledge[index]) for index in range(min(show, len(knowledge)))]
    guess = None if game.won else knowledge.guesses.text(breaker.guess(game))
    if settings.json:
        emit_json({"game": str(game), "left": len(knowledge), "codes": shown, "guess": guess})
        return
    emit(str(game))
    separator = "  " if any(" " in code for code in shown) else " "
    more = separator + "..." if len(knowledge) > len(shown) else ""
    emit(codes_left_text(len(knowledge)) + (": " + separator.join(shown) + more if shown else ""))
    emit(_("The code is found.") if guess is None else _("next guess: {guess}").format(guess=guess))


def _doubts(game: Transcript) -> list[dict[str, Any]]:
    """Lists the answers that may be wrong, and how many codes each other answer would leave."""
    knowledge = known(game)
    return [
        {
            "turn": doubt.index + 1,
            "guess": knowledge.guesses.text(doubt.guess),
            "answer": str(doubt.answer),
            "could_be": {str(answer): count for answer, count in doubt.possible.items()},
        }
        for doubt in knowledge.conflict()
    ]


def _stands(rules: str | None) -> Iterator[Transcript]:
    """Reads turns from a pipe and gives the game after each; the game as it begins if there are none."""
    game: Transcript | None = None if rules is None else Transcript(game_rules(rules))
    told = False
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            if game is None:
                game = _first_line(line)
                if game is not None:
                    told = bool(game.turns)
                    if told:
                        yield game
                    continue
                game = Transcript(game_rules(None))
            game = game.after(*read_turn_line(game.rules, line))
        except InputError as error:
            raise TranscriptError(
                *(Fault(N_("line {number}: {fault}"), number=number, fault=fault) for fault in error.faults)
            ) from None
        told = True
        yield game
    if not told:
        yield Transcript(game_rules(None)) if game is None else game


def _first_line(line: str) -> Transcript | None:
    """Reads a first line that names the rules, alone or with turns; None if it is a turn of the default game."""
    try:
        game_rules(line.split()[0])
    except RulesError:
        return None
    return Transcript.parse(line)


def _talk(rules: str | None, breaker: StrategyBreaker, show: int) -> None:
    """Reads turns from a person; a slip costs nothing, and /undo takes the last turn back."""
    game = Transcript(game_rules(rules))
    note(
        _("Write your turns, such as {example}: the guess and its answer. /undo takes one back, /quit ends.").format(
            example=f"{check_consistent(game).guesses.example} 1 1"
        )
    )
    _report(game, breaker, show)
    while not game.won:
        try:
            line = ask("> ")
        except (EOFError, Leave):
            return
        try:
            if line.lower() == "/undo":
                game = game.shortened(-1)
            elif line:
                after = game.after(*read_turn_line(game.rules, line))
                check_consistent(after)
                game = after
        except (InputError, InconsistentError) as error:
            message(error_text(error))
        else:
            _report(game, breaker, show)
