"""How much each client may ask for: so much at once, and so much in the long run."""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST_CLIENTS = 50_000


class Bucket:
    """A bucket of tokens that is filled steadily; every action takes some.

    >>> clock = iter([0, 0, 0, 0.5]).__next__
    >>> bucket = Bucket(rate=2, burst=2, clock=clock)
    >>> bucket.take(), bucket.take(), bucket.take()
    (0.0, 0.0, 0.0)
    """

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self, tokens: float = 1) -> float:
        """Takes tokens, if there are enough, and gives 0; else takes none and gives the seconds until there are."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= tokens:
            self._left -= tokens
            return 0.0
        return (tokens - self._left) / self._rate

    @property
    def is_full(self) -> bool:
        """Whether so much time has gone by that nothing of it need be remembered."""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each client; those that are full again are forgotten.

    >>> buckets = Buckets(rate=0.001, burst=1)
    >>> buckets.take("ada"), buckets.take("bob"), buckets.take("ada") > 900
    (0.0, 0.0, True)
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str, tokens: float = 1) -> float:
        """Takes tokens of a client; gives 0, or the seconds until there are enough. No rate is no limit."""
        if not self._rate:
            return 0.0
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= _MOST_CLIENTS:
                self._forget()
            bucket = self._buckets[client] = Bucket(self._rate, self._burst)
        return bucket.take(min(tokens, self._burst))

    def _forget(self) -> None:
        kept = {client: bucket for client, bucket in self._buckets.items() if not bucket.is_full}
        # Where so many clients are busy at a time, the older half is forgiven, for memory is bounded.
        self._buckets = kept if len(kept) < _MOST_CLIENTS else dict(list(kept.items())[_MOST_CLIENTS // 2 :])
