"""What is wrong with words that a list is to be made of."""

from collections.abc import Iterable, Iterator

from sito.errors import N_, NN_, Fault, RulesError
from sito.words.letters import fold, is_letter, letters_of

MAX_LETTERS = 16
MAX_ALPHABET = 64

_LONGEST_SHOWN = 40  # characters of a word in a message


def read_words(words: Iterable[str]) -> list[str]:
    """Writes words as they are compared. Raises `RulesError` for what is no list of texts."""
    if isinstance(words, str | bytes):
        one = N_("one text is not a list of words; give a list, as in {example}")
        raise RulesError.said(one, example="['BEAR', 'SEAL']")
    try:
        each = iter(words)
    except TypeError:
        wrong = N_("a value of type {type} is not a list of words; give a list, as in {example}")
        raise RulesError.said(wrong, type=type(words).__name__, example="['BEAR', 'SEAL']") from None
    found = list(each)
    for word in found:
        if not isinstance(word, str):
            raise RulesError.said(
                "{word!r}, of type {type}, is not a word; words are texts, as in {example}",
                word=word,
                type=type(word).__name__,
                example="['BEAR', 'SEAL']",
            )
    return [fold(word.strip()) for word in found]


def _shown(word: str) -> str:
    return word if len(word) <= _LONGEST_SHOWN else word[:_LONGEST_SHOWN] + "…"


def word_faults(secrets: list[str], guesses: list[str]) -> Iterator[Fault]:
    """Says what keeps words from being the list of a game."""
    if not secrets:
        yield Fault("the list of words is empty; give at least one word")
        return
    sizes = {word: len(letters_of(word)) for words in (secrets, guesses) for word in words}
    length = sizes[secrets[0]]
    other = next((word for word, size in sizes.items() if size != length), None)
    if other is not None:
        yield Fault(
            "all words need the same number of letters: the first one has {count} letter, {word} has {other}",
            "all words need the same number of letters: the first one has {count} letters, {word} has {other}",
            count=length,
            word=_shown(other) or "''",
            other=sizes[other],
        )
    longest = max(sizes, key=sizes.__getitem__)
    if sizes[longest] > MAX_LETTERS:
        long = NN_(
            "{word} has {count} letter; 1 to {most} are allowed", "{word} has {count} letters; 1 to {most} are allowed"
        )
        yield Fault(*long, word=_shown(longest), count=sizes[longest], most=MAX_LETTERS)
    elif not longest:
        yield Fault("the list has words without letters; give words of 1 to {most} letters", most=MAX_LETTERS)
    letters = set().union(*map(letters_of, sizes))
    wrong = {letter for letter in letters if not is_letter(letter)}
    if wrong:
        word = next(word for word in sizes if not wrong.isdisjoint(letters_of(word)))
        yield Fault(
            "the word {word!r} has a blank or a character that is not shown; words are letters only", word=_shown(word)
        )
    if len(letters) > MAX_ALPHABET:
        different = NN_(
            "the words use {count} different letter; up to {most} are allowed",
            "the words use {count} different letters; up to {most} are allowed",
        )
        yield Fault(*different, count=len(letters), most=MAX_ALPHABET)
