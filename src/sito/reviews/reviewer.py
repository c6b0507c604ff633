"""`review`, which says of each guess of a game what it cost and what its answer brought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from sito.advice.advice import work_of
from sito.advice.best_play import EXACT, STRATEGIES, USUAL_WORK, Prospect, sum_of_cells, table_work, work_of_any
from sito.advice.prospects import Valuation
from sito.base.deadline import Deadline
from sito.base.limits import Limits, check_run, limits_of
from sito.codes.code import Code, CodeOrText, CodeSpace, PartialCode
from sito.codes.feedback import Turn
from sito.errors import N_, Fault, InconsistentError, LimitError
from sito.exact.problem import Problem
from sito.exact.solver import solve
from sito.playing.game import Transcript, check_consistent
from sito.reviews.values import OVER, Expectation, Review, ReviewedGuess
from sito.rules.rules import Allowed, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.partition import Partition

_SHARE = 0.5
"""The share of work and time that is left for one search. The first guesses come last, and take the longest."""
_WHOLE_ANSWERS = 1 << 25
"""The most answers, one for each guess and each code, of a game that is searched as a whole: it is tabulated."""
_FEW_CODES = 512
"""A moment with more codes is valued by trees alone, for a search of it would not be proven soon."""
_CELL_CODES = 32
"""A cell with more codes is valued by trees alone if it is one of a moment with many codes."""

_MANY_WORDS = 1 << 22
"""More answers than this, one for each guess and each word, take long for trees."""


def expectation_of(found: Prospect | None) -> Expectation | None:
    """Gives the number of guesses that is expected of some play; None if none was found."""
    return None if found is None else Expectation(found.expected, found.source)


def better_of(values: Iterable[Prospect | None]) -> Prospect | None:
    """Gives the value with the fewest guesses, and of equal ones one that is proven; None if there is none."""
    found = [value for value in values if value is not None]
    return min(found, key=lambda value: (value.total, value.source != EXACT), default=None)


class Values:
    """Values the moments of one game and the guesses that were made there, within limits for all of them together.

    A game of moderate size is searched from each moment on. In larger ones, a moment and the
    guesses made there are valued in the same way, by the cells that each guess makes, so that
    none of them seems better only because it was looked at more closely.
    """

    def __init__(self, limits: Limits) -> None:
        self._deadline = Deadline(limits)
        self._work = work_of(limits, USUAL_SECONDS)
        self._found = Valuation()
        self._valued: dict[tuple[tuple[Turn, ...], Code], Prospect | None] = {}

    def of(self, known: Knowledge, guess: Code | None = None) -> Prospect | None:
        """Values a moment: this guess next, if one is given, and then the best play.

        None where answers may be lies or codes are sampled, and if nothing is found within the limits.
        """
        if known.rules.lies or known.is_sampled or self._deadline.is_over:
            return None
        solved = self._solved(known, guess)
        if solved is not None:
            return solved
        if len(known) <= _FEW_CODES:
            limits = self._left(USUAL_WORK)
            return self._found.of(known, limits) if guess is None else self._found.after(known, guess, limits)
        return better_of(
            self._by_cells(known, each) for each in (self._candidates(known) if guess is None else [guess])
        )

    def judge(self, known: Knowledge, guess: Code) -> tuple[Prospect | None, Expectation | None, Expectation | None]:
        """Gives the best play, what it expects, and what is expected with this guess next; None for what is not found.

        A guess with unknown pegs may have been any of several, and is not valued.
        """
        made = None if isinstance(guess, PartialCode) else self.of(known, guess)
        # A guess may turn out to be better than what was found to be the best.
        best = better_of([self.of(known), made])
        before, chosen = expectation_of(best), expectation_of(made)
        if chosen is not None and before is not None and chosen.guesses > before.guesses + 1:
            # Whoever ignores the answer needs one guess more than before. Only trees that differ seem to need more.
            chosen = Expectation(before.guesses + 1, before.source)
        return best, before, chosen

    def _left(self, most: int, taken: int = 0) -> Limits:
        """Gives a share of the time and the work that are left, of which so much is taken before."""
        left = self._work - self._found.spent
        return self._deadline.left(_SHARE, max(0, min(most, int(left * _SHARE) - taken)))

    def _takes(self, work: int) -> bool:
        """Takes so much of the work that is left, if there is so much."""
        if self._deadline.is_over or work > self._work - self._found.spent:
            return False
        self._work -= work
        return True

    def _solved(self, known: Knowledge, guess: Code | None = None) -> Prospect | None:
        """Searches the game from here on, with its history, whose symmetry makes the search quick if it has any.

        None if the game is too large to be tabulated, or has no symmetry, or if a limit comes before the proof.
        """
        is_symmetric = known.rules.allowed is not Allowed.WORDS
        answers = known.guesses.size * known.secrets.size
        if not is_symmetric or answers > _WHOLE_ANSWERS:
            return None
        prepared = table_work(answers)
        limits = self._left(self._work, prepared)
        if not limits.work:
            return None
        found = solve(Problem(known.rules, history=known.history, first_guess=guess), limits=limits)
        self._work -= prepared + found.spent.positions
        if not found.proven or found.tree is None or found.upper is None:
            return None
        return Prospect(found.upper[0], len(known), found.tree.maximum, EXACT, found.tree.first_guess, known.weight)

    def _candidates(self, known: Knowledge) -> list[Code]:
        """Gives the guesses that the strategies would make; none if too many codes are possible for them."""
        rng = Random(0)  # these strategies draw nothing
        names = _strategies(known.rules)
        if not self._takes(len(names) * work_of_any(known)):
            return []
        try:
            chosen = [Partition(name).choose(known, rng, self._deadline.left(_SHARE)) for name in names]
        except LimitError:
            return []
        return list(dict.fromkeys(chosen))

    def _by_cells(self, known: Knowledge, guess: Code) -> Prospect | None:
        """Values a guess by the cells that it makes, once."""
        key = known.history, guess
        if key not in self._valued:
            cells = (known.after_turn(Turn(guess, answer)) for answer in known.cells(guess) if not answer.wins)
            self._valued[key] = sum_of_cells(known, guess, map(self._cell, cells))
        return self._valued[key]

    def _cell(self, cell: Knowledge) -> Prospect | None:
        """Values a cell; None if a limit is reached."""
        if len(cell) <= _CELL_CODES:
            return None if self._deadline.is_over else self._found.of(cell, self._left(USUAL_WORK))
        names = _strategies(cell.rules)
        if not self._takes(len(names) * work_of_any(cell)):
            return None
        try:
            trees = [self._by_tree(cell, name) for name in names]
        except LimitError:  # too many codes, or the time is over
            return None
        return min(trees, key=lambda found: (found.total, found.source))

    def _by_tree(self, cell: Knowledge, name: str) -> Prospect:
        tree = Partition(name).build_tree(cell, on_progress=lambda _codes: self._deadline.is_over)
        return Prospect(tree.total, len(cell), tree.maximum, name, tree.first_guess, cell.weight)


def _strategies(rules: Rules) -> tuple[str, ...]:
    """Names the strategies whose trees are compared: one where trees take long, because words have no symmetry."""
    answers = CodeSpace(rules).size * CodeSpace(rules, guesses=True).size
    return STRATEGIES[:1] if rules.allowed is Allowed.WORDS and answers > _MANY_WORDS else STRATEGIES


USUAL_SECONDS = 20
"""The work of a review, where nothing else was asked for, is that of so many seconds."""


def review(
    game: Transcript | str,
    secret: CodeOrText | None = None,
    *,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> Review:
    """Reviews a `game`: the loss of each guess against the best one, and the luck with each answer.

    The expected numbers of guesses are exact where a proof is quick, and else those of the best strategy tree that
    was found; each says which. All of them belong together: no loss is negative, and what was expected at the start,
    the losses and the luck add up to the number of guesses. `secret` is the code of the game if it is known.

    The work is counted, so the same call gives the same review, however busy the machine is. The `limits`, and
    `seconds` as one more of them, end the work early; `limits.work` counts units of about 0.1 milliseconds. Without it
    a review has 200,000 of them, or 10,000 for each second that it is allowed; where they do not suffice, guesses are
    not judged. `on_progress` is told how far the work is, and ends it by a true answer: the number of guesses that
    are done, from the last to the first.

    Raises `InconsistentError` if no code agrees with all the answers, or if the secret does
    not, `InputError` for what cannot be read, and `LimitError` for games that are too large.

    >>> seen = review("4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx")
    >>> [guess.mark.value for guess in seen]
    ['best', 'best', 'good', 'best', 'best']
    >>> seen[2].better, str(seen.loss), str(seen.luck), round(float(seen.accuracy), 1)
    ('AADB', '2/15', '-379/720', 97.3)
    """
    limits = limits_of(limits, seconds)
    check_run(limits, on_progress=on_progress)
    game = Transcript.of(game)
    check_consistent(game)
    code = None if secret is None else CodeSpace(game.rules).read(secret)
    if code is not None:
        InconsistentError.check(secret_faults(game, code))
    return _Reviewer(game, limits).review(code, on_progress)


def secret_faults(game: Transcript, secret: Code) -> Iterator[Fault]:
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
        self._asked_to_stop = False

        def stop() -> bool:
            return self._asked_to_stop or (limits.stop is not None and bool(limits.stop()))

        self._values = Values(replace(limits, stop=stop))

    def review(self, secret: Code | None, on_progress: Callable[[int], object] | None) -> Review:
        """Reviews the guesses from the last to the first, so that each value contains those of the later turns."""
        end = after = self._end()
        reviewed: list[ReviewedGuess] = []
        for index in reversed(range(len(self._turns))):
            reviewed.append(self._guess(index, after))
            after = reviewed[-1].before
            if on_progress is not None and on_progress(len(reviewed)):
                self._asked_to_stop = True
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
        best, before, chosen = self._values.judge(known, turn.guess)
        loses = chosen is not None and before is not None and chosen.guesses > before.guesses
        possible = None if isinstance(turn.guess, PartialCode) else turn.guess in known
        return ReviewedGuess(
            number=index + 1,
            guess=turn.guess,
            text=known.guesses.text(turn.guess),
            answer=turn.answer,
            left_before=known.left,
            left_after=self._stages[index + 1].left,
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
