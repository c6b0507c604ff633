"""The typed face of the native core.

A code is `bytes`, one color (from 0) a byte, leftmost peg first. An answer is its
number, and the answer of the winning guess is the greatest: `t * (t + 1) / 2 + black`
with `t = black + white` for black and white pegs; `black` or `t` alone; base 3,
leftmost peg most significant, 0 grey, 1 yellow, 2 green, for answers per position.

A `Watch` goes with each long computation. An exception that its callback or any other raises stops the computation and
is passed through unchanged. Ctrl-C stops the computation, too; any other exception of a signal handler is passed
through. A computation returns a word for what asked it to stop, or None; it may have been finished nevertheless. No
call holds the interpreter lock while it computes or waits.
"""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar, final

VERSION: str
SIEVE_LIMIT: int
"""The largest number of secrets that `Knowledge` can handle."""
BOARD_LIMIT: tuple[int, int]
"""The most pegs and colors of a board."""
LOOK_AHEAD_LIMIT: int
"""The largest number of possible codes that `choose`, `rank` and `build_tree` can handle."""

DIAGNOSIS_TURNS: int
"""The largest number of turns that `diagnose` can handle."""

SIMD: list[str]
"""What the variable SITO_SIMD takes, the least first."""

StopWord: TypeAlias = Literal["time", "work", "memory", "asked", "interrupt"]
"""What asked a computation to stop: a value of `sito.base.limits.Stopped`."""

StepReport: TypeAlias = tuple[int, int, int, int, tuple[int, int, int, int, int, int] | None]
"""A guess, how many are settled of how many, a lower bound, and a cell.

Of the cell: answer, codes, cells settled of how many, and the sums of the squares of their sizes.
"""

SearchReport: TypeAlias = tuple[str, int, int | None, int | None, int, int, int, int, list[StepReport]]
"""How far an exact search is.

Stage, bounds, first guess, positions, bytes, first guesses settled of how many, and the guesses that are tried.
"""

NativeTree: TypeAlias = tuple[bytes, list[int]]
"""A tree, and how many secrets it finds with 1, 2, 3 ... guesses.

The nodes are in preorder, three little-endian 32-bit numbers each: the answer that leads
to it (all bits set at the root), the number of the guess, the number of branches; the
winning answer has no branch.
"""

NotedTurn: TypeAlias = tuple[list[bytes], int, list[int] | list[bool] | None]
"""A turn as it was noted: what the guess may have been, the noted part of the answer, and which part that is.

It is None for all of the answer, else for each number of an answer the number that stands
for its known part, or for each mark of an answer per position whether it is known.
"""

Told = TypeVar("Told", contravariant=True)

class Watch(Protocol[Told]):
    """Who watches a computation, which ends after so many `seconds`, or when the callback returns a true value.

    The callback is called about ten times a second with the progress.
    """

    @property
    def seconds(self) -> float | None: ...
    @property
    def callback(self) -> Callable[[Told], object] | None: ...

class NativeError(Exception):
    """The one exception type of the native core; `sito.native.errors` turns it into errors of Sito.

    `kind` is a word for what is wrong, that of `Kind` in `crates/bindings/src/error.rs`.
    """

    kind: str
    message: str
    def __init__(self, kind: str, message: str) -> None: ...

@final
class OwnAnswers:
    """The answers of a game of one's own: for each of the guesses a row of numbers of two bytes, the lower one first.

    `secrets` are the places of the secrets in the list of guesses, in ascending order; the greatest number is the hit.
    Codes are such places in base 64, with as many digits as the last one needs.
    """

    def __new__(cls, guesses: int, secrets: list[int], numbers: bytes) -> OwnAnswers: ...

Feedback: TypeAlias = Literal["black-white", "black", "total", "position", "naive"] | OwnAnswers

