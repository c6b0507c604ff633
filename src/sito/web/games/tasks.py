"""The searches of games, as the pool of processes runs them: every argument and every result is a JSON value.

`words` are the lists of a word game as `words_to_json` gives them, or None: then a word
game has a list that comes with Sito.
"""

from __future__ import annotations

from typing import Any

from sito.advice.advice import advise
from sito.advice.levels import level_name, parse_level
from sito.codes.code import CodeSpace
from sito.codes.hard_mode import in_hard_mode
from sito.errors import N_, Fault, LimitError
from sito.explanation import choice_faults, explain_choice
from sito.games.counting import count_left
from sito.makers import MakerName, NamedMaker
from sito.operations.work import Work
from sito.playing.game import StrategyBreaker, Transcript, check_consistent
from sito.playing.inconsistent import no_code
from sito.playing.repairs import diagnose
from sito.rules.rules import Allowed, Rules
from sito.strategies.strategy import parse_strategy
from sito.web.games.told import fault_to_json
from sito.words.small import BUILT_IN, built_in
from sito.words.words import WordList

MOST_REPAIRS = 30


def words_to_json(words: WordList | None) -> dict[str, Any] | None:
    """Gives the words of a game as a JSON value; a list that comes with Sito is not sent."""
    if words is None or (words.name in BUILT_IN and words == built_in(words.name)):
        return None
    return {"name": words.name, **words.to_value()}


def words_from_json(value: dict[str, Any] | None) -> WordList | None:
    """Makes the words again."""
    return None if value is None else WordList.of_value(value, value["name"])


def _game(text: str, words: dict[str, Any] | None) -> Transcript:
    return Transcript.parse(text, words_from_json(words) or built_in)


def count(work: Work, game: str, words: dict[str, Any] | None) -> dict[str, Any] | None:
    """Counts the codes that are left."""
    found = count_left(_game(game, words))
    return None if found is None else {"left": found.left, "codes": found.codes}


def answer(work: Work, game: str, words: dict[str, Any] | None, guess: str) -> str:
    """Answers a guess as the adversarial codemaker does."""
    played = _game(game, words)
    maker = NamedMaker.make(MakerName.ADVERSARIAL, played.rules)
    return str(maker.answer(played, played.knowledge.guesses.parse(guess)))


def hint(work: Work, game: str, words: dict[str, Any] | None, hard: bool) -> dict[str, Any]:
    """Finds a good guess; with `hard` one that hard mode allows. Raises `LimitError` for games that are too large."""
    played = _game(game, words)
    knowledge = check_consistent(Transcript(in_hard_mode(played.rules), played.turns) if hard else played)
    advice = advise(knowledge, 1, work.limits)
    best = advice[0]
    proven = advice.exact and advice.fallback is None
    origin = Fault(N_("By exact search: no guess is better.")) if proven else advice.origin
    faults = [best.sentence, origin] if len(knowledge) > 1 else [best.sentence]
    return {
        "guess": best.text,
        "colors": list(best.code),
        "possible": best.figures.possible,
        "expected": None if best.expected is None else float(best.expected),
        "cells": best.figures.cells,
        "worst": best.figures.worst,
        "exact": proven,
        "faults": [fault_to_json(fault) for fault in faults],
    }


def choose(work: Work, game: str, words: dict[str, Any] | None, strategy: str, seed: int) -> str:
    """Chooses the computer's next guess. Raises `StrategyError` if the strategy does not play this game."""
    played = _game(game, words)
    breaker = StrategyBreaker(parse_strategy(strategy), seed, work.limits)
    return CodeSpace(played.rules, guesses=True).text(breaker.guess(played))


def mend(work: Work, game: str, words: dict[str, Any] | None) -> dict[str, Any]:
    """Finds which answers cannot stand together, and how they could be mended; at first what no code agrees with."""
    played = _game(game, words)
    none = fault_to_json(no_code(played.rules))
    try:
        found = diagnose(played, top=MOST_REPAIRS, limits=work.limits)
    except LimitError as error:  # of a game that is too long
        return {"faults": [none, *map(fault_to_json, error.faults)], "clash": [], "repairs": [], "total": 0}
    about = found.faults(0)
    said = about if len(found.clash) == 1 else (no_code(played.rules), *about)
    repairs = [
        {
            "changes": [[change.index, str(change.answer), change.slip.value] for change in repair.changes],
            "codes": repair.codes,
            "fault": fault_to_json(repair.fault(played.rules)),
        }
        for repair in found.repairs
    ]
    clash = [index + 1 for index in found.clash]
    return {
        "faults": [fault_to_json(fault) for fault in said],
        "clash": clash,
        "repairs": repairs,
        "total": found.total,
    }


def why(work: Work, game: str, words: dict[str, Any] | None, guess: str, strategy: str, turn: int) -> dict[str, Any]:
    """Explains a guess that was made after a game, by the strategy that made it."""
    played = _game(game, words)
    knowledge = check_consistent(played)
    player = _plain(strategy, played.rules)
    facts = explain_choice(knowledge, guess, player, limits=work.limits)
    return {
        "turn": turn,
        "guess": facts.text,
        "before": facts.before,
        "cells": [[str(answer), size] for answer, size in facts.cells],
        "bits": facts.bits,
        "worst": facts.worst,
        "mean": facts.mean,
        "possible": facts.possible,
        "best": None if facts.best is None else facts.best.text,
        "faults": [fault_to_json(fault) for fault in choice_faults(facts, player)],
    }


def _plain(strategy: str, rules: Rules) -> str:
    """Gives the strategy that a level plays."""
    name = level_name(strategy)
    if name == strategy:
        return strategy
    found = parse_level(name)
    plain = rules.allowed is Allowed.ANY and not rules.lies
    return found.strategy if plain or found.otherwise is None else found.otherwise
