"""Reviews of games: losses against brute force, sums that come out exactly, marks, and games of every kind."""

import random
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from sito.base.limits import Limits
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score
from sito.errors import InconsistentError, InputError
from sito.exact.problem import Problem
from sito.exact.reference import best_value
from sito.exact.solver import solve
from sito.playing.game import Transcript
from sito.reviews import THRESHOLDS, Mark, Review, accuracy, add_up, review, review_svg
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.words.words import WordList

FOUNDING = "4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx"
SECOND = "4x6 ABCD:oo BCAF:xxx DCAF:xxx FCAF:xxx ECAF:xxxx"
ANIMALS = WordList.of(["hawk", "lynx", "mole", "puma", "wolf", "bear", "seal", "lion", "goat", "toad"], name="animals")


def random_game(rules: Rules | str, seed: int, most: int = 8) -> Transcript:
    """Plays against a random secret; of the guesses one in three is any code, the others could be the code."""
    rng = random.Random(seed)
    game = Transcript(rules)
    guesses = CodeSpace(game.rules, guesses=True)
    secret = CodeSpace(game.rules).draw(rng)
    while len(game) < most and not game.won:
        guess = guesses.draw(rng) if rng.random() < 1 / 3 else game.knowledge.draw(rng)
        game = game.after(guess, score(game.rules, guess, secret))
    return game


def least_total(known: Knowledge, first: Code | None = None) -> int:
    """The proven total of the best play, as the exact search finds it for a history."""
    upper = solve(Problem(known.rules, history=known.history, first_guess=first)).upper
    return upper[0]


def total_by_cells(known: Knowledge, guess: Code) -> int:
    """The total of a guess: one for each code, and the best play in each of its cells."""
    cells = (known.after(guess, answer) for answer in known.cells(guess) if not answer.wins)
    return len(known) + sum(map(least_total, cells))


def stages(game: Transcript) -> list[tuple[Knowledge, Code]]:
    """What is known before each guess, with the guess."""
    return [(game.shortened(place).knowledge, game.turns[place].guess) for place in range(len(game))]


def check_sum(seen: Review) -> None:
    """Checks that what was expected, the losses and the luck add up to the number of guesses, exactly."""
    assert len(seen.judged) == len(seen)
    assert seen.start.guesses + seen.loss - seen.luck == len(seen) + seen.end.guesses
    if seen.game.won:
        assert seen.end.guesses == 0
    assert all(guess.loss is not None and guess.loss >= 0 for guess in seen)
    values = [seen.start, *(guess.after for guess in seen)]
    assert [guess.before for guess in seen] == values[:-1]


@pytest.mark.parametrize("seed", range(10))
def test_losses_on_3x6_are_those_of_brute_force_over_every_guess(seed: int) -> None:
    game = random_game("3x6", seed)
    seen = review(game)
    check_sum(seen)
    for (known, guess), reviewed in zip(stages(game), seen, strict=True):
        totals = {code: least_total(known, code) for code in known.guesses}
        assert reviewed.loss == Fraction(totals[guess] - min(totals.values()), len(known))
        assert reviewed.loss_is_exact
        if reviewed.loss:
            assert totals[known.guesses.parse(reviewed.better or "")] == min(totals.values())
        else:
            assert reviewed.better is None


@pytest.mark.parametrize("seed", range(10))
def test_losses_on_4x6_are_those_of_brute_force(seed: int) -> None:
    game = random_game("4x6", 100 + seed)
    seen = review(game)
    check_sum(seen)
    assert seen.exact
    for (known, guess), reviewed in zip(stages(game), seen, strict=True):
        best = least_total(known)
        if len(known) <= 8 and seed < 2:  # every first guess, which takes a search each
            assert best == min(least_total(known, code) for code in known.guesses)
        assert reviewed.loss == Fraction(total_by_cells(known, guess) - best, len(known))


@pytest.mark.parametrize("rules", ["2x4", "3x3", "3x3-black", "3x3-position", "3x3-naive", "2x5-distinct", "3x3-total"])
def test_values_are_those_of_the_search_in_plain_python(rules: str) -> None:
    for seed in range(3):
        game = random_game(rules, seed)
        for (known, guess), reviewed in zip(stages(game), review(game), strict=True):
            before = best_value(Problem(rules, history=known.history))
            chosen = best_value(Problem(rules, history=known.history, first_guess=guess))
            assert (reviewed.before.guesses * len(known),) == before
            assert (reviewed.chosen.guesses * len(known),) == chosen


