"""The human player: asks for guesses and answers, explains what was wrong, and never loses a turn to a slip."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sito.cli.output import message
from sito.cli.play.hints import hint
from sito.cli.play.lines import ask
from sito.cli.play.saved import Leave
from sito.cli.play.sentences import answer_sentence, rules_sentence
from sito.cli.play.why import tell_why, tell_why_last
from sito.code import Code, CodeSpace
from sito.errors import CodeError, FeedbackError, HardModeError, InconsistentError
from sito.feedback import Answer, read_noted
from sito.game import Transcript, check_consistent
from sito.hard_mode import check_hard
from sito.i18n import _, error_text, ngettext
from sito.render import Line, Screen, code_line, feedback_line
from sito.rules import Rules
from sito.strategy import Strategy

SHOWN = 10  # codes in a hint
_GUESSING = ("/help", "/hint", "/why", "/undo", "/quit")
_ANSWERING = ("/help", "/why", "/undo", "/fix", "/quit")
_CORRECTING = ("/help", "/undo", "/quit")
_DIGITS = 9  # of the number of a round; Python refuses to read thousands


def command_in(line: str, commands: Sequence[str], read: Callable[[str], object]) -> str | None:
    """Gives the command that a line is, or None for what the player says to the game itself.

    A command begins with a slash. Without it, as in `help`, it is one if `read` cannot read
    the line, for it may be a guess in a game of words. Says so if there is no such command,
    and gives an empty text. Raises `Leave` for `quit`.
    """
    word = line.strip().lower()
    command = "/help" if word == "?" else word if word.startswith("/") else f"/{word}"
    if not word.startswith("/"):
        if command not in commands:
            return None
        try:
            read(line)
        except ValueError:  # every `InputError` is one
            pass
        else:
            return None
    if command == "/quit":
        raise Leave
    if command not in commands:
        message(
            _("There is no command {command}; there are {commands}.").format(
                command=command, commands=", ".join(commands)
            )
        )
        return ""
    return command


def turn_lines(game: Transcript, index: int) -> list[Line | str]:
    """Gives a turn as it stands on the board: number, guess, answer."""
    guess, answer = game.turns[index]
    return [f"{index + 1:2}  ", code_line(game.rules, guess), "  ", feedback_line(answer)]


class HumanBreaker:
    """A codebreaker at the terminal.

    In hard mode a guess that contradicts an answer is not made, and the reason is told.
    `about` are sentences about this game that /help tells, too.
    """

    def __init__(
        self, rules: Rules, prompt: Callable[[int], str], *, hard: bool = False, about: Sequence[str] = ()
    ) -> None:
        self._space = CodeSpace(rules, guesses=True)
        self._prompt = prompt
        self._hard = hard
        self._about = about

    def guess(self, game: Transcript) -> Code:
        """Asks for a guess until one can be read."""
        while True:
            line = ask(self._prompt(len(game) + 1))
            if not line:
                continue
            match command_in(line, _GUESSING, self._space.parse):
                case None:
                    try:
                        guess = self._space.parse(line)
                        if self._hard:
                            check_hard(game, guess)
                    except (CodeError, HardModeError) as error:
                        message(error_text(error))
                    else:
                        return guess
                case "/help":
                    message(_("Guess {rules}.").format(rules=rules_sentence(game.rules)))
                    for sentence in self._about:
                        message(sentence)
                    message(
                        _(
                            "/hint shows which codes are possible; /why tells what your last guess did; "
                            "/quit leaves the game, and keeps it."
                        )
                    )
                case "/hint":
                    hint(game)
                case "/why":
                    tell_why_last(game)
                case "/undo":
                    message(_("A guess that has been answered cannot be taken back."))


class HumanMaker:
    """A codemaker at the terminal, who may err: contradictions are noticed at once and can be mended."""

    def __init__(self, rules: Rules, board: Screen, name: str = "", strategy: Strategy | None = None) -> None:
        self._rules = rules
        self._strategy = strategy  # which guesses, for /why
        self._name = name
        self._space = CodeSpace(rules, guesses=True)
        self._board = board

    def answer(self, game: Transcript, guess: Code) -> Answer | Transcript:
        """Shows the guess and asks for the answer until one can be read and agrees with the others."""
        knowledge = game.knowledge
        others = len(knowledge) - (guess in knowledge)
        left = ngettext("{count} other code is possible", "{count} other codes are possible", others)
        self._board.line(
            self._name, f"{len(game) + 1:2}  ", code_line(self._rules, guess), "  ", left.format(count=others)
        )
        while True:
            line = ask(_("answer: "))
            match command_in(line, _ANSWERING, self._read):
                case None:
                    try:
                        answer = self._read(line)
                    except FeedbackError as error:
                        message(error_text(error))
                        continue
                    after = game.after(guess, answer)
                    return answer if len(after.knowledge) else self._consistent(after)
                case "/help":
                    self._help()
                case "/why":
                    tell_why(game, guess, self._strategy)
                case "/undo" if game.turns:
                    return game.shortened(-1)
                case "/undo":
                    message(_("There is no answer to take back."))
                case "/fix" if game.turns:
                    return self._consistent(self._correct(game))
                case "/fix":
                    message(_("There is no answer to correct."))

    def _read(self, line: str) -> Answer:
        return read_noted(line, self._rules)

    def _help(self) -> None:
        message(answer_sentence(self._rules))
        message(
            _(
                "/why tells why I guess so; /undo takes your last answer back; /fix corrects an earlier one; "
                "/quit leaves the game, and keeps it."
            )
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
        """Asks which answer is wrong, and for the right one; /undo takes the last answer back instead."""
        for index in range(len(game)):
            self._board.line(self._name, *turn_lines(game, index))
        number: int | None = None
        while number is None:
            line = ask(_("Which answer is wrong? (1 to {count}): ").format(count=len(game)))
            match command_in(line, _CORRECTING, int):
                case None if line.isdecimal() and len(line) <= _DIGITS and 1 <= int(line) <= len(game):
                    number = int(line)
                case "/undo":
                    return game.shortened(-1)
                case None | "/help":
                    numbers = _("Write the number of the round, from 1 to {count}; /undo takes the last answer back.")
                    message(numbers.format(count=len(game)))
        return self._replaced(game, number - 1)

    def _replaced(self, game: Transcript, index: int) -> Transcript:
        """Asks for the right answer to a guess."""
        question = _("The right answer to {guess}: ").format(guess=self._space.text(game.turns[index][0]))
        while True:
            line = ask(question)
            match command_in(line, _CORRECTING, self._read):
                case None:
                    try:
                        return game.corrected(index, self._read(line))
                    except FeedbackError as error:
                        message(error_text(error))
                case "/undo":
                    return game.shortened(-1)
                case "/help":
                    message(answer_sentence(self._rules))
