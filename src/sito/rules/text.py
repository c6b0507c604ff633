"""The parts of a rules text such as `4x10-distinct-black`, read in any order; every fault is found at once."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sito.errors import N_, Fault, RulesError, nearest
from sito.rules.kinds import MAX_LIES, NOTATION_LIMITS, Allowed, FeedbackKind, HardMode, Notation

PRESETS = {
    "mastermind": "4x6",
    "super-mastermind": "5x8",
    "bulls-and-cows": "4x10-distinct",
    "bulls-and-cows-repeats": "4x10",
    "logik": "5x8-numbers",
}
"""Names for rules that need no word list, and their canonical texts."""

WORD_PRESETS = {
    "terminal-hacking": "words-black:",
    "wordle-like": "words-position:",
}
"""Names for rules that need a word list, and what stands before its name in their canonical texts."""

OWN = "own"
"""What the text of the rules of a game of one's own begins with."""

WORDS = "words"
"""The name of the game with English words of five letters, which come with Sito."""

KNOWN_ELSEWHERE = {
    "wordle": "words",
    "dordle": "words --boards 2",
    "quordle": "words --boards 4",
    "absurdle": "words --maker adversarial",
    "fallout": "terminal-hacking",
}
"""Names under which people know a game, and what to write for it instead."""

_USUAL_LENGTH = 5
_ANY_WORD = re.compile("any[0-9]{0,9}")
_WORD_ANSWERS = tuple(kind for kind in FeedbackKind if kind is not FeedbackKind.BLACK_WHITE)

LIES = re.compile(r"lies([0-9]{1,9})")
"""The part of rules that says how often the codemaker may lie."""


_OPTION = re.compile("|".join((LIES.pattern, *HardMode)))


def split_options(name: str) -> tuple[str, str]:
    """Takes lies and hard modes out of rules.

    >>> split_options("words-position-hard-lies1"), split_options("mastermind")
    (('words-position', '-hard-lies1'), ('mastermind', ''))
    """
    parts = name.split("-")
    added = [part for part in parts if _OPTION.fullmatch(part)]
    return "-".join(part for part in parts if part not in added), "".join(f"-{part}" for part in added)


def packaged_rules(text: str) -> tuple[str, str] | None:
    """Takes apart rules whose words come with Sito: what stands before the list in other rules, and the list.

    None for other rules. The answer is given per position if nothing else is said. A list whose every
    word may be the secret has `+any` behind it, as in other rules.

    >>> packaged_rules("words"), packaged_rules("words-6-lies1"), packaged_rules("words-black")
    (('words-position', 'words-5'), ('words-position-lies1', 'words-6'), None)
    >>> packaged_rules("words-hard+any")
    ('words-position-hard', 'words-5+any')
    """
    text, plus, any_word = text.partition("+")
    if plus and not _ANY_WORD.fullmatch(any_word):
        return None
    head, *options = text.split("-")
    length = options.pop(0) if options and options[0].isdecimal() else ""
    told = [option for option in options if option in _WORD_ANSWERS]
    if head != "words" or ":" in text or (told and not length):
        return None
    answers = [] if told else ["position"]
    return "-".join(["words", *answers, *options]), f"words-{length or _USUAL_LENGTH}{plus}{any_word}"


def names_words(text: str) -> bool:
    """Tells whether a text begins as the rules of a word game do.

    >>> names_words("wordle-like-hard:answers.txt"), names_words("CBFF:o")
    (True, False)
    """
    named, _ = split_options(text.strip().partition(":")[0].lower())
    return named.split("-")[0] in ("words", OWN) or named in WORD_PRESETS


@dataclass
class Options:
    """What rules may say beside their size."""

    allowed: Allowed = Allowed.ANY
    feedback: FeedbackKind = FeedbackKind.BLACK_WHITE
    notation: Notation | None = None
    lies: int = 0
    hard: HardMode | None = None