class Rules:
    """The rules of a game; an error of the kind `Rules` has a line for every fault.

    With `"words"`, `secrets` and `guesses` are sorted without duplicates, and every secret
    is a guess; without `guesses` the secrets are the guesses. `weights` tells how often each
    of these secrets counts, from 1 on, 2^31 - 1 in sum at most.
    """

    def __new__(
        cls,
        pegs: int,
        colors: int,
        allowed: Literal["any", "distinct", "words"],
        feedback: Feedback,
        secrets: list[bytes] | None = None,
        guesses: list[bytes] | None = None,
        lies: int = 0,
        hard: Literal["hard", "strict", "consistent"] | None = None,
        weights: list[int] | None = None,
    ) -> Rules: ...
    @property
    def secret_count(self) -> int: ...
    @property
    def guess_count(self) -> int: ...
    @property
    def feedback_count(self) -> int:
        """One more than the greatest number of an answer."""

    def score(self, guess: bytes, secret: bytes) -> int: ...
    def answer(self, guess: bytes, secret: bytes) -> int | None:
        """The answer to a guess, if both are codes that may be guessed."""

    def answers(self, guesses: bytes | None = None, secrets: bytes | None = None) -> tuple[bytes, int]:
        """The answers to guesses, a row for each with a number for each secret, and the bytes of a number.

        Codes come one after the other; without them all of the game are taken.
        """

    def secret(self, number: int) -> bytes: ...
    def guess(self, number: int) -> bytes: ...
    def secret_number(self, code: bytes) -> int | None: ...
    def guess_number(self, code: bytes) -> int | None: ...

@final
class Knowledge:
    """The codes that are possible after the answers so far, in ascending order.

    Without lies these agree with every answer; with lies they disagree with as many as may be
    wrong. Rules with more than `SIEVE_LIMIT` secrets are refused as `TooLarge`.
    """

    def __new__(cls, rules: Rules) -> Knowledge: ...
    @property
    def rules(self) -> Rules: ...
    def __len__(self) -> int: ...
    def __contains__(self, code: bytes) -> bool: ...
    def code(self, index: int) -> bytes:
        """The possible code in this place; past the end there is an error of the kind `Index`."""

    def codes(self, start: int, stop: int) -> list[bytes]: ...
    def cells(self, guess: bytes) -> dict[int, int]:
        """How many codes are possible after each answer, by ascending number; answers that leave none are left out.

        Without lies these are the sizes of the cells of a partition.
        """

    @property
    def by_lies(self) -> list[int]:
        """How many codes are possible if no lie was told, one, and so on; one number without lies."""

    def after(self, guess: bytes, feedback: int) -> Knowledge: ...
    def after_any(self, clauses: list[tuple[bytes, int]]) -> Knowledge:
        """What is known after a turn that may have been any of these guesses and answers."""

@final
class JugProblem:
    """A water-jug problem; raises the error `jugs` if it is invalid, or if jugs and supply hold 2^62 or more.

    `start` has an amount for each jug, then the supply if it is limited. `numbers` is the
    target (`"any"`, `"together"`), jug and target (`"jug"`), or an amount for each jug (`"end"`).
    """

    def __new__(
        cls,
        capacities: list[int],
        start: list[int],
        goal: Literal["any", "jug", "together", "end"],
        numbers: list[int],
        *,
        tap: bool,
        drain: bool,
        least_water: bool,
    ) -> JugProblem: ...
    @property
    def bytes_per_state(self) -> int:
        """How much memory a search takes for each state it keeps, at most."""

    def search(
        self,
        max_states: int,
        watch: Watch[tuple[int, int, int]] = ...,
    ) -> JugSearch:
        """Searches, keeping at most so many states; `watch` is called with states, water and actions."""

@final
class JugSearch:
    """What a search found: all best plans, that there are none, or that it was cut short."""

    @property
    def outcome(self) -> Literal["solved", "impossible", "cut"]: ...
    @property
    def stopped(self) -> StopWord | None:
        """What asked it to stop; `memory` if it kept all the states that it may."""

    @property
    def cost(self) -> tuple[int, int] | None:
        """Water (0 if the fewest actions were asked for) and actions: of the best plans, or what no plan can beat."""

    @property
    def states(self) -> int: ...
    @property
    def plans(self) -> int:
        """How many best plans there are."""

    def steps(self, state: list[int]) -> list[tuple[int | None, int | None, list[int]]]:
        """The steps from a state that belong to a best plan: from, to, state; None is the tap or the drain."""

