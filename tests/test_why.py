"""What a guess does to the possible codes: the facts against plain Python, and /why in games."""

import json
import random
import re
from collections import Counter
from math import log2

import pytest

from sito.base.limits import Limits, Stopped
from sito.codes.consistency import possible_codes
from sito.codes.feedback import Feedback, Turn, score_number
from sito.errors import CodeError, InconsistentError, StrategyError
from sito.explanation import explain_guess
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS
from sito.strategies.partition import rank_plainly
from tests.cases import cases
from tests.conftest import Sito, Start, finish, reply

GAMES = ["3x4", "4x4-distinct", "3x5-black", "3x4-total", "3x3-position", "3x3-naive", "2x6-distinct-position", "2x5"]


def played(rules: str, rng: random.Random) -> Knowledge:
    """Plays a few guesses at random, some of which cannot be the code."""
    known = Knowledge(rules)
    secret = known.secrets.draw(rng)
    for _ in range(rng.randint(0, 2)):
        guess = known.guesses.draw(rng)
        known = known.after(guess, Feedback.of(known.rules, score_number(known.rules, guess, secret)))
    return known


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("metric", METRICS)
def test_the_facts_are_those_of_plain_python(rules: str, metric: str) -> None:
    rng = random.Random(f"{rules} {metric}")
    for _ in range(8):
        known = played(rules, rng)
        guess = rng.choice([known.guesses.draw(rng), known.draw(rng)])
        facts = explain_guess(known, guess, metric)
        counts = Counter(score_number(known.rules, guess, code) for code in known)
        assert {answer.number: size for answer, size in facts.cells.items()} == counts
        sizes = sorted(counts.values(), reverse=True)
        assert list(facts.cells.values()) == sizes
        assert facts.before == len(known)
        assert facts.worst == sizes[0]
        assert facts.bits == pytest.approx(log2(len(known)) - sum(size * log2(size) for size in sizes) / len(known))
        assert facts.mean == pytest.approx(sum(size * size for size in sizes) / len(known))
        assert facts.score == pytest.approx(METRICS[metric](sizes))
        assert facts.possible == (guess in list(known))
        wrong = [
            index
            for index, turn in enumerate(known.history)
            if Feedback.of(known.rules, score_number(known.rules, turn.guess, guess)) != turn.answer
        ]
        assert list(facts.contradicts) == wrong
        assert facts.possible != bool(wrong)
        ranked = [other for other in rank_plainly(known, METRICS[metric], 2) if other.code != guess]
        if facts.possible and len(known) == 1:
            assert facts.best is None
        else:
            assert (facts.best.code, facts.best.score) == (ranked[0].code, pytest.approx(ranked[0].score))
            assert facts.loss == pytest.approx(facts.score - ranked[0].score)


@pytest.mark.parametrize("rules", ["2x3-lies1", "3x2-lies2", "2x3-distinct-lies1", "2x3-black-lies1"])
@pytest.mark.parametrize("metric", METRICS)
def test_the_facts_where_answers_may_be_lies(rules: str, metric: str) -> None:
    rng = random.Random(f"{rules} {metric}")
    for _ in range(5):
        known = Knowledge(rules)
        secret = known.secrets.draw(rng)
        for _turn in range(rng.randint(0, 2)):
            guess = known.guesses.draw(rng)
            if guess != secret:
                known = known.after(guess, Feedback.of(known.rules, score_number(known.rules, guess, secret)))
        guess = known.guesses.draw(rng)
        facts = explain_guess(known, guess, metric)
        turns = known.history
        left = {answer: len(possible_codes(rules, [*turns, Turn(guess, answer)])) for answer in facts.cells}
        assert dict(facts.cells) == left
        assert facts.before == len(possible_codes(rules, turns))
        assert facts.possible == (guess in possible_codes(rules, turns))
        ranked = {other.code: other for other in rank_plainly(known, METRICS[metric], known.guesses.size)}
        if facts.best is not None:
            assert facts.score == pytest.approx(ranked[guess].score)
            assert facts.best.code == next(code for code in ranked if code != guess)
            assert facts.best.score == pytest.approx(ranked[facts.best.code].score)
        assert all(str(sentence).endswith(".") for sentence in facts.sentences)


@pytest.mark.parametrize("rules", GAMES)
def test_the_facts_after_turns_of_which_parts_are_unknown(rules: str) -> None:
    known = Knowledge(rules)
    for guess, answer in (("?" + known.guesses.text(known.guesses[0])[1:], "?"), (known.guesses[1], "?")):
        known = known.after(guess, answer)
    facts = explain_guess(known, known.guesses[2])
    same = explain_guess(Knowledge(rules), known.guesses[2])
    assert (facts.cells, facts.bits, facts.best) == (same.cells, same.bits, same.best), "nothing was told"


