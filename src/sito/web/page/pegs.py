"""The view Pegs: peg solitaire to play by hand, with help where it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from fastapi import Request
from nicegui import ui

from sito.errors import N_
from sito.operations.operation import as_json
from sito.operations.pegs import PegsAnswer, PegsQuestion, pegs
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.puzzles.pegs.notation import Run, solution_text
from sito.puzzles.pegs.problem import Problem
from sito.show.i18n import _, fault_text, grouped, ngettext, pgettext
from sito.show.puzzle_sentences.pegs import PEGS, count_names, moves_text
from sito.web.page.by_hand import HandView, check_length, show_puzzle
from sito.web.page.figures import PegScene
from sito.web.page.frame import Page
from sito.web.page.studied import WatchedJob
from sito.web.work.jobs import Job

BOARDS = (
    "english-33",
    "french-37",
    "hoppers-13",
    "triangle-5",
    "triangle-6",
    "square-6",
    "asymmetric-39",
    "diamond-41",
    "wiegleb-45",
)
"""The boards that are offered; an address may name any board that `Board.parse` reads."""


def read_fields(fields: Mapping[str, str]) -> PegsByHand:
    """Reads a problem and its jumps, as `to_fields` writes them. Raises `PuzzleError` with what is wrong.

    >>> hand = read_fields({"board": "hoppers", "jumps": "(0,6)(9,3)"})
    >>> hand.length, to_fields(hand)
    (2, {'board': 'hoppers-13', 'start': '6', 'finish': '6', 'jumps': '(0,6)(9,3)'})
    """
    check_length(fields, "english")
    problem = Problem.parse(fields.get("board") or "english", fields.get("start", ""), fields.get("finish", ""))
    hand = PegsByHand(problem)
    if jumps := fields.get("jumps", "").strip():
        # A step for each jump, so that they are taken back one by one.
        return hand.after_all(_single(hand.after_all(jumps).steps))
    return hand


def to_fields(hand: PegsByHand) -> dict[str, str]:
    """Gives the fields of a problem and its jumps, without those that say nothing."""
    problem = hand.puzzle
    fields = {
        "board": problem.board.name,
        "start": problem.start_text,
        "finish": problem.finish_text,
        "jumps": solution_text(hand.moves),
    }
    return {name: value for name, value in fields.items() if value}


def _single(runs: Sequence[Run]) -> tuple[Run, ...]:
    return tuple(jump for run in runs for jump in pairwise(run))


class Counts:
    """Solutions, games and positions: a button, how far the search is, and a table."""

    def __init__(self, page: Page, problem: Callable[[], Problem]) -> None:
        self._page, self._problem = page, problem
        self._watched = WatchedJob(page, "", self._hear)
        with page.details(_("Counts")):
            page.text(
                _("How many solutions, games and positions there are, exactly. Large boards may take minutes."), "hint"
            )
            with page.row():
                self._begin = page.button(_("Count"), self._count)
                self._stop = page.button(_("Stop"), self._watched.stop)
            self._told = page.text("", "count")
            with page.box() as self._place:
                headings = [_("positions and games"), _("number")]
                self._table = page.table(_("Counts"), headings, [], numeric=[1], hides_caption=True)
        self.clear()

    def clear(self) -> None:
        """Forgets the numbers, and stops the job; for another problem."""
        self._watched.leave()
        self._told.set_text("")
        self._place.show(False)
        self._show_running(False)

    def _show_running(self, runs: bool) -> None:
        self._begin.enable(not runs)
        self._stop.enable(runs)

    def _count(self) -> None:
        problem = self._problem()
        asked = PegsQuestion(problem.board.name, "", problem.start_text, problem.finish_text, count=True)
        self._watched.begin(pegs, asked)
        self._page.announce(_("searching"))

    def _hear(self, job: Job) -> None:
        if job is not self._watched.job:
            return
        over = job.over.is_set()
        self._show_running(not over)
        if not over:
            self._told.set_text(_progress_text(job.progress))
            return
        told = self._show(job.result) if isinstance(job.result, PegsAnswer) else ""
        if not told:
            told = _("Stopped.") if job.fault is None else fault_text(job.fault)
        self._told.set_text(told)
        self._page.announce(told)

    def _show(self, result: PegsAnswer) -> str:
        """Shows the numbers, and says what the search found; empty if it was ended before."""
        if result.counts is not None:
            names = count_names()
            self._table.set_rows([[names[name], grouped(number)] for name, number in as_json(result.counts).items()])
            self._place.show()
        if result.why is not None:
            return _("It cannot be done: {why}.").format(why=result.why)
        if result.proven and result.upper is not None:
            return _("{moves}, the fewest possible.").format(moves=moves_text(result.upper))
        return ""


def _progress_text(progress: dict[str, int] | None) -> str:
    if progress is None:
        return _("searching")
    levels = progress["levels"]
    done = ngettext("{count} level done", "{count} levels done", levels).format(count=levels)
    text = _("{levels}; positions of the next: {positions}")
    return text.format(levels=done, positions=grouped(progress["positions"]))


class PegsView(HandView[PegsByHand, Run]):
    """One problem before one person."""

    def __init__(self, page: Page, hand: PegsByHand) -> None:
        super().__init__(page, hand, PEGS, to_fields)
        self._choosing = False
        page.text(_("Choose a peg, and then the empty hole to jump to, over another peg, which is taken away."), "hint")
        with page.columns():
            with page.box():
                self._scene = PegScene()
                page.on(self._scene, "jump", self._jump)
                page.on(self._scene, "vacancy", self._empty)
            with page.box():
                self._add_buttons()
                self._add_help(_("Fewest moves from here"))
                with page.card(_("Board")):
                    with page.row():
                        self._board = page.choice(_("Board"), {}, "", self._choose_board)
                        self._finish = page.choice(pgettext("pegs", "Finish"), {}, "", self._choose_finish)
                    with page.row():
                        self._chooses = page.button(_("Choose the empty hole"), self._choose)
                        self._numbers = page.switch(_("Show the numbers of the holes."), False, self._show)
                self._counts = Counts(page, lambda: self._hand.puzzle)
                page.text(
                    _("Keys: arrows walk over the board, Enter takes a peg and jumps, Escape puts it back."), "hint"
                )
        self._show_problem()

    def _show_problem(self) -> None:
        """Shows another problem, and what else can be chosen."""
        problem = self._hand.puzzle
        name = problem.board.name
        self._board.set_options({each: each for each in dict.fromkeys((*BOARDS, name))}, name)
        finish = problem.finish_text
        others = {} if finish == "any" or problem.vacancy == _hole(finish) else {finish: _finish_text(problem)}
        same = {} if problem.vacancy is None else {"same": _("one peg, in hole {hole}").format(hole=problem.vacancy)}
        chosen = "any" if finish == "any" else finish if others else "same"
        self._finish.set_options({**same, "any": _("one peg, anywhere"), **others}, chosen)
        self._counts.clear()
        self._show()

    async def _begin_with(self, hand: PegsByHand) -> None:
        self._choose(False)
        await super()._begin_with(hand)

    # What a person does

    async def _choose_board(self, name: str) -> None:
        await self._begin_with(read_fields({"board": name}))

    async def _choose_finish(self, finish: str) -> None:
        problem = self._hand.puzzle
        await self._begin_with(PegsByHand(Problem.parse(problem.board, problem.start_text, finish)))

    def _choose(self, choosing: bool | None = None) -> None:
        """Lets the next hole that is chosen be the empty one, or not any more."""
        self._choosing = not self._choosing if choosing is None else choosing
        self._scene.props["choosing"] = self._choosing
        self._chooses.attribute("aria-pressed", "true" if self._choosing else "false")
        if self._choosing:
            super()._tell(_("Now choose the hole that is empty at the start; the game begins again with it."))

    async def _empty(self, hole: int) -> None:
        problem = self._hand.puzzle
        finish = "any" if problem.finish_text == "any" else "same"
        await self._begin_with(PegsByHand(Problem.parse(problem.board, str(hole), finish)))

    async def _jump(self, ends: list[int]) -> None:
        await self._go_on(tuple(ends))

    @property
    def _solved(self) -> bool:
        """Whether it is solved; where as few pegs as possible are asked for, only the search can tell."""
        return self._hand.solved or (self._seen is self._hand and self._outlook.at_most == 0)

    def _tell(self, told: str) -> None:
        """Says something; hints and plans name holes, whose numbers are shown from then on."""
        if told and not self._solved and not self._numbers.value:
            self._numbers.set(True)
            self._scene.put(numbers=True)
        super()._tell(told)

    def _drawn(self, step: Run | None) -> dict[str, object]:
        hand, problem = self._hand, self._hand.puzzle
        board = problem.board
        across, down = board.spacing
        finish = _hole(problem.finish_text)
        jumped = [each for each in board.jumps if step and (each[0], each[2]) == step[:2]]
        return {
            "holes": [[column * across, row * down] for row, column in board.cells],
            "pegs": [hole for hole in range(board.holes) if hand.position >> hole & 1],
            "jumps": [list(each) for each in hand.jumps()],
            "last": list(jumped[0]) if jumped else None,
            "moved": -1 if hand.last is None else hand.last,
            "numbers": bool(self._numbers.value),
            "finish": -1 if finish is None else finish,
            "done": hand.solved,
            "texts": {
                "board": _("Board"),
                "peg": _("peg in hole {hole}"),
                "movable": _("peg in hole {hole}, can jump"),
                "empty": _("hole {hole}, empty"),
                "target": _("hole {hole}, empty: the peg can jump here"),
                "taken": _("The peg in hole {hole} is taken. It can jump to {targets}."),
                "stuck": _("Peg {hole} is chosen; it cannot jump now."),
                "first": _("First choose a peg."),
                "back": _("It is put back."),
            },
        }

    def _progress_text(self, progress: dict[str, int] | None) -> str:
        return _progress_text(progress)

    def _walked(self, steps: Sequence[Run]) -> Sequence[Run]:
        """Shows a run jump by jump."""
        return _single(steps)


def _hole(finish: str) -> int | None:
    return int(finish) if finish.isdigit() else None


def _finish_text(problem: Problem) -> str:
    """Names a finish that is neither anywhere nor the hole that was empty."""
    hole = _hole(problem.finish_text)
    if hole is not None:
        return _("one peg, in hole {hole}").format(hole=hole)
    return _("as few pegs as can be") if problem.finish_text == "fewest" else problem.finish_text


@ui.page("/pegs")
def view(request: Request) -> None:
    show_puzzle(request, N_("Pegs"), read_fields, PegsView)
