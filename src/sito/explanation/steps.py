"""What is said about each peg of a guess, about the answer, and about what the answer does not tell.

Every sentence is a `Fault`, a sentence with values, so that the edges of the program can
translate it. Games with words speak of letters, all others of pegs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.errors import N_, NN_, Fault
from sito.explanation.pegs import Claim, PegClaim
from sito.rules.rules import AnswerKind, FeedbackKind, Notation, OwnAnswers, Rules


class Part(StrEnum):
    """The parts of an explanation, in this order."""

    RIGHT_PLACES = "right places"
    OTHERS = "others"
    ANSWER = "answer"
    TOLD = "told"


class Step(NamedTuple):
    """One sentence of an explanation; `place` is that of the peg it speaks of, from 0, or None."""

    part: Part
    place: int | None
    sentence: Fault


@dataclass(frozen=True)
class Pair:
    """The codes of an explanation, what their pegs claim, and the answer."""

    rules: Rules
    guess: Code
    secret: Code
    answer: Feedback
    pegs: tuple[PegClaim, ...]
    ways: int

    @property
    def letters(self) -> bool:
        """Whether it is a game of words, whose pegs are called letters."""
        return self.rules.of_letters

    @property
    def is_own(self) -> bool:
        """Whether it is a game of one's own, whose answers are nothing but a table."""
        return isinstance(self.rules.feedback, OwnAnswers)

    @property
    def texts(self) -> tuple[str, str]:
        """The guess and the secret in the notation of the game."""
        space = CodeSpace(self.rules, guesses=True)
        return space.text(self.guess), space.text(self.secret)

    def symbol(self, color: int) -> str:
        """How a color is written."""
        return self.rules.symbols()[color]


_EARNED: Mapping[tuple[AnswerKind, Claim], str] = {
    (FeedbackKind.BLACK_WHITE, Claim.RIGHT_PLACE): N_("Right color in the right place: x"),
    (FeedbackKind.BLACK_WHITE, Claim.OTHER_PLACE): N_("Right color in another place: o"),
    (FeedbackKind.BLACK, Claim.RIGHT_PLACE): N_("Right color in the right place: it counts"),
    (FeedbackKind.TOTAL, Claim.RIGHT_PLACE): N_("Right color: it counts"),
    (FeedbackKind.TOTAL, Claim.OTHER_PLACE): N_("Right color, and the place does not matter: it counts"),
    (FeedbackKind.POSITION, Claim.RIGHT_PLACE): N_("Right color in the right place: g, green"),
    (FeedbackKind.POSITION, Claim.OTHER_PLACE): N_("Right color in another place: y, yellow"),
    (FeedbackKind.NAIVE, Claim.RIGHT_PLACE): N_("Right color in the right place: g, green"),
    (FeedbackKind.NAIVE, Claim.OTHER_PLACE): N_("Right color in another place: y, yellow"),
}
_EARNED_BY_LETTERS: Mapping[tuple[AnswerKind, Claim], str] = {
    (FeedbackKind.BLACK_WHITE, Claim.RIGHT_PLACE): N_("Right letter in the right place: x"),
    (FeedbackKind.BLACK_WHITE, Claim.OTHER_PLACE): N_("Right letter in another place: o"),
    (FeedbackKind.BLACK, Claim.RIGHT_PLACE): N_("Right letter in the right place: it counts"),
    (FeedbackKind.TOTAL, Claim.RIGHT_PLACE): N_("Right letter: it counts"),
    (FeedbackKind.TOTAL, Claim.OTHER_PLACE): N_("Right letter, and the place does not matter: it counts"),
    (FeedbackKind.POSITION, Claim.RIGHT_PLACE): N_("Right letter in the right place: g, green"),
    (FeedbackKind.POSITION, Claim.OTHER_PLACE): N_("Right letter in another place: y, yellow"),
    (FeedbackKind.NAIVE, Claim.RIGHT_PLACE): N_("Right letter in the right place: g, green"),
    (FeedbackKind.NAIVE, Claim.OTHER_PLACE): N_("Right letter in another place: y, yellow"),
}
_NOTHING: Mapping[AnswerKind, str] = {
    FeedbackKind.BLACK_WHITE: N_("It earns nothing"),
    FeedbackKind.BLACK: N_("It does not count"),
    FeedbackKind.TOTAL: N_("It does not count"),
    FeedbackKind.POSITION: N_("It earns nothing: -, grey"),
    FeedbackKind.NAIVE: N_("It earns nothing: -, grey"),
}


