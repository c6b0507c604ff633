"""Knowledge: the rules, the answers so far, and which codes are still possible.

The sieve itself is a page of plain Python, `sito.codes.consistency`; the native core does the same for
games of up to 2^28 codes, without storing the codes. In larger games it samples the possible codes.
"""

from __future__ import annotations

import random
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from html import escape
from itertools import accumulate, chain
from operator import index as as_index
from typing import TYPE_CHECKING, cast, overload

from sito import _native
from sito.base.limits import Limits, OnInterrupt, check_from_one, limits_of
from sito.base.rows import Column, Tabular
from sito.codes.code import Code, CodeOrText, CodeSpace, color_array
from sito.codes.feedback import AnswerOrText, Turn
from sito.codes.turn_text import pair_text
from sito.codes.weighing import code_weights
from sito.errors import N_, NN_, Fault, InconsistentError, InputError, LimitError
from sito.native.errors import native_errors
from sito.native.game import Size, listed_rules, native_history, native_moves, native_rules, size_of
from sito.native.run import NativeRun
from sito.rules.rules import Allowed, Rules
from sito.sieve.cells import Cells
from sito.sieve.effort import effort
from sito.sieve.metrics import Metric, bits_of, find_metric, name_of_metric, native_metric
from sito.sieve.possible import estimate, possible_codes
from sito.sieve.ranking import RankedGuess, Ranking

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

MAX_CODES = _native.SIEVE_LIMIT
_CHUNK = 4096
_NOTEBOOK_CODES = 12  # how many possible codes a notebook lists
_MOST_WORK = 2**63
_EFFORT = 4  # of a search for good guesses; it takes a few hundredths of a second
_MOST_COMPARED = 2**34  # a second or two's work
_MOST_ASSESSED = 2**19  # possible codes; a few hundredths of a second for each guess
_MOST_SIEVED = 2**27  # codes of the game; a tenth of a second for each guess


