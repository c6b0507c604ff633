"""The answers of many guesses to many codes, against plain Python."""

from __future__ import annotations

import sys
from itertools import islice

import numpy as np
import pytest

from sito import Feedback, Knowledge, feedback_matrix, score, scores
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score as plainly
from sito.errors import CodeError, LimitError, RulesError, SitoError
from sito.rules.rules import Rules

GAMES = [
    "4x6",
    "3x5-black",
    "4x6-distinct-total",
    "3x4-position",
    "6x3-position",
    "11x2-position",
    "4x4-naive",
    "6x3-naive",
    "11x2-naive",
    "2x64",
    "words-3",
]


@pytest.mark.parametrize("rules", GAMES)
def test_all_ways_to_score_agree_with_plain_python(rules: str) -> None:
    space = CodeSpace(rules, guesses=True)
    guesses, secrets = list(islice(space, 0, None, max(1, len(space) // 9))), list(islice(space, 90))
    matrix = feedback_matrix(rules, guesses, secrets)
    for guess, row in zip(guesses, matrix.tolist(), strict=True):
        expected = [plainly(rules, guess, secret) for secret in secrets]
        assert [Feedback.of(rules, number) for number in row] == expected
        assert [score(rules, guess, secret) for secret in secrets] == expected
        assert scores(rules, guess, secrets).tolist() == row


def test_without_codes_all_of_the_game_are_taken() -> None:
    matrix = feedback_matrix("words-3")
    game = Rules.of("words-3")
    assert matrix.shape == (len(CodeSpace(game, guesses=True)), len(CodeSpace(game)))
    assert scores("words-3", "cat").tolist() == feedback_matrix("words-3", ["cat"]).tolist()[0]


def test_numpy_takes_numbers_without_a_copy_and_gives_codes() -> None:
    matrix = feedback_matrix("6x3-position")
    array = np.asarray(matrix)
    assert array.dtype == np.uint16
    assert np.shares_memory(array, np.frombuffer(matrix.obj, np.uint16))
    known = Knowledge("4x6").after("AABC", "xo")
    assert feedback_matrix("4x6", known.to_numpy(), known).tolist() == feedback_matrix("4x6", known, known).tolist()
    assert known.texts() == [known.secrets.text(code) for code in known.to_numpy()]
    assert np.array_equal(CodeSpace("2x3").to_numpy(), list(CodeSpace("2x3")))


@pytest.mark.parametrize("form", [tuple, list, Code, np.array, lambda code: np.array(code, np.uint8), "CBFF"])
def test_a_code_is_read_in_any_form(form: object) -> None:
    guess = form((2, 1, 5, 5)) if callable(form) else form
    assert str(score("4x6", guess, "ABCD")) == "xo"


def test_what_is_no_code_is_refused() -> None:
    for wrong in [(0, 0, 1, 6), (0, 0, 1), (0, 0, 1, 300), (0, 0, 1, "A"), "AAAG", np.array([0, 0, 1, 6]), 5]:
        with pytest.raises(CodeError):
            score("4x6", wrong, "ABCD")  # type: ignore[arg-type]
        with pytest.raises(CodeError):
            scores("4x6", "ABCD", [wrong])  # type: ignore[list-item]
    with pytest.raises(CodeError, match="repeats"):
        score("4x6-distinct", (0, 0, 1, 2), (0, 1, 2, 3))
    with pytest.raises(CodeError):
        feedback_matrix("4x6", np.full((3, 4), 9, np.uint8))
    with pytest.raises(CodeError, match="is one code"):
        scores("4x6", "ABCD", "AABB")
    with pytest.raises(RulesError):
        score("4x101", "AAAA", "AAAA")
    with pytest.raises(CodeError):
        scores("6x6", "AABBCC", Knowledge("4x6"))
    for call in (lambda: feedback_matrix("8x8"), lambda: scores("8x16", "AAAABBBB"), CodeSpace("12x30").to_numpy):
        with pytest.raises(LimitError, match="too many"):
            call()
    for strange in (np.zeros(4, "M8[s]"), np.zeros(4, np.longdouble), np.zeros(4)):
        with pytest.raises(CodeError):
            scores("4x6", "AABB", strange)


def test_no_codes_have_no_answers() -> None:
    assert feedback_matrix("4x6", [], ["ABCD"]).tolist() == scores("4x6", "ABCD", []).tolist() == []


def test_without_numpy_an_array_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(SitoError, match="pip install numpy"):
        Knowledge("4x6").to_numpy()
