"""`sito keep`: you keep the code and answer, the computer guesses."""

from __future__ import annotations

import json
from typing import Any

from sito.cli.options import (
    DEFAULT_OPPONENT,
    OpponentOption,
    ResumeOption,
    RoundsOption,
    RulesOption,
    check_resumed,
    game_and_strategy,
    game_seed,
    read_game,
    read_strategy,
    round_limit,
)
from sito.cli.output import (
    SeedOption,
    board_screen,
    command,
    emit,
    emit_json,
    examples,
    message,
    new_app,
    note,
    settings,
)
from sito.cli.play.human import HumanMaker, turn_lines
from sito.cli.play.saved import SavedGame
from sito.cli.play.sentences import answer_sentence, codes_left_text, rules_sentence
from sito.game import StrategyBreaker, Transcript, play
from sito.i18n import _, ngettext
from sito.render import Screen

app = new_app()

SHOWN = 100  # codes that are still possible after the last round


@command(
    app,
    help=_(
        "You think of a code and answer; the computer guesses. An answer that cannot be read or cannot be costs "
        "nothing; a contradiction is noticed at once and can be corrected. Write /help in the game for what else "
        "you can do. The game is saved after every answer."
    ),
    epilog=examples("sito keep", "sito keep --rules bulls-and-cows --rounds 0", "sito keep --resume"),
)
def keep(
    rules: RulesOption = None,
    strategy: OpponentOption = None,
    rounds: RoundsOption = None,
    seed: SeedOption = None,
    resume: ResumeOption = False,
) -> None:
    if resume:
        check_resumed(rules=rules, strategy=strategy, rounds=rounds, seed=seed)
        saved, (game, limit, number, opponent) = SavedGame.latest("keep", _load)
    else:
        opponent = DEFAULT_OPPONENT if strategy is None else strategy
        game = Transcript(game_and_strategy(rules, opponent)[0])
        saved, limit, number = SavedGame.new("keep"), round_limit(rounds, game.rules), game_seed(seed)
    keep_on(saved, game, limit, number, opponent)


def keep_on(saved: SavedGame, game: Transcript, limit: int | None, number: int, strategy: str) -> None:
    """Plays a game on from where it is, with a person who keeps the code; `number` is the seed."""
    board = board_screen()
    breaker = StrategyBreaker(read_strategy(strategy), number)
    breaker.guess(game)  # a strategy that does not play this game says so before anything else is said

    def save(game: Transcript) -> None:
        saved.write({"game": str(game), "rounds": limit, "seed": number, "strategy": strategy})

    with saved.guard():
        _greet(game, limit, board)
        save(game)
        game = play(game, breaker, HumanMaker(game.rules, board), rounds=limit, on_turn=save)
        saved.finish()
    _finish(game)


def _load(state: dict[str, Any]) -> tuple[Transcript, int | None, int, str]:
    return read_game(state["game"]), state["rounds"], state["seed"], state["strategy"]


def _greet(game: Transcript, limit: int | None, board: Screen) -> None:
    if game.turns:
        note(_("The game goes on."))
        for index in range(len(game)):
            board.line(*turn_lines(game, index))
    else:
        note(_("Think of a code: {rules}.").format(rules=rules_sentence(game.rules)))
        if limit is not None:
            note(
                ngettext("I have {count} round to find it.", "I have {count} rounds to find it.", limit).format(
                    count=limit
                )
            )
    note(answer_sentence(game.rules) + " " + _("/help tells what else you can write."))


def _finish(game: Transcript) -> None:
    knowledge = game.knowledge
    if settings.json:
        left = list(map(knowledge.secrets.text, knowledge[:SHOWN]))
        emit_json({**json.loads(game.to_json()), "found": game.won, "left": len(knowledge), "codes": left})
        return
    if game.won:
        message(
            ngettext("I have found it in {count} guess.", "I have found it in {count} guesses.", len(game)).format(
                count=len(game)
            )
        )
        return
    message(_("No rounds are left and I have not found it."))
    message(codes_left_text(len(knowledge)) + ":")
    for code in knowledge[:SHOWN]:
        emit(knowledge.secrets.text(code))
    if len(knowledge) > SHOWN:
        emit("...")
