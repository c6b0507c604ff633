"""Games of one's own: any codes and any answers, from the sieve to the certificate."""

import json
import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import count, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sito
from sito.certificate.check import check_certificate
from sito.certificate.header import DIGEST_BYTES, Claim, with_digest
from sito.certificate.plain import check_plainly
from sito.certificate.writing import certify
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.errors import CertificateError, CodeError, FeedbackError, RulesError
from sito.exact.problem import Objective, Problem
from sito.exact.reference import best_value
from sito.playing.game import Transcript
from sito.rules.rules import HardMode, Rules
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verified, verify
from sito.words.own import MOST_CODES, OwnGame


def naive_marks(guess: str, secret: str) -> str:
    """Gives the answer of a clone of Wordle that counts double letters wrongly: every letter of the word is yellow."""
    return "".join("g" if g == s else "y" if g in secret else "-" for g, s in zip(guess, secret, strict=True))


def marks(guess: str, secret: str) -> str:
    """Gives the answer of Wordle and Nerdle."""
    left = Counter(s for g, s in zip(guess, secret, strict=True) if g != s)
    answer = ""
    for g, s in zip(guess, secret, strict=True):
        answer += "g" if g == s else "y" if left[g] else "-"
        left[g] -= g != s
    return answer


def equations() -> list[str]:
    """Lists the equations of mini-Nerdle: six signs, two numbers and an operator, and no number that is 0."""
    found = []
    for a, operator, b in product(range(1, 100), "+-*/", range(1, 100)):
        value = {"+": a + b, "-": a - b, "*": a * b, "/": a // b if a % b == 0 else 0}[operator]
        text = f"{a}{operator}{b}={value}"
        if value > 0 and len(text) == 6:
            found.append(text)
    return found


def parity(guess: tuple[int, ...], secret: tuple[int, ...]) -> str:
    """Tells only whether black and white pegs together are an even number."""
    return "even" if (Counter(guess) & Counter(secret)).total() % 2 == 0 else "odd"


NERDLE = Rules.custom(equations(), marks, "mini-nerdle")
PARITY = Rules.custom(list(product(range(1, 4), repeat=2)), parity, "parity")
CLONE = Rules.custom(
    ["ALLOY", "LLAMA", "LOYAL", "ROYAL", "LABEL", "BALLY"], naive_marks, "clone", guesses=["LOLLY", "BARRY"]
)


@st.composite
def own_rules(draw: st.DrawFn) -> Rules:
    """Draws a small game with any answers, where some guesses are no secrets."""
    secrets, others = draw(st.integers(1, 7)), draw(st.integers(0, 3))
    row = st.lists(st.integers(0, draw(st.integers(1, 4))), min_size=secrets, max_size=secrets)
    table = draw(st.lists(row, min_size=secrets + others, max_size=secrets + others))
    return Rules.custom(range(secrets), table, guesses=range(secrets + others))


@given(own_rules(), st.sampled_from(list(Objective)), st.booleans())
def test_the_exact_search_finds_what_plain_python_finds(rules: Rules, objective: Objective, consistent: bool) -> None:
    problem = Problem(rules, objective, consistent=consistent)
    solution = sito.solve(problem)
    assert solution.proven
    assert solution.upper == best_value(problem)
    verify(solution.tree)


def test_a_guess_that_is_no_secret_never_wins() -> None:
    # 2 is no secret and tells all of them apart; the search for the fewest guesses must not take it for a hit.
    rules = Rules.custom(range(2), [[0, 1], [1, 0], [0, 1]], guesses=range(3))
    for objective in Objective:
        problem = Problem(rules, objective)
        assert sito.solve(problem).upper == best_value(problem)


@given(own_rules(), st.data())
def test_the_sieve_keeps_what_plain_python_keeps(rules: Rules, data: st.DataObject) -> None:
    secrets, guesses = CodeSpace.both(rules)
    known, left = sito.Knowledge(rules), list(secrets)
    for _ in range(3):
        guess, secret = data.draw(st.sampled_from(list(guesses))), data.draw(st.sampled_from(left))
        number = score_number(rules, guess, secret)
        cells = Counter(score_number(rules, guess, code) for code in left)
        assert {answer.number: size for answer, size in known.cells(guess).items()} == cells
        known = known.after(guess, Feedback.of(rules, number))
        left = [code for code in left if score_number(rules, guess, code) == number]
        assert list(known) == left
    assert sito.advise(known).guesses


@settings(max_examples=60)
@given(rules=own_rules(), objective=st.sampled_from(["total", "worst"]), change=st.integers(0), bit=st.integers(0, 7))
def test_both_checkers_accept_its_certificate_and_agree_on_a_changed_one(
    tmp_path_factory: pytest.TempPathFactory, rules: Rules, objective: str, change: int, bit: int
) -> None:
    file = tmp_path_factory.mktemp("own") / "own.cert"
    proven = certify(rules, file, objective).certificate
    data = file.read_bytes()
    assert check_certificate(data).claim == check_plainly(data).claim == proven.claim
    header, _, body = data[:-DIGEST_BYTES].partition(b"\n")
    place = change % len(body)
    changed = body[:place] + bytes([body[place] ^ 1 << bit]) + body[place + 1 :]
    verdicts: list[Claim | None] = []
    for check in (check_certificate, check_plainly):
        try:
            verdicts.append(check(with_digest(header + b"\n" + changed)).claim)
        except CertificateError:
            verdicts.append(None)
    assert verdicts[0] == verdicts[1]
    if (lower := proven.claim.lower) is not None:
        more = header.replace(b'"lower": %d' % lower, b'"lower": %d' % (lower + 1))
        for check in (check_certificate, check_plainly):
            with pytest.raises(CertificateError):
                check(with_digest(more + b"\n" + body))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table", [[1, 0], [0, 0]]),
        ("table", [[1, 0, 0], [0, 1, 0]]),
        ("table", [[1, 0], [2, 1]]),
        ("table", [[1, 0]]),
        ("answers", ["no", "no"]),
        ("answers", []),
        ("secrets", ["B", "A"]),
        ("guesses", ["A", "A"]),
    ],
)
def test_both_checkers_refuse_a_game_that_is_none(key: str, value: object) -> None:
    rules = Rules.custom("AB", lambda guess, secret: guess == secret, "tiny")
    stated = json.loads(Claim(rules, 3).header)
    for words in (stated["words"], {**stated["words"], key: value}):
        line = json.dumps({**stated, "words": words}, sort_keys=True, ensure_ascii=False).encode() + b"\n"
        for check in (check_certificate, check_plainly):
            if words == stated["words"]:
                assert check(with_digest(line + bytes(1))).claim.lower == 3
            else:
                with pytest.raises(CertificateError):
                    check(with_digest(line + bytes(1)))


