"""The typed face of the native core.

A code is `bytes`, one color (from 0) a byte, leftmost peg first. An answer is its
number, and the answer of the winning guess is the greatest: `t * (t + 1) / 2 + black`
with `t = black + white` for black and white pegs; `black` or `t` alone; base 3,
leftmost peg most significant, 0 grey, 1 yellow, 2 green, for answers per position.
"""

from typing import Literal, final

VERSION: str
SIEVE_LIMIT: int
"""The most secrets a `Knowledge` keeps apart."""

@final
class Rules:
    """The rules of a game. Raises `ValueError` with a line for every fault.

    With `"words"`, `secrets` and `guesses` ascend without repeats, and every secret
    is a guess; without `guesses` the secrets are the guesses.
    """

    def __new__(
        cls,
        pegs: int,
        colors: int,
        allowed: Literal["any", "distinct", "words"],
        feedback: Literal["black-white", "black", "total", "position"],
        secrets: list[bytes] | None = None,
        guesses: list[bytes] | None = None,
    ) -> Rules: ...
    @property
    def secret_count(self) -> int: ...
    @property
    def guess_count(self) -> int: ...
    @property
    def feedback_count(self) -> int:
        """One more than the greatest number of an answer."""

    def score(self, guess: bytes, secret: bytes) -> int: ...
    def secret(self, number: int) -> bytes: ...
    def guess(self, number: int) -> bytes: ...
    def secret_number(self, code: bytes) -> int | None: ...
    def guess_number(self, code: bytes) -> int | None: ...

@final
class Knowledge:
    """The codes that agree with every answer so far, in ascending order.

    Raises `OverflowError` for rules with more than `SIEVE_LIMIT` secrets.
    """

    def __new__(cls, rules: Rules) -> Knowledge: ...
    @property
    def rules(self) -> Rules: ...
    def __len__(self) -> int: ...
    def __contains__(self, code: bytes) -> bool: ...
    def code(self, index: int) -> bytes:
        """The possible code in this place; raises `IndexError` past the end."""

    def codes(self, start: int, stop: int) -> list[bytes]: ...
    def cells(self, guess: bytes) -> dict[int, int]:
        """Sizes of the cells that are not empty, by ascending number of the answer."""

    def after(self, guess: bytes, feedback: int) -> Knowledge: ...