@final
class PegSearch:
    """The levels of a peg board from a start and from its finishes, which have equally many pegs.

    Positions are numbers: bit h is the peg in hole h. The sizes of a level are its pegs,
    its positions up to symmetry and all its positions. A step returns what stopped it, or
    None; a step that was stopped has either changed nothing or was finished nevertheless.
    Everything can be read while a step is running, by its watch, which is told the positions finished in the current
    level, or from another thread. An invalid board raises an error of the kind `Board`.
    """

    def __new__(
        cls,
        holes: int,
        jumps: Sequence[tuple[int, int, int]],
        symmetries: Sequence[Sequence[int]],
        start: int,
        finishes: Sequence[int],
        memory: int,
    ) -> PegSearch: ...
    @property
    def is_met(self) -> bool: ...
    @property
    def is_exhausted(self) -> bool: ...
    @property
    def level_count(self) -> int: ...
    @property
    def forward_sizes(self) -> list[tuple[int, int, int]]: ...
    @property
    def backward_sizes(self) -> list[tuple[int, int, int]] | None: ...
    def step(self, watch: Watch[int] = ...) -> StopWord | None: ...
    def step_forward(self, watch: Watch[int] = ...) -> StopWord | None: ...
    def stuck(self) -> list[int]: ...
    def last_positions(self) -> list[int]: ...
    def winning(
        self, finishes: Sequence[int] | None = None, watch: Watch[int] = ...
    ) -> tuple[PegWinning | None, StopWord | None]: ...
    def sample(self, width: int, watch: Watch[int] = ...) -> tuple[PegWinning | None, StopWord | None]: ...
    def games(self, watch: Watch[int] = ...) -> tuple[int | None, StopWord | None]: ...
    def dump(self, backward: bool, start: int) -> list[bytes]: ...
    def restore(self, forward: Sequence[bytes], backward: Sequence[bytes]) -> None: ...

@final
class PegWinning:
    """The positions that can be reached and can still win, and the fewest moves from each."""

    def fewest(self, position: int, first: tuple[int, int, int] | None = None) -> int | None: ...
    def shortest(self, position: int, first: tuple[int, int, int] | None = None) -> int: ...
    def solutions_count(self, watch: Watch[int] = ...) -> tuple[int | None, StopWord | None]: ...
    @property
    def sizes(self) -> list[tuple[int, int, int]]: ...
    def solutions(self, first: tuple[int, int] | None = None, every: bool = False) -> PegSolutions: ...

@final
class PegSolutions:
    """Solutions in ascending order: of each its moves, of each move the holes that its peg stands on."""

    def __iter__(self) -> PegSolutions: ...
    def __next__(self) -> list[list[int]]: ...

Moves: TypeAlias = Knowledge | tuple[list[tuple[int, int]], list[tuple[int, int]], list[int]]
"""What hard mode allows: what is known of the words that may be guessed, as if they were secrets; or the
colors of green pegs, each a peg and its color, how often each color is needed, and the colors that no guess may
have."""
Metric: TypeAlias = (
    Literal["minimax", "expected-size", "entropy", "most-parts", "first-consistent"] | Callable[[list[int]], float]
)
"""A function gets the sizes of the cells, empty ones left out, in descending order.

It is called at most once per thread for each list of sizes.
"""

def choose(
    knowledge: Knowledge,
    history: Sequence[tuple[bytes, int]],
    metric: Metric,
    consistent: bool = False,
    win_apart: bool = False,
    moves: Moves | None = None,
    threads: int | None = None,
    work: int | None = None,
    watch: Watch[None] = ...,
) -> tuple[bytes, StopWord | None]:
    """Chooses the guess with the lowest score; `history` is that of `knowledge`.

    `consistent`: only possible codes are guessed. `win_apart`: the cell of the guess
    itself is left out of the score. `moves`: what hard mode allows, if the game has one; without
    it, what it allows before the first guess. `work` is how many times a guess may be compared with
    a code. A choice that is stopped takes the best of the guesses that were compared.
    """