def test_parts_of_a_turn_that_rule_a_guess_out() -> None:
    known = Knowledge.of("4x6", [("CBFF", "?"), ("E?AB", "2?")])
    facts = explain_guess(known, "CCCC", "minimax")
    turn = Turn.read("E?AB", "2?", known.guesses)
    assert facts.before == sum(turn.agrees(known.rules, code) for code in Knowledge("4x6"))
    assert "CCCC cannot be the code: it disagrees with answer 2." in str(facts)


@cases("game", "guess", "metric", "text")
def test_what_is_said(game: str, guess: str, metric: str, text: str) -> None:
    rules, *turns = game.split()
    known = Knowledge.of(rules, [tuple(turn.split(":")) for turn in turns])
    assert str(explain_guess(known, guess, metric)) == text


def test_a_guess_that_no_other_beats() -> None:
    known = Knowledge("4x6")
    best = {metric: known.rank(metric, top=1)[0] for metric in METRICS}
    units = {
        "minimax": "by the size of the largest cell",
        "expected-size": "by the number of codes left on average",
        "entropy": "by bits",
        "most-parts": "by the number of cells",
    }
    for metric, guess in best.items():
        facts = explain_guess(known, guess.code, metric)
        assert str(facts.sentences[-1]) == f"No guess is better {units[metric]}; {facts.best.text} is as good."
    only = Knowledge("1x2")
    assert str(explain_guess(only, "A", "most-parts").sentences[-1]) == (
        "No guess is better by the number of cells; B is as good."
    )


def test_a_metric_of_ones_own() -> None:
    def unevenness(sizes: list[int]) -> float:
        return sizes[0] - sizes[-1]

    facts = explain_guess(Knowledge("3x4"), "AAA", unevenness)
    assert facts.metric == "unevenness"
    assert str(facts.sentences[-1]).startswith("ABC is better by unevenness: its score is ")


def test_a_limit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = explain_guess(Knowledge("5x8"), "ABCDE", limits=Limits(work=1))
    assert stopped.stopped is Stopped.WORK
    assert "but not all were compared." in str(stopped)
    bad = explain_guess(Knowledge("4x6"), "AAAA", limits=Limits(work=3000))
    assert bad.stopped is Stopped.WORK
    large = Knowledge("8x10")
    facts = explain_guess(large, "00112345")
    assert (facts.searched, sum(facts.cells.values())) == (True, 10**8)
    assert facts.best == large.assess(facts.best.text, exact=True)
    assert str(facts).endswith("There may be a better one still: not all guesses were compared.")
    lies = explain_guess(Knowledge("8x9-lies1"), "AABBCCDD")
    assert (lies.best, lies.loss) == (None, None)
    assert str(lies).endswith("Too many codes are possible to compare all guesses.")


def test_what_cannot_be_explained() -> None:
    with pytest.raises(InconsistentError):
        explain_guess(Knowledge.of("2x3", [("AA", "-"), ("AA", "xx")]), "AB")
    with pytest.raises(CodeError):
        explain_guess(Knowledge("2x3"), "AD")
    with pytest.raises(StrategyError):
        explain_guess(Knowledge("2x3"), "AB", "cheapest")


def test_a_word_that_may_be_guessed_only() -> None:
    from sito.words.words import WordList

    rules = Rules.of_words(WordList.of(["late", "tale", "teal"], guesses=["late", "tale", "teal", "zoom"]))
    facts = explain_guess(Knowledge(rules), "zoom")
    assert (facts.possible, facts.contradicts) == (False, ())
    assert "ZOOM cannot be the code: it is allowed as a guess, but not as a code." in str(facts)


def test_larger_scores_are_compared_by_what_they_are_rounded_to() -> None:
    """Two guesses with cells of the same sizes are equal, though their sums may differ in the last digit."""
    facts = explain_guess(Knowledge("6x7"), "AABBCC")
    assert facts.best is not None
    assert "is as good" in str(facts.sentences[-1])


def test_why_in_a_game_that_a_person_keeps(sito: Sito) -> None:
    done = sito("keep", "--seed", "3", "--strategy", "minimax", stdin="why\no\n/why\n/quit\n", code=0)
    said = done.err.splitlines()
    assert "The answer to AABB cuts the 1296 possible codes into 13 cells; the largest: " in done.err
    assert "minimax compares the guesses by the cells they make, and takes the best." in said
    assert "BCDD may be the code itself, one of the 256." in said
    assert done.out.count("other codes are possible") == 2, "the question is not repeated with its guess"


