"""`sito break`: the computer breaks a code that is given."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise
from time import perf_counter
from typing import Annotated

from sito.cli.command import SeedOption, command
from sito.cli.options import (
    DEFAULT_BREAKER,
    BreakerOption,
    RulesOption,
    game_rules,
    game_seed,
    read_game_and_strategies,
)
from sito.cli.output import emit, emit_json, message, note, settings, show_turns
from sito.cli.play.hints import ThinkingBreaker, guess_facts
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.table import Table, can_redraw, open_table
from sito.cli.watch import PATIENCE
from sito.errors import N_
from sito.explanation import GuessFacts
from sito.games.counting import is_counted
from sito.operations.guesses import ToldFacts
from sito.operations.operation import Ask, as_json
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.show.i18n import _, ngettext, pgettext
from sito.show.render import Column
from sito.show.sentences import truthful_sentence, why_sentences
from sito.strategies.halving import only_strategy
from sito.strategies.strategy import Strategy, hard_strategy


@command(
    help=N_(
        "Breaks a code that you give, and shows each guess, its answer, and how many codes were possible before "
        "the guess and are left after the answer. Exit code 1 if the rounds do not suffice."
    ),
    examples=(
        "sito break FADC",
        "sito break 6281 --rules bulls-and-cows --strategy first-consistent",
        "sito break '2 4 5 2 4' --rules logik --strategy color-by-color --seed 1",
    ),
)
def break_(
    secret: Annotated[str, Ask(N_("The code to break."))],
    rules: RulesOption = None,
    strategy: BreakerOption = None,
    seed: SeedOption = None,
    rounds: Annotated[int | None, Ask(N_("The most guesses; no limit without it."), 1)] = None,
    why: Annotated[bool, Ask(N_("Also tell of each guess what it did, and of the best other guess."))] = False,
    times: Annotated[bool, Ask(N_("Also tell how long the computer took."))] = False,
) -> int:
    strategy = strategy or str(only_strategy(game_rules(rules)) or DEFAULT_BREAKER)
    chosen_rules, (chosen,) = read_game_and_strategies(rules, strategy)
    if chosen_rules.hard:
        chosen = hard_strategy(chosen)
    keeper = SecretKeeper(chosen_rules, secret)
    run = _Run(Transcript(chosen_rules), strategy, game_seed(seed), keeper)
    start = perf_counter()
    try:
        breaker = ThinkingBreaker(StrategyBreaker(chosen, run.seed))
        with _LateBoard() as board:

            def turn(game: Transcript) -> None:
                run.add(game)
                board.show(game)

            play(run.game, breaker, keeper, rounds=rounds, on_turn=turn)
        took = perf_counter() - start
    finally:
        # Also of a run that is cut short by Ctrl-C.
        run.show(chosen if why else None)
    count = len(run.game)
    if chosen_rules.lies:
        note(truthful_sentence(chosen_rules))
    if not run.game.won:
        message(_("The code is not broken."))
    else:
        note(ngettext("Broken in {count} guess.", "Broken in {count} guesses.", count).format(count=count))
    if times:
        message(_("It took {milliseconds:.1f} ms.").format(milliseconds=took * 1000))
    return 0 if run.game.won else 1


class _LateBoard(ExitStack):
    """A board to look on at, opened once a game takes longer than a moment; it leaves nothing, for a table follows."""

    def __init__(self) -> None:
        super().__init__()
        self._opens = perf_counter() + PATIENCE
        self._table: Table | None = None

    def show(self, game: Transcript) -> None:
        """Shows how the game stands."""
        if self._table is None:
            if settings.quiet or perf_counter() < self._opens or not can_redraw():
                return
            self._table = self.enter_context(open_table())
            self.callback(self._table.show, GamePicture(View()))
        self._table.show(GamePicture(View(settings.count), (Side.of(game),)))


class _Run:
    """What is to be told of a game: how it was set up, its turns, and how many codes were possible before each."""

    def __init__(self, game: Transcript, strategy: str, seed: int, keeper: SecretKeeper) -> None:
        self.game, self.strategy, self.seed, self.keeper = game, strategy, seed, keeper
        self._counts = [game.knowledge.left]

    def add(self, game: Transcript) -> None:
        """Takes in the game after one more turn."""
        left = game.knowledge.left  # which Ctrl-C may end
        self.game, self._counts = game, [*self._counts, left]

    def show(self, explained: Strategy | None) -> None:
        """Writes the turns, as a table or as JSON; `explained` is the strategy if its guesses are to be explained."""
        if settings.json:
            emit_json(self._as_json(explained))
        elif self.game.turns:
            counted = is_counted(self.game.rules)
            columns = [Column(pgettext("codes", "before"), right=True), Column(pgettext("codes", "left"), right=True)]
            counts = self._counts if counted else []
            show_turns(self.game, columns if counted else [], lambda index: counts[index : index + 2])
        if explained is not None and not settings.json:
            for number, facts in enumerate(self._facts(explained), 1):
                emit("\n" + _("Guess {number}:").format(number=number))
                for sentence in why_sentences(facts, explained):
                    emit("  " + sentence)

    def _facts(self, strategy: Strategy) -> list[GuessFacts]:
        known = (self.game.shortened(turns).knowledge for turns in range(len(self.game)))
        return [guess_facts(before, turn.guess, strategy) for before, turn in zip(known, self.game.turns, strict=True)]

    def _as_json(self, explained: Strategy | None) -> dict[str, object]:
        space, turns = self.game.knowledge.guesses, self.game.turns
        facts = [] if explained is None else self._facts(explained)
        why = [{"why": as_json(ToldFacts.of(one, explained))} for one in facts] or [{}] * len(turns)
        return {
            "rules": str(self.game.rules),
            "secret": self.keeper.text,
            "strategy": self.strategy,
            "seed": self.seed,
            "broken": self.game.won,
            "game": str(self.game),
            "turns": [
                {"guess": space.text(guess), "answer": str(answer), "before": before, "left": left, **more}
                for (guess, answer), (before, left), more in zip(turns, pairwise(self._counts), why, strict=False)
            ],
        }