@final
class Sampler:
    """A sample of the possible codes of a game that has more than a `Knowledge` holds, the same on every machine.

    Games of words, with lies, or with answers per position are refused as `TooLarge`, and so is the 65th turn.
    """

    def __new__(cls, rules: Rules) -> Sampler: ...
    def after(self, guess: bytes, answer: int) -> Sampler: ...
    @property
    def codes(self) -> list[bytes]:
        """Up to 4096 possible codes in ascending order; none if none was found."""

    @property
    def is_complete(self) -> bool:
        """Whether no other code seems to be possible: much searching found none, or `is_proven`."""

    @property
    def is_proven(self) -> bool:
        """Whether it is proven that no other code is possible."""

    @property
    def bits(self) -> float:
        """The binary logarithm of the number of possible codes: an estimate after the first answer."""

def sample_repairs(
    rules: Rules,
    turns: Sequence[tuple[bytes, int]],
    at_most: int,
    work: int | None = None,
    watch: Watch[None] = ...,
) -> tuple[list[tuple[list[tuple[int, int]], int]], int, StopWord | None]:
    """Gives repairs that samples find, of as few answers as any of them, up to `at_most`.

    Also gives of up to how many answers they were looked for, and what stopped it, which then finds none. It takes the
    rules that a `Sampler` takes. Each repair is its changes, turns and their new answers, and about how many codes give
    them. `work` is how often an answer may be compared with a code.
    """

@final
class RankOutcome:
    """The result of `rank`."""

    @property
    def guesses(self) -> list[tuple[bytes, float, float, int, int, bool]]:
        """The guesses, best first: code, score, bits, largest cell, number of cells, whether it is possible."""

    @property
    def compared(self) -> int:
        """How many guesses were compared; guesses that symmetry makes equal count once."""

    @property
    def stopped(self) -> StopWord | None:
        """What ended the ranking before all guesses were compared, or `interrupt` for Ctrl-C."""

def rank(
    knowledge: Knowledge,
    history: Sequence[tuple[bytes, int]],
    metric: Metric,
    top: int,
    consistent: bool = False,
    win_apart: bool = False,
    moves: Moves | None = None,
    threads: int | None = None,
    work: int | None = None,
    watch: Watch[None] = ...,
) -> RankOutcome:
    """Ranks the guesses and returns the best `top` of them, at least one; the first is what `choose` chooses.

    The metric cannot be `"first-consistent"`. A ranking that is stopped returns the best of
    the guesses that were compared.
    """

def search_guesses(
    rules: Rules,
    codes: list[bytes],
    complete: bool,
    effort: int,
    metric: Metric,
    top: int,
    consistent: bool = False,
    win_apart: bool = False,
    moves: Moves | None = None,
    work: int | None = None,
    watch: Watch[None] = ...,
) -> RankOutcome:
    """Ranks the best guesses that a local search finds where all of them are too many to be compared.

    `codes`, at least one, ascend: all codes that are possible if `complete`, and else a sample of them. The game is
    none of listed words. The greater the effort, from 1 on, the better the guesses. Where all codes are there and few,
    guesses after which quickly made trees need fewer guesses come first.
    """

def assess(knowledge: Knowledge, guess: bytes) -> tuple[list[int], float, int]:
    """Gives what metrics get for each answer to a guess, its bits, and the most codes that an answer leaves possible.

    Without lies the first are the sizes of the cells, and with lies their weights, in the order of the answers.
    At least one code must be possible.
    """

class Diagnosis:
    """The result of `diagnose`."""

    @property
    def clash(self) -> list[int] | None:
        """A smallest set of turns that clash; empty if a code is possible, None if the search was stopped before."""

    @property
    def repairs(self) -> list[tuple[list[tuple[int, int]], int, int]]:
        """The best repairs, best first: turns with the noted part of their right answers, codes, weight."""

    @property
    def counts(self) -> list[int]:
        """How many repairs there are with one change, with two and so on."""

    @property
    def stopped(self) -> StopWord | None:
        """What ended the search before it was complete, or `interrupt` for Ctrl-C."""

