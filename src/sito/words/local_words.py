"""How players in five languages write answers, and call the games: bulls and cows, 1б2к, 1ヒット2ブロー.

Words and letters that mean one thing are read in every language. Some letters mean two:
b is black, a bull or byk, but also B of Logik, blow, biały and bílá; c is a cow, czarny and
černá. With their partner they are clear (P and B, b and w, b and k). Where they are not,
the reader's language decides whether an answer is refused, but never what it means.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from sito.errors import N_, Fault, FeedbackError

UNKNOWN_COUNT = "?"


class Role(StrEnum):
    """What a word of an answer counts: pegs in their right place, or right ones in another."""

    RIGHT = "black"
    ELSEWHERE = "white"

    @property
    def other(self) -> Role:
        """The other one."""
        return Role.ELSEWHERE if self is Role.RIGHT else Role.RIGHT


class Game(StrEnum):
    """How the codes of a game are written, which tells what players call its answers."""

    DIGITS = "digits"
    """Bulls and cows, hit and blow."""
    NUMBERS = "numbers"
    """Logik, where P and B are counted."""
    OTHER = "other"


def simple(text: str) -> str:
    """Writes wide and narrow forms of characters as usual ones, in small letters and with single blanks.

    Several blanks in a row would cost the expressions that read answers a time that grows with their square.

    >>> simple("１Ｈ　 ２Ｂ"), simple("ﾋｯﾄ")
    ('1h 2b', 'ヒット')
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("\u2212", "-").split())


_NARROW = {0xFF01 + number: 0x21 + number for number in range(94)} | {0x3000: " "}


def narrow(text: str) -> str:
    """Writes the wide forms of letters, digits and marks as usual ones, and leaves all else as it is.

    >>> narrow("ＡＢＣＤ １２コ")
    'ABCD 12コ'
    """
    return text.translate(_NARROW)


_CYRILLIC_TWINS = str.maketrans("АВСЕНКМОРТХУавсенкмортху", "ABCEHKMOPTXYabcehkmoptxy")


def latin(text: str) -> str:
    """Writes the Cyrillic letters that look like Latin ones as those, and leaves all else as it is.

    >>> latin("АВСЕ"), latin("авD"), latin("ABЖ")
    ('ABCE', 'abD', 'ABЖ')
    """
    return text.translate(_CYRILLIC_TWINS)


_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(0x30A1, 0x30F7)}
_KATAKANA = {"ひっと": "ヒット", "ぶろー": "ブロー", "いーと": "イート", "ばいと": "バイト"}


def hiragana(text: str) -> str:
    """Writes katakana as hiragana, as they are typed before they are converted.

    >>> hiragana("ヒント")
    'ひんと'
    """
    return text.translate(_HIRAGANA)


def bare(text: str) -> str:
    """Takes the marks off the letters of a text, as people do who have no keys for them.

    >>> bare("Bílé"), bare("białe"), bare("чёрный")
    ('bile', 'biale', 'черныи')
    """
    apart = unicodedata.normalize("NFD", simple(text))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("ł", "l")


# fmt: off
_WHOLE = {
    Role.RIGHT: ("x", "p", "h", "e", "black", "blacks", "bull", "bulls", "hit", "hits", "eat", "eats",  # English
                 "cz", "č",                                                                        # Polish, Czech
                 "ч",                                                                                     # Russian
                 "ヒット", "イート", "黒"),                                                               # Japanese
    Role.ELSEWHERE: ("o", "w", "k", "white", "whites", "cow", "cows", "blow", "blows", "bite", "bites",
                     "к",
                     "ブロー", "バイト", "白"),
}
"""Words and letters of one meaning, as they are written."""

_STEMS = {
    Role.RIGHT: ("byk", "byc", "czarn", "cern", "бык", "черн"),
    Role.ELSEWHERE: ("krow", "krav", "bial", "bil", "коров", "бел"),
}
"""Beginnings of words that are inflected, without marks: byk, byki, býků; krowa, krów; czarny; bílá; быка; белых."""
# fmt: on

_LONGEST_ENDING = 3  # byk-ami, czarn-ych, коров-ами

_DOUBTFUL = "bcб"
# With which partner a doubtful letter is what, beside those that are plainly of the other role.
_WHITE_B = {"p", "h", "e", "hit", "hits", "eat", "eats", "cz", "č", "ヒット", "イート", "黒"}
# These are compiled when the first answer is read, not at every start of a command.
_COMPANIONS = r"(?<=[^\W\d_])\s+(?:and|i|a|и)\s+(?=[\d?])"
_BETWEEN = r"[\s,;/+、・]*"
_COUNT = r"(\d{1,99}|\?)"
_WORD = r"(?<![^\W\d_])([^\W\d_]+)(?![^\W\d_])"
_PART = rf"(?:{_COUNT}\s*{_WORD}|{_WORD}\s*[:=]?\s*{_COUNT})"
_ALL = rf"(?:{_PART}{_BETWEEN}){{1,2}}"

