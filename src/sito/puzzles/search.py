"""Readable searches for any puzzle: breadth-first, least-cost-first and iterative deepening.

A puzzle is anything with a `start`, the `moves` that are allowed in a state, what a move does to a state (`apply`),
and whether a state is `solved`. States must be hashable; moves can be anything. This module is meant to be read in
class, and the tests check the native searches for jugs and pegs, which do the heavy work, against it.

>>> class Halves:
...     "From 10 to 1: halve an even number, or take one away."
...     start = 10
...     def moves(self, state): return ["halve", "less"] if state % 2 == 0 else ["less"]
...     def apply(self, state, move): return state // 2 if move == "halve" else state - 1
...     def solved(self, state): return state == 1
>>> plan = breadth_first(Halves())
>>> plan.states
(10, 5, 4, 2, 1)
>>> plan.moves
('halve', 'less', 'halve', 'halve')
>>> count_shortest(Halves())
2
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Generic, Protocol, TypeVar

from sito.errors import Fault, LimitError

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move")
# The ways into a state: from which states, by which moves.
Ways = list[tuple[State, Move]]


class Puzzle(Protocol[State, Move]):
    """What every puzzle has: where it starts, what can be done, and when it is solved."""

    @property
    def start(self) -> State:
        """The state to start from."""

    def moves(self, state: State) -> Iterable[Move]:
        """The moves that are allowed in `state`, in a fixed order."""

    def apply(self, state: State, move: Move) -> State:
        """The state after `move`, which must be allowed in `state`."""

    def solved(self, state: State) -> bool:
        """Whether `state` is an end that was asked for."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[State, Move]):
    """A way from the start to a solved state: n moves and the n + 1 states between them."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]

    def __len__(self) -> int:
        return len(self.moves)


def levels(puzzle: Puzzle[State, Move], *, max_states: int | None = None) -> Iterator[dict[State, Ways[State, Move]]]:
    """Yields the states 0, 1, 2, ... moves away from the start, each with all the ways into it from one level before.

    This is lazy breadth-first search: a level is worked out when it is asked for, and the
    iteration ends when no new state can be reached.

    Raises `StatesLimit`, a `LimitError`, before more than `max_states` states are kept.

    >>> [sorted(level) for level in levels(_Doctest())]
    [[0], [1, 2], [3]]
    """
    level: dict[State, Ways[State, Move]] = {puzzle.start: []}
    seen: set[State] = set(level)
    depth = 0
    while level:
        yield level
        following: dict[State, Ways[State, Move]] = {}
        for state in level:
            for move in puzzle.moves(state):
                successor = puzzle.apply(state, move)
                if successor not in seen:
                    following.setdefault(successor, []).append((state, move))
            if max_states is not None and len(seen) + len(following) > max_states:
                raise StatesLimit(max_states, depth + 1)
        seen.update(following)
        level = following
        depth += 1


class StatesLimit(LimitError):
    """A search would have to keep more states than allowed; no plan has fewer than `bound` moves."""

    def __init__(self, states: int, bound: int) -> None:
        super().__init__(
            Fault(
                "{count} state was looked at, and every plan has {bound} moves at least",
                "{count} states were looked at, and no plan has fewer than {bound} moves",
                count=states,
                bound=bound,
            )
        )
        self.states, self.bound = states, bound

    def __reduce__(self) -> tuple[object, ...]:
        return (StatesLimit, (self.states, self.bound))


def shortest_plans(puzzle: Puzzle[State, Move], *, max_states: int | None = None) -> Iterator[Plan[State, Move]]:
    """Yields every plan with the fewest moves, lazily; nothing if there is no plan.

    Raises `StatesLimit` if more than `max_states` states would have to be kept.

    >>> [plan.moves for plan in shortest_plans(_Doctest())]
    [(1, 2), (2, 1)]
    """
    ways: dict[State, Ways[State, Move]] = {}
    for level in levels(puzzle, max_states=max_states):
        ways.update(level)
        ends = [state for state in level if puzzle.solved(state)]
        if ends:
            for end in ends:
                yield from _trace(ways, end)
            return


def _trace(ways: dict[State, Ways[State, Move]], end: State) -> Iterator[Plan[State, Move]]:
    """Walks back from `end` to the start, the state without ways into it, on every path."""
    stack: list[tuple[State, tuple[State, ...], tuple[Move, ...]]] = [(end, (end,), ())]
    while stack:
        state, states, moves = stack.pop()
        if not ways[state]:
            yield Plan(states, moves)
        for before, move in reversed(ways[state]):
            stack.append((before, (before, *states), (move, *moves)))


def breadth_first(puzzle: Puzzle[State, Move], *, max_states: int | None = None) -> Plan[State, Move] | None:
    """Returns a plan with the fewest moves, or None if the puzzle cannot be solved.

    Raises `StatesLimit`, a `LimitError`, if more than `max_states` states would have to be
    kept; its `bound` is the fewest moves that a plan could have.

    >>> len(breadth_first(_Doctest()))
    2
    """
    return next(shortest_plans(puzzle, max_states=max_states), None)


def count_shortest(puzzle: Puzzle[State, Move], *, max_states: int | None = None) -> int:
    """Returns how many plans have the fewest moves (exact), 0 if there is no plan.

    The number of plans into a state is the sum of those into the states before it, so no plan has to be written down.

    >>> count_shortest(_Doctest())
    2
    """
    plans: dict[State, int] = {}
    for level in levels(puzzle, max_states=max_states):
        plans = {state: sum(plans[before] for before, _ in ways) if ways else 1 for state, ways in level.items()}
        found = sum(plans[state] for state in level if puzzle.solved(state))
        if found:
            return found
    return 0


def cheapest_plans(
    puzzle: Puzzle[State, Move], cost: Callable[[State, Move], int], *, max_states: int | None = None
) -> Iterator[Plan[State, Move]]:
    """Yields every plan of the least total cost and, among those, the fewest moves, lazily.

    `cost(state, move)` is 0 or more. This is Dijkstra's algorithm (1959) with pairs (cost,
    moves) as distances: the state with the least pair is settled next.

    Raises `StatesLimit` if more than `max_states` states would have to be kept.

    >>> [plan.moves for plan in cheapest_plans(_Doctest(), lambda state, move: move if state == 0 else 0)]
    [(1, 2)]
    """
    ways, ends = _cheapest_ways(puzzle, cost, max_states)
    for end in ends:
        yield from _trace(ways, end)


def count_cheapest(
    puzzle: Puzzle[State, Move], cost: Callable[[State, Move], int], *, max_states: int | None = None
) -> int:
    """Returns how many plans `cheapest_plans` would yield (exact), without listing them.

    >>> count_cheapest(_Doctest(), lambda state, move: 1)
    2
    """
    ways, ends = _cheapest_ways(puzzle, cost, max_states)
    plans: dict[State, int] = {}
    for state, before in ways.items():  # in the order of settling, so predecessors are counted first
        plans[state] = sum(plans[earlier] for earlier, _ in before) if before else 1
    return sum(plans[end] for end in ends)


def _cheapest_ways(
    puzzle: Puzzle[State, Move], cost: Callable[[State, Move], int], max_states: int | None
) -> tuple[dict[State, Ways[State, Move]], list[State]]:
    """Settles states up to the cheapest solved ones: the best ways into each, and those solved."""
    met: dict[State, Ways[State, Move]] = {puzzle.start: []}
    best: dict[State, tuple[int, int]] = {puzzle.start: (0, 0)}
    settled: dict[State, Ways[State, Move]] = {}
    ends: list[State] = []
    ticket = count()  # breaks ties, so that states need not be comparable
    heap: list[tuple[tuple[int, int], int, State]] = [((0, 0), next(ticket), puzzle.start)]
    while heap:
        length, _, state = heappop(heap)
        if ends and length > best[ends[0]]:
            break
        if state in settled:
            continue  # a better way was found and settled earlier
        settled[state] = met[state]
        if puzzle.solved(state):
            ends.append(state)
            continue
        for move in puzzle.moves(state):
            successor = puzzle.apply(state, move)
            there = (length[0] + cost(state, move), length[1] + 1)
            if successor not in best or there < best[successor]:
                best[successor] = there
                met[successor] = []
                heappush(heap, (there, next(ticket), successor))
            if there == best[successor]:
                met[successor].append((state, move))
        if max_states is not None and len(best) > max_states:
            raise StatesLimit(max_states, length[1])
    return settled, ends


def deepening_plans(puzzle: Puzzle[State, Move], *, max_depth: int | None = None) -> Iterator[Plan[State, Move]]:
    """Yields every plan with the fewest moves by iterative deepening: depth-first, to depth 0, 1, 2, ...

    It keeps only the current path, so it needs next to no memory, but takes more time, because a state is visited
    again on each path to it. It ends without a plan when no path was cut short by the depth.

    Raises `LimitError` when there is no plan of up to `max_depth` moves and paths were cut.

    >>> [plan.moves for plan in deepening_plans(_Doctest())]
    [(1, 2), (2, 1)]
    """
    for depth in count():
        cut = found = False

        def search(states: tuple[State, ...], moves: tuple[Move, ...], left: int) -> Iterator[Plan[State, Move]]:
            nonlocal cut, found
            if puzzle.solved(states[-1]):
                found = True
                yield Plan(states, moves)
                return
            for move in puzzle.moves(states[-1]):
                successor = puzzle.apply(states[-1], move)
                if successor in states:
                    continue  # a cycle
                if left == 0:
                    cut = True
                    return
                yield from search((*states, successor), (*moves, move), left - 1)

        yield from search((puzzle.start,), (), depth)
        if found or not cut:
            return
        if depth == max_depth:
            raise _limit_depth(depth)


def _limit_depth(depth: int) -> LimitError:
    return LimitError.said(
        "no plan has {count} move or fewer, and the search stopped there",
        "no plan has {count} moves or fewer, and the search stopped there",
        count=depth,
    )


def iterative_deepening(puzzle: Puzzle[State, Move], *, max_depth: int | None = None) -> Plan[State, Move] | None:
    """Returns a plan with the fewest moves, or None if the puzzle cannot be solved; see `deepening_plans`.

    >>> iterative_deepening(_Doctest()).states
    (0, 1, 3)
    """
    return next(deepening_plans(puzzle, max_depth=max_depth), None)


class _Doctest:
    """Takes steps of 1 or 2, each once, from 0 to 3."""

    start = 0

    def moves(self, state: int) -> list[int]:
        return [step for step in (1, 2) if state & step == 0]

    def apply(self, state: int, move: int) -> int:
        return state + move

    def solved(self, state: int) -> bool:
        return state == 3