@pytest.mark.parametrize(
    ("rules", "total"), [(NERDLE, 544), (PARITY, 25), (CLONE, 11)], ids=["mini-nerdle", "parity", "clone"]
)
def test_real_games_are_played_advised_solved_and_certified(rules: Rules, total: int, tmp_path: Path) -> None:
    space = CodeSpace(rules)
    for secret in (space[0], space[-1]):
        game = sito.play(rules, "entropy", secret)
        assert game.turns[-1].answer.wins
        assert sito.review(game).judged
        assert Transcript.from_json(game.to_json()) == game
        assert Transcript.parse(str(game), rules.words) == game
    solution = sito.solve(rules)
    assert solution.proven
    assert solution.tree is not None
    assert solution.upper == (total,)
    assert verified(solution.tree).total == total
    assert StrategyTree.parse(str(solution.tree)) == solution.tree
    file = tmp_path / "own.cert"
    certify(rules, file)
    claim = check_certificate(file).claim
    assert claim.lower == total
    assert check_plainly(file.read_bytes()).claim == claim


def test_the_famous_first_guess_of_mini_nerdle_is_the_best_within_three_guesses() -> None:
    assert len(NERDLE.words.secrets) == 206
    for first in ("28/7=4", None):
        solution = sito.solve(Problem(NERDLE, "worst-total", first_guess=first))
        assert solution.proven
        assert solution.upper == (3, 545)
    best = sito.solve(Problem(NERDLE, "total-worst"))
    assert best.proven
    assert best.upper == (544, 4)
    assert CodeSpace(NERDLE).text(best.tree.first_guess) == "4*7=28"


def test_a_game_has_a_text_a_digest_and_travels() -> None:
    assert str(PARITY).startswith("own:parity@")
    assert len(PARITY.key.partition("@")[2]) == 64
    assert Rules.parse(str(PARITY), PARITY.words) == PARITY == pickle.loads(pickle.dumps(PARITY))
    assert Rules.parse("own:parity", {"parity": PARITY.words or []}) == PARITY
    other = Rules.custom(list(product(range(1, 4), repeat=2)), lambda guess, secret: "odd", "parity")
    with pytest.raises(RulesError, match="its digest is"):
        Rules.parse(str(PARITY), other.words)
    assert isinstance(CLONE.words, OwnGame)
    value = json.loads(json.dumps(CLONE.words.to_value()))
    assert OwnGame.of_value(value, "clone") == CLONE.words


