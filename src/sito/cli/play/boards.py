"""`sito play --boards N`: the computer keeps several codes, and every guess is answered on each board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sito.advice.boards import MAX_BOARDS, Boards, BoardsPlay, advise_boards
from sito.base.limits import Limits
from sito.cli.output import emit_json, message, note, settings
from sito.cli.play.boards_picture import BoardsPicture, board_text
from sito.cli.play.finished import FinishedGame
from sito.cli.play.hints import SECONDS
from sito.cli.play.human import guess_prompt, see, with_slip
from sito.cli.play.looks import letters_known
from sito.cli.play.numbers import Numbered
from sito.cli.play.pictures import Side, View
from sito.cli.play.saved import SavedFields, SavedGame
from sito.cli.table import Table, open_table, thinking
from sito.cli.table.commands import BOARD, GIVE_UP, HELP, HIDE, QUIT, SHOW, Command, Commands
from sito.codes.code import CodeSpace
from sito.errors import N_, CodeError, Fault, InputError, SitoError
from sito.operations.games import game_as_json
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.i18n import _, error_text, join_sentences, ngettext
from sito.show.sentences import codes_left_text, rules_sentence
from sito.show.spoken import letters_in_words

KIND = "boards"

_HINT = Command("hint", N_("shows which codes are possible, and a good guess"))
_LETTERS = Command("letters", N_("tells what is known of each letter"))
_COMMANDS = Commands(HELP, QUIT, _HINT, GIVE_UP, BOARD, HIDE, SHOW)
_COMMANDS_WORDS = Commands(HELP, QUIT, _HINT, _LETTERS, GIVE_UP, BOARD, HIDE, SHOW)


@dataclass(frozen=True)
class BoardsGame(BoardsPlay):
    """A game on several boards, and its number if it has one."""

    numbered: Numbered | None = None

    @classmethod
    def new(cls, rules: Rules, count: int, rounds: int | None, seed: int, numbered: Numbered | None) -> BoardsGame:
        """Begins a game; the codes are those of its number, or drawn. Raises `InputError`."""
        begun = cls.begin(rules, count, rounds, seed, None if numbered is None else numbered.number)
        return replace(begun, numbered=numbered)

    @classmethod
    def read(cls, fields: SavedFields) -> BoardsGame:
        """Reads it from a saved game. Raises `InputError`."""
        rules = fields.game("game").rules
        space, guesses = CodeSpace(rules), CodeSpace(rules, guesses=True)
        secrets = tuple(map(space.parse, fields.texts("secrets")))
        if not 1 <= len(secrets) <= MAX_BOARDS:
            wrong = N_("boards are {count!r}; give a whole number from 1 to {most}, as in {example}")
            raise InputError(Fault(wrong, count=len(secrets), most=MAX_BOARDS, example=4))
        made = tuple(map(guesses.parse, fields.texts("guesses")))
        return cls(rules, secrets, made, fields.rounds(), Numbered.read(fields))

    def write(self, saved: SavedGame) -> None:
        """Saves it."""
        space, guesses = CodeSpace(self.rules), CodeSpace(self.rules, guesses=True)
        state = {
            "game": str(self.rules),
            "secrets": [space.text(secret) for secret in self.secrets],
            "guesses": [guesses.text(guess) for guess in self.guesses],
            "rounds": self.limit,
        }
        saved.write({**state, **self.number()}, self.rules.words)

    def number(self) -> dict[str, Any]:
        """Gives what is kept of a game by number."""
        return {} if self.numbered is None else self.numbered.fields()

    def ended(self, *, given_up: bool) -> list[FinishedGame]:
        """Gives what is kept of it at its end, a game for each board."""
        space = CodeSpace(self.rules)
        how = {"rounds": self.limit, "given_up": given_up, **self.number()}
        return [
            FinishedGame.of_human(game, space.text(secret), **how)
            for game, secret in zip(self.games, self.secrets, strict=True)
        ]


def play_boards(stand: BoardsGame) -> int:
    """Plays a new game, and returns the exit code."""
    count = len(stand.secrets)
    sentence = ngettext(
        "On {count} board I have a code: {rules}.", "On each of {count} boards I have a code: {rules}.", count
    )
    note(sentence.format(count=count, rules=rules_sentence(stand.rules)))
    return _play(SavedGame.new(KIND), stand)


def go_on(name: str | None) -> int:
    """Goes on with the unfinished game of a name, or the one that was left last, and returns the exit code."""
    saved, stand = SavedGame.resumed(KIND, name, BoardsGame.read)
    note(_("The game goes on."))
    return _play(saved, stand)


def _play(saved: SavedGame, stand: BoardsGame) -> int:
    with open_table() as table, saved.guard():
        session = _Session(table, saved, stand)
        given_up = session.play()
        stand = session.stand
        saved.finish(*stand.ended(given_up=given_up))
    _finish(stand, given_up=given_up)
    if not settings.json:
        note(_("Show it with: {command}").format(command=f"sito games share {saved.name}"))
    return 0 if stand.won else 1


class _Session:
    """One sitting at a game."""

    def __init__(self, table: Table, saved: SavedGame, stand: BoardsGame) -> None:
        self._table, self._saved, self.stand = table, saved, stand
        self._view = View(settings.count)
        self._commands = _COMMANDS if letters_known(stand.games[0]) is None else _COMMANDS_WORDS

    def play(self) -> bool:
        """Plays on to the end, and tells whether it was given up."""
        if self.stand.numbered is not None:
            note(self.stand.numbered.sentence())
        note(_("/help tells what you can write."))
        self._arrive()
        prompt, space = guess_prompt(self.stand.limit), CodeSpace(self.stand.rules, guesses=True)
        while not self.stand.over:
            commands = self._commands.without(SHOW if self._view.count else HIDE)
            number = len(self.stand.guesses) + 1
            line = self._table.ask(prompt(number), paint=self._view.take, commands=commands)
            if not line:
                continue
            command = self._commands.read(line, space.parse).command
            if command == GIVE_UP.name:
                return True
            if command is not None:
                self._answer(command)
                continue
            try:
                guess = space.parse(line)
            except CodeError as error:
                message(with_slip(error, line, self._commands))
            else:
                self.stand = self.stand.after(guess)
                self._arrive()
        return False

    def _arrive(self) -> None:
        self.stand.write(self._saved)
        self._table.show(self._picture())

    def _picture(self) -> BoardsPicture:
        over = self.stand.over
        return BoardsPicture(
            tuple(Side.of(game, asks=not over and not game.won) for game in self.stand.games), self._view
        )

    def _answer(self, command: str) -> None:
        match command:
            case "help":
                message(_("Guess {rules}.").format(rules=rules_sentence(self.stand.rules)))
                for sentence in self._commands.help():
                    message(sentence)
            case "hint":
                self._hint()
            case "letters":
                for number, game in self._open():
                    message(board_text(number, letters_in_words(game.rules, game.turns)))
            case "board" | "hide" | "show":
                see(self._table, self._picture(), self._view, command)

    def _open(self) -> list[tuple[int, Transcript]]:
        return [(number, game) for number, game in enumerate(self.stand.games, 1) if not game.won]

    def _hint(self) -> None:
        """Tells how many codes are possible on each board, and the best guess for all of them."""
        for number, game in self._open():
            known = game.knowledge
            shown = ", ".join(map(known.secrets.text, known[:_SHOWN])) + (" ..." if len(known) > _SHOWN else "")
            left = f"{codes_left_text(len(known), game.rules)}: {shown}"
            message(board_text(number, left))
        boards = Boards(self.stand.rules, len(self.stand.secrets))
        try:
            with thinking(_("Looking for the codes that are possible")):
                for index, guess in enumerate(self.stand.guesses):
                    answers = [game.turns[index].answer if index < len(game) else None for game in self.stand.games]
                    boards = boards.after(guess, answers)
                advice = advise_boards(boards, 1, Limits(seconds=SECONDS))
        except SitoError as error:
            message(error_text(error))
            return
        message(_("next guess: {guess}").format(guess=advice[0].text))


_SHOWN = 5  # codes of each board in a hint


def _finish(stand: BoardsGame, *, given_up: bool) -> None:
    games, count = stand.games, len(stand.guesses)
    space = CodeSpace(stand.rules)
    if settings.json:
        boards = [
            {**game_as_json(game), "found": game.won, "secret": space.text(secret)}
            for game, secret in zip(games, stand.secrets, strict=True)
        ]
        emit_json({"rules": str(stand.rules), "found": stand.won, "boards": boards, **stand.number()})
        return
    if stand.won:
        found = ngettext("You have found all in {count} guess.", "You have found all in {count} guesses.", count)
        message(found.format(count=count))
        return
    ending = _("You have given up.") if given_up else _("No rounds are left.")
    left = [
        board_text(number, f"{space.text(secret)}.")
        for number, (game, secret) in enumerate(zip(games, stand.secrets, strict=True), 1)
        if not game.won
    ]
    message(join_sentences(ending, *left))