def steps(pair: Pair) -> Iterator[Step]:
    """Gives the sentences about pegs in their right place, about the other pegs, and about the answer."""
    for peg in pair.pegs:
        if peg.claim is Claim.RIGHT_PLACE:
            yield Step(Part.RIGHT_PLACES, peg.place, _right_place(pair, peg))
    for peg in pair.pegs:
        if peg.claim is not Claim.RIGHT_PLACE:
            yield Step(Part.OTHERS, peg.place, _elsewhere(pair, peg))
    yield Step(Part.ANSWER, None, _answer(pair))
    for sentence in _told(pair):
        yield Step(Part.TOLD, None, sentence)
    if pair.rules.lies and not pair.answer.wins:
        lies = NN_(
            "This is the true answer; these rules allow the codemaker {count} wrong answer in a game.",
            "This is the true answer; these rules allow the codemaker {count} wrong answers in a game.",
        )
        yield Step(Part.TOLD, None, Fault(*lies, count=pair.rules.lies))


def listed(places: Sequence[int]) -> str | Fault:
    """Writes places, counted from 1, as in "1, 3 and 4"."""
    numbers = [str(place + 1) for place in places]
    if len(numbers) < 2:
        return "".join(numbers)
    return Fault("{some} and {last}", some=", ".join(numbers[:-1]), last=numbers[-1])


def earned(rules: Rules) -> list[Fault]:
    """Says what a peg earns its marks for; nothing in games of one's own."""
    texts = _EARNED_BY_LETTERS if rules.of_letters else _EARNED
    return [Fault(text) for (kind, _), text in texts.items() if kind is rules.feedback]


def _earned(pair: Pair, claim: Claim) -> Fault:
    return Fault((_EARNED_BY_LETTERS if pair.letters else _EARNED)[pair.rules.feedback, claim])


def _nothing(pair: Pair) -> Fault:
    return Fault(_NOTHING[pair.rules.feedback])


def _of_peg(pair: Pair, peg: PegClaim, *sentences: str, **values: object) -> Fault:
    """Says something of a peg of the guess."""
    return Fault(*sentences, place=peg.place + 1, color=pair.symbol(peg.color), **values)


def _right_place(pair: Pair, peg: PegClaim) -> Fault:
    of_pegs = N_("Peg {place}, {color}: peg {place} of the code is {color} too. {earned}.")
    of_letters = N_("Letter {place}, {color}: letter {place} of the secret word is {color} too. {earned}.")
    return _of_peg(pair, peg, of_letters if pair.letters else of_pegs, earned=_earned(pair, peg.claim))


def _elsewhere(pair: Pair, peg: PegClaim) -> Fault:
    """Says what a peg that is not in its right place has claimed, or why it could not."""
    if pair.rules.feedback is FeedbackKind.BLACK:
        return _not_in_place(pair, peg)
    if peg.claimed is not None:
        claims_peg = N_("Peg {place}, {color}: it claims peg {claimed} of the code, which is {color} too. {earned}.")
        claims_letter = N_(
            "Letter {place}, {color}: it claims letter {claimed} of the secret word, which is {color} too. {earned}."
        )
        sentence, earned = claims_letter if pair.letters else claims_peg, _earned(pair, peg.claim)
        return _of_peg(pair, peg, sentence, claimed=peg.claimed + 1, earned=earned)
    if peg.claim is Claim.OTHER_PLACE:
        has_peg = N_("Peg {place}, {color}: peg {other} of the code is {color}. {earned}.")
        has_letter = N_("Letter {place}, {color}: letter {other} of the secret word is {color}. {earned}.")
        sentence, earned = has_letter if pair.letters else has_peg, _earned(pair, peg.claim)
        return _of_peg(pair, peg, sentence, other=pair.secret.index(peg.color) + 1, earned=earned)
    if not peg.rivals:
        return _of_peg(pair, peg, _MISSING[_kind(pair)], nothing=_nothing(pair))
    return _claimed_already(pair, peg)


