"""`sito advise`: what is left in a game, and what to guess next."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Annotated

from sito.advice.boards import MAX_BOARDS, Boards
from sito.cli.command import SeedOption, command
from sito.cli.limits import parse_time
from sito.cli.options import (
    AdviserOption,
    HardOption,
    RulesOption,
    game_rules,
    game_seed,
    given_game,
    names_rules,
    read_game,
    read_rules,
    read_strategy,
    rules_named_once,
)
from sito.cli.output import message, note, settings, telling
from sito.cli.parameters import Argument
from sito.cli.play.adviser import Adviser, Standing, after, reader_of, taken, wanted
from sito.cli.play.boards_picture import BoardsPicture
from sito.cli.play.mending import Mender
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.table import line_table
from sito.cli.table.commands import HELP, QUIT, Command, Commands, Leave
from sito.cli.table.lines import in_line, numbered_lines
from sito.codes.code import CodeSpace
from sito.codes.hard_mode import in_hard_mode
from sito.codes.turn_text import no_answer
from sito.errors import N_, Fault, InputError, RulesError, TranscriptError, gathered
from sito.operations.operation import Ask
from sito.playing.game import Transcript
from sito.playing.inconsistent import leaves_code, no_code
from sito.playing.text import read_turn_line
from sito.rules.rules import FeedbackKind, Rules
from sito.rules.text import WORD_PRESETS
from sito.show.game_sentences import board_text
from sito.show.i18n import _, fault_text, join_sentences
from sito.show.sentences import answer_sentence, turns_sentence, unknown_sentence
from sito.words.screen_words import screen_words
from sito.words.words import WordList

SCREEN_ROUNDS = 4
"""How many guesses such a terminal allows."""
_NAME = "screen"
_HACKED = next(name for name, text in WORD_PRESETS.items() if text == "words-black:")


def needs_screen(rules: str) -> bool:
    """Tells whether rules need the words of a screen: they are of such a terminal, and name no list.

    >>> needs_screen("terminal-hacking"), needs_screen("terminal-hacking:words.txt"), needs_screen("4x6")
    (True, False, False)
    """
    return rules.strip().lower().rstrip(":") in (_HACKED, WORD_PRESETS[_HACKED].rstrip(":"))


_MOST_LINES = 200
"""A screen has no more lines, so what comes after so many is not looked at for turns: each look reads all of them."""
_MOST_SHOWN = 20
"""How many of the words that are left out are shown."""


def screen_rules(lines: Iterator[tuple[int, str]] | None) -> tuple[Rules, Iterator[tuple[int, str]] | None]:
    """Reads the words of a screen, from a person or from the lines of a pipe, and gives the lines after them.

    The screen ends with an empty line, in a pipe also before the first line that is a turn. Raises
    `RulesError` if there are no words on it.
    """
    if lines is None:
        return _rules(_asked()), None
    screen: list[str] = []
    for number, line in lines:
        if screen and not line.strip():
            break
        if 0 < len(screen) <= _MOST_LINES and _is_turn(screen, line):
            lines = chain([(number, line)], lines)
            break
        screen.append(line)
    return _rules(screen), lines


def _asked() -> Iterator[str]:
    note(_("Paste the words on the screen, with all that stands between them; an empty line ends them."))
    table = line_table()
    while line := table.ask("> "):
        yield line


def _is_turn(screen: list[str], line: str) -> bool:
    words, _others = screen_words(screen)
    if not words:
        return False
    try:
        read_turn_line(_game(words), line)
    except InputError:
        return False
    return True


def _game(words: list[str]) -> Rules:
    return Rules.of_words(WordList.of(words, name=_NAME), FeedbackKind.BLACK)


def _rules(screen: list[str] | Iterator[str]) -> Rules:
    words, others = screen_words(screen)
    if not words:
        raise RulesError.said(
            "there are no words on the screen; write them, as in {example}", example="TRUST BRAVE SHORE"
        )
    if others:
        shown = others[:_MOST_SHOWN] + ["..."] * (len(others) > _MOST_SHOWN)
        note(_("Left out, for they have another length: {words}").format(words=" ".join(shown)))
    return _game(words)


@command(
    help=N_(
        "Tells how many codes are possible in a game, the first few of them, and the best guesses, with how many more "
        "guesses each is expected to need. With --strategy it tells the guess of that strategy. Without turns it asks "
        "for them at a terminal; without GAME, or with - at its end, it reads turns such as 'CBFF xo' from standard "
        "input, one a line, and tells after each. A first line may name the rules. In word games guess and answer may "
        "come one after the other, as squares, too. Exit code 3 if no code agrees with all the answers; the answers "
        "that may be wrong are named."
    ),
    examples=(
        "sito advise '4x6 CBFF:o EAAB:xxo'",
        "sito advise words-5",
        "sito advise words-5 raise:--y-g",
        "sito advise words-5 --boards 4",
        "sito advise terminal-hacking",
        "printf '0123 0,2\\n1045 0,1\\n' | sito advise --rules bulls-and-cows",
    ),
)
def advise(
    game: Annotated[list[str] | None, Argument(N_("The rules, and GUESS:ANSWER for each turn."))] = None,
    rules: RulesOption = None,
    boards: Annotated[int, Ask(N_("How many boards each guess is answered on."), 1, MAX_BOARDS)] = 1,
    hard: HardOption = False,
    worst: Annotated[
        bool, Ask(N_("Prefer the best worst case, as against a codemaker that commits to no code."))
    ] = False,
    strategy: AdviserOption = None,
    seed: SeedOption = None,
    top: Annotated[int, Ask(N_("How many guesses to show."), 1)] = 5,
    show: Annotated[int, Ask(N_("How many of the codes to show."), 0)] = 10,
    time: Annotated[
        str | None,
        Ask(
            N_(
                "How long to look ahead: seconds, or as in 90s, 5m, 1.5h. Without it the work is counted, about a "
                "second, and the same game has the same advice."
            )
        ),
    ] = None,
) -> None:
    chosen = None if strategy is None else read_strategy(strategy)
    adviser = Adviser(
        chosen, game_seed(seed), top, show, None if time is None else parse_time(time), within=1 if worst else None
    )
    told = " ".join(game or []).split()
    reads = told[-1:] == ["-"] or not (game or sys.stdin.isatty())
    told = told[:-1] if told[-1:] == ["-"] else told
    named = rules or next(iter(told), "")
    lines: Iterator[tuple[int, str]] | None = None

    def begun(game: Transcript) -> Standing:
        """Gives the game with the boards and the hard mode that were asked for."""
        if boards == 1:
            return Transcript(in_hard_mode(game.rules), game.turns) if hard else game
        return Boards(in_hard_mode(game.rules) if hard else game.rules, boards)

    if needs_screen(named):
        adviser = replace(adviser, rounds=SCREEN_ROUNDS)
        lines = numbered_lines() if reads or not sys.stdin.isatty() else None
        found, lines = screen_rules(lines)
        stand = _with_turns(begun(Transcript(found)), told if rules else told[1:])
    elif told and (boards > 1 or _are_words(named)):
        stand = _with_turns(begun(Transcript(read_rules(named))), told if rules else told[1:])
    elif told or (game and rules is None and not reads):
        stand = begun(given_game(rules, " ".join(told)))
    else:
        stand = begun(Transcript(game_rules(rules)))
    if lines is None and reads:
        lines = numbered_lines()
    if lines is not None:
        for each in _stands(stand, rules if rules or not told else named, lines, begun):
            adviser.report(each)
    elif stand.turns or not _talks(told):
        adviser.report(stand)
    else:
        talk(stand, adviser)


def _talks(told: Sequence[str]) -> bool:
    """Tells whether a person at a terminal is to be asked for turns; a game that is given may be for a program."""
    return sys.stdin.isatty() and (not told or (sys.stdout.isatty() and not settings.json))


def _are_words(rules: str) -> bool:
    """Tells whether a text names a game of words, whose turns may be written as people paste them."""
    return names_rules(rules) and read_rules(rules).words is not None


def _with_turns(stand: Standing, turns: Iterable[str]) -> Standing:
    reader = reader_of(stand)
    faults: list[Fault] = []
    for text in turns:
        with gathered(faults):
            reader.read(text, wanted(stand))
            stand = taken(stand, reader)
    if not faults:
        faults += [no_answer(reader.space.text(guess), stand.rules) for guess in reader.guesses]
    TranscriptError.check(faults)
    return stand


def _stands(
    stand: Standing, rules: str | None, lines: Iterator[tuple[int, str]], begun: Callable[[Transcript], Standing]
) -> Iterator[Standing]:
    """Reads turns from a pipe and gives the game after each; the game as it begins if there are none.

    The first line may name the rules, unless `rules` were named.
    """
    reader = reader_of(stand)
    first, told = True, False
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        before = stand
        try:
            if first and rules is None and names_rules(line):
                stand = begun(read_game(line))
                reader = reader_of(stand)
            else:
                with rules_named_once(rules, line):
                    reader.read(line, wanted(stand))
                    stand = taken(stand, reader)
        except InputError as error:
            raise in_line(number, error) from None
        first = False
        if stand.turns and stand != before:
            told = True
            yield stand
    if not told:
        yield stand


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
        self._reader = reader_of(start)
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
        with telling(InputError):
            self._reader.read(line, wanted(self.stand))
            while not self.stand.won and (turn := self._reader.take(wanted(self.stand))) is not None:
                self.stand = self._mended(after(self.stand, turn))
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
            wrong = unlisted if game.rules.words is not None else fault_text(no_code(game))
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
    return next(((place, game) for place, game in enumerate(games) if not leaves_code(game.knowledge)), None)


def _picture(stand: Standing) -> GamePicture | BoardsPicture:
    view = View(count=False)
    if isinstance(stand, Boards):
        return BoardsPicture(tuple(map(Side.of, stand.games())), view)
    return GamePicture(view, (Side.of(stand),))
