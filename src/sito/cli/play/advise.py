"""`sito advise`: what is left in a game, and what to guess next."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Annotated, Any

import typer

from sito.advice import Advice
from sito.advice import advise as advise_on
from sito.as_json.advice import advice_as_json
from sito.as_json.games import REPAIRS_SHOWN, diagnosis_as_json
from sito.cli.limits import parse_time
from sito.cli.options import (
    AdviserOption,
    RulesOption,
    game_rules,
    game_seed,
    read_game,
    read_strategy,
)
from sito.cli.output import SeedOption, command, emit, emit_json, examples, message, new_app, note, settings
from sito.cli.play.given import given_game, names_rules, rules_named_once
from sito.cli.play.hints import show_advice
from sito.cli.table import line_table, thinking
from sito.cli.table.commands import HELP, QUIT, Command, Commands, Leave
from sito.cli.table.reading import numbered_lines
from sito.code import CodeSpace
from sito.errors import N_, Fault, InconsistentError, InputError, LimitError, TranscriptError
from sito.game import Transcript, check_consistent, inconsistent, no_code
from sito.game_text import read_turn_line
from sito.i18n import _, error_text, join_sentences
from sito.limits import Limits, Stopped
from sito.notations import example_answer
from sito.repairs import diagnose
from sito.rules import Rules
from sito.sentences import answer_sentence, codes_left_text
from sito.strategy import Strategy, blaming, choose_within, turn_generator

_COMMANDS = Commands(HELP, Command("undo", N_("takes the last turn back")), QUIT)

app = new_app()


@command(
    app,
    help=_(
        "Tells how many codes are possible in a game, the first few of them, and the best guesses, with how many more "
        "guesses each is expected to need. With --strategy it tells the guess of that strategy. Without GAME it "
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
    strategy: AdviserOption = None,
    seed: SeedOption = None,
    top: Annotated[int, typer.Option("--top", min=1, metavar="NUMBER", help=_("How many guesses to show."))] = 5,
    show: Annotated[
        int, typer.Option("--show", min=0, metavar="NUMBER", help=_("How many of the codes to show."))
    ] = 10,
    time: Annotated[
        str,
        typer.Option("--time", metavar="TIME", help=_("How long to look ahead: seconds, or as in 90s, 5m, 1.5h.")),
    ] = "1",
) -> None:
    chosen = None if strategy is None else read_strategy(strategy)
    adviser = _Adviser(chosen, game_seed(seed), top, show, parse_time(time))
    if game and game != ["-"]:
        adviser.report(given_game(rules, " ".join(game)))
    elif not game and sys.stdin.isatty():
        _talk(Transcript(game_rules(rules)), adviser)
    else:
        for stand in _stands(rules):
            adviser.report(stand)


@dataclass(frozen=True)
class _Adviser:
    """Tells what is left in a game and what to guess next; `show` is how many of the codes it shows."""

    strategy: Strategy | None
    """Whose guess to show; None for the best guesses."""
    seed: int
    top: int
    show: int
    seconds: float
    """How long to look for the next guess."""

    def report(self, game: Transcript) -> None:
        """Writes the advice. Raises `InconsistentError` if no code agrees with all the answers."""
        if not len(game.knowledge):
            raise self._inconsistent(game)
        knowledge = game.knowledge
        shown = list(map(knowledge.secrets.text, knowledge[: self.show]))
        if settings.json:
            state = {"game": str(game), "left": len(knowledge), "codes": shown}
            emit_json({**state, **self._next_as_json(game), "won": game.winning_turn})
            return
        emit(str(game))
        separator = "  " if any(" " in code for code in shown) else " "
        more = separator + "..." if len(knowledge) > len(shown) else ""
        emit(codes_left_text(len(knowledge), game.rules) + (": " + separator.join(shown) + more if shown else ""))
        if game.winning_turn is None:
            self._show_next(game)
            return
        hit = knowledge.guesses.text(game.turns[game.winning_turn - 1][0])
        emit(_("The game is won: guess {number}, {guess}, is the code.").format(number=game.winning_turn, guess=hit))

    def _inconsistent(self, game: Transcript) -> InconsistentError:
        """Says which answers cannot stand together and how they could be repaired; as JSON too, if asked for."""
        try:
            with thinking(_("Looking for the wrong answers")):
                diagnosis = diagnose(game, top=REPAIRS_SHOWN, limits=Limits(seconds=self.seconds))
        except LimitError as error:  # of a game that is too long
            return InconsistentError(no_code(game.rules), *error.faults)
        if settings.json:
            state = {"game": str(game), "left": 0, "codes": [], "guess": None}
            emit_json({**state, **diagnosis_as_json(diagnosis)})
        return inconsistent(game, diagnosis)

    def _next_as_json(self, game: Transcript) -> dict[str, Any]:
        """Gives the next guess with what was found out about it; no guess if the game is won."""
        if game.winning_turn is not None:
            return {"guess": None}
        if self.strategy is None:
            return advice_as_json(self._advice(game))
        guess, stopped = self._guess(game, self.strategy)
        return {"guess": guess, "strategy": str(self.strategy), "stopped": stopped}

    def _show_next(self, game: Transcript) -> None:
        if self.strategy is None:
            advice = self._advice(game)
            emit(_("next guess: {guess}").format(guess=advice[0].figures.text))
            show_advice(advice)
            return
        guess, stopped = self._guess(game, self.strategy)
        emit(_("next guess: {guess}").format(guess=guess))
        if stopped:
            cut = _("The time of {seconds:g} s was over before all guesses were compared; --time gives more.")
            note(cut.format(seconds=self.seconds))

    def _advice(self, game: Transcript) -> Advice:
        with thinking(_("Comparing the guesses")):
            return advise_on(game.knowledge, self.top, Limits(seconds=self.seconds))

    def _guess(self, game: Transcript, strategy: Strategy) -> tuple[str, Stopped | None]:
        """Gives the guess of a strategy, and why it did not compare all guesses, if so."""
        stopped: Stopped | None = None
        end = monotonic() + self.seconds

        def is_over() -> bool:
            nonlocal stopped
            stopped = Stopped.TIME if monotonic() >= end else None
            return stopped is not None

        rng = turn_generator(self.seed, len(game))
        with thinking(_("Comparing the guesses")), blaming(strategy, game.rules):
            guess = choose_within(strategy, game.knowledge, rng, Limits(stop=is_over))
        return game.knowledge.guesses.text(guess), stopped


def _stands(rules: str | None) -> Iterator[Transcript]:
    """Reads turns from a pipe and gives the game after each; the game as it begins if there are none."""
    game = Transcript(game_rules(rules))
    first = True
    for number, line in numbered_lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            if first and rules is None and names_rules(line):
                game = read_game(line)
            else:
                with rules_named_once(rules, line):
                    game = game.after(*read_turn_line(game.rules, line))
        except InputError as error:
            raise TranscriptError(
                *(Fault(N_("line {number}: {fault}"), number=number, fault=fault) for fault in error.faults)
            ) from None
        first = False
        if game.turns:
            yield game
    if not game.turns:
        yield game


def _talk(game: Transcript, adviser: _Adviser) -> None:
    """Reads turns from a person; a slip costs nothing, and /undo takes the last turn back."""
    note(join_sentences(_turns_sentence(game.rules), _("/undo takes one back, /quit ends.")))
    adviser.report(game)
    table = line_table()
    while not game.won:
        try:
            line = table.ask("> ")
            command = _COMMANDS.read(line, partial(read_turn_line, game.rules)).command
        except (EOFError, Leave):
            return
        try:
            if command == "help":
                note(_turns_sentence(game.rules))
                note(answer_sentence(game.rules))
                note(_("/undo takes one back, /quit ends."))
                continue
            if command == "undo":
                game = game.shortened(-1)
            elif command is None and line:
                after = game.after(*read_turn_line(game.rules, line))
                check_consistent(after)
                game = after
            else:
                continue
        except (InputError, InconsistentError) as error:
            message(error_text(error))
        else:
            adviser.report(game)


def _turns_sentence(rules: Rules) -> str:
    """Says how to write a turn, with an example that can be read."""
    example = f"{CodeSpace(rules, guesses=True).example} {example_answer(rules)}"
    return _("Write your turns, such as {example}: the guess and its answer.").format(example=example)
