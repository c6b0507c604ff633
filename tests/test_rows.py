"""Every result of the door is a table: the same rows as dictionaries, frames, text and HTML."""

import json
import pickle
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count
from xml.etree import ElementTree

import pytest

import sito
from sito.base import rows
from sito.base.rows import Column, Listed, Tabular, at_once, plain
from sito.certificate.header import Claim, with_digest
from sito.errors import InputError, LimitError, SitoError
from sito.exact.problem import Problem
from sito.words.words import WordList

KNOWN = sito.Knowledge("3x4").after("AAB", "x")
CLASH = "4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"
WEIGHED = sito.Rules.of_words(WordList.of(["tale", "late", "teal"], weights=[6, 3, 1]))

CERTIFICATE = with_digest(Claim(sito.Rules.parse("2x3"), 21).header + bytes(1))

RESULTS: dict[str, tuple[Callable[[], Tabular], int]] = {
    "advice": (lambda: sito.advise("4x6 CBFF:o EAAB:xxo", top=3), 3),
    "atlas": (lambda: sito.solved_games(), len(sito.solved_games())),
    "boards": (lambda: sito.Boards("4x6", 2).after("ABCD", ["xxxx", "oo"]).after("AABB", ["x"]), 2),
    "boards-advice": (lambda: sito.advise_boards(sito.Boards("4x6", 2).after("ABCD", ["xxxx", "oo"]), top=2), 2),
    "certificate": (lambda: sito.check_certificate(CERTIFICATE), 1),
    "comparison": (lambda: sito.compare("3x4", ["minimax", "uniform-probe"], seeds=1), 2),
    "diagnosis": (lambda: sito.diagnose(CLASH, at_most=1), 6),
    "every-first": (lambda: sito.every_first("2x3", "worst-total"), 2),
    "explanation": (lambda: sito.explain("4x6", "AABB", "ABBA"), 4),
    "facts": (lambda: sito.explain_guess(KNOWN, "ABC"), 5),
    "facts-weighed": (lambda: sito.explain_guess(sito.Knowledge(WEIGHED), "teal"), 3),
    "game-value": (lambda: sito.game_value("2x3"), 1),
    "jugs": (lambda: sito.solve_jugs("8 3", target=4), 22),
    "jugs-none": (lambda: sito.solve_jugs("6 3", target=4), 0),
    "jugs-supply": (lambda: sito.solve_jugs("5 3", target=4, supply=20), 7),
    "knowledge": (lambda: KNOWN, len(KNOWN)),
    "knowledge-weighed": (lambda: sito.Knowledge(WEIGHED), 3),
    "many": (lambda: sito.play_many("3x4", "minimax", ["ABC", "DDA", "ABC"]), 3),
    "odds": (lambda: sito.duel_odds("2x3", "minimax", "first-consistent"), 1),
    "pegs": (lambda: sito.solve_pegs("hoppers"), 7),
    "pegs-none": (lambda: sito.solve_pegs("english", finish="0"), 0),
    "ranking": (lambda: KNOWN.rank("minimax", 4), 4),
    "response": (lambda: sito.best_response("2x3", "minimax"), 1),
    "review": (lambda: sito.review("3x4 AAB:xx AAC:xx AAD:xxx"), 3),
    "solution": (lambda: sito.solve("2x3", "worst-fewest-total"), 1),
    "solution-none": (lambda: sito.solve(Problem("3x4", depth=2)), 1),
    "transcript": (lambda: sito.Transcript.parse("4x6 CBFF:o EAAB:2?"), 2),
    "wrong-answers": (lambda: sito.wrong_answers("4x6 AABB:x CCDD:o", "ABCD"), 2),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_a_table_in_all_forms(name: str) -> None:
    make, size = RESULTS[name]
    result = make()
    found = result.to_dicts()
    assert len(found) == size
    written = json.dumps(found)
    assert not any(word in written for word in ("Code(", "Feedback", "Fraction", "object at"))
    names = [list(row) for row in found]
    assert all(each == names[0] for each in names)
    for kind in ("pandas", "polars"):
        frame = result.to_frame(kind)
        assert len(frame) == size
        assert not names or list(frame.columns) == names[0]
        assert len(frame.columns) > 0
    page = ElementTree.fromstring(result._repr_html_())
    assert page.tag in ("table", "figure", "div")
    assert " object at " not in str(result)
    again = pickle.loads(pickle.dumps(result))
    assert again.to_dicts()[:1] == found[:1]
    if isinstance(result, Listed | tuple):
        listed = list(result)
        assert (len(result), len(listed)) == (size, size)
        assert (*result[:1], *result[-1:]) == (*listed[:1], *listed[-1:])
        assert not listed or (result[0], result[-1]) == (listed[0], listed[-1])
        assert bool(result) or isinstance(result, Sequence)
        with pytest.raises(IndexError):
            result[size]


def test_guesses_and_answers_are_texts() -> None:
    assert sito.Transcript.parse("4x6 CBFF:o EAAB:2?").to_dicts() == [
        {"guess": "CBFF", "answer": "o"},
        {"guess": "EAAB", "answer": "2?"},
    ]
    assert sito.Knowledge("2x3").after("AA", "x").to_dicts() == [{"code": text} for text in ("AB", "AC", "BA", "CA")]
    assert sito.Knowledge(WEIGHED).to_dicts()[0] == {"code": "LATE", "weight": 3}
    assert [row.text for row in sito.every_first("2x3")] == ["AB", "AA"]
    assert sito.wrong_answers("4x6 AABB:x", "ABCD").to_dicts() == [
        {"turn": 1, "guess": "AABB", "noted": "x", "answer": "xo", "slip": "overlooked"}
    ]
    boards = sito.Boards("4x6", 2).after("ABCD", ["xxxx", "o"]).after("AABB", ["x"])
    assert boards.to_dicts()[1] == {"guess": "AABB", "answers": [None, "x"]}
    assert sito.explain("4x6", "AABC", "ABBA").to_dicts()[3] == {
        "peg": 4,
        "guess": "C",
        "mark": "-",
        "claims": None,
        "why": "Peg 4, C: the code has no C. It earns nothing.",
    }


def test_all_plans_of_jugs_are_one_table() -> None:
    answer = sito.solve_jugs("8 3", target=4)
    found = answer.to_dicts()
    assert [row["step"] for row in found] == [*range(11)] * 2
    assert [row["plan"] for row in found] == [1] * 11 + [2] * 11
    assert (found[0]["action"], found[1]["action"], found[10]["A"]) == (None, "fill A", 4)
    with_supply = sito.solve_jugs("5 3", target=4, supply=20).to_dicts()[0]
    assert [*with_supply.items()][3:] == [("A", 0), ("B", 0), ("supply", 20)]
    plan = answer.plan
    assert (len(plan), str(plan[0].action), plan[-1], len(list(plan))) == (10, "fill A", plan[9], 10)
    assert plan.to_dicts()[0] == {"action": "fill A", "state": [8, 0]}
    assert [len(other) for other in answer.plans()] == [10, 10]
    assert bool(sito.solve_jugs("5 3", target=0).plan)


def test_a_plan_that_is_too_long_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    long = sito.solve_jugs([10**20 + 1, 10**20], target=10**15)
    assert long
    assert long.plan
    monkeypatch.setattr(rows, "MOST_ROWS", 1000)
    with pytest.raises(LimitError, match="there are more than 1000 rows, too many for a table"):
        long.to_dicts()
    with pytest.raises(LimitError, match="too many for a table"):
        at_once(count())


def test_what_a_notebook_shows_of_many_rows() -> None:
    shown = sito.Knowledge("4x6").rank("minimax", 100)._repr_html_()
    assert shown.count("<tr>") == 1 + 60 + 1
    assert shown.endswith('<td style="text-align:left">…</td></tr></tbody></table>')
    assert "…" not in sito.Knowledge("4x6").rank("minimax", 60)._repr_html_()


def test_frames_need_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking = KNOWN.rank("minimax", 2)
    assert type(ranking.to_frame()).__module__.startswith("pandas")
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert type(ranking.to_frame()).__module__.startswith("polars")
    monkeypatch.setitem(sys.modules, "polars", None)
    for kind, name in ((None, "pandas"), ("pandas", "pandas"), ("polars", "polars")):
        with pytest.raises(SitoError, match=f"^{name} is not installed; install it with: pip install {name}$"):
            ranking.to_frame(kind)
    with pytest.raises(InputError, match="there are no frames of 'excel'; there are those of pandas, polars"):
        ranking.to_frame("excel")
    with pytest.raises(InputError, match="there are no frames of "):
        ranking.to_frame(ranking.to_dicts())  # type: ignore[call-overload]


def test_an_empty_frame_has_its_columns() -> None:
    answer = sito.solve_jugs("6 3", target=4)
    assert list(answer.to_frame("pandas").columns) == list(answer.to_frame("polars").columns)
    assert list(answer.to_frame("pandas").columns) == ["plan", "step", "action", "A", "B"]


def test_whole_numbers_beyond_64_bits() -> None:
    answer = sito.solve_jugs([10**20, 5], target=10**20 - 5)
    assert answer.to_frame("polars")["A"].to_list() == [0.0, 1e20, 1e20 - 5]
    assert answer.to_frame("pandas")["A"].tolist() == [0, 10**20, 10**20 - 5]


def test_how_values_are_written() -> None:
    half = Fraction(1, 2)
    assert plain([half, None, True, "a", (1, half)]) == [0.5, None, True, "a", [1, 0.5]]
    assert plain(sito.Feedback.win("4x6")) == "xxxx"
    for value, form, shown in [
        (half, ".3f", "0.500"),
        (None, ".3f", "-"),
        ((), "", "-"),
        ((1, 2), "", "1 2"),
        (False, "", "no"),
        (7, "d", "7"),
    ]:
        assert Column[object]("x", lambda row: row, form).shown(value) == shown
    assert Column[object]("x", lambda row: row, nothing="?").shown(None) == "?"
