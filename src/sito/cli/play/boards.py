"""`sito play --boards N`: the computer keeps several codes, and every guess is answered on each board."""

from __future__ import annotations

from dataclasses import replace

from sito.advice.boards import Boards, advise_boards
from sito.cli.output import emit_json, message, note, settings, telling
from sito.cli.play.boards_picture import BoardsPicture
from sito.cli.play.hints import SECONDS
from sito.cli.play.human import HINT, LETTERS, Guesses, commands_of, guess_prompt
from sito.cli.play.looks import letters_known
from sito.cli.play.numbers import number_as_json
from sito.cli.play.pictures import Side, View
from sito.cli.play.saved import SavedGame
from sito.cli.table import Table, open_table, thinking
from sito.cli.table.commands import BOARD, GIVE_UP, HELP, HIDE, QUIT, SHOW, Commands, GiveUp
from sito.codes.code import CodeSpace
from sito.errors import SitoError
from sito.games.boards import BoardsGame
from sito.operations.games import game_as_json
from sito.playing.game import Transcript
from sito.show.game_sentences import board_text, boards_ending, boards_task, vast_sentence, which_sentence
from sito.show.i18n import _
from sito.show.sentences import codes_left_text, rules_sentence
from sito.show.spoken import letters_in_words

_COMMANDS = Commands(HELP, QUIT, HINT, GIVE_UP, BOARD, HIDE, SHOW)
_COMMANDS_WORDS = Commands(HELP, QUIT, HINT, LETTERS, GIVE_UP, BOARD, HIDE, SHOW)


def play_on(saved: SavedGame, stand: BoardsGame) -> int:
    """Plays a game on to its end, and returns the exit code."""
    task = boards_task(len(stand.play.secrets), rules_sentence(stand.rules))
    note(_("The game goes on.") if saved.goes_on else task)
    with open_table() as table, saved.guard():
        session = _Session(table, saved, stand)
        try:
            session.play()
        except GiveUp:
            session.stand = replace(session.stand, given_up=True)
        stand = session.stand
        saved.write(stand, stand.finished())
    _finish(stand)
    if not settings.json:
        note(_("Show it with: {command}").format(command=f"sito games share {saved.name}"))
    return 0 if stand.play.won else 1


class _Session:
    """One sitting at a game."""

    def __init__(self, table: Table, saved: SavedGame, stand: BoardsGame) -> None:
        self._table, self._saved, self.stand = table, saved, stand
        self._view = View(settings.count)
        commands = _COMMANDS if letters_known(stand.play.games[0]) is None else _COMMANDS_WORDS
        commands = commands_of(stand.rules, commands)
        self._guesses = Guesses(table, stand.rules, commands, {"hint": self._hint, "letters": self._letters})

    def play(self) -> None:
        """Plays on to the end. Raises `GiveUp`."""
        if which := which_sentence(self.stand.number, self.stand.day):
            note(which)
        if vast := vast_sentence(self.stand.rules):
            note(vast)
        note(_("/help tells what you can write."))
        picture, prompt = self._arrive(), guess_prompt(self.stand.play.limit)
        while not self.stand.play.over:
            guess = self._guesses.ask(prompt(len(self.stand.play.guesses) + 1), picture)
            self.stand = replace(self.stand, play=self.stand.play.after(guess))
            picture = self._arrive()

    def _arrive(self) -> BoardsPicture:
        """Keeps and shows how the game stands."""
        self._saved.write(self.stand)
        play = self.stand.play
        sides = (Side.of(game, asks=not play.over and not game.won) for game in play.games)
        picture = BoardsPicture(tuple(sides), self._view)
        self._table.show(picture)
        return picture

    def _letters(self) -> None:
        for number, game in self._open():
            message(board_text(number, letters_in_words(game.rules, game.turns)))

    def _open(self) -> list[tuple[int, Transcript]]:
        return [(number, game) for number, game in enumerate(self.stand.play.games, 1) if not game.won]

    def _hint(self) -> None:
        """Tells how many codes are possible on each board, and the best guess for all of them."""
        for number, game in self._open():
            known = game.knowledge
            shown = ", ".join(map(known.secrets.text, known.likely(_SHOWN))) + (" ..." if len(known) > _SHOWN else "")
            left = f"{codes_left_text(len(known), game.rules)}: {shown}"
            message(board_text(number, left))
        boards = Boards(self.stand.rules, len(self.stand.play.secrets))
        with telling(SitoError):
            with thinking(_("Looking for the codes that are possible")):
                play = self.stand.play
                for index, guess in enumerate(play.guesses):
                    answers = [game.turns[index].answer if index < len(game) else None for game in play.games]
                    boards = boards.after(guess, answers)
                advice = advise_boards(boards, 1, seconds=SECONDS)
            message(_("next guess: {guess}").format(guess=advice[0].text))


_SHOWN = 5  # codes of each board in a hint


def _finish(stand: BoardsGame) -> None:
    games, secrets, count = stand.play.games, stand.play.secrets, len(stand.play.guesses)
    space = CodeSpace(stand.rules)
    if settings.json:
        boards = [
            {**game_as_json(game), "found": game.won, "secret": space.text(secret)}
            for game, secret in zip(games, secrets, strict=True)
        ]
        emit_json({"rules": str(stand.rules), "found": stand.play.won, "boards": boards, **number_as_json(stand)})
        return
    left = [
        (number, space.text(secret))
        for number, (game, secret) in enumerate(zip(games, secrets, strict=True), 1)
        if not game.won
    ]
    message(boards_ending(count, left, won=stand.play.won, given_up=stand.given_up))
