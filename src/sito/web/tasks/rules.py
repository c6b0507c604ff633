"""Tasks about rules: what a text of rules means, and the games that have names."""

from __future__ import annotations

from typing import Any

from sito.advice.levels import LEVELS
from sito.codes.code import CodeSpace
from sito.codes.example_turn import example_turn
from sito.codes.feedback import Feedback, feedback_count, score
from sito.codes.notations import nobody_gives
from sito.rules.presets import PRESETS, WORD_PRESETS
from sito.rules.rules import Rules
from sito.show.as_json.rules import rules_as_json
from sito.show.i18n import current_language
from sito.show.sentences import answer_sentence, lies_sentence, rules_sentence, unknown_sentence
from sito.sieve.metrics import METRICS
from sito.strategies.strategy import strategy_names
from sito.web.tasks.reading import WordTexts, read_rules
from sito.web.words import BUILT_IN
from sito.web.work import Work
from sito.words.local_words import LOCAL_PRESETS, local_name

MOST_ANSWERS = 250
"""Answers of a game are listed if they are no more than that."""


def rules(work: Work, text: str, words: WordTexts | None = None) -> dict[str, Any]:
    """Tells what a text of rules means: its codes, its answers, how they are written, and an example."""
    game = read_rules(work, text, words)
    space = CodeSpace(game, guesses=True)
    secret, guess = example_turn(game)
    return {
        **rules_as_json(game),
        "notation": None if game.notation is None else game.notation.value,
        "answers": _answers(game),
        "win": str(Feedback.win(game)),
        "example": {
            "secret": space.text(secret),
            "guess": space.text(guess),
            "answer": str(score(game, guess, secret)),
        },
        "sentences": [
            rules_sentence(game),
            answer_sentence(game),
            unknown_sentence(game),
            *([lies_sentence(game)] if game.lies else []),
        ],
    }


def _answers(game: Rules) -> list[str] | None:
    """Lists the answers that codes give, in ascending order; None if they are too many to be of use."""
    count = feedback_count(game)
    if count > MOST_ANSWERS:
        return None
    return [
        str(Feedback.of(game, number)) for number in range(count) if not nobody_gives(game.feedback, game.pegs, number)
    ]


def presets(work: Work) -> dict[str, Any]:
    """Lists the games that have names, the heads of word rules, and the names of strategies, metrics and levels."""
    known = {name: Rules.parse(canonical) for name, canonical in PRESETS.items()}
    return {
        "games": {
            name: {**rules_as_json(game), "local_name": local_name(name, current_language())}
            for name, game in known.items()
        },
        "word_games": dict(WORD_PRESETS),
        "word_lists": list(BUILT_IN),
        "other_names": {preset: dict(names) for preset, names in LOCAL_PRESETS.items()},
        "strategies": list(strategy_names()),
        "metrics": list(METRICS),
        "levels": [level.name for level in LEVELS],
    }
