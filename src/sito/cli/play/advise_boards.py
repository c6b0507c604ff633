"""The turns on several boards as `sito advise` shows them: lines with an answer for each board, or in words."""

from __future__ import annotations

from dataclasses import dataclass

from sito.boards import Boards, BoardsTurn
from sito.i18n import _
from sito.render import Line, code_line, feedback_line, plain
from sito.spoken import answer_words, code_words


@dataclass(frozen=True)
class BoardsPicture:
    """The turns on several boards."""

    boards: Boards

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives the lines for a board that is redrawn."""
        return self.news(None)[-height:]

    def news(self, before: BoardsPicture | None) -> list[Line]:
        """Gives the turns that are new."""
        shown = 0 if before is None else len(before.boards.turns)
        return [self._line(number, turn) for number, turn in enumerate(self.boards.turns, 1) if number > shown]

    def words(self, before: BoardsPicture | None) -> list[str]:
        """Says the same."""
        shown = 0 if before is None else len(before.boards.turns)
        return [text for turn in self.boards.turns[shown:] for text in self._words(turn)]

    def _line(self, number: int, turn: BoardsTurn) -> Line:
        answers = (
            part
            for answer in turn.answers
            for part in (*plain("  "), *(plain(".") if answer is None else feedback_line(answer)))
        )
        return (*plain(f"{number:2}  "), *code_line(self.boards.rules, turn.guess), *answers)

    def _words(self, turn: BoardsTurn) -> list[str]:
        rules = self.boards.rules
        said = [
            _("Board {number}: {text}").format(number=place, text=answer_words(rules, turn.guess, answer))
            for place, answer in enumerate(turn.answers, 1)
            if answer is not None
        ]
        return [code_words(rules, turn.guess), *said]
