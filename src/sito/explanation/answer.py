"""The explanation of an answer: which peg of the guess earned which mark, and why.

>>> print(explain("4x6", "AABB", "ABBA"))
Peg 1, A: peg 1 of the code is A too. Right color in the right place: x.
Peg 3, B: peg 3 of the code is B too. Right color in the right place: x.
Peg 2, A: it claims peg 4 of the code, which is A too. Right color in another place: o.
Peg 4, B: it claims peg 2 of the code, which is B too. Right color in another place: o.
Right places: 2; other places: 2. The answer is xxoo.
It tells these two counts only, and not which peg earned which mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sito.base import svg
from sito.base.rows import Column, Rows
from sito.codes.code import CodeOrText, CodeSpace
from sito.codes.feedback import Answer, AnswerOrText, Feedback, read_noted, score_number
from sito.errors import N_, NN_, CodeError, Fault
from sito.explanation.drawing import Line, Row, draw, picture
from sito.explanation.pegs import Claim, PegClaim, alone, claims, ways
from sito.explanation.steps import Pair, Part, Step, listed, steps
from sito.rules.rules import AnswerKind, FeedbackKind, OwnAnswers, Rules


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
        case FeedbackKind.POSITION | FeedbackKind.NAIVE:
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


COLUMNS = 40
"""How wide a drawing is at most, unless another width is asked for."""

_MARKS: Mapping[AnswerKind, Mapping[Claim, str]] = {
    FeedbackKind.BLACK_WHITE: {Claim.RIGHT_PLACE: "x", Claim.OTHER_PLACE: "o", Claim.NONE: "-"},
    FeedbackKind.BLACK: {Claim.RIGHT_PLACE: "x", Claim.NONE: "-"},
    FeedbackKind.TOTAL: {Claim.RIGHT_PLACE: "+", Claim.OTHER_PLACE: "+", Claim.NONE: "-"},
    FeedbackKind.POSITION: {Claim.RIGHT_PLACE: "g", Claim.OTHER_PLACE: "y", Claim.NONE: "-"},
    FeedbackKind.NAIVE: {Claim.RIGHT_PLACE: "g", Claim.OTHER_PLACE: "y", Claim.NONE: "-"},
}
_LOOKS = {Claim.RIGHT_PLACE: "mark 2", Claim.OTHER_PLACE: "mark 1", Claim.NONE: "mark 0"}


@dataclass(frozen=True)
class Names:
    """What the rows of a drawing are called, in the reader's language."""

    place: str = "place"
    mark: str = "mark"
    guess: str = "guess"
    code: str = "code"
    claims: str = "claims"

    @property
    def rows(self) -> tuple[str, str, str]:
        """The names of the guess, its marks and the code."""
        return self.guess, self.mark, self.code


