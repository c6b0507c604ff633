"""A game in which a person guesses: the value that is kept of it, and what each move makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer
from sito.codes.hard_mode import check_hard
from sito.errors import N_, Fault, InputError
from sito.makers import MakerName, NamedMaker
from sito.playing.game import Transcript
from sito.playing.numbered import daily_number, numbered_secret
from sito.playing.rounds import usual_rounds
from sito.rules.rules import Rules
from sito.show.sharing import share_text
from sito.web.games.counting import Counted, counted_at_first
from sito.web.games.errors import OutOfTurn
from sito.web.games.states import HintView, LieView, PlayState, RoundView
from sito.web.games.told import texts
from sito.web.games.views import Beholder, rules_view, turn_views
from sito.words.words import WordList

MOST_GUESSES = 100
"""A game without a limit of guesses ends after so many."""


@dataclass(frozen=True)
class PlayGame:
    """How a game stands, with all that it needs to go on."""

    game: Transcript
    maker: NamedMaker
    limit: int | None
    hard: bool
    counted: bool
    number: int | None = None
    day: str | None = None
    lefts: tuple[int | None, ...] = ()
    codes: tuple[str, ...] = ()
    left: int | None = None
    given_up: bool = False
    hint: dict[str, Any] | None = None
    hints: int = 0
    taken_back: int = 0
    past: tuple[RoundView, ...] = ()

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
    ) -> PlayGame:
        """Begins a game; `limit` 0 is none, and None the usual one. Raises `InputError` with every fault."""
        InputError.check(_faults(level, limit, number, day))
        maker = NamedMaker.chosen(level, rules, None, seed)
        which = daily_number(day) if day is not None else number
        if which is not None:
            secret = CodeSpace(maker.rules).text(numbered_secret(maker.rules, which))
            maker = NamedMaker.make(maker.name, maker.rules, secret, which)
        most = usual_rounds(rules) if limit is None else limit or None
        told = None if day is None else day.isoformat()
        keeps_hard = hard or maker.rules.hard is not None
        begun = cls(Transcript(maker.rules), maker, most, keeps_hard, counted, which, told)
        return begun.at(counted_at_first(maker.rules))

    def at(self, found: Counted | None) -> PlayGame:
        """Gives the game with what is known of the codes that are left now."""
        if not self.counted or found is None:
            return replace(self, left=None, codes=())
        return replace(self, left=found.left, codes=found.codes)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def over(self) -> bool:
        """Whether nothing more can be guessed in this round."""
        return self.game.won or self.given_up or len(self.game) >= (self.limit or MOST_GUESSES)

    def read(self, text: str) -> Code:
        """Reads a guess. Raises `CodeError`, `HardModeError`, or `OutOfTurn` if the game is over."""
        self.check_open()
        code = CodeSpace(self.game.rules, guesses=True).parse(text)
        if self.hard:
            check_hard(self.game, code)
        return code

    def check_open(self) -> None:
        """Raises `OutOfTurn` if the game is over."""
        if self.over:
            raise OutOfTurn(Fault(N_("this game is over")))

    def after(self, guess: Code, answer: Answer) -> PlayGame:
        """Gives the game after one more guess; what is left is to be counted."""
        return replace(self, game=self.game.after(guess, answer), lefts=(*self.lefts, None), hint=None)

    def counted_now(self, found: Counted | None) -> PlayGame:
        """Gives the game with the codes counted that are left after the last guess."""
        left = found.left if self.counted and found is not None else None
        lefts = (*self.lefts[:-1], left) if self.lefts else ()
        return replace(self.at(found), lefts=lefts)

    def shortened(self) -> PlayGame:
        """Gives the game without its last guess. Raises `OutOfTurn` if there is none or the round is over."""
        self.check_open()
        if not self.game.turns:
            raise OutOfTurn(Fault(N_("there is no guess to take back")))
        game = self.game.shortened(-1)
        return replace(self, game=game, lefts=self.lefts[:-1], hint=None, taken_back=self.taken_back + 1)

    def surrendered(self) -> PlayGame:
        """Gives the game given up. Raises `OutOfTurn` if it is over."""
        self.check_open()
        return replace(self, given_up=True, hint=None)

    def hinted(self, hint: dict[str, Any]) -> PlayGame:
        """Gives the game with a hint for the guess that comes next."""
        return replace(self, hint=hint, hints=self.hints + 1)

    def next_round(self, seed: int) -> PlayGame:
        """Begins the next round: with another code, or the next number. Raises `OutOfTurn` if it cannot."""
        if not self.over:
            raise OutOfTurn(Fault(N_("this round is not over")))
        if not self._more:
            raise OutOfTurn(Fault(N_("the puzzle of a day has one round")))
        rules = self.maker.rules
        number = None if self.number is None else self.number + 1
        secret = None if number is None else CodeSpace(rules).text(numbered_secret(rules, number))
        maker = NamedMaker.make(self.maker.name, rules, secret, seed)
        begun = PlayGame(Transcript(rules), maker, self.limit, self.hard, self.counted, number, past=self.rounds)
        return begun.at(counted_at_first(rules))

    @property
    def _more(self) -> bool:
        return self.day is None and len(self.past) < MOST_ROUNDS - 1

    @property
    def rounds(self) -> tuple[RoundView, ...]:
        """The rounds that have ended, this one too if it is over."""
        if not self.over:
            return self.past
        secret = self.maker.secret_of(self.game)
        return (*self.past, RoundView(len(self.past) + 1, len(self.game), self.game.won, secret))

    def state(self, beholder: Beholder) -> PlayState:
        """Makes what is shown of it; the code is in it at the end alone."""
        over = self.over
        lies = self.maker.lies_told(self.game) if over else ()
        return PlayState(
            id=beholder.id,
            version=beholder.version,
            rules=rules_view(self.game.rules),
            level=self.maker.name.value,
            hard=self.hard,
            guesses=self.limit,
            counted=self.counted,
            number=self.number,
            day=self.day,
            turns=turn_views(self.game, self.lefts),
            left=self.left,
            codes=self.codes,
            hint=self._hint(),
            hints=self.hints,
            taken_back=self.taken_back,
            over=over,
            won=self.game.won,
            given_up=self.given_up,
            secret=self.maker.shown(self.game) if over else None,
            lies=tuple(LieView(lie.index + 1, str(lie.answer), str(lie.truth)) for lie in lies),
            share=self._share(in_words=False) if over else None,
            share_words=self._share(in_words=True) if over else None,
            round=len(self.past) + 1,
            rounds=self.rounds,
            more=over and self._more,
        )

    def _hint(self) -> HintView | None:
        if self.hint is None:
            return None
        told = {name: value for name, value in self.hint.items() if name != "faults"}
        told["colors"] = tuple(told["colors"])
        return HintView(**told, sentences=texts(self.hint["faults"]))

    def _share(self, *, in_words: bool) -> str:
        number = None if self.day else self.number
        return share_text(self.game, number=number, day=self.day, rounds=self.limit, hard=self.hard, in_words=in_words)

    def saved(self) -> dict[str, Any]:
        """Gives it as a JSON value, without the words of a word game."""
        return {
            "game": str(self.game),
            "maker": self.maker.name.value,
            "secret": self.maker.secret,
            "seed": self.maker.seed,
            "limit": self.limit,
            "hard": self.hard,
            "counted": self.counted,
            "number": self.number,
            "day": self.day,
            "lefts": self.lefts,
            "left": self.left,
            "codes": self.codes,
            "given_up": self.given_up,
            "hint": self.hint,
            "hints": self.hints,
            "taken_back": self.taken_back,
            "past": [asdict(part) for part in self.past],
        }

    @classmethod
    def load(cls, value: dict[str, Any], words: WordList | None) -> PlayGame:
        """Makes it again from what `saved` gave."""
        game = Transcript.parse(value["game"], words)
        kept = dict(value)
        maker = NamedMaker.make(MakerName(kept.pop("maker")), game.rules, kept.pop("secret"), kept.pop("seed") or 0)
        past = tuple(RoundView(**part) for part in kept.pop("past"))
        lefts, codes = tuple(kept.pop("lefts")), tuple(kept.pop("codes"))
        return cls(**{**kept, "game": game}, maker=maker, past=past, lefts=lefts, codes=codes)


MOST_ROUNDS = 100


def _faults(level: MakerName | None, limit: int | None, number: int | None, day: date | None) -> Iterator[Fault]:
    if limit is not None and not 0 <= limit <= MOST_GUESSES:
        wrong = N_("{name} is {value!r}; it must be a whole number from {least} to {most}")
        yield Fault(wrong, name="guesses", value=limit, least=0, most=MOST_GUESSES)
    if number is not None and day is not None:
        yield Fault(N_("the day and the number each say which game is played; leave out one of them"))
    if level is MakerName.ADVERSARIAL and (number is not None or day is not None):
        yield Fault(N_("an adversarial codemaker has no code, so there is no game of it by number"))
