"""Wrong answers: the native search against trying everything, the model of slips, and what is said about them."""

import random
from collections.abc import Iterator
from itertools import combinations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito import _native
from sito.base.limits import Limits, Stopped
from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import possible_codes
from sito.codes.feedback import Answer, Feedback, Turn, feedback_count, read_noted, score
from sito.codes.notations import nobody_gives
from sito.errors import CodeError, InconsistentError, InputError, LimitError
from sito.native.game import native_rules
from sito.playing.game import Transcript, check_consistent
from sito.playing.repairs import WEIGHTS, Change, Repair, Slip, diagnose, wrong_answers
from sito.playing.repairs.reference import Changes, clash_by_trying, repairs_by_trying
from sito.playing.repairs.repair import likeliest_slip
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList
from tests.cases import cases

WORDS = WordList.of(["tale", "late", "teal", "star", "rats", "arts", "last", "salt", "east", "seat"])
GAMES = [
    *(
        Rules.parse(f"{size}{kind}")
        for size in ("2x3", "3x3", "2x4", "3x4-distinct")
        for kind in ("", "-black", "-total", "-position", "-naive")
    ),
    Rules.of_words(WORDS),
    Rules.of_words(WORDS, FeedbackKind.POSITION),
]
SHOWN = 2000
"""So many random inconsistent games are compared with brute force."""


def random_answer(rules: Rules, rng: random.Random) -> Feedback:
    """Draws an answer that some code gives."""
    possible = [n for n in range(feedback_count(rules)) if not nobody_gives(rules.feedback, rules.pegs, n)]
    return Feedback.of(rules, rng.choice(possible))


def random_game(rules: Rules, rng: random.Random, share_wrong: float = 0.35) -> Transcript:
    """Draws a game of which some answers, most often one or two, are drawn at random."""
    guesses = CodeSpace(rules, guesses=True)
    secret = CodeSpace(rules).draw(rng)
    turns: list[tuple[Code, Feedback]] = []
    for _ in range(rng.randint(2, 6)):
        guess = guesses.draw(rng)
        wrong = rng.random() < share_wrong
        turns.append((guess, random_answer(rules, rng) if wrong else score(rules, guess, secret)))
    return Transcript(rules, turns)


def inconsistent_games(count: int, rng: random.Random) -> Iterator[Transcript]:
    while count:
        game = random_game(rng.choice(GAMES), rng)
        if not possible_codes(game.rules, game.turns):
            count -= 1
            yield game


def found(game: Transcript, at_most: int = 3) -> dict[Changes, int]:
    return {as_changes(repair): repair.codes for repair in diagnose(game, at_most=at_most).repairs}


def as_changes(repair: Repair) -> Changes:
    return tuple((change.index, change.answer) for change in repair.changes)


def clashes(game: Transcript, indices: tuple[int, ...]) -> bool:
    return not possible_codes(game.rules, [game.turns[index] for index in indices])


def test_repairs_of_random_games_equal_brute_force_and_clashes_are_smallest() -> None:
    for game in inconsistent_games(SHOWN, random.Random(2026)):
        diagnosis = diagnose(game)
        expected = repairs_by_trying(game)
        told = {as_changes(repair): repair.codes for repair in diagnosis.repairs}
        assert told == expected, str(game)
        assert diagnosis.total == len(expected)
        assert diagnosis.clash == clash_by_trying(game), str(game)
        assert clashes(game, diagnosis.clash)
        for part in combinations(diagnosis.clash, len(diagnosis.clash) - 1):
            assert not clashes(game, part)
        for repair in diagnosis.repairs:
            corrected = game.repaired(repair)
            if not corrected.won:
                assert len(corrected.knowledge) == repair.codes


def partial(rules: Rules, turn: Turn, rng: random.Random) -> Turn:
    """Forgets a part of a turn."""
    guesses = CodeSpace(rules, guesses=True)
    text, answer = guesses.text(turn.guess), turn.answer
    if rng.random() < 0.4:
        place = rng.randrange(rules.pegs)
        text = text[:place] + "?" + text[place + 1 :]
    if rng.random() < 0.4:
        forms = ["?"]
        if rules.feedback is FeedbackKind.BLACK_WHITE:
            forms += [f"{answer.black}?", f"?{answer.white}"] * 3
        if rules.feedback.marks_pegs:
            place = rng.randrange(rules.pegs)
            forms += [str(answer)[:place] + "?" + str(answer)[place + 1 :]] * 3
        answer = read_noted(rng.choice(forms), rules)
    return Turn.read(text, answer, guesses)


