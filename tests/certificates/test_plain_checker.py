"""The certificates of the reference writer are accepted by the plain checker, and prove no more than they claim."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import pytest

from sito.certificate import game as games
from sito.certificate.game import Game
from sito.certificate.header import Claim, read_header, with_digest
from sito.certificate.plain import KNOWN, LOOK, OWN, REMEMBER, SPLIT, check_plainly
from sito.certificate.sizes import INFINITE
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import CertificateError
from sito.exact import Problem, solve
from sito.rules.rules import Rules
from sito.words.words import WordList
from tests.certificates.writer import EXAMPLES, WORDS, Writer, certificate, number


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_certificate_is_accepted_and_one_guess_more_is_not(name: str) -> None:
    data = EXAMPLES[name]()
    claim, body = read_header(data)
    assert check_plainly(data).claim == claim
    if claim.lower is not None:
        with pytest.raises(CertificateError):
            check_plainly(with_digest(replace(claim, lower=claim.lower + 1).header + body))


def test_every_kind_of_proof_occurs(monkeypatch: pytest.MonkeyPatch) -> None:
    tags: Counter[int] = Counter()
    write = Writer._tag

    def noted(writer: Writer, tag: int) -> bytes:
        tags[tag] += 1
        return write(writer, tag)

    monkeypatch.setattr(Writer, "_tag", noted)
    certificate("3x4-total")
    certificate(Rules.of_words(WordList.of(WORDS, name="ale")))
    assert set(tags) == {LOOK | REMEMBER, LOOK | OWN | REMEMBER, SPLIT | REMEMBER, SPLIT | OWN | REMEMBER, KNOWN}


def split(*entries: tuple[int, bytes]) -> bytes:
    """The body that has these entries, each a guess and what follows it."""
    guesses = [0, *(guess for guess, _ in entries)]
    steps = [number(guess - before) for before, guess in pairwise(guesses)]
    cells = [rest for _, rest in entries]
    return bytes([SPLIT]) + number(len(entries)) + b"".join(map(bytes.__add__, steps, cells))


def is_refused(claim: Claim, body: bytes, reason: str) -> bool:
    with pytest.raises(CertificateError, match=reason):
        check_plainly(with_digest(claim.header + body))
    return True


def test_entries_that_cost_enough_speak_for_no_cheaper_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a guess that may be the secret makes the same cells as one that may not, it costs one less."""
    monkeypatch.setattr(games, "answers", cache(games.answers))
    rules = Rules.parse("3x4")
    space = CodeSpace(rules)
    tried = 0
    for first, second in product(["AAB", "ABC"], ["BAC", "BBD", "CDA", "DDB"]):
        for answers in product(["x", "o", "xo"], repeat=2):
            turns = [(space.parse(first), answers[0]), (space.parse(second), answers[1])]
            history = tuple((guess, Feedback.parse(answer, rules)) for guess, answer in turns)
            claim = Claim(rules, None, None, history=history)
            game = Game(claim)
            if not 2 < len(game.start.secrets) < 7:
                continue
            least = solve(Problem(rules, history=turns)).upper
            columns = game.columns(game.start.secrets)
            looks = {guess: game.bound.look(game.shape(columns[guess]), None) for guess in game.guesses_at(game.start)}
            enough = [(guess, number(0)) for guess, look in looks.items() if least[0] < look < INFINITE]
            assert is_refused(replace(claim, lower=least[0] + 1), split(*enough), "nothing shows")
            tried += 1
    assert tried > 10
