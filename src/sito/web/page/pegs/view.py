"""Peg solitaire on the page: the board, what is said of it, and the help that can be asked for."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import urlencode

from sito.i18n import _, join_sentences, ngettext
from sito.puzzle_sentences.by_hand import cannot_sentence, hint_sentence
from sito.puzzle_sentences.pegs import (
    ending_sentence,
    fewest_sentence,
    jumps_text,
    left_sentence,
    made_sentence,
    problem_sentence,
    run_sentence,
)
from sito.puzzles.by_hand import Outlook
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.puzzles.pegs.problem import Problem, Run, solution_text
from sito.web.page.by_hand import Walk, look
from sito.web.page.frame import Page
from sito.web.page.pegs.counts import Counts
from sito.web.page.pegs.problem import BOARDS, read_fields, to_fields, with_vacancy
from sito.web.page.scenes import PegScene
from sito.web.tasks.puzzles import pegs_outlook


class PegsView:
    """One problem before one person."""

    def __init__(self, page: Page, hand: PegsByHand) -> None:
        self._page, self._hand = page, hand
        self._undone: list[Run] = []
        self._outlook: Outlook[Run] = Outlook(None)
        self._seen: PegsByHand | None = None  # the position of which the outlook is
        self._start: Outlook[Run] | None = None
        self._choosing = False
        self._about = page.text("", "lead")
        page.text(_("Choose a peg, and then the empty hole to jump to, over another peg, which is taken away."), "hint")
        with page.columns():
            with page.box():
                self._scene = PegScene()
                page.on(self._scene, "jump", self._jump)
                page.on(self._scene, "vacancy", self._empty)
                self._told = page.text("", "told")
                with page.row():
                    self._undo = page.button(_("Undo"), self._take_back)
                    self._redo = page.button(_("Redo"), self._put_back)
                    page.button(_("Start again"), self._start_again)
            with page.box():
                with page.card(_("Help")):
                    self._counted = page.text("", "count")
                    self._shows = page.switch(_("Fewest moves from here"), False, self._show_fewest)
                    self._fewest = page.text("", "count")
                    with page.row():
                        page.button(_("Hint"), self._hint)
                        page.button(_("Solve"), self._solve)
                    self._walk = Walk(page, self._do, lambda run: solution_text([run]))
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

    async def look(self) -> None:
        """Looks what can come of the problem, and of where it stands now."""
        self._start = await self._look_from(PegsByHand(self._hand.puzzle))
        await self._look()

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
        """Begins another problem."""
        self._hand, self._undone = hand, []
        self._choose(False)
        self._walk.close()
        self._show_problem()
        await self.look()
        self._page.announce(problem_sentence(hand.puzzle), self._status())

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
            told = _("Now choose the hole that is empty at the start; the game begins again with it.")
            self._told.set_text(told)
            self._page.announce(told)

    async def _empty(self, hole: int) -> None:
        finish = self._hand.puzzle.finish_text
        await self._begin_with(with_vacancy(self._hand.puzzle.board, int(hole), "any" if finish == "any" else "same"))

    async def _jump(self, ends: list[int]) -> None:
        start, end = ends
        self._hand = self._hand.after((start, end))
        self._undone.clear()
        self._walk.close()
        await self._arrive(run_sentence((start, end)), (start, end))

    async def _do(self, jump: Run) -> None:
        """Takes a jump of the solution that is shown."""
        self._hand = self._hand.after(jump)
        self._undone.clear()
        await self._arrive(run_sentence(jump), jump)

    async def _take_back(self) -> None:
        last = self._hand.steps[-1:]
        self._hand = self._hand.undone()
        self._undone += last
        self._walk.close()
        told = ngettext("{count} step is taken back.", "{count} steps are taken back.", 1).format(count=1)
        await self._arrive(told, last[0])

    async def _put_back(self) -> None:
        if self._undone:
            jump = self._undone.pop()
            self._hand = self._hand.after(jump)
            await self._arrive(run_sentence(jump), jump)

    async def _start_again(self) -> None:
        self._hand, self._undone = PegsByHand(self._hand.puzzle), []
        self._walk.close()
        await self._arrive(_("It begins again."))

    async def _hint(self) -> None:
        outlook = await self._known()
        if self._solved or outlook.possible is False:
            told = self._status()
        else:
            told = hint_sentence(outlook, lambda run: solution_text([run]))
            self._scene.props["hint"] = None if outlook.hint is None else list(outlook.hint[:2])
        self._told.set_text(told)
        self._page.announce(told)

    async def _solve(self) -> None:
        outlook = await self._known()
        runs = () if self._solved else tuple(outlook.plan())
        self._walk.open([jump for run in runs for jump in pairwise(run)])
        told = join_sentences(_("A way from here:"), jumps_text(runs)) if runs else self._status()
        told = told or _("No way from here is known.")
        self._told.set_text(told)
        self._page.announce(told)

    def _show_fewest(self) -> None:
        shown = self._shows.value and self._outlook.possible is not False
        self._fewest.set_text(fewest_sentence(self._outlook) if shown else "")

    # What is shown

    async def _arrive(self, done: str, jump: Run = ()) -> None:
        """Shows a new position, and says what was done, once all is known that is to be said of it."""
        self._show(jump)
        await self._look()
        self._page.announce(done, left_sentence(self._hand), self._status())

    async def _known(self) -> Outlook[Run]:
        """Gives the outlook from here; what is not known yet is looked for once more."""
        if self._seen is not self._hand or (self._outlook.possible is not False and self._outlook.fewest is None):
            await self._look()
        return self._outlook

    async def _look(self) -> None:
        hand = self._hand
        outlook = await self._look_from(hand)
        if hand is not self._hand:
            return  # it has gone on meanwhile
        self._outlook, self._seen = outlook, hand
        self._show_fewest()
        self._told.set_text(self._status())
        self._told.classes(
            remove="bad good", add="good" if self._solved else "bad" if outlook.possible is False else ""
        )

    async def _look_from(self, hand: PegsByHand) -> Outlook[Run]:
        fields = to_fields(hand)
        steps = [",".join(map(str, run)) for run in hand.steps]
        arguments = {name: fields[name] for name in ("board", "start", "finish")} | {"steps": steps}
        return await look(self._page, pegs_outlook, arguments, tuple)

    @property
    def _solved(self) -> bool:
        """Whether it is solved; where as few pegs as possible are asked for, only the search can tell."""
        return self._hand.solved or (self._seen is self._hand and self._outlook.at_most == 0)

    def _status(self) -> str:
        """Says that it is done, or that it cannot be done; nothing in between."""
        if self._solved:
            return ending_sentence(self._hand, self._start or Outlook(None))
        return cannot_sentence(self._outlook) if self._outlook.possible is False else ""

    def _show(self, jump: Run = ()) -> None:
        hand, problem = self._hand, self._hand.puzzle
        board = problem.board
        across, down = board.spacing
        finish = _hole(problem.finish_text)
        jumped = [each for each in board.jumps if jump and (each[0], each[2]) == jump[:2]]
        self._about.set_text(problem_sentence(problem))
        self._scene.props.update(
            {
                "holes": [[column * across, row * down] for row, column in board.cells],
                "pegs": [hole for hole in range(board.holes) if hand.position >> hole & 1],
                "jumps": [list(each) for each in hand.jumps()],
                "last": list(jumped[0]) if jumped else None,
                "moved": -1 if hand.last is None else hand.last,
                "hint": None,
                "numbers": bool(self._numbers.value),
                "finish": -1 if finish is None else finish,
                "done": hand.solved,
                "address": f"?{urlencode(to_fields(hand))}",
                "texts": _texts(),
            }
        )
        self._counted.set_text(join_sentences(left_sentence(hand), made_sentence(hand)))
        self._undo.enable(bool(hand.steps))
        self._redo.enable(bool(self._undone))
        self._told.set_text("")


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
