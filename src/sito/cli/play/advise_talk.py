"""The session of `sito advise` at a terminal: a person writes guesses and answers, and is advised after each turn."""

from __future__ import annotations

from sito.advice.boards import Boards
from sito.cli.output import message, note, settings
from sito.cli.play.adviser import Adviser, Reader, Standing, after, reader_of, wanted
from sito.cli.play.boards_picture import BoardsPicture
from sito.cli.play.mending import Mender
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.table import line_table
from sito.cli.table.commands import HELP, QUIT, Command, Commands, Leave
from sito.codes.code import CodeSpace
from sito.errors import N_, InputError
from sito.playing.game import Transcript
from sito.playing.inconsistent import no_code
from sito.show.game_sentences import board_text
from sito.show.i18n import _, error_text, fault_text, join_sentences
from sito.show.sentences import answer_sentence, turns_sentence, unknown_sentence

_UNDO = Command("undo", N_("takes the last turn back"))
_MORE = Command("more", N_("shows more of the codes"))
_NEW = Command("new", N_("begins anew"))
_QUIT = Command(QUIT.name, N_("ends the session"))
_COMMANDS = Commands(HELP, _UNDO, _MORE, _NEW, _QUIT)


def talk(start: Standing, adviser: Adviser) -> None:
    """Reads turns from a person; a slip costs nothing, wrong answers are found and mended."""
    note(join_sentences(turns_sentence(start.rules), _("/undo takes one back, /quit ends.")))
    if start.rules.words is not None:
        note(answer_sentence(start.rules))
    adviser.report(start, whole=start.rules.words is None)
    session = _Session(start, adviser)
    try:
        while not session.stand.won:
            session.hear()
    except (EOFError, Leave):
        return


class _Session:
    """One session: the game as it stands, and what is written and waits for the rest of its turn."""

    def __init__(self, start: Standing, adviser: Adviser) -> None:
        self.stand = self._start = start
        self._adviser = adviser
        self._reader: Reader = reader_of(start)
        self._table = line_table()
        self._shown = adviser.show

    def hear(self) -> None:
        """Reads one line, and does what it says."""
        line = self._table.ask(self._prompt(), commands=_COMMANDS)
        if not line:
            return
        match _COMMANDS.read(line, self._is_readable).command:
            case None:
                self._take(line)
            case "help":
                for sentence in (turns_sentence(self.stand.rules), answer_sentence(self.stand.rules)):
                    message(sentence)
                for sentence in (unknown_sentence(self.stand.rules), *_COMMANDS.help()):
                    message(sentence)
            case "undo":
                if not self._reader.forget() and self.stand.turns:
                    self.stand = self.stand.shortened(-1)
                    self._report()
            case "more":
                self._shown = self._adviser.show_more(self.stand, self._shown)
            case "new":
                self.stand = self._start
                self._reader.forget()
                self._report()

    def _prompt(self) -> str:
        if not self._reader.guesses:
            limit, number = self._adviser.rounds, len(self.stand.turns) + 1
            if limit is not None and number <= limit:
                return _("guess {number} of {limit}: ").format(number=number, limit=limit)
            return "> "
        guess = CodeSpace(self.stand.rules, guesses=True).text(self._reader.guesses[0])
        if isinstance(self.stand, Boards) and len(self.stand.open) > 1:
            return f"{guess} {self.stand.open[len(self._reader.answers)] + 1}: "
        return f"{guess}: "

    def _is_readable(self, line: str) -> None:
        """Raises `InputError` for a line that is no part of a turn."""
        reader = reader_of(self.stand)
        reader.guesses += self._reader.guesses[:1]
        reader.read(line, wanted(self.stand))

    def _take(self, line: str) -> None:
        """Takes in a line with turns, or a part of one."""
        before = self.stand
        try:
            self._reader.read(line, wanted(self.stand))
            while not self.stand.won and (turn := self._reader.take(wanted(self.stand))) is not None:
                self.stand = self._mended(after(self.stand, turn))
        except InputError as error:
            message(error_text(error))
        if self.stand != before:
            self._report(anew=self.stand.turns[: len(before.turns)] != before.turns)

    def _report(self, *, anew: bool = False) -> None:
        """Shows the turns that are new, or all `anew`, and the advice."""
        self._shown = self._adviser.show
        stand = self.stand
        if stand.rules.words is not None and not settings.json:
            self._table.show(_picture(stand), whole=anew)
        self._adviser.report(stand, whole=stand.rules.words is None)
        rounds = self._adviser.rounds
        if rounds is not None and len(stand.turns) == rounds and not stand.won:
            message(_("No rounds are left."))

    def _mended(self, stand: Standing) -> Standing:
        """Has wrong answers found and corrected, on the boards on which no code agrees with all of them."""
        while (found := _contradicting(stand)) is not None:
            place, game = found
            unlisted = _("An answer is wrong, or the word is not in the list.")
            wrong = unlisted if game.rules.words is not None else fault_text(no_code(game.rules))
            if isinstance(stand, Boards):
                message(board_text(place + 1, wrong))
            elif game.rules.words is not None:  # else that is said with the repairs
                message(wrong)
            mended = Mender(game.rules, self._table, _picture).mended(game)
            stand = stand.mended(place, mended) if isinstance(stand, Boards) else mended
        return stand


def _contradicting(stand: Standing) -> tuple[int, Transcript] | None:
    """Finds the first board, as a game of its own, on which no code agrees with all the answers."""
    games = stand.games() if isinstance(stand, Boards) else (stand,)
    return next(((place, game) for place, game in enumerate(games) if not len(game.knowledge)), None)


def _picture(stand: Standing) -> GamePicture | BoardsPicture:
    view = View(count=False)
    if isinstance(stand, Boards):
        return BoardsPicture(tuple(map(Side.of, stand.games())), view)
    return GamePicture(view, (Side.of(stand),))
