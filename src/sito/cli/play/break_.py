"""`sito break`: the computer breaks a code that is given."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import typer

from sito.cli.options import RulesOption, StrategyOption, game_and_strategy, game_seed
from sito.cli.output import SeedOption, command, emit_json, examples, message, new_app, note, screen, settings
from sito.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.i18n import _, ngettext
from sito.render import Column, code_line, feedback_line, plain

app = new_app()


@command(
    app,
    help=_(
        "Breaks a code that you give, and shows each guess, its answer, and how many codes were possible before "
        "the guess and are left after the answer. Exit code 1 if the rounds do not suffice."
    ),
    epilog=examples(
        "sito break FADC",
        "sito break 6281 --rules bulls-and-cows --strategy first-consistent",
        "sito break '2 4 5 2 4' --rules logik --strategy color-by-color --seed 1",
    ),
)
def break_(
    secret: Annotated[str, typer.Argument(metavar="SECRET", help=_("The code to break."))],
    rules: RulesOption = None,
    strategy: StrategyOption = "first-consistent",
    seed: SeedOption = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, metavar="NUMBER", help=_("The most guesses; no limit without it."))
    ] = None,
    time: Annotated[bool, typer.Option("--time", help=_("Also tell how long the computer took."))] = False,
) -> int:
    chosen_rules, chosen = game_and_strategy(rules, strategy)
    game = Transcript(chosen_rules)
    keeper = SecretKeeper(game.rules, secret)
    number = game_seed(seed)
    breaker = StrategyBreaker(chosen, number)
    counts = [len(game.knowledge)]
    stand = game
    start = perf_counter()

    def turn(game: Transcript) -> None:
        nonlocal stand
        stand = game
        counts.append(len(game.knowledge))

    try:
        game = play(game, breaker, keeper, rounds=rounds, on_turn=turn)
        took = perf_counter() - start
    finally:
        # Also of a run that is cut short by Ctrl-C.
        _show(stand, counts, strategy, number, secret)
    if not game.won:
        message(_("The code is not broken."))
        return 1
    note(ngettext("Broken in {count} guess.", "Broken in {count} guesses.", len(game)).format(count=len(game)))
    if time:
        message(_("It took {milliseconds:.1f} ms.").format(milliseconds=took * 1000))
    return 0


def _show(game: Transcript, counts: list[int], strategy: str, seed: int, secret: str) -> None:
    if settings.json:
        emit_json(_as_json(game, counts, strategy, seed, secret))
        return
    if not game.turns:
        return
    columns = [Column("#", right=True), Column(_("guess")), Column(_("answer"))]
    columns += [Column(_("before"), right=True), Column(_("left"), right=True)]
    rows = [
        [plain(number), code_line(game.rules, guess), feedback_line(answer), plain(were), plain(left)]
        for number, ((guess, answer), were, left) in enumerate(zip(game.turns, counts, counts[1:], strict=False), 1)
    ]
    screen().table(columns, rows)


def _as_json(game: Transcript, counts: list[int], strategy: str, seed: int, secret: str) -> dict[str, Any]:
    space = game.knowledge.guesses
    return {
        "rules": str(game.rules),
        "secret": space.text(space.parse(secret)),
        "strategy": strategy,
        "seed": seed,
        "broken": game.won,
        "game": str(game),
        "turns": [
            {"guess": space.text(guess), "answer": str(answer), "before": were, "left": left}
            for (guess, answer), were, left in zip(game.turns, counts, counts[1:], strict=False)
        ],
    }
