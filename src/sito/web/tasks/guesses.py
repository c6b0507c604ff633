"""Tasks about the next guess: the best ones, rankings, what a guess does, and the strategy from here on."""

from __future__ import annotations

from typing import Any

from sito.advice import advise as advise_on
from sito.as_json.advice import advice_as_json
from sito.as_json.guesses import facts_as_json, ranking_as_json
from sito.explanation import explain_guess as explain_a_guess
from sito.game import check_consistent
from sito.i18n import fault_text
from sito.i18n import language as in_language
from sito.sentences import metric_of, why_sentences
from sito.strategy import parse_strategy
from sito.web.tasks.contract import Work, without_memory
from sito.web.tasks.reading import Turns, WordTexts, read_game

MOST_GUESSES = 1000
"""The most guesses that a ranking lists."""


def advise(
    work: Work,
    rules: str,
    turns: Turns = (),
    words: WordTexts | None = None,
    top: int = 5,
    language: str = "en",
) -> dict[str, Any]:
    """Finds the best guesses. Raises `InconsistentError` that names the answers that cannot stand together."""
    with in_language(language):
        game = read_game(work, rules, turns, words)
        knowledge = check_consistent(game)
        told = {"game": str(game), "left": len(knowledge), "won": game.winning_turn}
        if game.winning_turn is not None:
            return {**told, "guess": None, "guesses": [], "source": None, "exact": True, "fallback": None, "origin": ""}
        advice = advise_on(knowledge, min(top, MOST_GUESSES), without_memory(work))
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
    language: str = "en",
) -> dict[str, Any]:
    """Ranks the guesses by a metric: entropy, minimax, expected-size or most-parts."""
    with in_language(language):
        game = read_game(work, rules, turns, words)
        knowledge = check_consistent(game)
        ranking = knowledge.rank(
            metric, min(top, MOST_GUESSES), consistent=consistent, apart=apart, limits=without_memory(work)
        )
        return {"game": str(game), "left": len(knowledge), **ranking_as_json(ranking)}


def explain_guess(
    work: Work,
    rules: str,
    guess: str,
    turns: Turns = (),
    words: WordTexts | None = None,
    metric: str | None = None,
    strategy: str | None = None,
    language: str = "en",
) -> dict[str, Any]:
    """Tells what a guess does to the possible codes, beside the best other guess by a metric."""
    with in_language(language):
        game = read_game(work, rules, turns, words)
        knowledge = check_consistent(game)
        chooser = None if strategy is None else parse_strategy(strategy)
        chosen = metric_of(knowledge, chooser) if metric is None else metric
        facts = explain_a_guess(knowledge, guess, chosen, limits=without_memory(work))
        told = facts_as_json(facts, list(why_sentences(facts, chooser)))
        return {"game": str(game), "left": len(knowledge), "guess": facts.text, **told}
