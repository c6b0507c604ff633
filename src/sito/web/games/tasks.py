"""The searches of games and puzzles, as the pool runs them; hints and conflicts are kept, and so they are JSON."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice

from sito.advice.advice import advise
from sito.advice.levels import level_name, parse_level
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback
from sito.codes.hard_mode import in_hard_mode
from sito.errors import N_, Fault, LimitError
from sito.explanation import explain_choice
from sito.games.counting import Counted, count_left
from sito.makers import MakerName, NamedMaker
from sito.operations.guesses import ExplainGuessAnswer
from sito.operations.operation import as_json
from sito.operations.pegs import guide
from sito.operations.work import Work
from sito.playing.game import StrategyBreaker, Transcript, check_consistent
from sito.playing.inconsistent import no_code
from sito.playing.repairs import diagnose
from sito.puzzles.by_hand import AnyOutlook
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.reviews import review
from sito.rules.rules import Allowed, Rules
from sito.strategies.strategy import parse_strategy
from sito.training import Exercise
from sito.training import mistakes as mistakes_of
from sito.web.games.shown import fault_to_json

MOST_REPAIRS = 30


def count(work: Work, game: Transcript) -> Counted | None:
    """Counts the codes that are left."""
    return count_left(game)


def answer(work: Work, game: Transcript, guess: Code) -> Feedback:
    """Answers a guess as the adversarial codemaker does."""
    return NamedMaker.make(MakerName.ADVERSARIAL, game.rules).answer(game, guess)


def hint(work: Work, game: Transcript, hard: bool) -> dict[str, object]:
    """Finds a good guess; with `hard` one that hard mode allows. Raises `LimitError` for games that are too large."""
    knowledge = check_consistent(Transcript(in_hard_mode(game.rules), game.turns) if hard else game)
    advice = advise(knowledge, 1, limits=work.limits)
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


def choose(work: Work, game: Transcript, strategy: str, seed: int) -> str:
    """Chooses the computer's next guess. Raises `StrategyError` if the strategy does not play this game."""
    breaker = StrategyBreaker(parse_strategy(strategy), seed, work.limits)
    return CodeSpace(game.rules, guesses=True).text(breaker.guess(game))


def mend(work: Work, game: Transcript) -> dict[str, object]:
    """Finds which answers cannot stand together, and how they could be mended; at first what no code agrees with."""
    none = no_code(game)
    try:
        found = diagnose(game, top=MOST_REPAIRS, limits=work.limits)
    except LimitError as error:  # of a game that is too long
        return {"faults": list(map(fault_to_json, (none, *error.faults))), "clash": [], "repairs": [], "total": 0}
    said = found.faults(0) if len(found.clash) == 1 else (none, *found.faults(0))
    repairs = [
        {
            "changes": [[change.index, str(change.answer), change.slip.value] for change in repair.changes],
            "codes": repair.codes,
            "fault": fault_to_json(repair.fault(game.rules)),
        }
        for repair in found.repairs
    ]
    clash = [index + 1 for index in found.clash]
    return {"faults": list(map(fault_to_json, said)), "clash": clash, "repairs": repairs, "total": found.total}


def mistakes(work: Work, game: Transcript) -> list[Exercise]:
    """Finds the positions of a game in which the guess cost more than it should."""
    return list(mistakes_of(review(game, limits=work.limits)))


def why(work: Work, game: Transcript, guess: str, strategy: str) -> ExplainGuessAnswer:
    """Explains the guess that was made after a game, by the strategy that made it."""
    player = _plain(strategy, game.rules)
    facts = explain_choice(check_consistent(game), guess, player, limits=work.limits)
    return ExplainGuessAnswer.of(facts, parse_strategy(player), game=str(game), left=facts.before, guess=facts.text)


def _plain(strategy: str, rules: Rules) -> str:
    """Gives the strategy that a level plays."""
    name = level_name(strategy)
    if name == strategy:
        return strategy
    found = parse_level(name)
    plain = rules.allowed is Allowed.ANY and not rules.lies
    return found.strategy if plain or found.otherwise is None else found.otherwise


def look(work: Work, hand: JugsByHand | PegsByHand, most: int) -> AnyOutlook:
    """Finds what can still come of a puzzle by hand, with so many steps of the best way at most."""
    limits = work.of_search
    if isinstance(hand, JugsByHand):
        found: AnyOutlook = hand.outlook(limits)
    else:
        begun = PegsByHand.begin(hand.puzzle, limits)
        found = guide(hand.puzzle).outlook(
            begun.after_all(hand.steps), limits, lambda progress: work.progress(as_json(progress))
        )
    return replace(found, plan=partial(iter, tuple(islice(found.plan(), most))))