def _not_in_place(pair: Pair, peg: PegClaim) -> Fault:
    """Says why a peg does not count where only right places do."""
    peg_differs = N_("Peg {place}, {color}: peg {place} of the code is {other}. {nothing}.")
    letter_differs = N_("Letter {place}, {color}: letter {place} of the secret word is {other}. {nothing}.")
    sentence, other = letter_differs if pair.letters else peg_differs, pair.symbol(pair.secret[peg.place])
    return _of_peg(pair, peg, sentence, other=other, nothing=_nothing(pair))


# Each for the letters of a word, digits, colors with numbers, and all others: what also counts is told from colors.
_MISSING = (
    N_("Letter {place}, {color}: the secret word has no {color}. {nothing}."),
    N_("Peg {place}, {color}: the code has no digit {color}. {nothing}."),
    N_("Peg {place}, {color}: the code has no color {color}. {nothing}."),
    N_("Peg {place}, {color}: the code has no {color}. {nothing}."),
)
_ONE = (
    N_(
        "Letter {place}, {color}: the secret word has only one {color}, and letter {rivals} of the guess has claimed "
        "it already. {nothing}."
    ),
    N_(
        "Peg {place}, {color}: the code has digit {color} only once, and peg {rivals} of the guess has claimed it "
        "already. {nothing}."
    ),
    N_(
        "Peg {place}, {color}: the code has color {color} only once, and peg {rivals} of the guess has claimed it "
        "already. {nothing}."
    ),
    N_(
        "Peg {place}, {color}: the code has only one {color}, and peg {rivals} of the guess has claimed it already. "
        "{nothing}."
    ),
)
_ONE_IN_PLACE = (
    N_(
        "Letter {place}, {color}: the secret word has only one {color}, and letter {rivals} of the guess has claimed "
        "it, because it is in its right place, and right places come first. {nothing}."
    ),
    N_(
        "Peg {place}, {color}: the code has digit {color} only once, and peg {rivals} of the guess has claimed it, "
        "because it is in its right place, and right places come first. {nothing}."
    ),
    N_(
        "Peg {place}, {color}: the code has color {color} only once, and peg {rivals} of the guess has claimed it, "
        "because it is in its right place, and right places come first. {nothing}."
    ),
    N_(
        "Peg {place}, {color}: the code has only one {color}, and peg {rivals} of the guess has claimed it, because it "
        "is in its right place, and right places come first. {nothing}."
    ),
)
_SOME = (
    NN_(
        "Letter {place}, {color}: the secret word has {color} only {count} time, and letter {rivals} of the guess has "
        "claimed it already. {nothing}.",
        "Letter {place}, {color}: the secret word has {color} only {count} times, and letters {rivals} of the guess "
        "have claimed all of them already. {nothing}.",
    ),
    NN_(
        "Peg {place}, {color}: the code has digit {color} only {count} time, and peg {rivals} of the guess has claimed "
        "it already. {nothing}.",
        "Peg {place}, {color}: the code has digit {color} only {count} times, and pegs {rivals} of the guess have "
        "claimed all of them already. {nothing}.",
    ),
    NN_(
        "Peg {place}, {color}: the code has color {color} only {count} time, and peg {rivals} of the guess has claimed "
        "it already. {nothing}.",
        "Peg {place}, {color}: the code has color {color} only {count} times, and pegs {rivals} of the guess have "
        "claimed all of them already. {nothing}.",
    ),
    NN_(
        "Peg {place}, {color}: the code has {color} only {count} time, and peg {rivals} of the guess has claimed it "
        "already. {nothing}.",
        "Peg {place}, {color}: the code has {color} only {count} times, and pegs {rivals} of the guess have claimed "
        "all of them already. {nothing}.",
    ),
)


