"""Tasks about the next guess: the best ones, rankings, what a guess does, and the strategy from here on."""

from __future__ import annotations

from typing import Any

from sito.advice.advice import advise as advise_on
from sito.explanation import explain_choice
from sito.explanation import explain_guess as explain_a_guess
from sito.playing.game import check_consistent
from sito.show.as_json.advice import advice_as_json
from sito.show.as_json.guesses import facts_as_json, ranking_as_json
from sito.show.i18n import fault_text
from sito.show.sentences import strategy_text, why_sentences
from sito.strategies.strategy import parse_strategy
from sito.web.tasks.reading import Turns, WordTexts, read_game
from sito.web.work import Work

MOST_GUESSES = 1000
"""The most guesses that a ranking lists."""


def advise(
    work: Work,
    rules: str,
    turns: Turns = (),
    words: WordTexts | None = None,
    top: int = 5,
) -> dict[str, Any]:
    """Finds the best guesses. Raises `InconsistentError` that names the answers that cannot stand together."""
    game = read_game(work, rules, turns, words)
    knowledge = check_consistent(game)
    told = {"game": str(game), "left": len(knowledge), "won": game.winning_turn}
    if game.winning_turn is not None:
        return {**told, "guess": None, "guesses": [], "source": None, "exact": True, "fallback": None, "origin": ""}
    advice = advise_on(knowledge, min(top, MOST_GUESSES), work.limits)
    return {
        **told,
        **advice_as_json(advice),
        "fallback": None if advice.fallback is None else fault_text(advice.fallback),
        "origin": fault_text(advice.origin),
    }


def rank(
    work: Work,
    rules: str,
    turns: Turns = (),
    words: WordTexts | None = None,
    metric: str = "entropy",
    top: int = 10,
    consistent: bool = False,
    apart: bool = False,
) -> dict[str, Any]:
    """Ranks the guesses by a metric: entropy, minimax, expected-size or most-parts."""
    game = read_game(work, rules, turns, words)
    knowledge = check_consistent(game)
    ranking = knowledge.rank(metric, min(top, MOST_GUESSES), consistent=consistent, apart=apart, limits=work.limits)
    return {"game": str(game), "left": len(knowledge), **ranking_as_json(ranking)}


def explain_guess(
    work: Work,
    rules: str,
    guess: str,
    turns: Turns = (),
    words: WordTexts | None = None,
    metric: str | None = None,
    strategy: str | None = None,
) -> dict[str, Any]:
    """Tells what a guess does to the possible codes, beside the best other guess by a metric."""
    game = read_game(work, rules, turns, words)
    knowledge = check_consistent(game)
    chooser = None if strategy is None else parse_strategy(strategy)
    if metric is None:
        facts = explain_choice(knowledge, guess, strategy_text(chooser), limits=work.limits)
    else:
        facts = explain_a_guess(knowledge, guess, metric, limits=work.limits)
    told = facts_as_json(facts, list(why_sentences(facts, chooser)))
    return {"game": str(game), "left": len(knowledge), "guess": facts.text, **told}