class Knowledge(Tabular[Code]):
    """What is known after some answers; an immutable value.

    In a game of more than 2^28 codes the possible codes are sampled (`is_sampled`): their number is an estimate, and
    what needs a list of them raises `LimitError` until all of them seem to be found. On a vast board, of more than 20
    pegs or 64 colors, only the turns are known, and whether a code agrees with them: `len` counts all codes of the
    game, and what needs the possible ones raises `LimitError`.

    Rules, guesses and answers are given as values or as text. Raises `RulesError` for rules that cannot be read and
    `LimitError` for games of more than 2^28 codes of words, with lies, or with answers per position.

    >>> known = Knowledge("4x6")
    >>> len(known)
    1296
    >>> known = known.after("CBFF", "o")
    >>> len(known), known.secrets.text(known.first()), "AAAB" in known
    (276, 'AAAB', True)
    """

    def __init__(self, rules: Rules | str) -> None:
        self.rules = rules = Rules.of(rules)
        self.history: tuple[Turn, ...] = ()
        self._possible = possible_codes(rules)

    @property
    def native(self) -> _native.Knowledge:
        """The native form of this value, as an argument for other native functions.

        Raises `LimitError` where the possible codes are only sampled, or the board is vast.
        """
        return self._possible.native

    @property
    def is_sampled(self) -> bool:
        """Whether the possible codes are sampled, for there are more in the game than can be counted.

        >>> Knowledge("16x6").is_sampled, Knowledge("4x6").is_sampled
        (True, False)
        """
        return self._possible.is_sampled

    @cached_property
    def sample(self) -> tuple[Code, ...]:
        """Up to 4096 different possible codes in ascending order, each as likely to be among them as any other.

        With no more codes than that these are all of them; where codes are sampled, all that were found. The sample
        depends on the rules and the turns alone. Codes have no weights here.

        >>> len(Knowledge("4x6").sample), len(Knowledge("16x6").sample)
        (1296, 4096)
        """
        return tuple(map(Code, self._possible.sample()))

    @property
    def is_all_sampled(self) -> bool:
        """Whether `sample` has all possible codes, or where they are sampled seems to have them all."""
        return self._possible.is_all_sampled

    @cached_property
    def secrets(self) -> CodeSpace:
        """All codes that may be secrets."""
        return CodeSpace(self.rules)

    @cached_property
    def guesses(self) -> CodeSpace:
        """All codes that may be guessed."""
        return CodeSpace(self.rules, guesses=True)

    def after(self, guess: CodeOrText, answer: AnswerOrText) -> Knowledge:
        """Returns what is known after one more answer.

        Raises `CodeError` for a guess that is not allowed, `FeedbackError` for an answer that
        cannot be read or is of another game.
        """
        return self.after_turn(Turn.read(guess, answer, self.guesses))

    def after_turn(self, turn: Turn) -> Knowledge:
        """Returns what is known after a turn that has been checked already, such as one of a transcript."""
        return self.after_turns([turn])

    def after_turns(self, turns: Iterable[Turn]) -> Knowledge:
        """Returns what is known after turns that have been checked already."""
        new = tuple(turns)
        known = self.with_history((*self.history, *new))
        telling = tuple(turn for turn in new if not turn.answer.tells_nothing)
        if telling:
            known._possible = self._possible.after(telling)
            for counted in ("weighed", "_ends", "sample"):  # of all possible codes
                known.__dict__.pop(counted, None)
        return known

    def with_history(self, turns: tuple[Turn, ...]) -> Knowledge:
        """Returns the same knowledge, with an equal tuple of turns in place of its own."""
        if turns is self.history:
            return self
        known = Knowledge.__new__(Knowledge)
        known.__dict__.update(self.__dict__, history=turns)  # the code spaces, too, if they have been made
        return known

    @classmethod
    def of(cls, rules: Rules | str, history: Iterable[tuple[CodeOrText, AnswerOrText]]) -> Knowledge:
        """Returns what is known in a game of `rules` after a `history` of guesses and answers.

        Raises what `after` raises.
        """
        known = cls(rules)
        return known.after_turns(Turn.read_all(history, known.guesses))

    def __len__(self) -> int:
        """Counts the possible codes as `left` does, up to 2^63 - 1, for Python does not count further."""
        return min(self.left, sys.maxsize)

    @property
    def left(self) -> int:
        """How many codes are possible. Where they are sampled this is an estimate, of two digits.

        On a vast board these are all codes of the game; so they are after more than 64 turns that a sample would have
        to follow.

        >>> Knowledge("20x20").left
        104857600000000000000000000
        """
        return self._possible.left

    @property
    def by_lies(self) -> tuple[int, ...]:
        """How many possible codes go with no lie so far, with one, and so on up to all that the rules allow.

        >>> Knowledge("4x6-lies1").after("AABB", "xo").by_lies, Knowledge("4x6").by_lies
        ((208, 1087), (1296,))
        """
        return tuple(self.native.by_lies) if self.rules.lies else (self.left,)

    def __iter__(self) -> Iterator[Code]:
        """Iterates over the possible codes in ascending order, reading them in small batches."""
        codes = self._possible.codes
        codes(0, 0)  # refused at once, before `list` makes room for all codes
        batches = (codes(start, start + _CHUNK) for start in range(0, len(self), _CHUNK))
        return map(Code, chain.from_iterable(batches))

    def texts(self) -> list[str]:
        """Writes the possible codes, in ascending order.

        >>> Knowledge("2x3").after("AA", "x").texts()
        ['AB', 'AC', 'BA', 'CA']
        """
        return list(map(self.secrets.text, self))

    def to_numpy(self) -> NDArray[uint8]:
        """Gives an array of the possible codes, as `CodeSpace.to_numpy` does."""
        return color_array(self._possible.codes(0, len(self)), self.rules.pegs)

    @overload
    def __getitem__(self, index: int) -> Code: ...
    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...
    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        """Returns the possible code at a place in ascending order, or those of a slice. Raises `IndexError`.

        >>> Knowledge("2x3")[2:4]
        [Code([0, 2]), Code([1, 0])]
        """
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step == 1:
                return list(map(Code, self._possible.codes(start, stop)))
            return [self[place] for place in range(start, stop, step)]
        number = as_index(index)
        place = number + len(self) if number < 0 else number
        if not 0 <= place < len(self):
            raise IndexError(f"possible code {number} of {len(self)}")
        return Code(self._possible.codes(place, place + 1)[0])

    def __contains__(self, code: object) -> bool:
        """Returns whether a code is still possible. Raises `CodeError` for anything that is not a code of the game.

        >>> known = Knowledge("4x6").after("CBFF", "o")
        >>> "CBFF" in known, "EAAB" in known
        (False, True)
        """
        read = self.guesses.read(cast(CodeOrText, code))
        return self.secrets.has(bytes(read)) and self._possible.has(read)

    def first(self) -> Code:
        """Returns the lowest possible code, or the lowest of the sample. Raises `InconsistentError` if none is left."""
        self.check_any_left()
        return next(map(Code, self._possible.known(1)), None) or self[0]

    def check_any_left(self) -> None:
        """Raises `InconsistentError` if no code is left; where codes are sampled, if none was found."""
        if not len(self):
            raise InconsistentError(self._possible.nothing_left)

    def cells(self, guess: CodeOrText, *, estimated: bool = False) -> Cells:
        """Counts the cells of the partition that a guess makes: how many possible codes give each answer.

        Answers that no possible code gives are left out; the others ascend by number. Where the codemaker may lie,
        these are the codes that are possible after each answer, and one code is counted with several answers. Answers
        may be looked up as text. Raises `CodeError` for a guess that is not allowed, and `LimitError` where codes are
        sampled; not so if the cells may be `estimated`, of which small ones may be missing.

        >>> cells = Knowledge("2x3").cells("AB")
        >>> {str(answer): count for answer, count in cells.items()}, cells["x"]
        ({'-': 1, 'o': 2, 'x': 4, 'oo': 1, 'xx': 1}, 4)
        """
        code = self.guesses.read(guess)
        if not (self.is_sampled and (estimated or self.is_all_sampled)):
            return Cells.of(self.rules, self.native.cells(bytes(code)).items())
        sizes = self._listed(code).cells(bytes(code)).items() if self.sample else ()
        return Cells.of(self.rules, ((number, self._of_all(size)) for number, size in sizes))

    def _of_all(self, size: int) -> int:
        """Estimates how many possible codes so many of the sample stand for; it is exact where the sample has all."""
        return size if self.is_all_sampled else estimate(size * self.left / len(self.sample))

    def check_look_ahead(self, name: str) -> None:
        """Raises `LimitError` if too many codes are possible for looking ahead; `name` is what would do so."""
        if len(self) > _native.LOOK_AHEAD_LIMIT:
            raise LimitError.said(
                "{strategy} looks ahead with up to {most} possible codes and there are {count}; "
                "guess with first-consistent until fewer are left",
                strategy=name,
                most=_native.LOOK_AHEAD_LIMIT,
                count=self.left,
            )

    def rank(
        self,
        metric: str | Metric = "entropy",
        top: int = 10,
        *,
        consistent: bool = False,
        apart: bool = False,
        limits: Limits = Limits(),
        seconds: float | None = None,
        on_interrupt: OnInterrupt = "raise",
    ) -> Ranking:
        """Ranks the guesses by a metric and returns the best `top` of them, in one native pass.

        `metric` is the name of a metric or a function of the cell sizes, as in `sito.sieve.metrics`. With
        `consistent` only guesses that may be the code are ranked; with `apart` the cell of the guess itself is left
        out of its score. Among guesses with equal scores those that may be the code come first, then the lowest;
        guesses whose answer reveals nothing come last. The first is the one that the strategy of the metric chooses.

        Where there are more than 2^34 `comparisons`, guesses come from a `search`.

        The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts comparisons of a
        guess with a possible code. Ctrl-C raises `KeyboardInterrupt`, or with `on_interrupt="return"` ends the work,
        too. Then the ranking holds the best so far, and `Ranking.stopped` says what ended it.

        Raises `InconsistentError` if no code is left, `LimitError` if too many are, `StrategyError` for an unknown
        metric, `InputError` for a `top` below 1 and for a limit of memory, and whatever a metric function raises.

        >>> [guess.text for guess in Knowledge("4x6").rank("minimax", top=3)]
        ['AABB', 'AACC', 'AADD']
        """
        check_from_one("top", top)
        limits = limits_of(limits, seconds)
        if self.looks_at_sample:
            return self.search(
                metric, top, consistent=consistent, apart=apart, limits=limits, on_interrupt=on_interrupt
            )
        self.check_look_ahead(name_of_metric(metric))
        rank = partial(_native.rank, self.native, native_history(self.history, self.guesses))
        return self._ranked(rank, metric, top, consistent, apart, limits, on_interrupt)

    def search(
        self,
        metric: str | Metric = "entropy",
        top: int = 10,
        *,
        consistent: bool = False,
        apart: bool = False,
        limits: Limits = Limits(),
        on_interrupt: OnInterrupt = "raise",
    ) -> Ranking:
        """Ranks the best `top` guesses that a local search finds, by their answers to the `sample`.

        The possible codes of the sample are compared, and the best of them improved, a peg or two at a time. Where the
        sample has all possible codes, and few, guesses after which a quickly made tree needs fewer guesses come first.
        The largest cell of a guess is an estimate unless it has all; other figures are those of the sample.
        The `metric`, `consistent`, `apart`, `limits`, `on_interrupt` and errors are those of `rank`; games of words and
        games with lies raise `InputError`, too.

        >>> [round(guess.bits, 2) for guess in Knowledge("16x6").search(top=3)]
        [5.47, 5.47, 5.47]
        """
        rules = self.rules
        if rules.lies or rules.allowed is Allowed.WORDS:
            wrong = N_("in {rules} no guesses are searched for: codes are listed, or answers may be lies; rank them")
            raise InputError.said(wrong, rules=str(rules))
        sample = list(map(bytes, self.sample))
        search = partial(_native.search_guesses, native_rules(rules), sample, self.is_all_sampled, _EFFORT)
        return self._ranked(search, metric, top, consistent, apart, limits, on_interrupt, self._of_all)

    def _ranked(
        self,
        rank: Callable[..., _native.RankOutcome],
        metric: str | Metric,
        top: int,
        consistent: bool,
        apart: bool,
        limits: Limits,
        on_interrupt: OnInterrupt,
        worst_of: Callable[[int], int] = int,
    ) -> Ranking:
        """Ranks guesses by a native function, which has the possible codes already."""
        run: NativeRun[object] = NativeRun(limits, on_interrupt=on_interrupt)
        work = look_ahead_work(limits)
        form = native_metric(metric)
        self.check_any_left()
        most, moves = min(top, self.guesses.size), native_moves(self.rules, self.history)
        with native_errors(self.rules):
            outcome = rank(form, most, bool(consistent), bool(apart), moves, work=work, watch=run.watch)
        stopped = run.stopped(outcome.stopped)
        text = self.guesses.text
        ranked = tuple(
            RankedGuess(Code(raw), text(Code(raw)), value, bits, worst_of(worst), cells, possible)
            for raw, value, bits, worst, cells, possible in outcome.guesses
        )
        return Ranking(name_of_metric(metric), ranked, outcome.compared, stopped)

    @property
    def comparisons(self) -> int:
        """How many comparisons it is to compare all guesses with all possible codes, symmetric ones included.

        The unit is one comparison of up to seven pegs; one of words, of answers per position or where answers may
        be lies is as much work as some of them, and one of more pegs as many.
        """
        return len(self) * self.guesses.size * effort(self.rules)

    @property
    def looks_at_sample(self) -> bool:
        """Whether guesses come from a `search`, for comparing all of them with all possible codes takes too long.

        >>> Knowledge("6x7").looks_at_sample, Knowledge("6x9").looks_at_sample
        (False, True)
        """
        if self.rules.lies or self.rules.allowed is Allowed.WORDS:
            return False
        return self.is_sampled or self.comparisons > _MOST_COMPARED

    def assess(self, guess: CodeOrText, metric: str | Metric = "entropy", *, exact: bool = False) -> RankedGuess:
        """Gives the figures of one guess, those that `rank` gives for each: score, bits, largest cell, cells.

        With more than 2^19 possible codes, or 2^27 codes in the game, these are figures of the `sample`, and unless it
        has all codes the largest cell is an estimate; not so if they are to be `exact` and the codes are not sampled
        anyway. Raises `CodeError` for a guess that is not allowed, `InconsistentError` if no code is left,
        `StrategyError` for an unknown metric.

        >>> figures = Knowledge("4x6").assess("AABB", "minimax")
        >>> figures.score, round(figures.bits, 4), figures.worst, figures.cells, figures.possible
        (256, 2.8851, 256, 13, True)
        """
        code = self.guesses.read(guess)
        native_metric(metric)  # refuses what is none
        self.check_any_left()
        raw = bytes(code)
        is_slow = len(self) > _MOST_ASSESSED or self.secrets.size > _MOST_SIEVED
        of_sample = self.is_sampled or (self.looks_at_sample and is_slow and not exact)
        cells, bits, worst = _native.assess(self._listed(code) if of_sample else self.native, raw)
        if of_sample:
            worst = self._of_all(worst)
        if self.rules.weights is not None:
            cells = list(self.cell_weights(code).values())
            bits = bits_of(cells, self.weight)
        score = find_metric(metric)(sorted(cells, reverse=True))
        possible = self.secrets.has(raw) and self._possible.has(code)
        return RankedGuess(code, self.guesses.text(code), score, bits, worst, len(cells), possible)

    def _listed(self, guess: Code) -> _native.Knowledge:
        """Makes the game whose secrets are the sample."""
        secrets = list(map(bytes, self.sample))
        return _native.Knowledge(listed_rules(self.rules, secrets, sorted({*secrets, bytes(guess)})))

    def members(self, guess: CodeOrText, answer: AnswerOrText) -> Iterator[Code]:
        """Iterates over the possible codes that would give this answer to this guess, in ascending order."""
        return iter(self.after(guess, answer))

    @cached_property
    def weighed(self) -> tuple[tuple[Code, int], ...]:
        """The possible codes in ascending order, each with its weight."""
        weights = code_weights(self.rules) or {}
        return tuple((code, weights.get(code, 1)) for code in self)

    @property
    def weight(self) -> int:
        """The sum of the weights of all possible codes: their number if all are equally likely."""
        if self.rules.weights is None:
            return self.left
        return self._ends[-1] if self._ends else 0

    @property
    def most_weight(self) -> int:
        """The weight of the likeliest possible code; 0 if none is possible."""
        if self.rules.weights is None:
            return min(1, len(self))
        return max((weight for _, weight in self.weighed), default=0)

    def weight_of(self, code: CodeOrText) -> int:
        """Gives the weight of a code: its chance to be the secret is this part of `weight`; 0 if it cannot be.

        Raises `CodeError` for a code that is not one of the game.
        """
        read = self.guesses.read(code)
        if read not in self:
            return 0
        return (code_weights(self.rules) or {}).get(read, 1)

    def likely(self, most: int | None = None) -> list[Code]:
        """Lists the possible codes, the most likely first and of equal ones the lowest; up to so many.

        Of a vast board it knows none.
        """
        count = len(self) if most is None else max(0, most)
        if self.rules.weights is None:
            return list(map(Code, self._possible.known(count)))
        return [code for code, _ in sorted(self.weighed, key=lambda each: -each[1])[:count]]

    def cell_weights(self, guess: CodeOrText) -> Cells:
        """Adds up the weights of the possible codes that give each answer; `cells` counts them.

        Raises `CodeError` for a guess that is not allowed.

        >>> from sito.words.words import WordList
        >>> known = Knowledge(Rules.of_words(WordList.of(["tale", "late", "teal"], weights=[6, 3, 1])))
        >>> {str(answer): weight for answer, weight in known.cell_weights("teal").items()}
        {'oooo': 3, 'xooo': 6, 'xxxx': 1}
        """
        if self.rules.weights is None:
            return self.cells(guess)
        colors, score = bytes(self.guesses.read(guess)), native_rules(self.rules).score
        found: dict[int, int] = {}
        for code, weight in self.weighed:
            answer = score(colors, bytes(code))
            found[answer] = found.get(answer, 0) + weight
        return Cells.of(self.rules, found.items())

    def draw(self, rng: random.Random) -> Code:
        """Draws a possible code with `rng`, each as likely as its weight says.

        Raises `InconsistentError` if none is left.
        """
        self.check_any_left()
        if self.rules.weights is None:
            return rng.choice(self.sample if self.is_sampled else self)
        return self.weighed[bisect_right(self._ends, rng.randrange(self._ends[-1]))][0]

    @cached_property
    def _ends(self) -> list[int]:
        """The sums of the weights of each possible code and those before it."""
        return list(accumulate(weight for _, weight in self.weighed))

    def _columns(self) -> tuple[Column[Code], ...]:
        code = Column[Code]("code", self.secrets.text)
        return (code,) if self.rules.weights is None else (code, Column("weight", self.weight_of, "d"))

    def _rows(self) -> Iterator[Code]:
        return iter(self)

    def _repr_html_(self) -> str:
        """Shows the game in a notebook: the rules, the turns, how many codes are left, and the first of them."""
        left = str(how_many_possible(self.rules, self.left))
        turns = "".join(
            f"<tr><td>{number}</td><td><code>{escape(self.guesses.text(guess))}</code></td>"
            f"<td><code>{escape(str(answer))}</code></td></tr>"
            for number, (guess, answer) in enumerate(self.history, 1)
        )
        head = "<tr><th></th><th>guess</th><th>answer</th></tr>" if turns else ""
        first = map(Code, self._possible.known(_NOTEBOOK_CODES))
        codes = " ".join(f"<code>{escape(self.secrets.text(code))}</code>" for code in first)
        more = " …" if self.left > _NOTEBOOK_CODES else ""
        return (
            f"<table><caption>{escape(str(self.rules))}: {left}</caption>{head}{turns}"
            f'<tr><td colspan="3">{codes}{more}</td></tr></table>'
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Knowledge):
            return NotImplemented
        return (self.rules, self.history) == (other.rules, other.history)

    def __hash__(self) -> int:
        return hash((self.rules, self.history))

    def __reduce__(self) -> tuple[object, ...]:
        return (Knowledge.of, (self.rules, self.history))

    def __repr__(self) -> str:
        history = "".join(f" {pair_text(guess, answer, self.guesses)}" for guess, answer in self.history)
        return f"<Knowledge {self.rules}{history}: {self.left} codes left>"

    def __str__(self) -> str:
        return repr(self)