def _claimed_already(pair: Pair, peg: PegClaim) -> Fault:
    """Says which pegs of the same color have claimed all that the code has of it."""
    several = len(peg.rivals) > 1
    in_place = not several and peg.rivals[0] > peg.place  # only a right place may claim before pegs further left
    kind = _kind(pair)
    words = _SOME[kind] if several else ((_ONE_IN_PLACE if in_place else _ONE)[kind],)
    nothing = _nothing(pair)
    return _of_peg(pair, peg, *words, count=len(peg.rivals), rivals=listed(peg.rivals), nothing=nothing)


def _kind(pair: Pair) -> int:
    """Tells where the sentences stand for the symbols of a game."""
    rules = pair.rules
    if pair.letters or rules.notation not in (Notation.DIGITS, Notation.NUMBERS):
        return 0 if pair.letters else 3
    return 1 if rules.notation is Notation.DIGITS and rules.colors <= 10 else 2


def _answer(pair: Pair) -> Fault:
    answer = pair.answer
    if pair.is_own:
        guess, secret = pair.texts
        own = N_("By the rules of the game the answer to {guess} is {answer} where the code is {secret}.")
        return Fault(own, guess=guess, secret=secret, answer=str(answer))
    if pair.rules.feedback is FeedbackKind.BLACK_WHITE:
        both = N_("Right places: {black}; other places: {white}. The answer is {answer}.")
        return Fault(both, black=answer.black, white=answer.white, answer=str(answer))
    if pair.rules.feedback is FeedbackKind.BLACK:
        return Fault("Right places: {black}. The answer is {answer}.", black=answer.black, answer=str(answer))
    if pair.rules.feedback is FeedbackKind.TOTAL:
        colors, letters = (
            N_("Right colors: {total}. The answer is {answer}."),
            N_("Right letters: {total}. The answer is {answer}."),
        )
        return Fault(letters if pair.letters else colors, total=answer.total, answer=str(answer))
    return Fault("The marks from left to right are the answer: {answer}.", answer=str(answer))


def _told(pair: Pair) -> Iterator[Fault]:
    """Says what the answer tells beyond its numbers, and what it does not tell."""
    if pair.answer.wins:
        found, found_word = N_("The guess is the code."), N_("The guess is the secret word.")
        yield Fault(found_word if pair.letters else found)
        return
    match pair.rules.feedback:
        case FeedbackKind.BLACK_WHITE:
            yield from _told_by_counts(pair)
        case FeedbackKind.BLACK:
            yield from _told_by_right_places(pair)
        case FeedbackKind.TOTAL:
            yield from _told_by_totals(pair)
        case FeedbackKind.POSITION:
            yield from _told_by_positions(pair)
        case FeedbackKind.NAIVE:
            yield from _told_of_each(pair)
        case OwnAnswers():
            yield _told_by_cells(pair)


_NO_COLOR = N_("So it tells that no color of the guess is in the code.")
_NO_LETTER = N_("So it tells that no letter of the guess is in the secret word.")


