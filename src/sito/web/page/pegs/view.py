"""Peg solitaire on the page: the board, what is said of it, and the help that can be asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from sito.operations.pegs import PegsOutlookQuestion, pegs_outlook
from sito.puzzles.by_hand import Outlook
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.puzzles.pegs.notation import Run, solution_text
from sito.puzzles.pegs.problem import Problem
from sito.show.i18n import _, join_sentences
from sito.show.puzzle_sentences.pegs import (
    ending_sentence,
    fewest_sentence,
    jumps_text,
    left_sentence,
    made_sentence,
    problem_sentence,
    run_sentence,
)
from sito.web.page.by_hand import SHOWN_STEPS, HandView, look
from sito.web.page.frame import Page
from sito.web.page.pegs.counts import Counts
from sito.web.page.pegs.problem import BOARDS, read_fields, to_fields, with_vacancy
from sito.web.page.scenes import PegScene


class PegsView(HandView[PegsByHand, Run]):
    """One problem before one person."""

    def __init__(self, page: Page, hand: PegsByHand) -> None:
        super().__init__(page, hand)
        self._choosing = False
        page.text(_("Choose a peg, and then the empty hole to jump to, over another peg, which is taken away."), "hint")
        with page.columns():
            with page.box():
                self._scene = PegScene()
                page.on(self._scene, "jump", self._jump)
                page.on(self._scene, "vacancy", self._empty)
                self._add_buttons()
            with page.box():
                self._add_help(_("Fewest moves from here"))
                with page.card(_("Board")):
                    with page.row():
                        self._board = page.choice(_("Board"), {}, "", self._choose_board)
                        self._finish = page.choice(_("Finish"), {}, "", self._choose_finish)
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
            self._tell(_("Now choose the hole that is empty at the start; the game begins again with it."))

    async def _empty(self, hole: int) -> None:
        finish = self._hand.puzzle.finish_text
        await self._begin_with(with_vacancy(self._hand.puzzle.board, int(hole), "any" if finish == "any" else "same"))

    async def _jump(self, ends: list[int]) -> None:
        start, end = ends
        await self._go_on((start, end))

    async def _look_from(self, hand: PegsByHand) -> Outlook[Run]:
        fields = to_fields(hand)
        steps = [",".join(map(str, run)) for run in hand.steps]
        where = {name: fields[name] for name in ("board", "start", "finish")}
        asked = PegsOutlookQuestion(**where, steps=steps, show=SHOWN_STEPS)
        return await look(self._page, pegs_outlook, asked, tuple)

    @property
    def _solved(self) -> bool:
        """Whether it is solved; where as few pegs as possible are asked for, only the search can tell."""
        return self._hand.solved or (self._seen is self._hand and self._outlook.at_most == 0)

    def _drawn(self, step: Run | None) -> dict[str, Any]:
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
            "address": f"?{urlencode(to_fields(hand))}",
            "texts": _texts(),
        }

    def _problem_text(self) -> str:
        return problem_sentence(self._hand.puzzle)

    def _count_text(self) -> str:
        return join_sentences(left_sentence(self._hand), made_sentence(self._hand))

    def _step_text(self, step: Run) -> str:
        return solution_text([step])

    def _taken_text(self, step: Run) -> str:
        return run_sentence(step)

    def _position_texts(self) -> Iterable[str]:
        return (left_sentence(self._hand),)

    def _ending_text(self) -> str:
        return ending_sentence(self._hand, self._start)

    def _fewest_text(self) -> str:
        return fewest_sentence(self._outlook)

    def _way_text(self, outlook: Outlook[Run], steps: tuple[Run, ...]) -> str:
        return jumps_text(steps)

    def _walked(self, steps: Sequence[Run]) -> Sequence[Run]:
        """Shows a run jump by jump."""
        return [jump for run in steps for jump in pairwise(run)]


def _hole(finish: str) -> int | None:
    return int(finish) if finish.isdigit() else None


def _finish_text(problem: Problem) -> str:
    """Names a finish that is neither anywhere nor the hole that was empty."""
    hole = _hole(problem.finish_text)
    if hole is not None:
        return _("one peg, in hole {hole}").format(hole=hole)
    return _("as few pegs as can be") if problem.finish_text == "fewest" else problem.finish_text


def _texts() -> dict[str, str]:
    return {
        "board": _("Board"),
        "peg": _("peg in hole {hole}"),
        "movable": _("peg in hole {hole}, can jump"),
        "empty": _("hole {hole}, empty"),
        "target": _("hole {hole}, empty: the peg can jump here"),
        "taken": _("The peg in hole {hole} is taken. It can jump to {targets}."),
        "stuck": _("Peg {hole} is chosen; it cannot jump now."),
        "first": _("First choose a peg."),
        "back": _("It is put back."),
    }
