"""Tasks about the answers of a game: what a guess earns, which codes are left, which answers cannot be right."""

from __future__ import annotations

from typing import Any

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.errors import CodeError, Fault
from sito.explanation import explain as explain_answer
from sito.playing.game import Transcript
from sito.playing.repairs import diagnose
from sito.playing.repairs.diagnosis import MOST_CHANGES
from sito.reviews import review as review_game
from sito.reviews import review_svg
from sito.show.as_json.explanations import explanation_as_json
from sito.show.as_json.games import REPAIRS_SHOWN, diagnosis_as_json
from sito.show.as_json.reviews import review_as_json
from sito.show.i18n import _, fault_text
from sito.show.in_words.reviews import mark_text, review_sentences
from sito.web.tasks.reading import Turns, WordTexts, read_game, read_rules
from sito.web.work import Work
from sito.words.words import readable_name

MOST_SHOWN = 10_000
"""The most codes that a sieve lists."""


def feedback(work: Work, rules: str, guess: str, secret: str, words: WordTexts | None = None) -> dict[str, Any]:
    """Gives the answer to a guess. Raises `InputError` with the faults of both codes."""
    game = read_rules(work, rules, words)
    space = CodeSpace(game, guesses=True)
    faults: list[Fault] = []
    codes = []
    for text in (guess, secret):
        try:
            codes.append(space.parse(text))
        except CodeError as error:
            faults += error.faults
    CodeError.check(dict.fromkeys(faults))
    asked, kept = codes
    answer = Feedback.of(game, score_number(game, asked, kept))
    return {
        "rules": str(game),
        "guess": space.text(asked),
        "secret": space.text(kept),
        **answer_as_json(answer),
    }


def answer_as_json(answer: Feedback) -> dict[str, Any]:
    """Gives an answer and what it tells of pegs; None for what it does not tell."""
    return {
        "answer": str(answer),
        "black": answer.black,
        "white": answer.white,
        "total": answer.total,
        "wins": answer.wins,
    }


def sieve(
    work: Work,
    rules: str,
    turns: Turns = (),
    words: WordTexts | None = None,
    first: int = 20,
    skip: int = 0,
) -> dict[str, Any]:
    """Counts the codes that are possible after a game, and after each of its turns; lists some of them.

    These are `first` codes after the first `skip`, in ascending order.
    """
    game = read_game(work, rules, turns, words)
    left = [len(known) for known in _stages(game)]
    knowledge = game.knowledge
    start = max(skip, 0)
    shown = knowledge[start : start + max(0, min(first, MOST_SHOWN))]
    return {
        "game": str(game),
        "rules": str(game.rules),
        "codes": CodeSpace(game.rules).size,
        "left": len(knowledge),
        "left_after": left,
        "by_lies": list(knowledge.by_lies) if game.rules.lies else None,
        "first": [knowledge.secrets.text(code) for code in shown],
        "won": game.winning_turn,
    }


def _stages(game: Transcript) -> list[Any]:
    """Gives what is known after each turn of a game; the game keeps the last of it."""
    known = Transcript(game.rules).knowledge
    stages = []
    for turn in game.turns:
        known = known.after_turn(turn)
        stages.append(known)
    return stages


def conflict(
    work: Work,
    rules: str,
    turns: Turns,
    words: WordTexts | None = None,
    at_most: int = MOST_CHANGES,
    top: int = 10,
) -> dict[str, Any]:
    """Finds which answers of a game cannot stand together, and the likeliest repairs, each with the repaired game."""
    game = read_game(work, rules, turns, words)
    left = len(game.knowledge)
    found = diagnose(game, at_most=at_most, top=min(top, REPAIRS_SHOWN), limits=work.limits)
    told = diagnosis_as_json(found)
    for repair, shown in zip(found.repairs, told["repairs"], strict=True):
        shown["sentence"] = fault_text(repair.fault(game.rules))
        shown["game"] = str(game.repaired(repair))
    return {
        "game": str(game),
        "left": left,
        **told,
        "sentences": [fault_text(fault) for fault in found.faults(0)] if found.clash else [],
    }


def explain(
    work: Work,
    rules: str,
    guess: str,
    secret: str,
    answer: str | None = None,
    words: WordTexts | None = None,
) -> dict[str, Any]:
    """Explains the answer to a guess, peg by peg; with `answer` tells whether somebody answered rightly."""
    game = read_rules(work, rules, words)
    explained = explain_answer(game, guess, secret)
    verdict = None if answer is None else explained.judge(answer)
    return explanation_as_json(explained, verdict)


def review(
    work: Work,
    rules: str,
    turns: Turns,
    secret: str | None = None,
    words: WordTexts | None = None,
    picture: bool = False,
) -> dict[str, Any]:
    """Reviews a game: the loss of each guess, and the luck with each answer. Tells how many guesses are done.

    With `picture` there is its curve too, as SVG.
    """
    game = read_game(work, rules, turns, words)

    def tell(done: int) -> None:
        work.progress({"guesses": done, "all": len(game)})

    found = review_game(game, secret, work.limits, tell)
    told = {**review_as_json(found), "sentences": list(review_sentences(found))}
    if picture:
        title = _("Guesses still to go in {game}").format(game=readable_name(str(found.game.rules)))
        told["svg"] = review_svg(found, title, mark_text, _("start"))
    return told