@pytest.mark.parametrize("lies", [0, 1, 2])
def test_repairs_with_unknown_parts_and_lies_equal_brute_force(lies: int) -> None:
    rng = random.Random(lies)
    compared = 0
    while compared < 60:
        rules = rng.choice([rules for rules in GAMES if rules.pegs < 4])
        rules = Rules(rules.pegs, rules.colors, rules.allowed, rules.feedback, lies=lies)
        game = Transcript(
            rules, [partial(rules, turn, rng) for turn in random_game(rules, rng, 0.4 + 0.3 * lies).turns]
        )
        diagnosis = diagnose(game)
        assert bool(diagnosis.clash) == (len(game.knowledge) == 0)
        if not diagnosis.clash:
            assert diagnosis.repairs == ()
            continue
        compared += 1
        expected = repairs_by_trying(game)
        assert {as_changes(repair): repair.codes for repair in diagnosis.repairs} == expected, str(game)
        assert diagnosis.total == len(expected)
        assert diagnosis.clash == clash_by_trying(game), str(game)
        for repair in diagnosis.repairs:
            corrected = game.repaired(repair)
            if not corrected.won:
                assert len(corrected.knowledge) >= repair.codes


def test_lies_of_the_secret_are_named() -> None:
    game = Transcript.parse("4x6-lies1 AABB:- CCDD:xxx")
    assert [(change.index, str(change.answer)) for change in wrong_answers(game, "AAAA")] == [(0, "xx"), (1, "-")]


def test_the_likeliest_answer_of_an_unknown_guess_is_named() -> None:
    game = Transcript.parse("4x6 C?FF:o")
    (change,) = wrong_answers(game, "CAAB")
    assert (str(change.answer), change.slip) == ("x", Slip.MIXED_UP)


def test_repairs_are_ranked() -> None:
    for game in inconsistent_games(200, random.Random(7)):
        diagnosis = diagnose(game)

        def rank(repair: Repair) -> tuple[object, ...]:
            likely = prod(change.weight for change in repair.changes)
            places = [(change.index, answer_number(change.answer)) for change in repair.changes]
            return len(repair.changes), -likely, -repair.codes, places

        assert list(diagnosis.repairs) == sorted(diagnosis.repairs, key=rank)
        for top in (1, 2, 7):
            best = diagnose(game, top=top)
            assert best.repairs == diagnosis.repairs[:top]
            assert best.counts == diagnosis.counts
        for repair in diagnosis.repairs:
            assert repair.likelihood == pytest.approx(prod(change.weight / 100 for change in repair.changes))
        few = diagnose(game, at_most=1)
        assert few.repairs == tuple(repair for repair in diagnosis.repairs if len(repair.changes) == 1)


def answer_number(answer: Answer) -> int:
    return answer.numbers[0]


@given(st.integers(0, 10**9))
def test_a_game_without_mistakes_has_no_repairs(seed: int) -> None:
    rng = random.Random(seed)
    rules = rng.choice(GAMES)
    space, secret = CodeSpace(rules, guesses=True), CodeSpace(rules).draw(rng)
    guesses = [space.draw(rng) for _ in range(4)]
    game = Transcript(rules, [(guess, score(rules, guess, secret)) for guess in guesses])
    diagnosis = diagnose(game)
    assert (diagnosis.clash, diagnosis.repairs, diagnosis.total) == ((), (), 0)
    assert wrong_answers(game, secret) == ()