def test_codes_and_answers_are_whatever_the_game_is_made_of() -> None:
    known = sito.Knowledge(PARITY).after((1, 2), "even")
    assert known.texts() == sito.Knowledge(PARITY).after("1,2", "EVEN").texts() == ["2,1", "3,3"]
    assert str(sito.score(PARITY, (1, 2), (1, 2))) == "!"
    numbers = Rules.custom(range(5), lambda guess, secret: (guess < secret, guess > secret))
    assert str(sito.score(numbers, "1", "3")) == "True,False"
    assert sito.Knowledge(numbers).after("1", "true,false").texts() == ["2", "3", "4"]
    assert Feedback.read((True, False), numbers) == Feedback.parse("True,False", numbers)
    assert CodeSpace(numbers).read(3) == CodeSpace(numbers).read("3")  # type: ignore[arg-type]
    assert str(Feedback.win(numbers)) == "False,False"  # which only the secret earns
    assert sito.feedback_matrix(numbers).shape == (5, 5)
    signed = Rules.custom(range(3), lambda guess, secret: guess - secret, text=lambda value: f"by{value}")
    assert [str(answer) for answer in sito.Knowledge(signed).cells("1")] == ["by-1", "by1", "by0"]  # the hit is last


def test_numbers_of_an_array_are_codes() -> None:
    numpy = pytest.importorskip("numpy")
    codes = numpy.array([10, 20, 30])
    rules = Rules.custom(codes, lambda guess, secret: int(guess > secret))
    assert str(sito.score(rules, codes[2], codes[0])) == "1"
    assert sito.play_many(rules, "first-consistent", codes).lengths == (1, 2, 3)
    assert codes[1] in sito.Knowledge(rules)
    with pytest.raises(CodeError):
        sito.score(rules, numpy.int64(11), 10)  # type: ignore[arg-type]


def test_any_signs_stand_in_a_tree_as_json() -> None:
    codes, answers = ['a"b', "a\\b", "{x}", "a:b", "->"], ['"', "\\", "{", "->", "<p>"]
    quoted = Rules.custom(codes, lambda guess, secret: answers[(codes.index(guess) - 2 * codes.index(secret)) % 5])
    tree = sito.solve(quoted).tree
    assert StrategyTree.from_json(tree.to_json()) == StrategyTree.from_dict(tree.to_dict()) == tree


def test_answers_without_an_order_stay_as_they_were_given() -> None:
    game = OwnGame.made("ABCD", [[9, 1, 3, 2], ["word", 9, 1, 3], [1, 1, 9, 1], [1, 1, 1, 9]])
    assert game.answers.texts == ("1", "3", "2", "word", "9")  # the hit is last


def test_lists_and_arrays_are_read() -> None:
    numpy = pytest.importorskip("numpy")
    numbers, codes = Rules.custom(range(5), lambda guess, secret: (guess < secret, guess > secret)), CodeSpace(PARITY)
    assert str(sito.score(numbers, numpy.int64(3), numpy.str_("1"))) == "False,True"
    assert list(sito.scores(numbers, 3, numpy.arange(5))) == list(sito.scores(numbers, 3))  # type: ignore[arg-type]
    assert numpy.int64(3) in CodeSpace(numbers)
    assert codes.read([1, 2]) == codes.read((1, 2)) == codes.read(codes.to_numpy()[1])
    assert [1, 2] in codes
    assert codes.to_numpy()[1] in codes
    answer = Feedback.read((True, False), numbers)
    assert answer == Feedback.read([True, False], numbers) == Feedback.read(numpy.array([True, False]), numbers)
    with pytest.raises(CodeError, match=r"'Code\(\[9\]\)' is no code of own:parity"):
        codes.read(numpy.array([9]))


@pytest.mark.parametrize("array", [False, True])
def test_a_table_may_be_lists_or_an_array(array: bool) -> None:
    numpy = pytest.importorskip("numpy")
    rows = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    rules = Rules.custom("ABC", numpy.array(rows) if array else rows)
    assert rules == Rules.custom("ABC", lambda guess, secret: abs(ord(guess) - ord(secret)))


def test_an_explanation_tells_the_cell() -> None:
    told = sito.explain(PARITY, (1, 2), (2, 1))
    assert str(told) == (
        "By the rules of the game the answer to 1,2 is even where the code is 2,1.\n"
        "Of 9 possible codes 2 give this answer to the guess."
    )
    assert not told.judge("odd").right
    assert told.marks == ""
    assert "even" in told.svg()
    assert any("even" in text for row in told.drawing() for text, _ in row)


