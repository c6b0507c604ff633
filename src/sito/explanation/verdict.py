"""Whether an answer that somebody gave is right, and what is wrong about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sito.codes.feedback import Answer, Feedback
from sito.errors import N_, NN_, Fault
from sito.explanation.pegs import Claim, PegClaim
from sito.explanation.steps import Pair, Part, listed, steps
from sito.rules.rules import FeedbackKind


@dataclass(frozen=True)
class Verdict:
    """An answer that somebody gave: whether it is right, and in sentences why, the verdict first.

    An answer of which a part is unknown is right if the rest is.
    """

    given: Answer
    right: bool
    sentences: tuple[Fault, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.sentences))


def verdict(pair: Pair, given: Answer) -> Verdict:
    """Compares an answer that somebody gave with the right one."""
    if given == pair.answer:
        return Verdict(given, True, (Fault("{given} is right.", given=str(given)),))
    if given.admits(pair.answer.number):
        partly = N_("{given} is right as far as it goes: the answer is {answer}.")
        return Verdict(given, True, (Fault(partly, given=str(given), answer=str(pair.answer)),))
    wrong = Fault("{given} is wrong: the answer is {answer}.", given=str(given), answer=str(pair.answer))
    return Verdict(given, False, (wrong, *_differences(pair, given), *_lie(pair, given)))


def _lie(pair: Pair, given: Answer) -> Iterator[Fault]:
    """Says that a wrong answer may be a lie where the rules allow lies; nobody lies about a hit."""
    if pair.rules.lies and not pair.answer.wins and not given.wins:
        lies = NN_(
            "The rules allow the codemaker {count} wrong answer in a game; this may be it.",
            "The rules allow the codemaker {count} wrong answers in a game; this may be one of them.",
        )
        yield Fault(*lies, count=pair.rules.lies)


def _differences(pair: Pair, given: Answer) -> Iterator[Fault]:
    match pair.rules.feedback:
        case FeedbackKind.BLACK_WHITE:
            yield from _wrong_counts(pair, given)
        case FeedbackKind.BLACK:
            yield from _wrong_right_places(pair, given)
        case FeedbackKind.TOTAL:
            yield from _wrong_total(pair, given)
        case FeedbackKind.POSITION:
            yield from _wrong_marks(pair, given)


def _wrong_counts(pair: Pair, given: Answer) -> Iterator[Fault]:
    black, white = pair.answer.black or 0, pair.answer.white or 0
    if (given.black, given.white) == (white, black):
        yield Fault("It has x and o exchanged: x is for a right place, o for another place.")
        return
    if given.black not in (None, black):
        yield _counted(pair, Claim.RIGHT_PLACE, given.black or 0)
    if given.white not in (None, white):
        yield _counted(pair, Claim.OTHER_PLACE, given.white or 0)
        repeated = list(_repeated(pair)) if (given.white or 0) > white else []
        yield from repeated
        if not repeated and given.black == black and given.white == black + white:
            pegs = N_("A peg in its right place earns one x, and no o besides.")
            letters = N_("A letter in its right place earns one x, and no o besides.")
            yield Fault(letters if pair.letters else pegs)


def _wrong_right_places(pair: Pair, given: Answer) -> Iterator[Fault]:
    yield _counted(pair, Claim.RIGHT_PLACE, given.black or 0)
    if (given.black or 0) > (pair.answer.black or 0):
        yield Fault("Right places count here, and nothing else.")


def _wrong_total(pair: Pair, given: Answer) -> Iterator[Fault]:
    total, most = pair.answer.total or 0, pair.rules.pegs
    if given.total == total:  # one of the two is the answer that the code itself earns
        pegs = N_("Only the code itself earns {win}, the right colors in the right order.")
        letters = N_("Only the secret word itself earns {win}, the right letters in the right order.")
        yield Fault(letters if pair.letters else pegs, win=str(Feedback.win(pair.rules)))
        return
    counting = [peg.place for peg in pair.pegs if peg.claim is not Claim.NONE]
    right_colors = NN_(
        "Right colors are {count} of {most}: peg {places}.", "Right colors are {count} of {most}: pegs {places}."
    )
    right_letters = NN_(
        "Right letters are {count} of {most}: letter {places}.",
        "Right letters are {count} of {most}: letters {places}.",
    )
    none = N_("No color of the guess is in the code.")
    no_letter = N_("No letter of the guess is in the secret word.")
    if counting:
        words = right_letters if pair.letters else right_colors
        yield Fault(*words, count=total, most=most, places=listed(counting))
    else:
        yield Fault(no_letter if pair.letters else none)
    if (given.total or 0) > total:
        yield from _repeated(pair)


def _wrong_marks(pair: Pair, given: Answer) -> Iterator[Fault]:
    said = {step.place: step.sentence for step in steps(pair) if step.part in (Part.RIGHT_PLACES, Part.OTHERS)}
    for place, (theirs, right) in enumerate(zip(given.marks, pair.answer.marks, strict=True)):
        if theirs not in (None, right):
            pegs = N_("The mark of peg {place} is {right}, not {given}. {why}")
            letters = N_("The mark of letter {place} is {right}, not {given}. {why}")
            words = letters if pair.letters else pegs
            yield Fault(words, place=place + 1, right="-yg"[right], given="-yg"[theirs or 0], why=said[place])


_COUNTS = {
    (Claim.RIGHT_PLACE, False): NN_(
        "{count} peg is in its right place, not {given}: peg {places}.",
        "{count} pegs are in their right place, not {given}: pegs {places}.",
    ),
    (Claim.OTHER_PLACE, False): NN_(
        "{count} peg has a right color in another place, not {given}: peg {places}.",
        "{count} pegs have a right color in another place, not {given}: pegs {places}.",
    ),
    (Claim.RIGHT_PLACE, True): NN_(
        "{count} letter is in its right place, not {given}: letter {places}.",
        "{count} letters are in their right place, not {given}: letters {places}.",
    ),
    (Claim.OTHER_PLACE, True): NN_(
        "{count} letter is right in another place, not {given}: letter {places}.",
        "{count} letters are right in another place, not {given}: letters {places}.",
    ),
}
_NONE = {
    (Claim.RIGHT_PLACE, False): N_("No peg is in its right place."),
    (Claim.OTHER_PLACE, False): N_("No peg has a right color in another place."),
    (Claim.RIGHT_PLACE, True): N_("No letter is in its right place."),
    (Claim.OTHER_PLACE, True): N_("No letter is right in another place."),
}


def _counted(pair: Pair, claim: Claim, given: int) -> Fault:
    """Says how many pegs there are of a kind, and which, beside the number that was given."""
    places = [peg.place for peg in pair.pegs if peg.claim is claim]
    if not places:
        return Fault(_NONE[claim, pair.letters])
    return Fault(*_COUNTS[claim, pair.letters], count=len(places), given=given, places=listed(places))


def _repeated(pair: Pair) -> Iterator[Fault]:
    """Says why pegs earn nothing whose color the code has, for these are easily counted by mistake."""
    repeated: Sequence[PegClaim] = [peg for peg in pair.pegs if peg.claim is Claim.NONE and peg.rivals]
    said = {step.place: step.sentence for step in steps(pair)}
    yield from (said[peg.place] for peg in repeated)