NOTHING = frozenset(
    {"", "-", "\u2013", "\u2014", "\u30fc", "none", "brak", "nic", "žádné", "zadne", "нет", "ничего", "なし"}
)
"""How people write that no peg is right: nothing, a dash, or a word."""

_ALIKE = str.maketrans("хо", "xo")  # Cyrillic letters that look like the Latin ones

POSITION_MARKS: dict[str, int | None] = {
    **dict.fromkeys(("g", "з", "緑", "2", "🟩", "🟢", "🟧"), 2),
    **dict.fromkeys(("y", "ż", "ž", "ж", "黄", "1", "🟨", "🟡", "🟦"), 1),
    **dict.fromkeys(("-", ".", "_", "š", "с", "灰", "ー", "0", "⬛", "⬜", "🔲"), 0),
    UNKNOWN_COUNT: None,
}
"""The marks of answers per position, with the first letters of green, yellow and grey in five languages.

The squares 🟧 and 🟦 are green and yellow in the colors that some games have for those who do not see these.
"""

_SLAVIC_MARKS = str.maketrans("zs", "g-")  # zielony, zelená; szary, šedá: of no meaning to others

_POSITION_WORDS = (
    (r"green|zielon\w{1,3}|zelen\w{1,3}|зелен\w{1,3}", "g"),
    (r"yellow|zolt\w{1,3}|zlut\w{1,3}|желт\w{1,3}", "y"),
    (r"gr[ea]y|szar\w{1,3}|sed(?:a|e|y|ych)|сер\w{2,3}", "-"),
)


def key_letters(text: str) -> str:
    """Writes the letters x and o of other alphabets as Latin ones, if there is nothing else.

    >>> key_letters("ХХО"), key_letters("2 х")
    ('xxo', '2 х')
    """
    written = simple(text).translate(_ALIKE)
    return written if set(written) <= {"x", "o"} else text


def position_letters(text: str) -> str:
    """Writes the words for green, yellow and grey in an answer as letters."""
    written, count = bare(text), 0
    for words, letter in _POSITION_WORDS:
        written, found = re.subn(words, letter, written)
        count += found
    return written if count else simple(text).translate(_SLAVIC_MARKS if reader() in ("pl", "cs") else {})


def named_counts(text: str) -> list[tuple[str, str]] | None:
    """Takes an answer apart into counts and the words beside them; `None` if it is written otherwise.

    >>> named_counts("1 byk i 2 krowy"), named_counts("黒2 白1"), named_counts("P2 B?")
    ([('1', 'byk'), ('2', 'krowy')], [('2', '黒'), ('1', '白')], [('2', 'p'), ('?', 'b')])
    >>> named_counts("1ひっと2ぶろー")
    [('1', 'ヒット'), ('2', 'ブロー')]
    >>> named_counts("2 1")
    """
    written = re.sub(_COMPANIONS, " ", simple(text))
    for typed, meant in _KATAKANA.items():
        written = written.replace(typed, meant)
    written = written.replace("と", " ")
    if not re.fullmatch(_ALL, written):
        return None
    return [(match[1] or match[4], match[2] or match[3]) for match in re.finditer(_PART, written)]


def roles(parts: Sequence[tuple[str, str]], text: str, game: Game | None) -> list[Role] | None:
    """Tells what each word of an answer counts; `None` if one is not known, or both count the same.

    `text` is the answer as it was written; without a `game` no letter is in doubt. Raises
    `FeedbackError` where a letter has two meanings for the reader, and it makes a difference which.
    """
    names = [name for _count, name in parts]
    known = [_role_of(name) for name in names]
    found: list[Role | None] = list(known)
    for place, name in enumerate(names):
        if known[place] is None and name in _DOUBTFUL:
            partner = names[1 - place] if len(names) == 2 else ""
            found[place] = _doubtful_role(name, partner, [count for count, _name in parts], text, game)
    if None in found or len(set(found)) < len(found):
        return None
    return [role for role in found if role is not None]


def _role_of(name: str) -> Role | None:
    plain = bare(name)
    for role in Role:
        if name in _WHOLE[role]:
            return role
        for stem in _STEMS[role]:
            if plain.startswith(stem) and len(plain) <= len(stem) + _LONGEST_ENDING:
                return role
    return None


def _doubtful_role(letter: str, partner: str, counts: Sequence[str], text: str, game: Game | None) -> Role | None:
    """Tells what b, c or б counts beside its partner, which is empty if there is none."""
    theirs = _role_of(partner) if partner else None
    if letter == "c":
        if theirs is Role.RIGHT or bare(partner).startswith(("bial", "bil")):
            return theirs and theirs.other
        usual = Role.ELSEWHERE
    else:
        if theirs is Role.ELSEWHERE:
            return Role.RIGHT
        if partner in _WHITE_B or bare(partner).startswith(("czarn", "cern", "ч")):
            return Role.ELSEWHERE
        usual = Role.RIGHT
    if partner not in ("", *_DOUBTFUL) or partner == letter:
        return None
    same = len(set(counts)) == 1 if partner else counts[0] == "0"
    if not same and game is not None and _is_in_doubt(letter, bool(partner), game):
        raise FeedbackError(_doubt(letter, text))
    return usual