@given(st.integers(0, 10**9))
def test_the_true_error_is_always_among_the_repairs(seed: int) -> None:
    """Whatever was noted wrongly, changing it back makes the secret possible."""
    rng = random.Random(seed)
    rules = rng.choice(GAMES)
    space, secret = CodeSpace(rules, guesses=True), CodeSpace(rules).draw(rng)
    turns = [Turn(guess, score(rules, guess, secret)) for guess in (space.draw(rng) for _ in range(5))]
    for place in rng.sample(range(5), 2):
        turns[place] = Turn(turns[place].guess, random_answer(rules, rng))
    game = Transcript(rules, turns)
    wrong = wrong_answers(game, secret)
    for change in wrong:
        assert change.answer == score(rules, change.turn.guess, secret) != change.turn.answer
    if not possible_codes(rules, turns):
        assert tuple((change.index, change.answer) for change in wrong) in found(game)


def test_a_large_game_is_diagnosed() -> None:
    rules = Rules.parse("7x16")  # 2^28 codes
    rng = random.Random(3)
    space = CodeSpace(rules)
    secret = space.draw(rng)
    guesses = [space.draw(rng) for _ in range(6)]
    turns = [Turn(guess, score(rules, guess, secret)) for guess in guesses]
    turns[2] = Turn(guesses[2], Feedback.of(rules, 20))
    turns.append(Turn(guesses[2], score(rules, guesses[2], secret)))
    game = Transcript(rules, turns)
    diagnosis = diagnose(game, at_most=1, top=3)
    assert diagnosis.clash == (2, 6)
    assert as_changes(diagnosis.repairs[0]) == ((2, turns[6].answer),)
    stopped = diagnose(game, top=3, limits=Limits(work=10**9))
    assert stopped.stopped is Stopped.WORK


def test_limits_give_what_there_is() -> None:
    game = Transcript.parse("5x8 AABBC:- ABCDE:x DDEEF:xxooo FGHAB:xx")
    stopped = diagnose(game, limits=Limits(work=1))
    assert stopped.stopped is Stopped.WORK
    assert stopped.clash == (0, 1, 2, 3)
    assert diagnose(game, limits=Limits(stop=lambda: False)).stopped is None
    with pytest.raises(InputError, match="no limit of memory"):
        diagnose(game, limits=Limits(memory=10**6))


@pytest.mark.parametrize("value", [0, 4, "1", True, 1.5])
def test_a_wrong_number_of_changes_is_refused(value: object) -> None:
    with pytest.raises(InputError, match="at_most is"):
        diagnose(Transcript.parse("2x3 AA:-"), at_most=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, -1, "1", True])
def test_a_wrong_top_is_refused(value: object) -> None:
    with pytest.raises(InputError, match="top is"):
        diagnose(Transcript.parse("2x3 AA:-"), top=value)  # type: ignore[arg-type]


def test_games_that_are_too_long_or_too_large_are_refused() -> None:
    long = Transcript("2x3", [("AA", "-"), *[("AA", "xx")] * 64])
    with pytest.raises(LimitError, match="65 answers"):
        diagnose(long)
    with pytest.raises(InconsistentError, match="no code agrees"):
        check_consistent(long)
    with pytest.raises(LimitError):
        diagnose(Transcript("8x16-position", [("AABBCCDD", "--------")]))


def test_the_secret_must_be_one() -> None:
    with pytest.raises(CodeError):
        wrong_answers(Transcript.parse("4x6 AABB:x"), "AAB")


@cases("rules", "written", "true", "slip")
def test_slips(rules: str, written: str, true: str, slip: str) -> None:
    game = Rules.parse(rules)
    assert likeliest_slip(read_noted(written, game), read_noted(true, game)) is Slip[slip]


def test_answers_of_other_rows() -> None:
    rules = Rules.parse("4x6")
    written, true, other = (Feedback.parse(text, rules) for text in ("xx", "ooo", "x"))
    assert likeliest_slip(written, true, above=written, below=other) is Slip.ROW_ABOVE
    assert likeliest_slip(written, true, above=other, below=written) is Slip.ROW_BELOW
    assert likeliest_slip(written, true, above=other, below=other) is Slip.OTHER


def test_every_slip_has_a_weight() -> None:
    assert set(WEIGHTS) == set(Slip)
    assert min(WEIGHTS, key=lambda slip: WEIGHTS[slip]) is Slip.OTHER
    assert all(1 <= weight <= 100 for weight in WEIGHTS.values())


