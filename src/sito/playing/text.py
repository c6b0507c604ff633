"""The text forms of a game: one line, and JSON; and the turns that people write on a line of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, Turn
from sito.codes.notations import example_answer
from sito.codes.partial import UNKNOWN
from sito.codes.turn_text import read_pair
from sito.errors import N_, Fault, InputError, TranscriptError
from sito.rules.rules import Notation, Rules
from sito.rules.text import names_words
from sito.words.own import listed_of_value
from sito.words.words import Words

JSON_VERSION = 1
_LONGEST_REASON = 200  # characters


def read_line(text: str, words: Words | None = None) -> tuple[Rules, tuple[Turn, ...]]:
    """Reads the one-line text, as `Transcript.parse` does."""
    if not isinstance(text, str):
        wrong = N_("a game is written as a text such as {example}; a value of type {type} was given")
        raise TranscriptError.said(wrong, example="4x6 CBFF:o EAAB:xxo", type=type(text).__name__)
    head, *pairs = text.split() or [""]
    if not head:
        raise TranscriptError.said("the game is empty; write the rules and the turns, as in 4x6 CBFF:o EAAB:xxo")
    if ":" in head and not names_words(head):
        nameless = N_("the game begins with the turn {turn!r}; write its rules first, as in 4x6 CBFF:o EAAB:xxo")
        raise TranscriptError.said(nameless, turn=head)
    rules = Rules.parse(head, words)
    space = CodeSpace(rules, guesses=True)
    return rules, tuple(TranscriptError.gather(lambda pair: read_pair(pair, space), pairs))


def read_written(text: str, words: Words | None = None) -> tuple[Rules, tuple[Turn, ...]]:
    """Reads a game as people write or paste it: the one-line text, the JSON form, or the rules and a turn a line.

    Lines that are blank or begin with `#` mean nothing. A turn on a line of its own is written as
    for `read_turn_line`; the rules stand first. Raises `RulesError`, or `TranscriptError` with
    every fault, each with its line where there are several.
    """
    if not isinstance(text, str) or text.lstrip().startswith("{"):
        return read_json(text, words) if isinstance(text, str) else read_line(text, words)
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    told = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if len(told) <= 1 or all(_is_pair(word) for _, line in told[1:] for word in line.split()):
        return read_line(" ".join(line for _, line in told), words)
    number, line = told[0]
    head, *rest = line.split(maxsplit=1)
    rules, _ = read_line(head, words)
    turns: list[Turn] = []
    faults: list[Fault] = []
    for number, line in [*((number, part) for part in rest), *told[1:]]:
        try:
            turns += _turns_of_line(rules, line)
        except InputError as error:
            faults += [Fault("line {number}: {fault}", number=number, fault=fault) for fault in error.faults]
    TranscriptError.check(faults)
    return rules, tuple(turns)


def _is_pair(word: str) -> bool:
    guess, _, answer = word.rpartition(":")
    return bool(guess and answer)


def _turns_of_line(rules: Rules, line: str) -> Sequence[Turn]:
    """Reads a line of several turns, each GUESS:ANSWER, or of one turn in any form."""
    words = line.split()
    if len(words) > 1 and all(map(_is_pair, words)):
        return read_line(f"{rules} {line}", rules.words)[1]
    return [read_turn_line(rules, line)]


def read_json(text: str, words: Words | None = None) -> tuple[Rules, tuple[Turn, ...]]:
    """Reads the JSON form, as `Transcript.from_json` does.

    A game that is a part of something else, such as a duel, has no version of its own.
    """
    try:
        value = json.loads(text)
        version, rules, turns = value.get("version", JSON_VERSION), value["rules"], value["turns"]
        pairs = [(str(turn["guess"]), str(turn["answer"])) for turn in turns]
        carried = value.get("words")
        lists = None if carried is None else {**carried, "secrets": carried["secrets"]}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise TranscriptError.said(
            "this is not a game in JSON ({reason}); it needs rules, and turns of guess and answer",
            reason=repr(error)[:_LONGEST_REASON],
        ) from None
    if version != JSON_VERSION:
        raise TranscriptError.said(
            "the game has version {version} of the JSON form; this Sito reads version {known}",
            version=version,
            known=JSON_VERSION,
        )
    found = Rules.parse(str(rules), words if lists is None else listed_of_value(lists))
    space = CodeSpace(found, guesses=True)
    return found, tuple(TranscriptError.gather(lambda pair: Turn.read(*pair, space), pairs))


def write_json(rules: Rules, turns: Sequence[Turn]) -> str:
    """Writes the JSON form, one line; that of a word game has its words in it."""
    space = CodeSpace(rules, guesses=True)
    written = [{"guess": space.text(guess), "answer": str(answer)} for guess, answer in turns]
    value: dict[str, object] = {"version": JSON_VERSION, "rules": str(rules), "turns": written}
    words = rules.words
    if words is not None:
        value["words"] = words.to_value()
    return json.dumps(value, ensure_ascii=False)


def read_turn_line(rules: Rules, line: str) -> Turn:
    """Reads a turn as people write it on a line of its own: `CBFF:o`, `CBFF o`, `1 2 3 4 5 P2 B1`.

    A line with a guess alone is no turn: an answer of nothing is written `-`. Raises `InputError` with every fault.

    >>> rules = Rules.parse("logik")
    >>> [str(part) for part in read_turn_line(rules, "2 4 5 2 4  1 2")]
    ['Code([1, 3, 4, 1, 3])', 'xoo']
    >>> read_turn_line(Rules.parse("4x6"), "AABB")
    Traceback (most recent call last):
    sito.errors.TranscriptError: the line 'AABB' has a guess and no answer; write both, as in AABB xxo, \
and AABB - for none
    """
    space = CodeSpace(rules, guesses=True)
    guess, colon, answer = line.rpartition(":")
    if colon:
        return Turn.read(guess, answer, space)
    separator = r"[\s,]+" if rules.notation is Notation.NUMBERS else r"\s+"
    first = re.split(separator, line.strip(), maxsplit=1)[0]
    # Symbols that stand apart, as numbers do, are counted; else the guess is the first word.
    count = rules.pegs if first in rules.symbols() or first == UNKNOWN else 1
    parts = re.split(separator, line.strip(), maxsplit=count)
    guess = " ".join(parts[:count])
    if len(parts) <= count:
        code = space.read_noted(guess)  # what is wrong with the guess comes first
        raise TranscriptError.said(
            "the line {line!r} has a guess and no answer; write both, as in {guess} {answer}, "
            "and {guess} {none} for none",
            line=line.strip(),
            guess=space.text(code),
            answer=example_answer(rules),
            none=Feedback.of(rules, 0),
        )
    return Turn.read(guess, parts[count], space)