def how_many_possible(rules: Rules, count: int) -> Fault:
    """Says how many codes are possible, or how many words in a word game.

    >>> print(how_many_possible(Rules.parse("4x6"), 276), how_many_possible(Rules.parse("16x6"), 812), sep="; ")
    276 codes are possible; About 812 codes are possible
    """
    if size_of(rules) is Size.VAST:
        return Fault("The codes that are possible are not counted")
    if 1 < count < CodeSpace(rules).size and size_of(rules) is Size.SAMPLED:
        return Fault("About {count} codes are possible", count=count)
    codes = NN_("{count} code is possible", "{count} codes are possible")
    words = NN_("{count} word is possible", "{count} words are possible")
    return Fault(*(words if rules.of_letters else codes), count=count)


def check_knowledge(value: object) -> None:
    """Raises `InputError` for what is given as the moment of a game and is no `Knowledge`, such as a text."""
    if not isinstance(value, Knowledge):
        wrong = N_("{value!r}, of type {type}, is not a moment of a game; give one as in {example}")
        raise InputError.said(wrong, value=value, type=type(value).__name__, example="Knowledge('4x6')")


def look_ahead_work(limits: Limits) -> int | None:
    """Returns the work limit for looking ahead: how often a guess may be compared with a code.

    Raises `InputError` for a limit of memory, which looking ahead does not have.
    """
    if limits.memory is not None:
        raise InputError.said("looking ahead takes no limit of memory; leave out memory={value}", value=limits.memory)
    return None if limits.work is None else min(limits.work, _MOST_WORK)