def diagnose(
    rules: Rules,
    turns: Sequence[NotedTurn],
    lies: int,
    at_most: int,
    top: int,
    weigh: Callable[[int, int], int],
    threads: int | None = None,
    work: int | None = None,
    watch: Watch[None] = ...,
) -> Diagnosis:
    """Finds which turns clash, and ranks the repairs of up to `at_most` answers.

    `weigh` is called with a turn and the noted part of its right answer and gives the weight of
    this change, once for each; the weight of a repair is the product of those of its changes.
    """

def rest_of_game(knowledge: Knowledge, moves: Moves | None = None, consistent: bool = False) -> Rules:
    """Makes a game of the rest of another one: the possible codes, of which there must be some, are its secrets.

    Its guesses are those that hard mode allows, all guesses in another game, or with `consistent` its secrets.
    """

def build_tree(
    knowledge: Knowledge,
    history: Sequence[tuple[bytes, int]],
    metric: Metric,
    consistent: bool = False,
    win_apart: bool = False,
    moves: Moves | None = None,
    threads: int | None = None,
    work: int | None = None,
    watch: Watch[int] = ...,
) -> tuple[NativeTree | None, int, StopWord | None]:
    """Builds the whole tree of a strategy from here on, or none if it was stopped before it was finished.

    The number is about how many times a guess was compared with a code, where `work` limits them. `watch` is called
    with the number of codes that have their place in the tree.
    """

