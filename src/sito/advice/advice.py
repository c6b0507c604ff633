"""Advice: the best guesses at a moment of a game, with how many more guesses the game then needs.

A few candidates are found by looking one answer ahead. Each is valued as in `sito.advice.prospects`:
exactly where a proof is quick, else by the trees of the one-ply strategies. In large games there
are only the figures of one answer, and the advice says what was done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sito.advice.best_play import EXACT, FOUND, STRATEGIES, Prospect, sources_of, tree_work
from sito.advice.candidates import find_candidates, is_quick_to_compare, sample_candidates
from sito.advice.prospects import Valuation
from sito.base.deadline import Deadline
from sito.base.limits import Limits, check_from_one, limits_of
from sito.base.rows import Column, Rows
from sito.codes.code import Code
from sito.errors import N_, Fault
from sito.exact.solver import made_by
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge, how_many_possible
from sito.sieve.ranking import RankedGuess

RANKED_BY = STRATEGIES[0]
"""The source of an advice that looks no further than the answers to one guess."""
ONLY_RANKED = Fault(
    "Only the answers to the next guess were compared, as {strategy} does: more would take too long here.",
    strategy=RANKED_BY,
)
WORK_PER_SECOND = 10_000
"""How much work an advice or a review does for each second that it is allowed, in units of about 0.1 milliseconds."""
_MOST_SECONDS = 3600
_CANDIDATES = 16
_QUICK_CODES = 1 << 20
"""The figures of a guess take no time worth counting in games of up to so many codes."""
_MOMENT_SHARE = 0.8
"""The share of work and time for the value of the moment, at most."""
_OTHERS_SHARE = 0.5
"""The share of work for the candidates, at most."""
_ALIKE = 1.25
"""So many times the work for the best of them suffices for any."""


@dataclass(frozen=True, slots=True)
class AdvisedGuess:
    """A guess with its figures, and what is expected after it; None if that could not be found.

    >>> best = advise(Knowledge("4x6").after("CBFF", "o").after("EAAB", "xxo"))[0]
    >>> best.text, best.figures.possible, best.prospect.total, best.prospect.source
    ('AADB', True, 35, 'exact')
    """

    figures: RankedGuess
    prospect: Prospect | None

    @property
    def code(self) -> Code:
        """The guess."""
        return self.figures.code

    @property
    def text(self) -> str:
        """The guess as text."""
        return self.figures.text

    @property
    def expected(self) -> Fraction | None:
        """The number of further guesses on average, this one and the winning one included.

        None if it is not known, because the work did not suffice: for guesses of large games, and with lies.
        """
        return None if self.prospect is None else self.prospect.expected

    @property
    def sentence(self) -> Fault:
        """Says in a sentence what the guess is good for.

        >>> print(advise("4x6 CBFF:o EAAB:xxo")[0].sentence)
        A good guess is AADB: about 2.33 guesses are needed from here, this one included.
        """
        figures = self.figures
        if self.expected is None:
            cells = N_(
                "A good guess is {guess}: {cells} answers to it are possible, and at worst {worst} codes are left."
            )
            return Fault(cells, guess=figures.text, cells=figures.cells, worst=figures.worst)
        needed = N_("A good guess is {guess}: about {expected:.2f} guesses are needed from here, this one included.")
        return Fault(needed, guess=figures.text, expected=float(self.expected))


@dataclass(frozen=True)
class Advice(Rows[AdvisedGuess]):
    """The best guesses that were found, the best first; displayed as a table in text and in a notebook.

    `rules` are those of the game, `codes` is the number of possible codes. `source` says how the first guess was found:
    "exact" if no guess is better, which is proven; else the strategies whose trees valued the guesses, or "entropy"
    where only the answers to one guess were compared. `fallback` says what was done instead if the game is too large
    for comparing all guesses; None if they were all compared.

    >>> advice = advise("4x6 CBFF:o EAAB:xxo")
    >>> advice.codes, advice.exact, advice[0].text
    (15, True, 'AADB')
    """

    rules: Rules
    codes: int
    source: str
    guesses: tuple[AdvisedGuess, ...]
    fallback: Fault | None = None

    @property
    def exact(self) -> bool:
        """Whether it is proven that no guess is better than the first."""
        return self.source == EXACT

    @property
    def origin(self) -> Fault:
        """How the first guess was found, in a sentence; and what was done instead if guesses were left out."""
        if self.fallback is not None:
            return Fault("Looking ahead was cut short: {reason}.", reason=self.fallback)
        if self.exact:
            return Fault("By exact search: no guess is better than the first.")
        if self.source == RANKED_BY and self.guesses[0].prospect is None:
            lying = N_(
                "Where the codemaker may lie, only the answers to the next guess are compared, as {strategy} does."
            )
            return Fault(lying, strategy=RANKED_BY) if self.rules.lies else ONLY_RANKED
        if self.source == FOUND:
            return Fault("By a search that was not finished: it is not proven that no guess is better.")
        names = ", ".join(name for name in sources_of(self.source) if name != FOUND)
        return Fault("By playing on as {names} would: it is not proven that no guess is better.", names=names)

    def _columns(self) -> tuple[Column[AdvisedGuess], ...]:
        return (
            Column("guess", lambda guess: guess.text),
            Column("expected", lambda guess: guess.expected, ".3f"),
            Column("cells", lambda guess: guess.figures.cells, "d"),
            Column("bits", lambda guess: guess.figures.bits, ".3f"),
            Column("worst", lambda guess: guess.figures.worst, "d"),
            Column("possible", lambda guess: guess.figures.possible),
        )

    def _rows(self) -> tuple[AdvisedGuess, ...]:
        return self.guesses

    @property
    def note(self) -> str:
        """How many codes are possible, and how the guesses were found."""
        return f"{how_many_possible(self.rules, self.codes)}. {self.origin}"


def advise(
    game: Knowledge | Transcript | Rules | str,
    top: int = 5,
    *,
    within: int | None = None,
    limits: Limits = Limits(),
    seconds: float | None = None,
) -> Advice:
    """Finds the best `top` guesses at a moment of a `game`; a text is read by `Transcript.parse`.

    Guesses are ordered by the expected number of further guesses; of equal ones those that may be the code come
    first, then the lowest. Guesses that could not be valued follow, ordered by entropy.

    The work is counted, so the same call gives the same advice, however busy the machine is. The `limits`, and
    `seconds` as one more of them, end the work early; `limits.work` counts units of about 0.1 milliseconds. Without it
    an advice has 10,000 of them, about a second on a core of 2026, or as many for each second that it is allowed.

    With `within` those guesses come first after which the game is over within so many guesses, this one included,
    whatever the code; of the others those that need the fewest in the worst case. So `within=1` is advice against a
    codemaker that commits to no code, and a game that allows four guesses begins with `within=4`.

    Raises `InconsistentError` if no code is possible, `InputError` for a `top` below 1 and for
    a text that cannot be read.

    >>> print(advise("4x6 CBFF:o", top=2))
    guess  expected  cells   bits  worst  possible
    ADAC      3.533     14  3.269     51  yes
    ADBD      3.533     14  3.269     51  yes
    276 codes are possible. By exact search: no guess is better than the first.
    >>> print(advise("6x10", top=1)[0].expected)
    None
    """
    check_from_one("top", top)
    limits = limits_of(limits, seconds)
    knowledge = _known(game)
    knowledge.check_any_left()
    deadline = Deadline(limits)
    work = work_of(limits, 1)
    if knowledge.rules.lies and len(knowledge) > 1:
        return _ranked(knowledge, top, deadline)
    found = find_candidates(knowledge, max(top, _CANDIDATES), deadline, worst=within is not None)
    best, values = _values(knowledge, found.codes, work, deadline)
    # On a busy machine the time may be over before a single guess was compared.
    codes = list(dict.fromkeys([*values, *found.codes])) or [knowledge.first()]
    figures = _with_figures(knowledge, codes, values, top, deadline)
    # The figures of a sample do not tell what a search has learned from trees.
    guesses = list(figures)[:top] if knowledge.looks_at_sample else sorted(figures, key=_order_within(within))[:top]
    # With a single cell a guess tells nothing, unless it is the only code that is possible.
    guesses[1:] = [guess for guess in guesses[1:] if guess.figures.cells > 1]
    return Advice(knowledge.rules, knowledge.left, _source(best, guesses[0]), tuple(guesses), found.fallback)


def work_of(limits: Limits, usual: float) -> int:
    """Gives the work that limits allow an advice; without a limit of time that of so many seconds."""
    seconds = usual if limits.seconds is None else min(limits.seconds, _MOST_SECONDS)
    return int(WORK_PER_SECOND * seconds) if limits.work is None else limits.work


def _known(game: Knowledge | Transcript | Rules | str) -> Knowledge:
    if isinstance(game, Knowledge | Rules):
        return game if isinstance(game, Knowledge) else Knowledge(game)
    return Transcript.of(game).knowledge


def _ranked(knowledge: Knowledge, top: int, deadline: Deadline) -> Advice:
    """Advises where the codemaker may lie: how long a game lasts depends on the lies, so guesses are only ranked."""
    if is_quick_to_compare(knowledge):
        ranking = knowledge.rank(RANKED_BY, top, limits=deadline.left())
        if ranking.stopped is None:
            return Advice(
                knowledge.rules, knowledge.left, RANKED_BY, tuple(AdvisedGuess(figures, None) for figures in ranking)
            )
    found = sample_candidates(knowledge, max(top, _CANDIDATES), deadline)
    guesses = sorted(_with_figures(knowledge, found.codes or (knowledge.first(),), {}, top, deadline), key=_order)[:top]
    return Advice(knowledge.rules, knowledge.left, RANKED_BY, tuple(guesses), found.fallback)


def _values(
    knowledge: Knowledge, codes: Sequence[Code], work: int, deadline: Deadline
) -> tuple[Prospect | None, dict[Code, Prospect]]:
    """Values the moment, and as many of these guesses as the work allows; the best guess of the moment is one more."""
    least = tree_work(knowledge)
    moment_work = int(work * _MOMENT_SHARE)
    if least is None or least > moment_work:
        return None, {}
    values = Valuation()
    best = values.of(knowledge, deadline.left(_MOMENT_SHARE, moment_work))
    if best is None:
        return None, {}
    found = {best.guess: best}
    others = [code for code in codes if code != best.guess]
    left = max(0, min(int(work * _OTHERS_SHARE), work - values.spent))
    least = values.work_after(knowledge, others[0]) if others else None
    others = [] if least is None else others[: left // max(1, int(least * _ALIKE))]
    most = values.spent + left
    for code in others:
        if deadline.is_over or values.spent > most:
            break
        value = values.after(knowledge, code, deadline.left(1.0, left // len(others)))
        if value is None:
            break
        found[code] = value
    return best, found


def _with_figures(
    knowledge: Knowledge, codes: Sequence[Code], values: Mapping[Code, Prospect], top: int, deadline: Deadline
) -> Iterator[AdvisedGuess]:
    """Yields guesses with their figures: all that have values, and others up to `top` while there is time."""
    for place, code in enumerate(codes):
        is_slow = knowledge.secrets.size > _QUICK_CODES
        if place and code not in values and (place >= top or (is_slow and deadline.is_over)):
            return
        yield AdvisedGuess(knowledge.assess(code), values.get(code))


def _order_within(within: int | None) -> Callable[[AdvisedGuess], tuple[object, ...]]:
    """Gives the order of guesses where the game is to be over within so many; the usual one without a number."""

    def order(guess: AdvisedGuess) -> tuple[object, ...]:
        if within is None:
            return _order(guess)
        if guess.prospect is None:
            return True, guess.figures.worst, *_order(guess)
        return False, max(0, guess.prospect.worst - within), *_order(guess)

    return order


def _order(guess: AdvisedGuess) -> tuple[bool, Fraction | float, bool, Code]:
    value = guess.figures.score if guess.expected is None else guess.expected
    return guess.expected is None, value, not guess.figures.possible, guess.figures.code


def _source(best: Prospect | None, first: AdvisedGuess) -> str:
    """Says how the first guess was found. That its own value is proven does not prove that no guess is better."""
    if best is None or first.prospect is None:
        return RANKED_BY
    if best.exact and first.prospect.total == best.total:
        return EXACT
    return made_by(False) if first.prospect.exact else first.prospect.source
