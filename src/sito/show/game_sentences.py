"""What terminal and page both say of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sito.games.counting import is_counted
from sito.native.game import MOST_COLORS, MOST_PEGS
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.i18n import _, join_sentences, ngettext


def which_sentence(number: int | None, day: str | None) -> str:
    """Says which game by number it is, or of which day; nothing of others."""
    if day is not None:
        return _("This is the puzzle of {day}.").format(day=day)
    return "" if number is None else _("This is game {number}.").format(number=number)


def maker_task(rules: str, *, adversarial: bool) -> str:
    """Says what is to be guessed."""
    return (_("Guess {rules}.") if adversarial else _("I have a code: {rules}.")).format(rules=rules)


def maker_sentences(lies: int, *, adversarial: bool) -> Iterator[str]:
    """Says what is special about a codemaker, who may tell so many lies."""
    if adversarial:
        yield _("I commit to no code: I answer so that you need as many guesses as I can force.")
    if lies:
        sentence = ngettext(
            "Up to {count} answer may be wrong, but I always tell truly whether a guess is the code.",
            "Up to {count} answers may be wrong, but I always tell truly whether a guess is the code.",
            lies,
        )
        yield sentence.format(count=lies)


def farewell(
    code: str | None, lies: Iterable[Mapping[str, object]] | None, *, won: bool, adversarial: bool
) -> Iterator[str]:
    """Says at the end what the code was, or one that agrees, and of a liar what the lies were."""
    if not won:
        was = _("{code} agrees with all my answers.") if adversarial else _("The code was {code}.")
        yield was.format(code=code)
    if adversarial:
        yield _("I had committed to no code.")
    elif lies is not None:
        lie = _("Answer {turn} was a lie: {guess} earns {truth}, not {answer}.")
        yield from [lie.format(**each) for each in lies] or [_("None of my answers was a lie.")]


def play_ending(count: int, *, won: bool, given_up: bool) -> str:
    """Says how a game has ended after so many guesses."""
    if won:
        found = ngettext("You have found it in {count} guess.", "You have found it in {count} guesses.", count)
        return found.format(count=count)
    return _("You have given up.") if given_up else _("No rounds are left.")


def boards_task(count: int, rules: str) -> str:
    """Says what is to be guessed on so many boards."""
    sentence = ngettext(
        "On {count} board I have a code: {rules}.", "On each of {count} boards I have a code: {rules}.", count
    )
    return sentence.format(count=count, rules=rules)


def boards_ending(count: int, left: Iterable[tuple[int, str | None]], *, won: bool, given_up: bool) -> str:
    """Says how a game on several boards has ended; `left` are those that are not solved, with their codes."""
    if won:
        found = ngettext("You have found all in {count} guess.", "You have found all in {count} guesses.", count)
        return found.format(count=count)
    codes = [board_text(number, f"{secret}.") for number, secret in left]
    return join_sentences(play_ending(count, won=False, given_up=given_up), *codes)


def board_text(number: int, text: str) -> str:
    """Says something of one of several boards."""
    return _("Board {number}: {text}").format(number=number, text=text)


def keep_task(rules: str, limit: int | None) -> Iterator[str]:
    """Says what to think of, and how many guesses the computer has."""
    yield _("Think of a code: {rules}.").format(rules=rules)
    if limit is not None:
        yield ngettext("I have {count} round to find it.", "I have {count} rounds to find it.", limit).format(
            count=limit
        )


def keep_ending(count: int, *, won: bool, given_up: bool) -> str:
    """Says how a game has ended in which the computer has made so many guesses."""
    if won:
        found = ngettext("I have found it in {count} guess.", "I have found it in {count} guesses.", count)
        return found.format(count=count)
    return _("You have given up.") if given_up else _("No rounds are left and I have not found it.")


def duel_ending(mine: Transcript, theirs: Transcript, winner: str, *, friend: bool) -> str:
    """Says who has won a duel: `winner` is `you`, `other` or `tie`."""
    count = len(mine if winner == "you" else theirs)
    if winner == "you":
        told = ngettext("You win with {count} guess.", "You win with {count} guesses.", count)
    elif winner == "other" and friend:
        told = ngettext("Your friend wins with {count} guess.", "Your friend wins with {count} guesses.", count)
    elif winner == "other":
        told = ngettext("I win with {count} guess.", "I win with {count} guesses.", count)
    elif not mine.won:
        return _("No rounds are left.")
    elif friend:
        told = ngettext("A tie: you both needed {count} guess.", "A tie: you both needed {count} guesses.", count)
    else:
        told = ngettext("A tie: we both needed {count} guess.", "A tie: we both needed {count} guesses.", count)
    return told.format(count=count)


def vast_sentence(rules: Rules) -> str:
    """Says what games on a vast board do not have; nothing of others."""
    if is_counted(rules):
        return ""
    told = _(
        "With more than {pegs} pegs or {colors} colors the possible codes are not counted, and there are no hints and "
        "no reviews."
    )
    return told.format(pegs=MOST_PEGS, colors=MOST_COLORS)
