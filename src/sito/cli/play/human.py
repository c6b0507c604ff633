"""The human player: asks for guesses and answers, explains what was wrong, and never loses a turn to a slip."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sito.cli.output import message
from sito.cli.play.hints import hint
from sito.cli.play.lines import ask
from sito.cli.play.mending import Mender, taken_back
from sito.cli.play.said import command_in, command_with_arguments
from sito.cli.play.sentences import answer_sentence, rules_sentence, unknown_sentence
from sito.cli.play.why import tell_why, tell_why_last
from sito.code import Code, CodeSpace
from sito.errors import CodeError, FeedbackError, HardModeError
from sito.feedback import Answer, Turn, read_noted
from sito.game import Transcript
from sito.hard_mode import check_hard
from sito.i18n import _, error_text, ngettext
from sito.render import Line, Screen, code_line, feedback_line
from sito.rules import Rules
from sito.strategy import Strategy

SHOWN = 10  # codes in a hint
_GUESSING = ("/help", "/hint", "/why", "/undo", "/quit")
_ANSWERING = ("/help", "/why", "/undo", "/fix", "/quit")


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
        self._board = board
        self._mender = Mender(rules, self._show)
        self._written: tuple[Turn, ...] = ()

    def written(self, game: Transcript) -> Transcript:
        """Gives a game with the answers as they were written first, before any was corrected."""
        return Transcript(self._rules, (*self._written, *game.turns[len(self._written) :]))

    def answer(self, game: Transcript, guess: Code) -> Answer | Transcript:
        """Shows the guess and asks for the answer until one can be read and agrees with the others."""
        self._written = self.written(game).turns[: len(game)]
        knowledge = game.knowledge
        others = len(knowledge) - (guess in knowledge)
        left = ngettext("{count} other code is possible", "{count} other codes are possible", others)
        self._board.line(
            self._name, f"{len(game) + 1:2}  ", code_line(self._rules, guess), "  ", left.format(count=others)
        )
        while True:
            line = ask(_("answer: "))
            command, arguments = command_with_arguments(line, _ANSWERING, self._read)
            match command:
                case None:
                    try:
                        answer = self._read(line)
                    except FeedbackError as error:
                        message(error_text(error))
                        continue
                    after = game.after(guess, answer)
                    self._written = (*self._written, after.turns[-1])
                    return answer if len(after.knowledge) else self._mender.mended(after)
                case "/help":
                    self._help()
                case "/why":
                    tell_why(game, guess, self._strategy)
                case "/undo" if game.turns:
                    shorter = taken_back(game, arguments)
                    if shorter is not None:
                        return shorter
                case "/undo":
                    message(_("There is no answer to take back."))
                case "/fix" if game.turns:
                    fixed = self._mender.fixed(game, arguments)
                    if fixed is not None:
                        return self._mender.mended(fixed)
                case "/fix":
                    message(_("There is no answer to correct."))

    def _read(self, line: str) -> Answer:
        return read_noted(line, self._rules)

    def _show(self, game: Transcript) -> None:
        for index in range(len(game)):
            self._board.line(self._name, *turn_lines(game, index))

    def _help(self) -> None:
        message(answer_sentence(self._rules))
        message(unknown_sentence(self._rules))
        message(
            _(
                "/why tells why I guess so; /undo takes your last answer back, "
                "/undo 2 the last two; /fix 1 corrects answer 1; /quit leaves the game, and keeps it."
            )
        )