@pytest.mark.parametrize("rules", ["5x8", "4x10-black", "4x8-distinct"])
def test_sums_come_out_exactly_in_large_games_too(rules: str) -> None:
    seen = review(random_game(rules, 1), limits=Limits())
    check_sum(seen)


def test_a_game_of_many_words_is_reviewed() -> None:
    rng = random.Random(5)
    words = {"".join(rng.choices("aeiourstlnd", k=4)) for _ in range(2500)}
    rules = Rules.of_words(WordList.of(words), FeedbackKind.POSITION)
    seen = review(random_game(rules, 1), limits=Limits())
    check_sum(seen)
    assert not seen.exact


@pytest.mark.parametrize("kind", list(FeedbackKind))
def test_words_are_reviewed(kind: FeedbackKind) -> None:
    rules = Rules.of_words(ANIMALS, kind)
    for seed in range(3):
        game = random_game(rules, seed)
        seen = review(game)
        check_sum(seen)
        for (known, guess), reviewed in zip(stages(game), seen, strict=True):
            assert reviewed.loss == Fraction(least_total(known, guess) - least_total(known), len(known))


def test_a_word_that_is_no_secret_could_not_have_been_the_code() -> None:
    rules = Rules.of_words(WordList.of(["late", "tale", "teal"], ["alte"]), FeedbackKind.POSITION)
    seen = review(Transcript(rules).after("alte", "yyyg"))
    assert seen[0].possible is False
    assert seen[0].contradicts == ()


def test_the_founding_games() -> None:
    first, second = review(FOUNDING), review(SECOND, "ECAF")
    assert [str(guess.loss) for guess in first] == ["0", "0", "2/15", "0", "0"]
    assert [guess.left_after for guess in first] == [276, 15, 3, 1, 1]
    assert str(first.start and first.start.guesses) == "625/144"
    assert [guess.contradicts for guess in second] == [(), (1,), (1,), (), ()]
    assert [guess.possible for guess in second] == [True, False, False, True, True]
    assert [guess.mark for guess in second] == [Mark.EXCELLENT, Mark.GOOD, Mark.BLUNDER, Mark.BEST, Mark.BEST]
    check_sum(first)
    check_sum(second)


def test_guesses_that_tell_nothing_lose_a_whole_guess() -> None:
    repeated = review("4x6 AABB:oo AABB:oo AAAA:x AAAA:x")
    assert [guess.loss for guess in repeated][1::2] == [1, 1]
    assert [guess.luck for guess in repeated][1::2] == [0, 0]
    assert [guess.repeats for guess in repeated] == [None, 1, None, 3]
    assert repeated[1].mark is Mark.BLUNDER
    # A guess that was not made before may tell nothing, too.
    nothing = review("4x6 AAAA:- BBBB:- CCCC:- AABB:-")
    assert nothing[3].loss == 1
    assert nothing[3].possible is False
    check_sum(repeated)
    check_sum(nothing)


def test_with_one_code_left_it_is_the_only_good_guess() -> None:
    only = "2x3 AA:- BC:oo"
    assert len(Transcript.parse(only).knowledge) == 1
    hit, missed = review(f"{only} CB:xx"), review(f"{only} AB:x CB:xx")
    assert (hit[2].loss, hit[2].luck, hit[2].mark) == (0, 0, Mark.BEST)
    assert (missed[2].loss, missed[2].better, missed[2].mark) == (1, "CB", Mark.BLUNDER)
    check_sum(missed)


def test_guesses_after_the_hit_are_not_reviewed() -> None:
    seen = review("2x3 AB:xx CC:- AB:xx")
    assert (len(seen), seen.guesses_after_win) == (1, 2)
    assert seen.end.guesses == 0
    check_sum(seen)


def test_a_game_without_guesses_and_one_that_is_not_over() -> None:
    empty, begun = review("4x6"), review("4x6 CBFF:o EAAB:xxo")
    assert (len(empty), empty.accuracy, empty.start) == (0, None, empty.end)
    assert str(begun.end and begun.end.guesses) == "7/3"
    check_sum(empty)
    check_sum(begun)


def test_contradictions_and_wrong_secrets_are_named() -> None:
    with pytest.raises(InconsistentError, match="one of them must be wrong"):
        review("4x6 AAAA:- AAAA:x")
    with pytest.raises(InconsistentError, match="answer 2, EAAB:xxo, is not the one that the code CCCC gives"):
        review("4x6 CBFF:o EAAB:xxo", "CCCC")
    with pytest.raises(InputError, match="seconds is -1"):
        review("4x6", limits=Limits(seconds=-1))
    with pytest.raises(InputError):
        review("4x6 CBFF:o", "CC")