@dataclass(frozen=True)
class Explanation(Pair, Rows[PegClaim]):
    """Why a guess earns its answer.

    `rules` are those of the game, `guess` and `secret` its codes. `pegs` has for each peg of the guess, from left to
    right, which peg of the secret it claims. `ways` is the number of ways to pair equal colors outside the right
    places. `steps` are the sentences: right places, other pegs, the answer, and what it does not tell. `str` gives the
    sentences in English, one to a line. As a sequence and as a table it has the pegs of the guess. In a game of one's
    own, where a table gives the answers, no peg claims another.

    >>> explain("4x6", "AABB", "ABBA").to_dicts()[1]["claims"]
    4
    """

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The sentences, each with the part that it belongs to."""
        return tuple(steps(self))

    @property
    def marks(self) -> str:
        """The mark of each peg of the guess, from left to right.

        `x` and `o` for black and white pegs, `g` and `y` for positions, `+` for a peg that
        counts in a total, and `-` for a peg that earns nothing. Empty in a game of one's own.

        >>> explain("4x6", "AABB", "ABBA").marks, explain("4x6-total", "AABC", "ABBA").marks
        ('xoxo', '+++-')
        """
        return "".join(_MARKS[self.rules.feedback][peg.claim] for peg in self.pegs)

    def _columns(self) -> tuple[Column[PegClaim], ...]:
        said = {step.place: str(step.sentence) for step in self.steps}
        return (
            Column("peg", lambda peg: peg.place + 1, "d"),
            Column("guess", lambda peg: self.symbol(peg.color)),
            Column("mark", lambda peg: self.marks[peg.place]),
            Column("claims", lambda peg: None if peg.claimed is None else peg.claimed + 1, "d"),
            Column("why", lambda peg: said[peg.place]),
        )

    def _rows(self) -> tuple[PegClaim, ...]:
        return self.pegs

    def judge(self, given: AnswerOrText) -> Verdict:
        """Tells whether an answer that somebody has `given` is right, and what is wrong about it.

        Raises `FeedbackError`. Parts of the answer may be unknown, as in `2?`.

        >>> print(explain("4x6", "AABB", "ABBA").judge("xxo"))
        xxo is wrong: the answer is xxoo.
        2 pegs have a right color in another place, not 1: pegs 2 and 4.
        """
        noted = read_noted(given, self.rules)
        values = {"given": str(noted), "answer": str(self.answer)}
        if noted == self.answer:
            return Verdict(noted, True, (Fault("{given} is right.", given=str(noted)),))
        if noted.admits(self.answer.number):
            partly = N_("{given} is right as far as it goes: the answer is {answer}.")
            return Verdict(noted, True, (Fault(partly, **values),))
        wrong = Fault("{given} is wrong: the answer is {answer}.", **values)
        return Verdict(noted, False, (wrong, *_differences(self, noted), *_lie(self, noted)))

    def drawing(self, width: int = COLUMNS, names: Names = Names(), measure: Callable[[str], int] = len) -> list[Line]:
        """Draws the guess above the secret, with a line for each claim.

        `names` gives the word for each color, by its symbol, if it has one. Each row is a sequence of texts and how
        they look, as in `sito.show.render`. `measure` counts the columns that a text takes at a terminal. A drawing
        that would be wider than `width` columns becomes a list of the pegs.

        >>> rows = explain("4x6", "AABC", "ABDA").drawing()
        >>> for row in rows:
        ...     print("".join(text for text, look in row).rstrip())
        place   1   2   3   4
        mark    x   o   o   -
        guess   A   A   B   C
                │   └───┼───┐
                │   ┌───┘   │
        code    A   B   D   A
        """
        if self.is_own:
            return [((name, ""), ("  " + text, "")) for name, text in zip(names.rows, self._shown, strict=True)]
        symbols = self.rules.symbols()
        rows = (
            Row(names.place, tuple((str(place + 1), "") for place in range(len(self.guess)))),
            Row(names.mark, tuple(zip(self.marks, (_LOOKS[peg.claim] for peg in self.pegs), strict=True))),
            Row(names.guess, tuple((symbols[color], f"peg {color}") for color in self.guess)),
        )
        code = Row(names.code, tuple((symbols[color], f"peg {color}") for color in self.secret))
        return draw(rows, (code,), self.pegs, width, measure, names.claims)

    def svg(self, names: Names = Names(), sentences: tuple[str, ...] | None = None) -> str:
        """Draws the guess above the secret as an SVG picture.

        `names` are those of `drawing`. `sentences` are the description, in English without them.

        >>> explain("4x6", "AABB", "ABBA").svg().count('class="link')
        4
        """
        pegs, marks = self.pegs, list(self.marks)
        guess, secret = ([self.symbol(color) for color in code] for code in (self.guess, self.secret))
        if self.is_own:
            pegs, (guess, marks, secret) = (PegClaim(0, 0, Claim.NONE),), ([text] for text in self._shown)
        return picture(
            str(self.rules),
            guess,
            secret,
            marks,
            pegs,
            names.rows,
            sentences or tuple(str(step.sentence) for step in self.steps),
        )

    @property
    def _shown(self) -> tuple[str, str, str]:
        """The guess, the answer and the code of a game of one's own."""
        guess, secret = self.texts
        return guess, str(self.answer), secret

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return svg.figure(str(self), self.svg())

    def __str__(self) -> str:
        return "\n".join(str(step.sentence) for step in self.steps)


def explain(rules: Rules | str, guess: CodeOrText, secret: CodeOrText) -> Explanation:
    """Explains the answer to a guess: which peg earned which mark and why.

    Right places come first. Then each other peg of the guess, from left to right, claims a peg of the secret of its
    color that is still free. A repeated color earns nothing once all pegs of the secret with this color have been
    claimed. Where each peg is marked by itself, none claims another. The guess and the secret are allowed guesses of
    the game, as for `score`, whose answer is the one explained. Raises `RulesError` for the rules and `CodeError` with
    the faults of both codes.

    >>> print(explain("4x6-position", "AAAB", "CACC").steps[1].sentence)
    Peg 1, A: the code has only one A, and peg 2 of the guess has claimed it, because it is in its right place, and \
right places come first. It earns nothing: -, grey.
    """
    space = CodeSpace(rules, guesses=True)
    asked, kept = CodeError.gather(space.read, (guess, secret))
    match space.rules.feedback:
        case OwnAnswers():
            pegs: tuple[PegClaim, ...] = ()
        case FeedbackKind.NAIVE:
            pegs = alone(asked, kept)
        case kind:
            pegs = claims(asked, kept, in_place_only=kind is FeedbackKind.BLACK)
    shared = (FeedbackKind.BLACK_WHITE, FeedbackKind.TOTAL, FeedbackKind.POSITION)
    count = ways(asked, kept) if space.rules.feedback in shared else 1
    answer = Feedback.of(space.rules, score_number(space.rules, asked, kept))
    return Explanation(space.rules, asked, kept, answer, pegs, count)