def _told_by_counts(pair: Pair) -> Iterator[Fault]:
    found = {peg.claim for peg in pair.pegs}
    if found == {Claim.NONE}:
        yield Fault(_NO_LETTER if pair.letters else _NO_COLOR)
    elif found == {Claim.OTHER_PLACE}:
        pegs = N_("So it tells that all colors are right, and that no peg is in its right place.")
        letters = N_("So it tells that all letters are right, and that none is in its right place.")
        yield Fault(letters if pair.letters else pegs)
    else:
        pegs = N_("It tells these two counts only, and not which peg earned which mark.")
        letters = N_("It tells these two counts only, and not which letter earned which mark.")
        yield Fault(letters if pair.letters else pegs)
    if pair.ways > 1:
        by_color = NN_(
            "Equal colors outside the right places can be paired in {count} way; this is one of them, from left to "
            "right, and every one gives the same answer.",
            "Equal colors outside the right places can be paired in {count} ways; this is one of them, from left to "
            "right, and every one gives the same answer.",
        )
        by_letter = NN_(
            "Equal letters outside the right places can be paired in {count} way; this is one of them, from left to "
            "right, and every one gives the same answer.",
            "Equal letters outside the right places can be paired in {count} ways; this is one of them, from left to "
            "right, and every one gives the same answer.",
        )
        yield Fault(*(by_letter if pair.letters else by_color), count=pair.ways)


def _told_by_cells(pair: Pair) -> Fault:
    secrets = CodeSpace(pair.rules)
    cell = sum(score_number(pair.rules, pair.guess, code) == pair.answer.number for code in secrets)
    told = NN_(
        "Of {all} possible codes {count} gives this answer to the guess.",
        "Of {all} possible codes {count} give this answer to the guess.",
    )
    return Fault(*told, all=len(secrets), count=cell)


def _told_by_right_places(pair: Pair) -> Iterator[Fault]:
    pegs = N_("It does not tell whether colors of the guess stand elsewhere in the code.")
    letters = N_("It does not tell whether letters of the guess stand elsewhere in the secret word.")
    yield Fault(letters if pair.letters else pegs)
    if pair.answer.black:
        pegs = N_("Nor does it tell which pegs are in their right place.")
        letters = N_("Nor does it tell which letters are in their right place.")
        yield Fault(letters if pair.letters else pegs)


def _told_by_totals(pair: Pair) -> Iterator[Fault]:
    if not pair.answer.total:
        yield Fault(_NO_LETTER if pair.letters else _NO_COLOR)
    elif pair.answer.total == pair.rules.pegs:
        pegs = N_("All colors are right, but not their order: only the code itself earns {win}.")
        letters = N_("All letters are right, but not their order: only the secret word itself earns {win}.")
        yield Fault(letters if pair.letters else pegs, win=str(Feedback.win(pair.rules)))
    else:
        pegs = N_("It does not tell which pegs count, nor which of them are in their right place.")
        letters = N_("It does not tell which letters count, nor which of them are in their right place.")
        yield Fault(letters if pair.letters else pegs)
    if pair.ways > 1:
        pegs = N_("Equal colors can be paired in other ways too; every one gives the same count.")
        letters = N_("Equal letters can be paired in other ways too; every one gives the same count.")
        yield Fault(letters if pair.letters else pegs)


def _told_by_positions(pair: Pair) -> Iterator[Fault]:
    by_custom = any(
        any(pair.pegs[rival].claim is Claim.OTHER_PLACE for rival in peg.rivals)
        for peg in pair.pegs
        if peg.claim is Claim.NONE
    )
    if by_custom:
        pegs = N_("Of equal colors outside the right places those further left earn y first; that is a custom.")
        letters = N_("Of equal letters outside the right places those further left earn y first; that is a custom.")
        yield Fault(letters if pair.letters else pegs)


def _told_of_each(pair: Pair) -> Iterator[Fault]:
    if any(peg.claim is Claim.OTHER_PLACE and pair.guess.count(peg.color) > 1 for peg in pair.pegs):
        pegs = N_("Each peg is marked by itself: the answer does not tell how often the code has a color.")
        letters = N_("Each letter is marked by itself: the answer does not tell how often the word has a letter.")
        yield Fault(letters if pair.letters else pegs)
