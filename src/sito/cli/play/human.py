"""The human player: asks for guesses and answers, explains what was wrong, and never loses a turn to a slip."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from sito.cli.output import message
from sito.cli.play.hints import hint, tell_why, tell_why_last
from sito.cli.play.looks import letters_known
from sito.cli.play.mending import FIX, UNDO, Mender, taken_back
from sito.cli.play.pictures import GamePicture, View
from sito.cli.table import Picture, Table
from sito.cli.table.commands import BOARD, GIVE_UP, HELP, HIDE, QUIT, SHOW, Command, Commands, GiveUp
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, Turn, read_noted
from sito.codes.hard_mode import check_hard, in_hard_mode
from sito.errors import N_, CodeError, FeedbackError, HardModeError, InputError
from sito.games.counting import is_counted
from sito.playing.game import Transcript
from sito.playing.inconsistent import leaves_code
from sito.rules.rules import Rules
from sito.show.i18n import _, error_text
from sito.show.sentences import answer_sentence, marks_sentence, rules_sentence, unknown_sentence
from sito.show.spoken import letters_in_words
from sito.strategies.strategy import Strategy


class Seen(Picture, Protocol):
    """A picture that changes with what the player wants to see."""

    @property
    def view(self) -> View:
        """What the player wants to see."""
        ...


HINT = Command("hint", N_("shows which codes are possible, and a good guess"))
_WHY_LAST = Command("why", N_("tells what your last guess did"))
_WHY = Command("why", N_("tells why I guess so"))
LETTERS = Command("letters", N_("tells what is known of each letter"))
_GUESSING = Commands(HELP, QUIT, HINT, _WHY_LAST, GIVE_UP, BOARD, HIDE, SHOW, also=(UNDO,))
_GUESSING_WORDS = Commands(HELP, QUIT, HINT, _WHY_LAST, LETTERS, GIVE_UP, BOARD, HIDE, SHOW, also=(UNDO,))
_ANSWERING = Commands(HELP, QUIT, UNDO, FIX, _WHY, GIVE_UP, BOARD, HIDE, SHOW)


@dataclass(frozen=True)
class Guesses:
    """Asks for guesses, and answers the commands that are written instead.

    `answers` are those of this kind of game, and `about` the sentences about it that `help` tells, too.
    """

    table: Table
    rules: Rules
    commands: Commands
    answers: Mapping[str, Callable[[], None]]
    about: Sequence[str] = ()

    def ask(self, prompt: str, picture: Seen, check: Callable[[Code], object] | None = None) -> Code:
        """Asks until there is a guess that `check` lets pass. Raises `Leave` for `quit`, `GiveUp` for `give up`."""
        space, view = CodeSpace(self.rules, guesses=True), picture.view
        while True:
            line = self.table.ask(prompt, paint=view.take, commands=_useful(self.commands, view))
            if not line:
                continue
            match self.commands.read(line, space.parse).command:
                case None:
                    try:
                        guess = space.parse(line)
                        if check is not None:
                            check(guess)
                    except (CodeError, HardModeError) as error:
                        message(with_slip(error, line, self.commands))
                    else:
                        return guess
                case "help":
                    message(_("Guess {rules}.").format(rules=rules_sentence(self.rules)))
                    for sentence in filter(None, (marks_sentence(self.rules), *self.about, *self.commands.help())):
                        message(sentence)
                case "give up":
                    raise GiveUp
                case "board" | "hide" | "show" as command:
                    see(self.table, picture, command)
                case command:
                    if command in self.answers:  # else there is no such command, which was told
                        self.answers[command]()


class HumanBreaker:
    """A codebreaker at a table.

    In hard mode a guess that it does not allow is not made, and the reason is told.
    `about` are sentences about this game that `help` tells, too; `picture` draws the game.
    """

    def __init__(
        self,
        table: Table,
        picture: Callable[[Transcript], GamePicture],
        prompt: Callable[[int], str],
        *,
        hard: bool = False,
        about: Sequence[str] = (),
    ) -> None:
        self._table = table
        self._picture = picture
        self._prompt = prompt
        self._hard = hard
        self._about = about

    def guess(self, game: Transcript) -> Code:
        """Asks for a guess until one can be read. Raises `Leave` for `quit`, `GiveUp` for `give up`."""
        answers = {
            "hint": lambda: hint(self._as_played(game)),
            "why": lambda: tell_why_last(self._as_played(game)),
            "letters": lambda: message(letters_in_words(game.rules, game.turns)),
            "undo": lambda: message(_("A guess that has been answered cannot be taken back.")),
        }
        guessing = commands_of(game.rules, _GUESSING if letters_known(game) is None else _GUESSING_WORDS)
        guesses = Guesses(self._table, game.rules, guessing, answers, self._about)
        allowed = self._hard or game.rules.hard
        check = partial(check_hard, game) if allowed else None
        return guesses.ask(self._prompt(len(game) + 1), self._picture(game), check)

    def _as_played(self, game: Transcript) -> Transcript:
        """Gives the game with its hard mode in the rules, so that no guess is advised that would be refused."""
        return Transcript(in_hard_mode(game.rules), game.turns) if self._hard else game


class HumanMaker:
    """A codemaker at a table, who may err: contradictions are noticed at once and can be mended.

    `picture` draws the game in which the computer guesses, with the guess that waits; `written` are the turns of a
    game that is taken up again, with their answers as they were written first.
    """

    def __init__(
        self,
        rules: Rules,
        table: Table,
        picture: Callable[[Transcript, Code | None], GamePicture],
        strategy: Strategy | None = None,
        written: tuple[Turn, ...] = (),
    ) -> None:
        self._rules = rules
        self._strategy = strategy  # which guesses, for `why`
        self._table = table
        self._picture = picture
        self._mender = Mender(rules, table, lambda game: picture(game, None))
        self._written = written

    def written(self, game: Transcript) -> Transcript:
        """Gives a game with the answers as they were written first, before any was corrected."""
        return Transcript(self._rules, (*self._written, *game.turns[len(self._written) :]))

    def mended(self, game: Transcript) -> Transcript:
        """Has answers corrected until a code agrees with them all. Raises `InconsistentError`, or `Leave`."""
        return self._mender.mended(game)

    def answer(self, game: Transcript, guess: Code) -> Answer | Transcript:
        """Shows the guess and asks for the answer until one can be read and agrees with the others.

        Raises `Leave` for `quit`, `GiveUp` for `give up`.
        """
        self._written = self.written(game).turns[: len(game)]
        picture, commands = self._picture(game, guess), commands_of(self._rules, _ANSWERING)
        self._table.show(picture)
        while True:
            line = self._table.ask(_("answer: "), paint=picture.view.take, commands=_useful(commands, picture.view))
            said = commands.read(line, self._read)
            match said.command:
                case None:
                    try:
                        answer = self._read(line)
                    except FeedbackError as error:
                        message(with_slip(error, line, commands))
                        continue
                    after = game.after(guess, answer)
                    self._written = (*self._written, after.turns[-1])
                    if not leaves_code(after.knowledge):
                        return self._mender.mended(after)
                    self._table.show(self._picture(after, None))
                    return answer
                case "help":
                    for sentence in (answer_sentence(self._rules), unknown_sentence(self._rules), *commands.help()):
                        message(sentence)
                case "why":
                    tell_why(game, guess, self._strategy)
                case "undo" if game.turns:
                    shorter = taken_back(game, said.arguments)
                    if shorter is not None:
                        return shorter
                case "undo":
                    message(_("There is no answer to take back."))
                case "fix" if game.turns:
                    fixed = self._mender.fixed(game, said.arguments)
                    if fixed is not None:
                        return self._mender.mended(fixed)
                    self._table.show(picture)
                case "fix":
                    message(_("There is no answer to correct."))
                case "give up":
                    raise GiveUp
                case "board" | "hide" | "show" as command:
                    see(self._table, picture, command)

    def _read(self, line: str) -> Answer:
        return read_noted(line, self._rules)


def guess_prompt(limit: int | None) -> Callable[[int], str]:
    """Gives the prompt of each guess, by its number; `limit` is the most guesses."""
    if limit is None:
        return lambda number: _("guess {number}: ").format(number=number)
    return lambda number: _("guess {number} of {limit}: ").format(number=number, limit=limit)


def commands_of(rules: Rules, commands: Commands) -> Commands:
    """Leaves out what tells of the possible codes where these are not counted."""
    return commands if is_counted(rules) else commands.without(HINT, _WHY_LAST, _WHY, HIDE, SHOW)


def _useful(commands: Commands, view: View) -> Commands:
    """Leaves out the one of `hide` and `show` that would change nothing."""
    return commands.without(SHOW if view.count else HIDE)


def see(table: Table, picture: Seen, command: str) -> None:
    """Does what the commands say that change what is seen."""
    if command == "board":
        table.show(picture, whole=True)
        return
    picture.view.count = command == "show"
    if not table.board:
        table.show(picture)


def with_slip(error: InputError | HardModeError, line: str, commands: Commands) -> str:
    """Says what is wrong with a line, and which command may have been meant."""
    slip = commands.slip(line)
    return error_text(error) if slip is None else f"{error_text(error)}\n{slip}"