def test_a_change_says_what_it_changes() -> None:
    game = Transcript.parse("4x6 AABB:xx AABC:-")
    change = Change(1, game.turns[1], Feedback.parse("x", "4x6"), Slip.OVERLOOKED)
    assert str(change.fault(game.rules)) == "answer 2, AABC:-, could be x: a peg was overlooked"


def test_nobody_overlooks_that_the_own_code_was_guessed() -> None:
    found = diagnose(Transcript.parse("4x6 AABC:xx ABDE:o CAFF:xoo FACC:xxx"))
    slips = {change.slip for repair in found.repairs for change in repair.changes if change.answer.wins}
    assert slips == {Slip.OTHER}
    written, hit = Feedback.parse("4", "4x6-total"), Feedback.parse("4!", "4x6-total")
    assert likeliest_slip(written, hit) is Slip.NO_HIT


@pytest.mark.parametrize("seed", range(8))
def test_sampled_repairs_of_one_answer_are_all_repairs_of_one_answer(seed: int) -> None:
    rules, rng = Rules.parse("4x6"), random.Random(seed)
    game = random_game(rules, rng)
    while len(game.knowledge):
        game = game.after(CodeSpace(rules).draw(rng), random_answer(rules, rng))
    noted = [(bytes(guess), answer.number) for guess, answer in game.turns if isinstance(answer, Feedback)]
    found, *_ = _native.sample_repairs(native_rules(rules), noted, 1)
    sampled = {tuple(changes): codes for changes, codes in found}
    repairs = diagnose(game, at_most=1).repairs
    changes = [tuple((change.index, change.answer.number) for change in repair.changes) for repair in repairs]
    assert sampled == dict(zip(changes, [repair.codes for repair in repairs], strict=True))


@pytest.mark.parametrize("text", ["16x6", "12x12", "16x16"])
def test_a_wrong_answer_is_found_where_codes_are_sampled(text: str) -> None:
    rules, rng = Rules.parse(text), random.Random(1)
    secret, game = CodeSpace(rules).draw(rng), Transcript(rules)
    while len(game.knowledge):
        guess = rng.choice(game.knowledge.sample)
        answer = score(rules, guess, secret)
        game = game.after(guess, (answer.black, answer.white + 1) if len(game) == 2 else answer)
    found = diagnose(game)
    assert 2 in found.clash
    assert found.counts == (len(found.repairs),)
    assert found.stopped is None
    assert wrong_answers(game, secret) in [repair.changes for repair in found.repairs]


def test_a_repair_may_leave_more_codes_than_a_machine_word_counts() -> None:
    best = diagnose(Transcript.parse(f"20x20 {'A' * 20}:x {'A' * 20}:xx")).repairs[0]
    assert 19**19 < best.codes < 20**20
    assert len(str(best.codes).rstrip("0")) <= 2


def test_where_codes_are_sampled_repairs_change_the_fewest_answers() -> None:
    game = Transcript.parse("8x16 AAAAAAAA:- AAAAAAAA:xx AAAAAAAA:xxx BBBBBBBB:x BBBBBBBB:xx")
    found = diagnose(game)
    assert found.clash == (0, 1)
    assert found.counts == (0, 0, 6)
    assert {tuple(change.index for change in repair.changes) for repair in found.repairs} == {
        (one, other, last) for one, other in ((0, 1), (0, 2), (1, 2)) for last in (3, 4)
    }
    clash, more = diagnose(game, at_most=1).faults(5)
    assert str(clash) == "answers 1 (AAAAAAAA:-) and 2 (AAAAAAAA:xx) cannot stand together"
    assert str(more) == "no code was found that agrees with all answers but 1; more of them may be wrong"
    for limits, stopped in ((Limits(seconds=0), Stopped.TIME), (Limits(work=1), Stopped.WORK)):
        found = diagnose(game, limits=limits)
        assert (found.stopped, found.clash, found.counts) == (stopped, (0, 1), ())
    assert diagnose(game.shortened(1)).clash == ()
    with pytest.raises(InconsistentError, match="cannot stand together") as error:
        check_consistent(game)
    assert str(error.value).startswith("no code agrees with all the answers; one of them must be wrong")
