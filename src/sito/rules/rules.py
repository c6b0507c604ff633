"""The rules of a code-breaking game, as a value with one canonical text.

`4x6` is four pegs in six colors; `-distinct`, a feedback, a notation, a hard mode and a number
of lies may follow: `4x10-distinct`, `4x6-black`, `5x8-numbers`, `4x6-consistent`, `4x6-lies1`.
Word games name their list and the beginning of its digest: `words-position-hard:animals@24c09345c454`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from sito.errors import N_, NN_, Fault, RulesError, nearest
from sito.rules.kinds import (
    MAX_COLORS,
    MAX_LIES,
    MAX_PEGS,
    NOTATION_LIMITS,
    Allowed,
    AnswerKind,
    FeedbackKind,
    HardMode,
    Notation,
    default_notation,
    most_pegs,
)
from sito.rules.text import (
    KNOWN_ELSEWHERE,
    OWN,
    PRESETS,
    WORD_HEADS,
    WORD_PRESETS,
    WORDS,
    names_words,
    packaged_rules,
    parse_options,
    parse_word_head,
    split_options,
)
from sito.words.lists import PACKAGED, find_list, packaged
from sito.words.local_words import narrow, preset_called
from sito.words.own import CodeT, OwnAnswers, OwnGame, Table
from sito.words.words import WordList, Words, listed_name

__all__ = [
    "MAX_COLORS",
    "MAX_LIES",
    "MAX_PEGS",
    "NOTATION_LIMITS",
    "Allowed",
    "AnswerKind",
    "FeedbackKind",
    "HardMode",
    "Notation",
    "OwnAnswers",
    "Rules",
    "default_notation",
    "most_pegs",
]


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game is: how many pegs and colors, which codes are allowed, which feedback is given.

    With `lies` the codemaker may answer wrongly so many times in a game, 9 at most. The guess
    that hits the secret ends the game: a hit is never denied, and no lie claims one. With `hard`
    the answers so far say which guesses are allowed; `sito.codes.hard_mode` tells which.

    `notation` is how codes are written; the usual one for so many colors if left out.

    Two rules are equal if their texts are; `Rules.parse(str(rules)) == rules` for all games
    but word games, whose words must be passed as well. Raises `RulesError` with every fault.

    >>> Rules(4, 6)
    Rules.parse('4x6')
    >>> Rules.parse("distinct-4x10").allowed
    <Allowed.DISTINCT: 'distinct'>
    >>> Rules.parse("mastermind") == Rules(4, 6)
    True
    >>> Rules(0, 101)
    Traceback (most recent call last):
    sito.errors.RulesError: 0 pegs were given; a code has 1 to 100, as in 4x6
    101 colors were given; a game has 1 to 100, as in 4x6
    """

    pegs: int
    colors: int
    allowed: Allowed = Allowed.ANY
    feedback: AnswerKind = FeedbackKind.BLACK_WHITE
    notation: Notation | None = None
    words: WordList | None = None
    lies: int = 0
    hard: HardMode | None = None

    def __post_init__(self) -> None:
        RulesError.check(self._kind_faults())
        RulesError.check(self._faults())
        if self.notation is None:
            notation = Notation.WORD if self.words else default_notation(self.colors)
            object.__setattr__(self, "notation", notation)

    def _kind_faults(self) -> Iterator[Fault]:
        for field, kinds in _KINDS.items():
            value: object = getattr(self, field)
            if not isinstance(value, kinds) or isinstance(value, bool):
                yield Fault(
                    "{field} cannot be {value!r}, of type {type}; write rules as in {example}",
                    field=field,
                    value=value,
                    type=type(value).__name__,
                    example=_EXAMPLES.get(field, "Rules(4, 10, Allowed.DISTINCT)"),
                )

    def _faults(self) -> Iterator[Fault]:
        most = most_pegs(self.feedback)
        if not 1 <= self.pegs <= most:
            pegs = NN_(
                "{count} peg was given; a code has 1 to {most}, as in 4x6",
                "{count} pegs were given; a code has 1 to {most}, as in 4x6",
            )
            yield Fault(*pegs, count=self.pegs, most=most)
        if not 1 <= self.colors <= MAX_COLORS:
            colors = NN_(
                "{count} color was given; a game has 1 to {most}, as in 4x6",
                "{count} colors were given; a game has 1 to {most}, as in 4x6",
            )
            yield Fault(*colors, count=self.colors, most=MAX_COLORS)
        if not 0 <= self.lies <= MAX_LIES:
            lies = NN_(
                "{count} lie was given; a codemaker may lie 0 to {most} times, as in 4x6-lies1",
                "{count} lies were given; a codemaker may lie 0 to {most} times, as in 4x6-lies1",
            )
            yield Fault(*lies, count=self.lies, most=MAX_LIES)
        if self.lies and self.weights is not None:
            yield Fault(
                "where the codemaker may lie, all words are equally likely; take a list without weights, or no lies"
            )
        if self.hard is not None and self.hard.by_marks and (not self.feedback.marks_pegs or self.lies):
            yield Fault(
                "-{hard} needs answers per position that are never lies, as in words-position-{hard}:NAME; "
                "-consistent goes with all games",
                hard=self.hard.value,
            )
        if self.allowed is Allowed.DISTINCT and self.pegs > self.colors:
            yield Fault(
                "{pegs} pegs cannot all differ with {count} color; give at least as many colors as pegs",
                "{pegs} pegs cannot all differ with {count} colors; give at least as many colors as pegs",
                pegs=self.pegs,
                count=self.colors,
            )
        if self.notation in NOTATION_LIMITS and self.colors > NOTATION_LIMITS[self.notation]:
            yield Fault(
                "{count} color cannot be written as {notation}, which serve for up to {most}; leave it out",
                "{count} colors cannot be written as {notation}, which serve for up to {most}; leave it out",
                count=self.colors,
                notation=self.notation.value,
                most=NOTATION_LIMITS[self.notation],
            )
        if (self.allowed is Allowed.WORDS) != (self.words is not None):
            yield Fault("a word game needs a word list and other games have none; write words:NAME")
        elif self.words is not None and (self.pegs, self.colors) != (self.words.pegs, len(self.words.letters)):
            sizes = N_(
                "the words have {pegs} letters of an alphabet of {colors}, and the rules another size; "
                "write Rules.of_words(words)"
            )
            yield Fault(sizes, pegs=self.words.pegs, colors=len(self.words.letters))
        own = self.words if isinstance(self.words, OwnGame) else None
        if (self.feedback if isinstance(self.feedback, OwnAnswers) else None) != (own and own.answers):
            yield Fault("a game of one's own, and no other, has answers of its own; write Rules.custom(codes, score)")
        if self.hard is HardMode.CONSISTENT and own is not None and own.secrets != own.guesses:
            yield Fault("-consistent needs an answer to every guess; here some guesses cannot be the code")
        if self.notation is not None and (self.notation is Notation.WORD) != (self.allowed is Allowed.WORDS):
            yield Fault(
                "a game cannot be written as {notation}: words are, and no other codes; leave it out",
                notation=self.notation.value,
            )

    @classmethod
    def of(cls, rules: Rules | str) -> Rules:
        """Takes rules as they are, or reads them from their text. Raises `RulesError`.

        >>> Rules.of("mastermind") == Rules.of(Rules(4, 6))
        True
        """
        return rules if isinstance(rules, Rules) else cls.parse(rules)

    @classmethod
    def of_words(
        cls,
        words: WordList | Iterable[str],
        feedback: AnswerKind = FeedbackKind.BLACK_WHITE,
        lies: int = 0,
        hard: HardMode | None = None,
    ) -> Self:
        """Makes the rules of a word game of these `words`; `feedback`, `lies` and `hard` are fields of the class.

        Raises `RulesError` for words that cannot be used.

        >>> Rules.of_words(["tale", "late"], FeedbackKind.POSITION).pegs
        4
        """
        listed = words if isinstance(words, WordList) else WordList.of(words)
        if isinstance(listed, OwnGame):
            feedback = listed.answers
        return cls(listed.pegs, len(listed.letters), Allowed.WORDS, feedback, words=listed, lies=lies, hard=hard)

    @classmethod
    def custom(
        cls,
        codes: Iterable[CodeT],
        score: Callable[[CodeT, CodeT], Hashable] | Table | Sequence[Sequence[Hashable]],
        name: str = "own",
        guesses: Iterable[CodeT] = (),
        text: Callable[[Hashable], str] | None = None,
        lies: int = 0,
        hard: HardMode | None = None,
    ) -> Self:
        """Makes the rules of a game of one's own: any codes, and any answers.

        `codes` are those that may be the secret, texts, numbers or tuples, and `guesses` more that may be guessed.
        A code is written as `str` writes it, a tuple with commas between its parts, without blanks. `score` gives the
        answer to a guess, from the guess and the secret; or it is a table, a row for each guess (the codes, then
        the `guesses`) with the answer for each secret, as lists or as an array of two dimensions. Answers are
        numbers, texts, or whatever is hashable; `text` writes one as text, else they are written as codes are. They
        are numbered in ascending order, and the last one is that of the hit: written `!`, unless it is an answer that
        all secrets get and no other guess. The game is called `name`, and its text adds a digest.
        `lies` and `hard` are fields of the class. Raises `RulesError` with every fault.

        >>> parity = Rules.custom(range(10, 16), lambda guess, secret: "even" if (guess + secret) % 2 == 0 else "odd")
        >>> str(parity), parity.feedback.texts
        ('own:own@2c27f7ee69ee', ('even', 'odd', '!'))
        """
        game = OwnGame.made(codes, score, name, guesses, text)
        return cls.of_words(game, lies=lies, hard=hard)

    @classmethod
    def parse(cls, text: str, words: Words | None = None) -> Self:
        """Reads the canonical text of rules, the same in another order or case, or the name of a preset.

        The rules of a word game name a list, which is looked up in `words`: a list, lists by
        their names, or a function that is given the name. Nothing is read from files
        unless that function does so. If the text has a digest the words must agree with it.
        `words-3` to `words-8` are lists of English words that come with Sito; `words-6` alone is
        the game of them that answers per position, and `words` that of five letters.
        Raises `RulesError` with every fault.

        >>> str(Rules.parse("5x8-numbers"))
        '5x8-numbers'
        >>> str(Rules.parse("words-position:animals", words={"animals": ["seal", "bear"]}))
        'words-position:animals@24c09345c454'
        >>> Rules.parse("mastermind-lies1").lies
        1
        >>> str(Rules.parse("wordle-like-hard:animals", words={"animals": ["seal", "bear"]}))
        'words-position-hard:animals@24c09345c454'
        >>> str(Rules.parse("words"))
        'words-position:words-5@7b9aa61a3ead'
        >>> Rules.parse("4by6-shiny")
        Traceback (most recent call last):
        sito.errors.RulesError: the rules '4by6-shiny' have no size; write PEGSxCOLORS, as in 4x6 or 4x10-distinct
        'shiny' is not known in the rules '4by6-shiny'; allowed are distinct, black-white, black, total, position, \
naive, letters, digits, numbers, hard, strict, consistent, lies1 ... lies9
        """
        if not isinstance(text, str):
            wrong = N_("rules are written as a text such as {example}; a value of type {type} was given")
            raise RulesError.said(wrong, example="4x6", type=type(text).__name__)
        name = narrow(text).strip().lower()
        if alone := packaged_rules(name):
            return cls._parse_words(text, *alone, packaged(listed_name(alone[1])))
        head, colon, list_name = text.strip().partition(":")
        head = head.lower()
        named, added = split_options(name)
        named = preset_called(named) or named
        if head.split("-")[0] in ("words", OWN) or (colon and names_words(text)):
            return cls._parse_words(text, head, list_name, words)
        if colon:
            if meant := nearest(head, WORD_HEADS, 0.7):
                mistyped = N_("there are no word rules {text!r}; do you mean {meant}?")
                raise RulesError.said(mistyped, text=text, meant=f"{meant}:{list_name}")
            first, *turns = text.split()
            if turns and ":" not in first:
                raise RulesError.said(
                    "{text!r} is a game with guesses, and no rules; its rules are {first}", text=text, first=first
                )
            no_rules = N_(
                "the rules {text!r} cannot be read; write PEGSxCOLORS, as in 4x6, and words:NAME for a word game"
            )
            raise RulesError.said(no_rules, text=text)
        if named in PRESETS:
            return cls.parse(PRESETS[named] + added)
        if named in WORD_PRESETS:
            example = f"{WORD_PRESETS[named].rstrip(':')}{added}:NAME"
            raise RulesError.said("{name} needs a list of words; write {example}", name=name, example=example)
        size, options, faults = parse_options(text, name)
        if size is None:
            if meant := KNOWN_ELSEWHERE.get(named) or nearest(name, (*PRESETS, WORDS, *WORD_PRESETS)):
                mistyped = N_("there is no game {text!r}; do you mean {meant}? Sizes are written as in 4x6")
                raise RulesError.said(mistyped, text=text, meant=meant)
            no_size = N_("the rules {text!r} have no size; write PEGSxCOLORS, as in 4x6 or 4x10-distinct")
            raise RulesError(Fault(no_size, text=text), *faults)
        try:
            rules = cls(*size, options.allowed, options.feedback, options.notation, None, options.lies, options.hard)
        except RulesError as error:
            raise RulesError(*faults, *error.faults) from None
        RulesError.check(faults)
        return rules

    @classmethod
    def _parse_words(cls, text: str, head: str, list_name: str, words: Words | None) -> Self:
        is_own = head.split("-")[0] == OWN
        options = parse_word_head(text, head)
        if not list_name:
            no_list = N_("the word rules {text!r} name no list; write words:NAME, as in words-position:answers.txt")
            raise RulesError.said(no_list, text=text)
        if is_own and words is None:
            absent = N_("the game {name} is not in its text; read it with words=, as in {example}")
            raise RulesError.said(absent, name=text, example="Transcript.parse(text, words=rules.words)")
        found = find_list(list_name, words)
        if isinstance(found, OwnGame) != is_own:
            other = (
                N_("{name} is a list of words: write words:{name}")
                if is_own
                else N_("{name} is a game of one's own: write own:{name}")
            )
            raise RulesError.said(other, name=found.name)
        return cls.of_words(found, options.feedback, options.lies, options.hard)

    def __str__(self) -> str:
        if self.words:
            return f"{self._words_head}:{self.words}"
        feedback = "" if self.feedback is FeedbackKind.BLACK_WHITE else f"-{self.feedback}"
        distinct = "-distinct" if self.allowed is Allowed.DISTINCT else ""
        notation = "" if self.notation is default_notation(self.colors) else f"-{self.notation}"
        return f"{self.pegs}x{self.colors}{distinct}{feedback}{notation}{self._last_options}"

    @property
    def _last_options(self) -> str:
        return (f"-{self.hard}" if self.hard else "") + (f"-lies{self.lies}" if self.lies else "")

    @property
    def _words_head(self) -> str:
        feedback = "" if self.feedback is FeedbackKind.BLACK_WHITE else f"-{self.feedback}"
        head = OWN if isinstance(self.feedback, OwnAnswers) else f"words{feedback}"
        return head + self._last_options

    @property
    def of_letters(self) -> bool:
        """Whether the codes are words, whose pegs are letters.

        >>> Rules.of_words(["tale", "late"]).of_letters, Rules.parse("4x6").of_letters
        (True, False)
        """
        return self.words is not None and not isinstance(self.words, OwnGame)

    @property
    def weights(self) -> tuple[int, ...] | None:
        """How likely each secret of a word game is, in ascending order of the words; None if all are equally likely.

        >>> Rules.of_words(WordList.of(["tale", "late"], weights=[3, 1])).weights
        (1, 3)
        """
        return None if self.words is None else self.words.weights

    @property
    def key(self) -> str:
        """A text that tells games apart in stores and caches: word games by their whole digest, whatever their name.

        >>> Rules(4, 6).key, Rules.of_words(["tale"]).key[:18]
        ('4x6', 'words@1cb1bcc5f050')
        """
        return f"{self._words_head}@{self.words.digest}" if self.words else str(self)

    @property
    def short(self) -> str:
        """The shortest text: of games whose words come with Sito their short name, else the canonical text.

        >>> Rules.parse("words-position-hard:words-6").short, Rules.parse("mastermind").short
        ('words-6-hard', '4x6')
        """
        if self.words is None or self.words.name not in PACKAGED or self.feedback is FeedbackKind.BLACK_WHITE:
            return str(self)
        if self.words != packaged(self.words.name):
            return str(self)
        feedback = "" if self.feedback is FeedbackKind.POSITION else f"-{self.feedback}"
        return f"{self.words.name}{feedback}{self._last_options}"

    def __repr__(self) -> str:
        if self.words is None:
            return f"Rules.parse({str(self)!r})"
        if not self.words.is_short or isinstance(self.words, OwnGame):
            return f"Rules.parse({str(self)!r}, words=...)"
        feedback = "" if self.feedback is FeedbackKind.BLACK_WHITE else f", FeedbackKind.{self.feedback.name}"
        lies = f", lies={self.lies}" if self.lies else ""
        hard = f", hard=HardMode.{self.hard.name}" if self.hard else ""
        return f"Rules.of_words({self.words!r}{feedback}{lies}{hard})"

    def symbols(self) -> tuple[str, ...]:
        """Lists the symbols of the colors, in ascending order.

        >>> "".join(Rules.parse("4x6").symbols())
        'ABCDEF'
        """
        match self.notation:
            case Notation.WORD if self.words:
                return self.words.letters
            case Notation.LETTERS:
                return tuple(chr(ord("A") + color) for color in range(self.colors))
            case Notation.DIGITS:
                return tuple("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: self.colors])
            case _:
                return tuple(str(color + 1) for color in range(self.colors))


_KINDS: dict[str, tuple[type, ...]] = {
    "pegs": (int,),
    "colors": (int,),
    "allowed": (Allowed,),
    "feedback": (FeedbackKind, OwnAnswers),
    "notation": (Notation, type(None)),
    "words": (WordList, type(None)),
    "lies": (int,),
    "hard": (HardMode, type(None)),
}
"""What the fields of rules may be."""

_EXAMPLES = {
    "feedback": "Rules(4, 6, feedback=FeedbackKind.POSITION)",
    "notation": "Rules(4, 6, notation=Notation.DIGITS)",
    "hard": "Rules(4, 6, hard=HardMode.CONSISTENT)",
}
"""How to write a field that has values of its own; `_kind_faults` has the example of the others."""
