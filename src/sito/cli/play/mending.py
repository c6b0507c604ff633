"""Mending a game whose answers contradict each other: repairs to choose from, one answer corrected, turns taken back.

A person who keeps a code may err. What is wrong is said at the prompt where it is noticed,
and the game goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sito.base.limits import Limits
from sito.cli.output import message, telling
from sito.cli.table import Picture, Table, thinking
from sito.cli.table.commands import HELP, QUIT, Command, Commands, Leave, number_up_to
from sito.codes.code import CodeSpace
from sito.codes.feedback import Answer, read_noted
from sito.errors import N_, CodeError, FeedbackError, InconsistentError, LimitError
from sito.operations.answers import ToldChange
from sito.operations.operation import as_json
from sito.playing.game import Transcript
from sito.playing.inconsistent import leaves_code, no_code
from sito.playing.repairs import Diagnosis, diagnose, wrong_answers
from sito.rules.rules import Rules
from sito.show.i18n import _, error_text, fault_text, join_sentences, ngettext
from sito.show.sentences import answer_sentence

SHOWN = 5
"""How many repairs are shown at a time."""
_KEPT = 100  # repairs, for /more
_FOR_A_PERSON = Limits(seconds=3)  # only games of millions of codes need as long
UNDO = Command("undo", N_("takes your last answer back; undo 2 takes back the last two"), arguments=True)
FIX = Command("fix", N_("corrects an answer; fix 1 corrects answer 1"), arguments=True)
_MORE = Command("more", N_("shows more repairs"))
_CHOOSING = Commands(HELP, QUIT, UNDO, FIX, _MORE)
_FIXING = Commands(HELP, QUIT, UNDO, FIX)
_CORRECTING = Commands(HELP, QUIT, UNDO)
_LEAVING = Commands(QUIT)


class Mender:
    """Helps a person to mend a game at a table; `picture` draws the game."""

    def __init__(self, rules: Rules, table: Table, picture: Callable[[Transcript], Picture]) -> None:
        self._rules = rules
        self._space = CodeSpace(rules, guesses=True)
        self._table = table
        self._picture = picture

    def mended(self, game: Transcript) -> Transcript:
        """Has answers corrected until a code agrees with them all.

        Raises `InconsistentError` at the end of the input, and `Leave` for `/quit`.
        """
        while not leaves_code(game.knowledge):
            try:
                with thinking(_("Looking for the wrong answers")):
                    found = diagnose(game, top=_KEPT, limits=_FOR_A_PERSON)
                sentences = found.faults(SHOWN)
                count = len(found.repairs)
            except LimitError as error:  # of a game that is too long
                found, sentences, count = None, (no_code(game), *error.faults), 0
            self._table.show(self._picture(game), whole=True)
            if found is not None and len(found.clash) != 1:  # else the sentence about the only wrong answer says it
                message(fault_text(no_code(game)))
            for fault in sentences:
                message(fault_text(fault))
            if count > SHOWN and found is not None:
                message(_more_text(found, SHOWN))
            if not count or not self._table.board:  # a board shows the commands that are at hand
                message(_how_to_mend(count, len(game)))
            try:
                game = self._chosen(game, found)
            except EOFError:
                raise InconsistentError(no_code(game)) from None
        return game

    def _chosen(self, game: Transcript, found: Diagnosis | None) -> Transcript:
        """Asks for a repair until one is chosen or the game is changed in another way."""
        repairs = found.repairs if found is not None else ()
        shown = min(SHOWN, len(repairs))
        while True:
            count = _("Which repair? (1 to {count}): ").format(count=shown)
            commands = _CHOOSING if repairs else _FIXING
            line = self._table.ask(count if repairs else _("/fix or /undo: "), commands=commands)
            said = commands.read(line)
            match said.command:
                case None if number := number_up_to(line, shown):
                    return game.repaired(repairs[number - 1])
                case "fix" | "undo" as command:
                    change = self.fixed if command == "fix" else taken_back
                    if (changed := change(game, said.arguments)) is not None:
                        return changed
                case "more" if found is not None and shown < len(repairs):
                    last = min(shown + SHOWN, len(repairs))
                    for fault in found.repair_faults(shown, last):
                        message(fault_text(fault))
                    shown = last
                    if found.total > shown:
                        message(_more_text(found, shown))
                case "more":
                    message(_("There are no more repairs to show."))
                case None | "help":
                    if found is not None and self._table.board:  # where they stood until this line was read
                        for fault in found.repair_faults(0, shown):
                            message(fault_text(fault))
                    message(_how_to_mend(shown, len(game)))

    def fixed(self, game: Transcript, arguments: Sequence[str]) -> Transcript | None:
        """Has one answer corrected or marked unknown; gives None if that was not possible.

        `arguments` may name the turn, as in `/fix 2`, and the right answer, as in `/fix 2 xo`;
        what is missing is asked for.
        """
        if not arguments:
            self._table.show(self._picture(game), whole=True)
            return self._asked(game)
        number = number_up_to(arguments[0], len(game))
        if number is None:
            message(_which_text(len(game)))
            return None
        if len(arguments) == 1:
            return self._replaced(game, number - 1)
        with telling(FeedbackError):
            return game.corrected(number - 1, read_noted(" ".join(arguments[1:]), self._rules))
        return None

    def _asked(self, game: Transcript) -> Transcript:
        """Asks which answer is wrong, and for the right one; /undo takes the last answer back instead."""
        while True:
            question = _("Which answer is wrong? (1 to {count}): ").format(count=len(game))
            line = self._table.ask(question, commands=_CORRECTING)
            said = _CORRECTING.read(line)
            if said.command == "undo":
                if (shorter := taken_back(game, said.arguments)) is not None:
                    return shorter
            elif number := number_up_to(line, len(game)):
                return self._replaced(game, number - 1)
            elif said.command != "":
                message(_which_text(len(game)))

    def _replaced(self, game: Transcript, index: int) -> Transcript:
        """Asks for the right answer to a guess."""
        question = _("The right answer to {guess} (? if unknown): ")
        while True:
            guess = self._space.text(game.turns[index].guess)
            line = self._table.ask(question.format(guess=guess), commands=_CORRECTING)
            said = _CORRECTING.read(line, self._read)
            match said.command:
                case None:
                    with telling(FeedbackError):
                        return game.corrected(index, self._read(line))
                case "undo":
                    if (shorter := taken_back(game, said.arguments)) is not None:
                        return shorter
                case "help":
                    message(answer_sentence(self._rules))

    def _read(self, line: str) -> Answer:
        return read_noted(line, self._rules)


def taken_back(game: Transcript, arguments: Sequence[str]) -> Transcript | None:
    """Takes back the last answer, or so many as in `/undo 3`; says so and gives None if there are not so many."""
    if not arguments:
        return game.shortened(-1)
    count = number_up_to(arguments[0], len(game))
    if count is None:
        few = ngettext(
            "There is {count} answer that can be taken back.",
            "There are {count} answers that can be taken back.",
            len(game),
        )
        message(few.format(count=len(game)))
        return None
    return game.shortened(len(game) - count)


def _which_text(turns: int) -> str:
    which = _("Write the number of the answer, from 1 to {count}; /undo takes the last answer back.")
    return which.format(count=turns)


def _more_text(found: Diagnosis, shown: int) -> str:
    more = found.total - shown
    text = ngettext(
        "There is {count} more repair; /more shows it.", "There are {count} more repairs; /more shows the next.", more
    )
    return text.format(count=more)


def _how_to_mend(repairs: int, turns: int) -> str:
    """Says what can be written when answers contradict each other."""
    others = _(
        "/fix {number} corrects answer {number} (with ? for an answer that you do not know), "
        "/undo 2 takes two answers back, /quit leaves the game."
    ).format(number=turns)
    return join_sentences(_("Write the number of a repair."), others) if repairs else others


def known_secret(game: Transcript, table: Table) -> str | None:
    """Gives the code that was found in a game, or asks the person for it; None if there is no answer."""
    if game.won:
        return CodeSpace(game.rules).text(game.turns[-1].guess)
    space = CodeSpace(game.rules)
    while True:
        try:
            line = table.ask(_("What was your code? (Enter to skip): "), commands=_LEAVING)
            if not line or _LEAVING.read(line, space.parse).command is not None:
                return None
            return space.text(space.parse(line))
        except CodeError as error:
            message(error_text(error))
        except (EOFError, Leave):
            return None


def tell_wrong_answers(written: Transcript, secret: str | None) -> None:
    """Names each answer that was wrong as it was first written, if the secret is known now."""
    wrong = () if secret is None else wrong_answers(written, secret)
    if wrong:
        text = ngettext("{count} answer was wrong:", "{count} answers were wrong:", len(wrong))
        message(text.format(count=len(wrong)))
        for change in wrong:
            message(fault_text(change.verdict(written.rules)))
    elif secret is not None and not written.won:
        message(_("All your answers were right."))


def wrong_as_json(written: Transcript, secret: str | None) -> list[object]:
    """Tells the same as JSON."""
    wrong = () if secret is None else wrong_answers(written, secret)
    return [as_json(ToldChange.of(written.rules, each)) for each in wrong]