@pytest.mark.parametrize(
    "game", ["3x3 AAB:? ABC:xo", "3x3 ABC:1? AAB:xo", "3x3 ABC:?2 AAB:x", "3x4-position ABC:g?? ABA:g--"]
)
def test_partial_answers_are_reviewed_as_brute_force_does(game: str) -> None:
    transcript = Transcript.parse(game)
    seen = review(transcript)
    check_sum(seen)
    assert seen.exact
    for (known, guess), reviewed in zip(stages(transcript), seen, strict=True):
        history = known.history
        assert (reviewed.before.guesses * len(known),) == best_value(Problem(known.rules, history=history))
        chosen = best_value(Problem(known.rules, history=history, first_guess=guess))
        assert (reviewed.chosen.guesses * len(known),) == chosen


def test_an_answer_of_which_nothing_is_known_is_bad_luck() -> None:
    seen = review("4x6 CBFF:? EAAB:xxo")
    assert seen.exact
    assert seen[0].left_after == 1296
    assert seen[0].luck < -Fraction(1, 2)
    check_sum(seen)


def test_a_guess_with_unknown_pegs_has_no_mark_and_the_others_have() -> None:
    seen = review("4x6 C?FF:o EAAB:xxo")
    assert [guess.mark is None for guess in seen] == [True, False]
    assert seen[0].possible is None
    assert seen[0].better is None
    assert seen[0].before is not None
    assert seen[0].after is not None


def test_codes_are_counted_and_nothing_is_marked_where_the_codemaker_may_lie() -> None:
    seen = review("3x4-lies1 AAB:xo AAB:x ABC:xo")
    assert [guess.mark for guess in seen] == [None, None, None]
    assert [guess.left_after for guess in seen] == [len(seen.game.shortened(turns).knowledge) for turns in (1, 2, 3)]
    assert (seen.accuracy, seen.loss, seen.luck) == (None, 0, 0)


def test_games_that_are_too_large_for_trees_are_reviewed_as_far_as_it_goes() -> None:
    seen = review("8x10 01234567:ooo 89012345:xoo", limits=Limits(seconds=1))
    assert [guess.mark for guess in seen] == [None, None]
    assert [guess.possible for guess in seen] == [True, False]
    assert seen[0].left_before == 10**8


def test_no_time_leaves_large_games_without_marks() -> None:
    seen = review("5x8 AABCD:xo", limits=Limits(seconds=0))
    assert seen[0].mark is None
    assert seen[0].left_after == 5432
    assert seen.accuracy is None


def test_thresholds_and_accuracy() -> None:
    steps = list(THRESHOLDS.values())
    assert steps == sorted(steps)
    assert [Mark.of(bound) for bound in (Fraction(0), *steps)] == [
        Mark.BEST,
        Mark.GOOD,
        Mark.INACCURACY,
        Mark.MISTAKE,
        Mark.BLUNDER,
    ]
    assert Mark.of(Fraction(1, 10**9)) is Mark.EXCELLENT
    assert accuracy([Fraction(1), Fraction(0)]) == 50
    assert accuracy([]) is None


def test_totals_are_sums() -> None:
    games = [review(random_game("4x6", seed)) for seed in range(6)]
    totals = add_up(games)
    assert totals.games == 6
    assert totals.loss == sum((seen.loss for seen in games), Fraction(0)) == sum(turn.loss for turn in totals.by_turn)
    assert sum(totals.marks.values()) == totals.guesses == sum(turn.guesses for turn in totals.by_turn)
    assert totals.costliest_turn.loss == max(turn.loss for turn in totals.by_turn)
    empty = add_up([])
    assert (empty.games, empty.mean_guesses, empty.mean_loss, empty.costliest_turn) == (0, None, None, None)


def test_progress_is_told() -> None:
    told: list[int] = []
    review(FOUNDING, on_progress=told.append)
    assert told == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("game", [FOUNDING, "4x6", "4x6 CBFF:o", "4x6-numbers 1,1,1,1:x 2,2,2,2:xx"])
def test_the_picture_shows_every_guess(game: str) -> None:
    seen = review(game)
    picture = review_svg(seen)
    root = ElementTree.fromstring(picture)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == len(seen) + 1
    for guess in seen:
        assert {guess.text, str(guess.answer), guess.mark.value} <= set(texts)
    assert root.findtext("{http://www.w3.org/2000/svg}desc", "").startswith(str(seen.game.rules))


def test_a_picture_has_a_gap_where_nothing_is_known() -> None:
    picture = review_svg(review("5x8 AABCD:xo BAEAF:oo", limits=Limits(seconds=0)))
    assert picture.count("<circle") < 3
    ElementTree.fromstring(picture)
