"""The human player: asks for guesses and answers, explains what was wrong, and never loses a turn to a slip."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from sito.cli.output import message
from sito.cli.play.saved import Leave
from sito.cli.play.sentences import answer_sentence, codes_left_text, rules_sentence
from sito.code import Code, CodeSpace
from sito.errors import CodeError, FeedbackError, InconsistentError, LimitError
from sito.feedback import Feedback
from sito.game import Transcript, check_consistent
from sito.i18n import _, error_text, ngettext
from sito.render import Line, Screen, code_line, feedback_line
from sito.rules import Rules

SHOWN = 10  # codes in a hint


def ask(prompt: str) -> str:
    """Reads one line from the player. Raises `EOFError` at the end of the input, `Leave` for /quit."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import_module("readline")  # gives input() line editing and a history
        line = input(prompt)
    else:
        if sys.stdin.isatty():
            print(prompt, file=sys.stderr, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
    line = line.strip()
    if line.lower() == "/quit":
        raise Leave
    return line


def turn_lines(game: Transcript, index: int) -> list[Line | str]:
    """Gives a turn as it stands on the board: number, guess, answer."""
    guess, answer = game.turns[index]
    return [f"{index + 1:2}  ", code_line(game.rules, guess), "  ", feedback_line(answer)]


class HumanBreaker:
    """A codebreaker at the terminal."""

    def __init__(self, rules: Rules, prompt: Callable[[int], str]) -> None:
        self._space = CodeSpace(rules, guesses=True)
        self._prompt = prompt

    def guess(self, game: Transcript) -> Code:
        """Asks for a guess until one can be read."""
        while True:
            line = ask(self._prompt(len(game) + 1))
            match line.lower():
                case "":
                    continue
                case "/help":
                    message(_("Guess {rules}.").format(rules=rules_sentence(game.rules)))
                    message(_("/hint shows which codes are possible; /quit leaves the game, and keeps it."))
                case "/hint":
                    _hint(game)
                case "/undo":
                    message(_("A guess that has been answered cannot be taken back."))
                case _:
                    try:
                        return self._space.parse(line)
                    except CodeError as error:
                        message(error_text(error))


def _hint(game: Transcript) -> None:
    try:
        knowledge = check_consistent(game)
    except LimitError as error:
        message(error_text(error))
        return
    shown = knowledge[:SHOWN]
    more = " ..." if len(knowledge) > len(shown) else ""
    message(f"{codes_left_text(len(knowledge))}: {', '.join(map(knowledge.secrets.text, shown))}{more}")


class HumanMaker:
    """A codemaker at the terminal, who may err: contradictions are noticed at once and can be mended."""

    def __init__(self, rules: Rules, board: Screen, name: str = "") -> None:
        self._rules = rules
        self._name = name
        self._space = CodeSpace(rules, guesses=True)
        self._board = board

    def answer(self, game: Transcript, guess: Code) -> Feedback | Transcript:
        """Shows the guess and asks for the answer until one can be read and agrees with the others."""
        knowledge = game.knowledge
        others = len(knowledge) - (guess in knowledge)
        left = ngettext("{count} other code is possible", "{count} other codes are possible", others)
        self._board.line(
            self._name, f"{len(game) + 1:2}  ", code_line(self._rules, guess), "  ", left.format(count=others)
        )
        while True:
            line = ask(_("answer: "))
            match line.lower():
                case "/help":
                    self._help()
                case "/undo" if game.turns:
                    return game.shortened(-1)
                case "/undo":
                    message(_("There is no answer to take back."))
                case "/fix" if game.turns:
                    return self._consistent(self._correct(game))
                case "/fix":
                    message(_("There is no answer to correct."))
                case _:
                    try:
                        answer = Feedback.parse(line, self._rules)
                    except FeedbackError as error:
                        message(error_text(error))
                        continue
                    after = game.after(guess, answer)
                    return answer if len(after.knowledge) else self._consistent(after)

    def _help(self) -> None:
        message(answer_sentence(self._rules))
        message(
            _("/undo takes your last answer back; /fix corrects an earlier one; /quit leaves the game, and keeps it.")
        )

    def _consistent(self, game: Transcript) -> Transcript:
        """Has answers corrected until a code agrees with them all."""
        while True:
            try:
                check_consistent(game)
            except InconsistentError as error:
                message(error_text(error))
                try:
                    game = self._correct(game)
                except EOFError:
                    raise InconsistentError(error.faults[0]) from None
            else:
                return game

    def _correct(self, game: Transcript) -> Transcript:
        """Asks which answer is wrong, and for the right one."""
        for index in range(len(game)):
            self._board.line(self._name, *turn_lines(game, index))
        while True:
            line = ask(_("Which answer is wrong? (1 to {count}): ").format(count=len(game)))
            if line.isdecimal() and 1 <= int(line) <= len(game):
                break
            message(_("Write the number of the round, from 1 to {count}.").format(count=len(game)))
        index = int(line) - 1
        while True:
            line = ask(_("The right answer to {guess}: ").format(guess=self._space.text(game.turns[index][0])))
            try:
                return game.corrected(index, Feedback.parse(line, self._rules))
            except FeedbackError as error:
                message(error_text(error))
