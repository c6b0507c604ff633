"""`review`, which says of each guess of a game what it cost and what its answer brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from sito.base.limits import Limits, check_run
from sito.codes.code import Code, CodeOrText, CodeSpace, PartialCode
from sito.errors import N_, Fault, InconsistentError
from sito.playing.game import Transcript, check_consistent
from sito.reviews.valuation import Values, better_of, expectation_of
from sito.reviews.values import OVER, Expectation, Review, ReviewedGuess

USUAL_SECONDS = 20
"""How long the review of a game takes at most, where nothing else was asked for."""


def review(
    game: Transcript | str,
    secret: CodeOrText | None = None,
    limits: Limits = Limits(seconds=USUAL_SECONDS),
    on_progress: Callable[[int], object] | None = None,
) -> Review:
    """Reviews a game: the loss of each guess against the best one, and the luck with each answer.

    The expected numbers of guesses are exact where a proof is quick, and else those of the best strategy tree that
    was found; each says which. All of them belong together: no loss is negative, and what was expected at the start,
    the losses and the luck add up to the number of guesses. `secret` is the code of the game if it is known. The
    seconds of the limits are for the whole game; where they do not suffice, guesses are not judged. `on_progress` is
    called with the number of guesses that are done; they are reviewed from the last to the first.

    Raises `InconsistentError` if no code agrees with all the answers, or if the secret does
    not, `InputError` for what cannot be read, and `LimitError` for games that are too large.

    >>> seen = review("4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx")
    >>> [guess.mark.value for guess in seen]
    ['best', 'best', 'good', 'best', 'best']
    >>> seen[2].better, str(seen.loss), str(seen.luck), round(float(seen.accuracy), 1)
    ('AADB', '2/15', '-379/720', 97.3)
    """
    check_run(limits, on_progress=on_progress)
    if not isinstance(game, Transcript):
        game = Transcript.parse(game)
    check_consistent(game)
    code = None if secret is None else CodeSpace(game.rules).read(secret)
    if code is not None:
        InconsistentError.check(_secret_faults(game, code))
    return _Reviewer(game, limits).review(code, on_progress)


def _secret_faults(game: Transcript, secret: Code) -> Iterator[Fault]:
    """Names the answers that the secret does not give, if it cannot be the code of the game."""
    if secret in game.knowledge:
        return
    space = CodeSpace(game.rules, guesses=True)
    wrong = N_("answer {number}, {turn}, is not the one that the code {secret} gives")
    for number, turn in enumerate(game.turns, 1):
        if not turn.agrees(game.rules, secret):
            told = f"{space.text(turn.guess)}:{turn.answer}"
            yield Fault(wrong, number=number, turn=told, secret=space.text(secret))


class _Reviewer:
    """The review of one game; `stages` is what was known before each guess, and after the last."""

    def __init__(self, game: Transcript, limits: Limits) -> None:
        self._game = game
        self._turns = game.turns[: game.winning_turn]
        self._stages = [Transcript(game.rules).knowledge]
        for turn in self._turns:
            self._stages.append(self._stages[-1].after_turn(turn))
        self._values = Values(limits)

    def review(self, secret: Code | None, on_progress: Callable[[int], object] | None) -> Review:
        """Reviews the guesses from the last to the first, so that each value contains those of the later turns."""
        end = after = self._end()
        reviewed: list[ReviewedGuess] = []
        for index in reversed(range(len(self._turns))):
            reviewed.append(self._guess(index, after))
            after = reviewed[-1].before
            if on_progress is not None:
                on_progress(len(reviewed))
        beyond = len(self._game) - len(self._turns)
        hit = self._stages[-1]
        if secret is None and self._game.winning_turn is not None and len(hit) == 1:
            secret = hit.first()
        return Review(self._game, tuple(reversed(reviewed)), after, end, beyond, secret)

    def _end(self) -> Expectation | None:
        if self._game.winning_turn is not None:
            return Expectation(Fraction(0), OVER)
        return expectation_of(self._values.of(self._stages[-1]))

    def _guess(self, index: int, after: Expectation | None) -> ReviewedGuess:
        known, turn = self._stages[index], self._turns[index]
        # A guess with unknown pegs may have been any of several.
        made = None if isinstance(turn.guess, PartialCode) else self._values.after(known, turn.guess)
        # A guess may turn out to be better than what was found to be the best.
        best = better_of([self._values.of(known), made])
        before, chosen = expectation_of(best), expectation_of(made)
        if chosen is not None and before is not None and chosen.guesses > before.guesses + 1:
            # Whoever ignores the answer needs one guess more than before. Only trees that differ seem to need more.
            chosen = Expectation(before.guesses + 1, before.source)
        loses = chosen is not None and before is not None and chosen.guesses > before.guesses
        possible = None if isinstance(turn.guess, PartialCode) else turn.guess in known
        return ReviewedGuess(
            number=index + 1,
            guess=turn.guess,
            text=known.guesses.text(turn.guess),
            answer=turn.answer,
            left_before=len(known),
            left_after=len(self._stages[index + 1]),
            before=before,
            chosen=chosen,
            after=after,
            better=known.guesses.text(best.guess) if best is not None and loses else None,
            possible=possible,
            contradicts=self._contradicted(index) if possible is False else (),
            repeats=next((place + 1 for place in range(index) if self._turns[place].guess == turn.guess), None),
        )

    def _contradicted(self, index: int) -> tuple[int, ...]:
        """Gives the numbers of the answers before a guess that it does not agree with."""
        guess, earlier = self._turns[index].guess, self._turns[:index]
        return tuple(number for number, turn in enumerate(earlier, 1) if not turn.agrees(self._game.rules, guess))