OPTION_NAMES = (
    "distinct",
    *FeedbackKind,
    Notation.LETTERS,
    Notation.DIGITS,
    Notation.NUMBERS,
    *HardMode,
    f"lies1 ... lies{MAX_LIES}",
)
WORD_HEADS = (*WORD_PRESETS, "words", *(f"words-{kind}" for kind in _WORD_ANSWERS))
_SIZE = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")


def parse_options(text: str, name: str) -> tuple[tuple[int, int] | None, Options, list[Fault]]:
    """Reads `4x10-distinct-black` and the like, the parts in any order."""
    size: tuple[int, int] | None = None
    options = Options()
    faults: list[Fault] = []
    parts = name.replace("black-white", "black_white").split("-") if name else []
    names = ", ".join(OPTION_NAMES)
    if "" in parts:
        gap = N_(
            "the rules {text!r} have a - with nothing on one side; "
            "it joins two parts, as in 4x10-distinct; allowed are {names}"
        )
        faults.append(Fault(gap, text=text, names=names))
    seen: set[str] = set()
    unknown: list[str] = []
    for part in (part.replace("_", "-") for part in parts if part):
        match = _SIZE.fullmatch(part)
        group = "size" if match else "allowed" if part == "distinct" else ""
        if match:
            size = (int(match[1]), int(match[2]))
        elif part == "distinct":
            options.allowed = Allowed.DISTINCT
        elif part in tuple(FeedbackKind):
            options.feedback, group = FeedbackKind(part), "feedback"
        elif part in NOTATION_LIMITS:
            options.notation, group = Notation(part), "notation"
        elif part in tuple(HardMode):
            options.hard, group = HardMode(part), "hard mode"
        elif LIES.fullmatch(part):
            options.lies, group = int(part.removeprefix("lies")), "lies"
        else:
            unknown.append(part)
        if group and group in seen:
            faults.append(
                Fault("{part!r} is one too many in the rules {text!r}; name each kind once", part=part, text=text)
            )
        seen.add(group)
    # Where there is no size, a part with a digit is meant for it: that there is none says enough.
    faults += [
        _unknown_part(part, text, names)
        for part in unknown
        if size is not None or not any(character.isdigit() for character in part)
    ]
    return size, options, faults


def _unknown_part(part: str, text: str, names: str) -> Fault:
    meant = nearest(part, ("distinct", *FeedbackKind, *NOTATION_LIMITS, *HardMode, "lies1"), 0.7)
    if meant is None:
        wrong = N_("{part!r} is not known in the rules {text!r}; allowed are {names}")
        return Fault(wrong, part=part, text=text, names=names)
    wrong = N_("{part!r} is not known in the rules {text!r}; do you mean {meant}? Allowed are {names}")
    return Fault(wrong, part=part, text=text, meant=meant, names=names)


def parse_word_head(text: str, head: str) -> Options:
    """Reads what stands before the colon of word rules, such as `words-position-hard` or `wordle-like-lies1`.

    The parts may stand in any order. Raises `RulesError`.

    >>> parse_word_head("wordle-like-hard:animals", "wordle-like-hard").hard
    <HardMode.HARD: 'hard'>
    """
    named, added = split_options(head)
    parts = WORD_PRESETS.get(named, named).rstrip(":").split("-")
    kind = "-".join(part for part in parts if part != "words")
    if named == OWN:
        parts, kind = ["words"], ""  # of one's own: the table says how answers are given
    last = added.split("-")[1:]
    hard = [part for part in last if not LIES.fullmatch(part)]
    lies = [int(part.removeprefix("lies")) for part in last if LIES.fullmatch(part)]
    if parts.count("words") != 1 or kind not in ("", *FeedbackKind) or len(hard) > 1 or len(lies) > 1:
        raise RulesError.said(
            "the word rules {text!r} cannot be read; write words:NAME, words-black:NAME, words-total:NAME, "
            "words-position:NAME or words-naive:NAME, and -lies1 before the colon if the codemaker may lie once",
            text=text,
        )
    feedback = FeedbackKind(kind) if kind else FeedbackKind.BLACK_WHITE
    return Options(Allowed.WORDS, feedback, lies=sum(lies), hard=HardMode(hard[0]) if hard else None)
