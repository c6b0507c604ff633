"""What `sito advise` tells of one game: what is left, and the best guesses; as text or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeAlias

from sito.advice.advice import Advice
from sito.advice.advice import advise as advise_on
from sito.advice.boards import Boards, advise_boards
from sito.advice.written_turns import WrittenTurn, WrittenTurns
from sito.base.limits import Limits, Stopped
from sito.cli.output import emit, emit_json, note, settings
from sito.cli.play.hints import show_advice
from sito.cli.table import thinking
from sito.errors import N_, Fault, InconsistentError, LimitError
from sito.operations.answers import REPAIRS_SHOWN, ConflictAnswer
from sito.operations.guesses import AdviseAnswer, BoardsAnswer
from sito.operations.operation import as_json
from sito.playing.game import Transcript
from sito.playing.inconsistent import inconsistent, leaves_code, no_code
from sito.playing.repairs import diagnose
from sito.playing.text import read_turn_line
from sito.show.game_sentences import board_text
from sito.show.i18n import _
from sito.show.sentences import codes_left_text
from sito.sieve.knowledge import Knowledge
from sito.strategies.halving import only_strategy
from sito.strategies.strategy import Strategy, blaming, choose_within, turn_generator

Standing: TypeAlias = Transcript | Boards


class CodeTurns(WrittenTurns):
    """A reader of games of codes on one board, where every line is a whole turn."""

    def read(self, line: str, boards: int = 1) -> None:
        """Takes a line in."""
        guess, answer = read_turn_line(self.rules, line)
        self.guesses.append(guess)
        self.answers.append(answer)


def reader_of(stand: Standing) -> WrittenTurns:
    """Makes the reader for the turns of a game."""
    return CodeTurns(stand.rules) if stand.rules.words is None and wanted(stand) == 1 else WrittenTurns(stand.rules)


def wanted(stand: Standing) -> int:
    """Tells how many answers the next guess has."""
    return len(stand.open) if isinstance(stand, Boards) else 1


def after(stand: Standing, turn: WrittenTurn) -> Standing:
    """Gives the game after one more turn."""
    if isinstance(stand, Boards):
        return stand.after(turn.guess, turn.answers)
    return stand.after(turn.guess, turn.answers[0])


def taken(stand: Standing, reader: WrittenTurns) -> Standing:
    """Gives the game after the turns that are complete; those after its end are left."""
    while not stand.won:
        turn = reader.take(wanted(stand))
        if turn is None:
            break
        stand = after(stand, turn)
    return stand


_MORE_SHOWN = 100
_BOARDS_TAKE = 2
"""How much longer several boards take than one."""
_REPAIR_WORK = 1 << 32
"""Comparisons of an answer with a code: about a second."""
_STRATEGY_SECONDS = 1.0
"""How long a strategy may compare guesses, unless --time says otherwise; it is told if it was cut short."""


@dataclass(frozen=True)
class Adviser:
    """Tells what is left in a game and what to guess next; `show` is how many of the codes it shows."""

    strategy: Strategy | None
    """Whose guess to show; None for the best guesses."""
    seed: int
    top: int
    show: int
    seconds: float | None
    """How long to look for the next guess; None for as much work as an advice usually has."""

    rounds: int | None = None
    """How many guesses the game allows, if that is known."""
    within: int | None = None
    """Of guesses those come first after which the game is over within so many, this one included."""

    def report(self, stand: Standing, *, whole: bool = True) -> None:
        """Writes the advice, and with `whole` the game itself as text.

        Raises `InconsistentError` if no code agrees with all the answers.
        """
        if isinstance(stand, Boards):
            self._report_boards(stand, whole)
        else:
            self._report_game(stand, whole)

    def _report_game(self, game: Transcript, whole: bool) -> None:
        if not leaves_code(game.knowledge):
            raise self._inconsistent(game)
        knowledge = game.knowledge
        shown = first_codes(knowledge, 0, self.show)
        if settings.json:
            state = {"game": str(game), "left": knowledge.left, "codes": shown}
            emit_json({**state, **self._next_as_json(game)})
            return
        if whole:
            emit(str(game))
        emit(left_text(knowledge, shown))
        if game.winning_turn is None:
            self._show_next(game)
            return
        hit = knowledge.guesses.text(game.turns[game.winning_turn - 1][0])
        emit(_("The game is won: guess {number}, {guess}, is the code.").format(number=game.winning_turn, guess=hit))

    def _report_boards(self, boards: Boards, whole: bool) -> None:
        for number, game in enumerate(boards.games(), 1):
            if not len(game.knowledge):
                first, *others = self._inconsistent(game).faults
                where = Fault(N_("board {number}: {fault}"), number=number, fault=first)
                raise InconsistentError(where, *others)
        advice = None
        if not boards.won:
            with thinking(_("Comparing the guesses")):
                advice = advise_boards(
                    boards, self.top, seconds=None if self.seconds is None else self.seconds * _BOARDS_TAKE
                )
        if settings.json:
            emit_json(as_json(BoardsAnswer.of(boards, advice, lambda known: first_codes(known, 0, self.show))))
            return
        if whole:
            emit(str(boards))
        if not boards.turns:
            known = boards.knowledges[0]
            emit(left_text(known, first_codes(known, 0, self.show)))
        each = zip(boards.knowledges, boards.solved, strict=True) if boards.turns else ()
        for number, (known, solved) in enumerate(each, 1):
            shown = first_codes(known, 0, self.show)
            text = _("solved") if solved else left_text(known, shown)
            emit(board_text(number, text))
        if advice is not None:
            emit(_("next guess: {guess}").format(guess=advice[0].text))
            show_advice(advice)

    def show_more(self, stand: Standing, shown: int) -> int:
        """Writes the possible codes that come after so many that were shown, and gives how many were shown then."""
        known = stand.knowledges if isinstance(stand, Boards) else (stand.knowledge,)
        for number, knowledge in enumerate(known, 1):
            codes = first_codes(knowledge, shown, shown + _MORE_SHOWN)
            if not codes:
                text = _("There are no more codes to show.")
            else:
                text = separator_of(codes).join(codes) + (" ..." if len(knowledge) > shown + len(codes) else "")
            emit(board_text(number, text) if len(known) > 1 else text)
        return shown + _MORE_SHOWN

    def _inconsistent(self, game: Transcript) -> InconsistentError:
        """Says which answers cannot stand together and how they could be repaired; as JSON too, if asked for."""
        limits = Limits(work=_REPAIR_WORK) if self.seconds is None else Limits(seconds=self.seconds)
        try:
            with thinking(_("Looking for the wrong answers")):
                diagnosis = diagnose(game, top=REPAIRS_SHOWN, limits=limits)
        except LimitError as error:  # of a game that is too long
            return InconsistentError(no_code(game), *error.faults)
        if settings.json:
            state = {"game": str(game), "left": 0, "codes": [], "guess": None}
            emit_json({**as_json(ConflictAnswer.of(game, diagnosis)), **state})
        return inconsistent(diagnosis)

    def _next_as_json(self, game: Transcript) -> dict[str, object]:
        """Gives the next guess with what was found out about it; no guess if the game is won."""
        won = game.winning_turn
        strategy = self._strategy_for(game)
        if strategy is None or won is not None:
            told: dict[str, object] = as_json(AdviseAnswer.of(game, None if won is not None else self._advice(game)))
            return told
        guess, stopped = self._guess(game, strategy)
        return {"guess": guess, "strategy": str(strategy), "stopped": stopped, "won": won}

    def _show_next(self, game: Transcript) -> None:
        strategy = self._strategy_for(game)
        if strategy is None:
            advice = self._advice(game)
            emit(_("next guess: {guess}").format(guess=advice[0].figures.text))
            show_advice(advice)
            return
        guess, stopped = self._guess(game, strategy)
        emit(_("next guess: {guess}").format(guess=guess))
        if stopped:
            cut = _("The time of {seconds:g} s was over before all guesses were compared; --time gives more.")
            note(cut.format(seconds=self._patience))

    def _strategy_for(self, game: Transcript) -> Strategy | None:
        """Gives the strategy that was asked for; on a vast board, where guesses are not compared, `halving`."""
        return self.strategy or only_strategy(game.rules)

    def _advice(self, game: Transcript) -> Advice:
        with thinking(_("Comparing the guesses")):
            within = self.within
            if within is None and self.rounds is not None:
                within = max(1, self.rounds - len(game))
            return advise_on(game.knowledge, self.top, within=within, seconds=self.seconds)

    @property
    def _patience(self) -> float:
        """How long a strategy may look for its guess."""
        return _STRATEGY_SECONDS if self.seconds is None else self.seconds

    def _guess(self, game: Transcript, strategy: Strategy) -> tuple[str, Stopped | None]:
        """Gives the guess of a strategy, and why it did not compare all guesses, if so."""
        stopped: Stopped | None = None
        end = monotonic() + self._patience

        def is_over() -> bool:
            nonlocal stopped
            stopped = Stopped.TIME if monotonic() >= end else None
            return stopped is not None

        rng = turn_generator(self.seed, len(game))
        with thinking(_("Comparing the guesses")), blaming(strategy, game.rules):
            guess = choose_within(strategy, game.knowledge, rng, Limits(stop=is_over))
        return game.knowledge.guesses.text(guess), stopped


def first_codes(knowledge: Knowledge, start: int, stop: int) -> list[str]:
    """Writes some of the possible codes: the most likely first, where some are likelier than others."""
    codes = knowledge.likely(stop)[start:]
    return list(map(knowledge.secrets.text, codes))


def left_text(knowledge: Knowledge, shown: Sequence[str]) -> str:
    """Says how many codes are possible, and names some of them."""
    separator = separator_of(shown)
    more = separator + "..." if len(knowledge) > len(shown) else ""
    count = codes_left_text(knowledge.left, knowledge.rules)
    return f"{count}: {separator.join(shown)}{more}" if shown else count


def separator_of(codes: Sequence[str]) -> str:
    """Gives what stands between codes: two blanks if the codes have blanks themselves."""
    return "  " if any(" " in code for code in codes) else " "