def _is_in_doubt(letter: str, has_partner: bool, game: Game) -> bool:
    """Tells whether a letter means two things to the reader, in this game."""
    if letter == "б":
        return game is not Game.DIGITS
    if game is Game.DIGITS:
        return letter == "b" and not has_partner and reader() == "ja"
    if game is Game.NUMBERS and letter == "b" and not has_partner:
        return True
    return reader() in ("pl", "cs") or (reader() == "ja" and letter == "b" and not has_partner)


_MEANINGS = MappingProxyType(
    {
        ("b", "pl"): ("byki", "białe", "1 czarny 2 białe"),
        ("b", "cs"): ("býci", "bílé", "1 černá 2 bílé"),
        ("b", "ja"): ("bull", "ブロー", "1ヒット2ブロー"),
        ("c", "pl"): ("czarne", "cows", "1 czarny 2 białe"),
        ("c", "cs"): ("černé", "cows", "1 černá 2 bílé"),
        ("б", ""): ("быки", "белые", "1 чёрный 2 белых"),
        ("b", ""): ("black", "B", "P1 B2"),
    }
)


def _doubt(letter: str, text: str) -> Fault:
    right, elsewhere, example = _MEANINGS.get((letter, reader())) or _MEANINGS[letter, ""]
    unclear = N_(
        "{letter} has two meanings in the answer {text!r}: {right} (in the right place) or {elsewhere} (in another "
        "place); write as in {example}"
    )
    return Fault(unclear, letter=letter, text=text, right=right, elsewhere=elsewhere, example=example)


LOCAL_PRESETS = MappingProxyType(
    {
        "mastermind": {"ru": "мастермайнд", "ja": "マスターマインド"},
        "super-mastermind": {"ru": "супер-мастермайнд", "ja": "スーパーマスターマインド"},
        "bulls-and-cows": {
            "pl": "byki-i-krowy",
            "cs": "býci-a-krávy",
            "ru": "быки-и-коровы",
            "ja": "ヒット・アンド・ブロー",
        },
        "bulls-and-cows-repeats": {
            "pl": "byki-i-krowy-z-powtórzeniami",
            "cs": "býci-a-krávy-s-opakováním",
            "ru": "быки-и-коровы-с-повторами",
            "ja": "ヒット・アンド・ブロー-重複あり",
        },
        "logik": {"ru": "логик", "ja": "ロジック"},
    }
)
"""What the games are called elsewhere, by their English names and the language."""

_MORE_NAMES = {"hit-and-blow": "bulls-and-cows", "イート・アンド・バイト": "bulls-and-cows", "数当て": "bulls-and-cows"}


def _key(name: str) -> str:
    return re.sub(r"[\s\-_・]", "", bare(name))


@cache
def _by_name() -> dict[str, str]:
    local = {_key(name): preset for preset, names in LOCAL_PRESETS.items() for name in names.values()}
    return local | {_key(name): preset for name, preset in _MORE_NAMES.items()}


def preset_called(name: str) -> str | None:
    """Finds the preset that a name in one of the languages means; marks on letters may be left out.

    >>> preset_called("byci-a-kravy"), preset_called("ヒットアンドブロー"), preset_called("chess")
    ('bulls-and-cows', 'bulls-and-cows', None)
    """
    return _by_name().get(_key(name))


def local_name(preset: str, language: str) -> str | None:
    """Gives what a preset is called in a language, if that is not its English name.

    >>> local_name("bulls-and-cows", "ru"), local_name("mastermind", "pl")
    ('быки-и-коровы', None)
    """
    return LOCAL_PRESETS.get(preset, {}).get(language)


_YES = frozenset({"yes", "y", "true", "on", "1", "tak", "t", "ano", "a", "да", "д", "はい"})
_NO = frozenset({"no", "n", "false", "off", "0", "nie", "ne", "нет", "н", "いいえ"})


def yes_or_no(text: str) -> bool | None:
    """Reads yes or no in any of the languages; `None` if it is neither.

    >>> yes_or_no("Tak"), yes_or_no("нет"), yes_or_no("perhaps")
    (True, False, None)
    """
    word = simple(text).strip()
    return True if word in _YES else False if word in _NO else None


_reader = "en"
_reader_here: ContextVar[str | None] = ContextVar("sito_reader", default=None)


def reader() -> str:
    """Gives the language of the person who writes the answers, in this thread or task; `en` if nobody said."""
    return _reader_here.get() or _reader


def set_reader(language: str) -> None:
    """Says what language the person writes, for the whole process; `sito.show.i18n` does so."""
    global _reader
    _reader = language


@contextmanager
def read_as(language: str) -> Iterator[None]:
    """Says what language the person writes, in this thread or task, within the context."""
    token = _reader_here.set(language)
    try:
        yield
    finally:
        _reader_here.reset(token)
