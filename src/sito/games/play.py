"""A game in which a person guesses: the value that is kept of it, and what each move makes of it."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer
from sito.codes.hard_mode import check_hard
from sito.errors import N_, Fault, InputError, whole_number_faults
from sito.games.counting import Counted, counted_at_first, is_counted
from sito.games.errors import OutOfTurn, check_open
from sito.games.fields import JsonObject, SavedFields, as_fields
from sito.games.finished import FinishedGame
from sito.makers import MakerName, NamedMaker
from sito.playing.game import Transcript
from sito.playing.numbered import daily_number, numbered_secret
from sito.playing.rounds import most_rounds, usual_rounds
from sito.rules.rules import Rules

MOST_GUESSES = 100
"""A game without a limit of guesses ends after so many in the page, if its board is not vast."""
MOST_ROUNDS = 100


@dataclass(frozen=True)
class Round:
    """A round that has ended, of a game of several rounds."""

    number: int
    guesses: int
    won: bool
    secret: str | None
    hints: int = 0
    """How many hints there were."""

    @classmethod
    def read(cls, fields: SavedFields) -> Round:
        """Reads it from a saved game. Raises `InputError`."""
        won, secret = fields.yes("won"), fields.text_or_none("secret")
        return cls(fields.number("number"), fields.number("guesses"), won, secret, fields.number("hints", usual=0))


@dataclass(frozen=True)
class Pupil:
    """Whose board it is in a class: the name, and from what the codes come, which are the same for everybody there."""

    name: str
    seed: int
    codes: int
    """How many codes there are, one for each round."""

    def seed_of(self, round: int) -> int:
        """Gives what the code of a round is drawn with."""
        return random.Random(f"class/{self.seed}/{round}").getrandbits(64)

    @classmethod
    def read(cls, fields: SavedFields) -> Pupil:
        """Reads it from a saved game. Raises `InputError`."""
        return cls(fields.text("name"), fields.number("seed"), fields.number("codes", least=1))


@dataclass(frozen=True)
class PlayGame:
    """How a game stands, with all that it needs to go on.

    `lefts` are how many codes were possible after each guess, None where nobody has counted; `left` and `codes`, if
    they are few, are those of now.
    """

    game: Transcript
    maker: NamedMaker
    limit: int | None
    hard: bool = False
    counted: bool = True
    number: int | None = None
    """The number of a game by number; of a daily puzzle, that of its day."""
    day: str | None = None
    """The day whose puzzle it is, as in 2026-11-22."""
    again: bool = False
    """Whether its code was played before, so that the game counts for nothing."""
    lefts: tuple[int | None, ...] = ()
    codes: tuple[str, ...] = ()
    left: int | None = None
    given_up: bool = False
    hint: JsonObject | None = None
    hints: int = 0
    taken_back: int = 0
    past: tuple[Round, ...] = ()
    pupil: Pupil | None = None
    full: Rules | None = None
    """The rules with all words of the list, if words that were used before are left out."""

    @classmethod
    def new(
        cls,
        rules: Rules,
        level: MakerName | None,
        *,
        hard: bool,
        limit: int | None,
        counted: bool,
        number: int | None,
        day: date | None,
        seed: int,
        used: Collection[str] = (),
    ) -> PlayGame:
        """Begins a game; `limit` 0 is none, and None the usual one. Words that were `used` are no codes.

        Raises `InputError` with every fault.
        """
        InputError.check(_faults(level, limit, number, day))
        maker = NamedMaker.chosen(level, without_used(rules, used), None, seed)
        which = daily_number(day) if day is not None else number
        if which is not None:
            secret = CodeSpace(maker.rules).text(numbered_secret(maker.rules, which))
            maker = NamedMaker.make(maker.name, maker.rules, secret, which)
        most = usual_rounds(rules) if limit is None else limit or None
        told = None if day is None else day.isoformat()
        keeps_hard = hard or maker.rules.hard is not None
        full = replace(maker.rules, words=rules.words) if used else None
        counted = counted and is_counted(rules)
        begun = cls(Transcript(maker.rules), maker, most, keeps_hard, counted, which, told, full=full)
        return begun.at(counted_at_first(maker.rules))

    def at(self, found: Counted | None) -> PlayGame:
        """Gives the game with what is known of the codes that are left now."""
        if not self.counted or found is None:
            return replace(self, left=None, codes=())
        return replace(self, left=found.left, codes=found.codes)

    @property
    def rules(self) -> Rules:
        """The rules of the game, with all words of its list."""
        return self.full or self.game.rules

    @property
    def listed(self) -> Transcript:
        """The game by its rules with all words, which is the same list for every game."""
        return self.game if self.full is None else Transcript(self.full, self.game.turns)

    @property
    def over(self) -> bool:
        """Whether nothing more can be guessed in this round."""
        return self.game.won or self.given_up or len(self.game) >= (self.limit or most_rounds(self.rules, MOST_GUESSES))

    def read_guess(self, text: str) -> Code:
        """Reads a guess. Raises `CodeError`, `HardModeError`, or `OutOfTurn` if the game is over."""
        check_open(self.over)
        code = CodeSpace(self.game.rules, guesses=True).parse(text)
        if self.hard:
            check_hard(self.game, code)
        return code

    def after(self, guess: Code, answer: Answer) -> PlayGame:
        """Gives the game after one more guess; what is left is to be counted."""
        return self.played(self.game.after(guess, answer))

    def played(self, game: Transcript) -> PlayGame:
        """Gives it with the game as it was played on; what is left is to be counted."""
        lefts = (*self.lefts[: len(game)], *[None] * (len(game) - len(self.lefts)))
        return replace(self, game=game, lefts=lefts, left=None, codes=(), hint=None)

    @property
    def to_be_counted(self) -> bool:
        """Whether nobody has counted what is left now."""
        return self.counted and self.left is None and self.lefts[-1:] in ((), (None,))

    def counted_now(self, found: Counted | None) -> PlayGame:
        """Gives the game with the codes counted that are left after the last guess."""
        left = found.left if self.counted and found is not None else None
        lefts = (*self.lefts[:-1], left) if self.lefts else ()
        return replace(self.at(found), lefts=lefts)

    def shortened(self) -> PlayGame:
        """Gives the game without its last guess. Raises `OutOfTurn` if there is none or the round is over."""
        check_open(self.over)
        if not self.game.turns:
            raise OutOfTurn.said("there is no guess to take back")
        game = self.game.shortened(-1)
        return replace(self, game=game, lefts=self.lefts[:-1], hint=None, taken_back=self.taken_back + 1)

    def surrendered(self) -> PlayGame:
        """Gives the game given up. Raises `OutOfTurn` if it is over."""
        check_open(self.over)
        return replace(self, given_up=True, hint=None)

    def hinted(self, hint: JsonObject) -> PlayGame:
        """Gives the game with a hint for the guess that comes next."""
        return replace(self, hint=hint, hints=self.hints + 1)

    def next_round(self, seed: int) -> PlayGame:
        """Begins the next round: with another code, or the next number. Raises `OutOfTurn` if it cannot."""
        if not self.over:
            raise OutOfTurn.said("this round is not over")
        if not self.more:
            raise OutOfTurn.said(N_("the puzzle of a day has one round") if self.day else N_("there is no other code"))
        rules = self.maker.rules
        if self.full is not None:
            rules = without_used(rules, {secret for each in self.rounds if (secret := each.secret) is not None})
        if self.pupil is not None:
            seed = self.pupil.seed_of(self.round + 1)
        number = None if self.number is None else self.number + 1
        secret = None if number is None else CodeSpace(rules).text(numbered_secret(rules, number))
        maker = NamedMaker.make(self.maker.name, rules, secret, seed)
        begun = PlayGame(Transcript(rules), maker, self.limit, self.hard, self.counted, number, full=self.full)
        return replace(begun, past=self.rounds, pupil=self.pupil).at(counted_at_first(rules))

    @property
    def more(self) -> bool:
        """Whether there can be a next round."""
        return self.day is None and self.round < (MOST_ROUNDS if self.pupil is None else self.pupil.codes)

    @property
    def told(self) -> bool:
        """Whether the code may be told: to a pupil who has not found it only when the class ends."""
        return self.game.won if self.pupil is not None else self.over

    @property
    def round(self) -> int:
        """Which round is played, from 1."""
        return len(self.past) + 1

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that have ended, this one too if it is over."""
        if not self.over:
            return self.past
        secret = self.maker.secret_of(self.game) if self.told else None
        return (*self.past, Round(self.round, len(self.game), self.game.won, secret, self.hints))

    def finished(self) -> tuple[FinishedGame, ...]:
        """Gives what is kept of it at its end."""
        maker = None if self.maker.name is MakerName.FAIR else self.maker.name.value
        how = {"rounds": self.limit, "hard": self.hard, "maker": maker, "given_up": self.given_up}
        which = {"number": self.number, "daily": self.day, "again": self.again}
        return (FinishedGame.of_human(self.listed, self.maker.secret_of(self.game), **how, **which),)

    def saved(self) -> dict[str, object]:
        """Gives it as a JSON value, without the words of a word game."""
        maker = {"maker": self.maker.name.value, "secret": self.maker.secret, "seed": self.maker.seed}
        parts = {"past": [asdict(part) for part in self.past], "pupil": self.pupil and asdict(self.pupil)}
        used = set(self.full.words.secrets if self.full and self.full.words else ()) - set(
            self.game.rules.words.secrets if self.game.rules.words else ()
        )
        return {**as_fields(self, "full"), "game": str(self.listed), **maker, **parts, "used": sorted(used)}

    @classmethod
    def read(cls, fields: SavedFields) -> PlayGame:
        """Reads what `saved` gave. Raises `InputError`, or `InconsistentError` for answers that contradict."""
        game, used = fields.game("game"), fields.texts("used", usual=())
        full = game.rules if used else None
        game = Transcript(without_used(game.rules, used), game.turns) if used else game
        name = MakerName(fields.choice("maker", tuple(MakerName)))
        secret = None if name is MakerName.ADVERSARIAL else fields.text("secret")
        maker = NamedMaker.make(name, game.rules, secret, fields.number("seed") if name is MakerName.LYING else 0)
        InputError.check(maker.foreign_answers(game))
        pupil = fields.part_or_none("pupil")
        return cls(
            game,
            maker,
            fields.limit(),
            hard=fields.yes("hard"),
            counted=fields.yes("counted", usual=True),
            number=fields.number_or_none("number", least=0),
            day=fields.day_or_none("day"),
            again=fields.yes("again"),
            lefts=fields.numbers("lefts", most=len(game)),
            codes=fields.texts("codes", usual=()),
            left=fields.number_or_none("left", least=0),
            given_up=fields.yes("given_up"),
            hint=fields.object_or_none("hint"),
            hints=fields.number("hints", usual=0),
            taken_back=fields.number("taken_back", usual=0),
            past=tuple(map(Round.read, fields.parts("past", usual=()))),
            pupil=None if pupil is None else Pupil.read(pupil),
            full=full,
        )


def without_used(rules: Rules, used: Collection[str]) -> Rules:
    """Gives the rules of a word game in which some words are no codes. Raises `RulesError` if none is left."""
    return replace(rules, words=rules.words.without(used)) if used and rules.words is not None else rules


def _faults(level: MakerName | None, limit: int | None, number: int | None, day: date | None) -> Iterator[Fault]:
    yield from which_faults(limit, number, day)
    if level is MakerName.ADVERSARIAL and (number is not None or day is not None):
        yield Fault("an adversarial codemaker has no code, so there is no game of it by number")


def which_faults(limit: int | None, number: int | None, day: date | None) -> Iterator[Fault]:
    """Finds what is wrong with the most guesses of a game, and with what says which game it is."""
    yield from limit_faults(limit, MOST_GUESSES)
    if number is not None and day is not None:
        yield Fault("the day and the number each say which game is played; leave out one of them")


def limit_faults(limit: int | None, most: int) -> Iterator[Fault]:
    """Finds what is wrong with the most guesses of a game; 0 is for no limit."""
    if limit is not None:
        yield from whole_number_faults("guesses", limit, 10, 0, most)
