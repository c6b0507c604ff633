"""Codemakers of three kinds: fair, adversarial, lying.

The fair one is `sito.playing.game.SecretKeeper`. The adversarial one commits to no code and answers so that the game
lasts as long as it can; the lying one has a secret and answers wrongly a few times. No codemaker has a state: what it
answers depends on the game so far alone, so that a game that is taken up again goes on as it would have.
"""

from sito.makers.adversarial import ADVERSARIAL_LIMITS, AdversarialMaker, Reply
from sito.makers.lying import LyingMaker
from sito.makers.named import Lie, MakerName, NamedMaker
from sito.playing.game import SecretKeeper

__all__ = [
    "ADVERSARIAL_LIMITS",
    "AdversarialMaker",
    "Lie",
    "LyingMaker",
    "MakerName",
    "NamedMaker",
    "Reply",
    "SecretKeeper",
]