def test_why_in_a_game_in_which_a_person_guesses_tells_no_secret(sito: Sito) -> None:
    done = sito("play", "--secret", "BFAC", stdin="/why\nABCD\nwhy\nABCD\n/why\n/help\n/quit\n", code=0)
    said = done.err.splitlines()
    assert "Right color in the right place: x. Right color in another place: o." in said
    assert "There is no guess to explain yet." in said
    assert "The answer ooo to ABCD left 136 of 1296 possible codes. Before this answer was known:" in said
    assert "The answer ooo to ABCD left 136 of 136 possible codes. Before this answer was known:" in said
    assert "The answer to ABCD is ooo whatever the code is: it reveals nothing." in said
    assert "BFAC" not in done.err + done.out


def test_more_codes_than_a_machine_word_counts_are_told_by_two_digits(sito: Sito) -> None:
    typed = "AABBCCDDEEFFGGHHIIJJ\nwhy\nhint\nhide\nABABABABABABABABABAB\n/quit\n"
    done = sito("play", "--rules", "20x20", "--seed", "1", "--plain", stdin=typed, code=0)
    first, second = [line for line in done.out.splitlines() if line.startswith("Guess ")]
    told = re.search(r"About ([\d,]+) codes are possible[.]$", first)
    assert told
    left = told[1].replace(",", "")
    assert (len(left.rstrip("0")), len(told[1])) == (2, 33)
    assert "are possible" not in second
    assert f" left {left} of {20**20} possible codes. Before" in done.err
    assert f"About {told[1]} codes are possible: " in done.err
    assert f" cuts the {20**20} possible codes into " in done.err
    assert re.search(r"; it leaves \d\d0{20,} codes at worst and \d\d0{20,} on average[.]\n", done.err)


STRATEGIES = [
    "best",
    "first-consistent",
    "random-consistent",
    "distinct-first",
    "color-by-color",
    "uniform-probe",
    "entropy",
]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_says_how_it_guesses(sito: Sito, strategy: str) -> None:
    done = sito("keep", "--rules", "4x6", "--seed", "1", "--strategy", strategy, stdin="/why\n/quit\n")
    assert any(line.startswith(f"{strategy} ") for line in done.err.splitlines())


def test_why_in_a_duel(sito: Sito) -> None:
    done = sito("duel", "--seed", "1", "--strategy", "random-consistent", stdin="ABCD\n/why\no\n/why\n/quit\n", code=0)
    assert "random-consistent draws one of the codes that agree with all the answers." in done.err
    assert " to ABCD left " in done.err


def test_break_tells_why(sito: Sito) -> None:
    plain = sito("break", "FADC", "--seed", "1", "--strategy", "minimax")
    done = sito("break", "FADC", "--seed", "1", "--strategy", "minimax", "--why")
    assert done.out.startswith(plain.out)
    more = done.out.removeprefix(plain.out)
    assert more.count("Guess ") == 5
    assert more.endswith("\nGuess 5:\n  Only FADC is possible.\n")
    value = json.loads(sito("break", "FADC", "--seed", "1", "--strategy", "minimax", "--why", "--json").out)
    assert [turn["why"]["possible"] for turn in value["turns"]] == [True] * 5
    first = value["turns"][0]["why"]
    assert (first["worst"], first["cells"]["-"], first["best"]["guess"]) == (256, 256, "AACC")
    assert sum(first["cells"].values()) == 1296
    assert "why" not in sito("break", "FADC", "--seed", "1", "--json").out


@pytest.mark.parametrize("width", [40, 100])
def test_why_at_a_terminal(start: Start, width: int) -> None:
    game = start("keep", "--seed", "3", width=width)
    reply(game, "answer: ", "/why")
    game.expect("answer: ")
    shown = str(game.before)
    assert "cuts the 1296" in shown.replace("\r\n", " ")
    assert max(map(len, shown.splitlines())) <= width
    game.sendline("/quit")
    finish(game, 0)


def test_why_where_answers_are_unknown_or_may_be_lies(sito: Sito) -> None:
    done = sito("keep", "--rules", "4x6-lies1", "--seed", "3", stdin="xo\n/why\n?\n/why\n/quit\n", code=0)
    assert done.err.count("may be a lie, so its") == 2
    assert "bits on average" not in done.err
    unknown = sito(
        "keep", "--rules", "4x6", "--seed", "3", "--strategy", "entropy", stdin="?\n/why\n2?\n/why\n/quit\n", code=0
    )
    assert "cuts the 1296 possible codes" in unknown.err


def test_a_guess_that_was_made_before_is_not_the_code_even_where_the_codemaker_may_lie() -> None:
    known = Knowledge("4x6-lies1").after("ABCD", "xo").after("AABB", "oo")
    assert "cannot be the code: it disagrees with answer 1, which is never a lie about it" in str(
        explain_guess(known, "ABCD")
    )
    many = Knowledge("4x6-lies1").after("ABCD", "xo").after("AABB", "oo").after("CCDD", "xx")
    assert "EEEE cannot be the code: it disagrees with answers 1, 2 and 3." in str(explain_guess(many, "EEEE"))