@final
class ExactOutcome:
    """What an exact search found; see `sito.exact.solver.Solution`."""

    @property
    def lower(self) -> list[int] | None:
        """None if no strategy keeps to the limits."""

    @property
    def upper(self) -> list[int] | None: ...
    @property
    def proven(self) -> bool: ...
    @property
    def positions(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def stopped(self) -> StopWord | None: ...
    @property
    def tree(self) -> NativeTree | None: ...

@final
class ExactJournal:
    """What exact searches have learned about larger sets; other bytes than those of `dump` raise the error `journal`.

    Any search with the same rules, width and kind of guesses can use it.
    """

    def __new__(cls, data: bytes | None = None) -> ExactJournal: ...
    def dump(self) -> bytes:
        """All facts as bytes, 28 each; also while a search is running."""

def solve_exact(
    rules: Rules,
    objective: Literal["total", "worst", "worst-total", "total-worst", "worst-fewest", "worst-fewest-total"],
    *,
    memory: int,
    depth: int | None = None,
    history: Sequence[tuple[int, int]] = (),
    possible: Sequence[int] | None = None,
    allowed: Sequence[int] | None = None,
    first: int | None = None,
    positions: int | None = None,
    counts_all: bool = False,
    width: int | None = None,
    consistent: bool = False,
    threads: int = 1,
    journal: ExactJournal | None = None,
    start: Sequence[tuple[int, int, int]] | None = None,
    watch: Watch[SearchReport | None] = ...,
) -> ExactOutcome:
    """Searches for the best strategy; guesses are numbers of the guess space, answers feedback numbers.

    `possible` are the numbers of the possible codes, ascending; then the history says only which
    colors and places can still be exchanged. Without them they follow from the history.
    Rules with a hard mode or weights have a search of their own; there `allowed` are the numbers
    of the guesses that the history allows, ascending, all without it. With `counts_all` other work counts as positions,
    too: where symmetry saves little, a position may take long.
    `watch` is called with the stage, both bounds, the first guess, positions and bytes, or
    with None while there is nothing to report. A search that is stopped returns the best so
    far. Raises `TooManyCodes`, `TooManyAnswers` or `TooDeep` for games that are too large, `Memory`
    if the limit is too low, and `Inconsistent` if no code agrees with the history.
    """

class _Target(Protocol):
    """Takes a certificate: first the claim, then its body piece by piece."""

    def claim(self, lower: int | None, depth: int | None) -> None: ...
    def write(self, raw: bytes) -> None: ...

def solve_certified(
    rules: Rules,
    objective: Literal["total", "worst", "worst-total", "total-worst", "worst-fewest", "worst-fewest-total"],
    target: _Target,
    *,
    memory: int,
    depth: int | None = None,
    history: Sequence[tuple[int, int]] = (),
    positions: int | None = None,
    consistent: bool = False,
    width: int | None = None,
    least: int = 0,
    threads: int = 1,
    journal: ExactJournal | None = None,
    start: Sequence[tuple[int, int, int]] | None = None,
    watch: Watch[SearchReport | None] = ...,
) -> tuple[ExactOutcome, tuple[int, int, int, int] | None]:
    """Searches as `solve_exact` does, for total or worst, and then passes a certificate on.

    After a narrow search it is one of the lower bound of the total, or of `least` if that is greater.

    The bytes of its body, the looks, the splits and the known proofs are told with the outcome; None if it was not
    finished. What the target raises is raised.
    """

class FirstGuesses:
    """A game whose first guesses are valued; see `sito.exact.first.search`. Guesses are numbers of the guess space."""

    @property
    def memory(self) -> int: ...
    def kinds(self) -> list[int]:
        """One first guess of each class."""

    def rough(self, guesses: Sequence[int]) -> list[tuple[list[int] | None, float]]:
        """Of each guess a lower bound, None if no strategy keeps to the depth, and the bits that it leaves to find."""

    def quick(
        self,
        guesses: Sequence[int],
        *,
        limited: bool = True,
        members_only: bool = False,
        watch: Watch[None] = ...,
    ) -> tuple[list[list[int] | None], str | None]:
        """How many codes a simple strategy finds with 1, 2, 3 ... guesses, None if it does not keep to the depth.

        Unless `limited`, it need not. Fewer if it is stopped, and what stopped it.
        """

    def prove(
        self,
        guess: int,
        *,
        upper: int | None = None,
        below: int | None = None,
        positions: int | None = None,
        threads: int = 1,
        watch: Watch[SearchReport | None] = ...,
    ) -> ExactOutcome:
        """Searches for the value of a first guess, without a tree.

        `upper` is a known total; the search may end when it has shown that no total is below `below`.
        """

def first_guesses(
    rules: Rules,
    objective: Literal["total", "worst", "worst-total", "total-worst", "worst-fewest", "worst-fewest-total"],
    *,
    memory: int,
    depth: int | None = None,
    history: Sequence[tuple[int, int]] = (),
    possible: Sequence[int] | None = None,
    width: int | None = None,
    consistent: bool = False,
    threads: int = 1,
    searches: bool = True,
    journal: ExactJournal | None = None,
    watch: Watch[SearchReport | None] = ...,
) -> FirstGuesses | None:
    """Tabulates a game whose first guesses are to be valued, as `solve_exact` does; None if it was stopped.

    Unless it `searches`, nothing is proven with it, and it takes little more memory than the answers.
    """

class FactBook:
    """What searches of the same rules have learned, in the order in which it became known.

    Facts are bytes as `ExactJournal.dump` gives them; `learn` raises `journal` for other bytes. Its length counts
    facts, those that were learned better again.
    """

    def __len__(self) -> int: ...
    def learn(self, facts: bytes) -> None: ...
    def since(self, start: int, most: int) -> bytes: ...
    def get(self, key: bytes) -> tuple[int, int, int] | None:
        """Both bounds and the best guess."""

    def dump(self) -> bytes: ...

class Positions:
    """A game whose positions are searched, one at a time or several in threads; see `sito.exact.cluster.worker`.

    A question is the path to a position, the most guesses, whether the codes at the last guess are counted, and the
    budget. With each answer comes what stopped the search, the positions it took, and the facts it has learned.
    """

    @property
    def memory(self) -> int: ...
    @property
    def remaining(self) -> int: ...
    def forgetful(self, bytes: int) -> Positions:
        """The same game, of which nothing is known."""

    def learn(self, facts: bytes) -> None: ...
    def cost(
        self,
        question: _Question,
        *,
        positions: int | None = None,
        threads: int = 1,
        watch: Watch[object] = ...,
    ) -> tuple[
        tuple[int, int | None, int | None, tuple[list[tuple[int, int]], int] | None], tuple[str | None, int, bytes]
    ]:
        """A lower bound, the cost if below the budget, a best guess, and the order of the guesses if cut short."""

    def evaluate(
        self,
        question: _Question,
        guesses: Sequence[int],
        *,
        positions: int | None = None,
        threads: int = 1,
        watch: Watch[object] = ...,
    ) -> tuple[
        tuple[list[int], tuple[int, list[tuple[int, int, int, bytes, bytes | None]]] | None],
        tuple[str | None, int, bytes],
    ]:
        """The costs of guesses, and if it was cut short a bound of the next one, and its open cells.

        A cell is the answer, its size, a bound, and its keys.
        """

    def first_tree(
        self,
        *,
        first: int | None = None,
        depth: int | None = None,
        threads: int = 1,
        watch: Watch[object] = ...,
    ) -> tuple[tuple[bytes, list[int]] | None, tuple[str | None, int, bytes]]: ...
    def tree(
        self,
        question: _Question,
        guess: int | None = None,
        *,
        threads: int = 1,
        watch: Watch[object] = ...,
    ) -> tuple[tuple[bytes, list[int]] | None, tuple[str | None, int, bytes]]: ...

_Question: TypeAlias = tuple[Sequence[tuple[int, int]], int | None, bool, int]

def positions(
    rules: Rules,
    *,
    memory: int,
    history: Sequence[tuple[int, int]] = (),
    possible: Sequence[int] | None = None,
    consistent: bool = False,
    threads: int = 1,
    watch: Watch[object] = ...,
) -> Positions | None:
    """Tabulates a game whose positions are to be searched; None if it was stopped."""

def check_certificate(
    source: bytes | str,
    *,
    threads: int | None = None,
    watch: Watch[tuple[int, int]] = ...,
) -> tuple[
    tuple[bytes, int, bytes, bytes] | None,
    tuple[str, int, list[tuple[str, str]], str, int, int] | None,
    str | None,
]:
    """Checks a certificate, by its bytes or the name of its file; tells what it proves, or why not, or what stopped it.

    What is proven: the first line, the number of proofs, the digest at its end and that of the whole. Why not: the
    kind of fault, its byte in the body, the turns before it, a text and two numbers. `watch` is told the bytes read and
    the proofs begun.
    """

def solve_exact_with_lies(
    rules: Rules,
    objective: Literal["total", "worst", "worst-total", "total-worst", "worst-fewest", "worst-fewest-total"],
    *,
    memory: int,
    depth: int | None = None,
    history: Sequence[tuple[int, int]] = (),
    possible: Sequence[tuple[int, int]] | None = None,
    first: int | None = None,
    positions: int | None = None,
    consistent: bool = False,
    watch: Watch[SearchReport | None] = ...,
) -> ExactOutcome:
    """Searches for the best strategy where answers may be lies; see `solve_exact`.

    `possible` are the numbers of the possible codes, ascending, each with the lies that may still
    be told about it; without them they follow from the history. The histogram of the tree and
    the total count all games that the codemaker can play. Raises `objective` for objectives
    other than total, worst and worst-total.
    """

def solve_weighed(
    rules: Rules,
    weights: list[int],
    below: int,
    *,
    memory: int,
    positions: int | None = None,
    watch: Watch[SearchReport | None] = ...,
) -> ExactOutcome:
    """Searches for the least sum of guesses times weights, if it is below a number.

    The weights stand in the order of the codes, are equal where a symmetry maps codes onto each other,
    and add up to less than 2^57. Without a tree the lower bound is at least `below`, if the search came
    to its end. Raises `TooManyCodes`, `TooManyAnswers` or `TooDeep` for games that are too large, and
    `Memory` if the limit is too low.
    """

def solve_prices(
    rules: Rules,
    prices: list[int],
    *,
    memory: int,
    positions: int | None = None,
    width: int | None = None,
    watch: Watch[SearchReport | None] = ...,
) -> ExactOutcome:
    """Searches for the least sum of prices, where a code that the nth guess finds costs the nth price.

    Prices never fall, and the guesses after them cost as much as the last. `watch` is called as by
    `solve_exact`, with the stage `prices`. Raises `prices` if they fall or are too high to add
    up, and otherwise what `solve_exact` raises.
    """