def test_lies_and_consistent_guesses_go_with_a_table() -> None:
    game = PARITY.words
    liar = Rules.of_words(game, lies=1)
    assert str(liar).startswith("own-lies1:parity@")
    assert len(sito.Knowledge(liar).after("1,2", "even")) == 8
    strict = Rules.of_words(game, hard=HardMode.CONSISTENT)
    small = Rules.custom(range(5), lambda guess, secret: (guess < secret) - (guess > secret), hard=HardMode.CONSISTENT)
    assert sito.solve(small).upper == best_value(Problem(small))
    assert sito.solve(strict).proven
    tiny = Rules.custom(range(3), lambda guess, secret: (guess < secret) - (guess > secret), lies=1)
    assert sito.solve(tiny).upper == best_value(Problem(tiny))


def test_what_a_score_raises_names_guess_and_secret() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        Rules.custom(range(3), lambda guess, secret: guess // (secret - 1))
    assert caught.value.__notes__ == ["raised by the score of the guess 0 for the secret 1"]


def test_a_number_that_is_higher_or_lower_is_found_by_halving() -> None:
    def compare(guess: int, secret: int) -> str:
        return "hit" if guess == secret else "higher" if secret > guess else "lower"

    advice = sito.advise(Rules.custom(range(1, 701), compare), top=1)
    halving = sum(min(2**depth, 701 - 2**depth) * (depth + 1) for depth in range(10))
    assert advice[0].expected == Fraction(halving, 700)


def test_faults_are_told() -> None:
    def same(guess: object, secret: object) -> str:
        return "same"

    many = list(map(str, range(MOST_CODES + 1)))
    too_large = {"secrets": ["0"], "guesses": many, "answers": ["no", "!"], "table": [[1], *[[0]] * MOST_CODES]}
    makers: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: Rules.custom([], same), RulesError, "no codes"),
        (lambda: Rules.custom(["a b"], same), RulesError, "without blanks"),
        (lambda: Rules.custom(["1,2", (1, 2)], same), RulesError, "both written 1,2"),
        (lambda: Rules.custom([["list"]], same), RulesError, "cannot be listed"),  # type: ignore[type-var]
        (lambda: Rules.custom("AB", [[[], []], [[], []]]), RulesError, "cannot be an answer"),  # type: ignore[list-item]
        (lambda: Rules.custom("AB", lambda guess, secret: "x:y"), RulesError, "without blanks, : and"),
        (lambda: Rules.custom("AB", [[1, 2]]), RulesError, "no table of 2 guesses with 2 secrets"),
        (lambda: Rules.custom(range(MOST_CODES + 1), same), RulesError, "the most are 262144 guesses"),
        (lambda: Rules.custom("0", same, guesses=many), RulesError, "the most are 262144 guesses"),
        (lambda: OwnGame.of_value(too_large), RulesError, "the most are 262144 guesses"),
        (lambda: Rules.custom(count(), same), RulesError, "the most are"),
        (lambda: Rules.custom("AB", same, guesses=count()), RulesError, "the most are"),
        (lambda: Rules.custom("AB", same, text=lambda value: 5), RulesError, "is written 5"),  # type: ignore[arg-type, return-value]
        (lambda: Rules.custom("AB", same, text=lambda value: ("a",)), RulesError, "is written"),  # type: ignore[arg-type, return-value]
        (lambda: Rules.custom("AB", same, guesses="C", hard=HardMode.CONSISTENT), RulesError, "every guess"),
        (lambda: Rules.custom("AB", same, hard=HardMode.HARD), RulesError, "per position"),
        (lambda: Rules.parse("own:parity"), RulesError, r"not in its text; read it with .*words=rules\.words"),
        (lambda: Rules.parse("words:parity", PARITY.words), RulesError, "own:parity"),
        (lambda: Rules.parse("own:animals", {"animals": ["bear", "seal"]}), RulesError, "words:animals"),
        (lambda: sito.Knowledge(PARITY).after((4, 4), "even"), CodeError, "no code of own:parity"),
        (lambda: sito.Knowledge(PARITY).after((1, 1), "perhaps"), FeedbackError, "its answers are even, odd, !"),
        (lambda: sito.score(CLONE, "ALLOY", "LOLLY"), CodeError, "LOLLY"),
        (lambda: sito.explain(CLONE, "ALLOY", "LOLLY"), CodeError, "guesses only"),
        (lambda: OwnGame.of_value({"secrets": ["A"], "answers": ["!"], "table": [[1]]}), RulesError, "numbered from 0"),
        (lambda: OwnGame.of_value({"secrets": ["A"], "table": [[0]]}), RulesError, "answers"),
    ]
    for make, kind, message in makers:
        with pytest.raises(kind, match=message):
            make()
