"""Several boards at once: what is known on each, and one guess for all."""

import pickle
import random
from fractions import Fraction

import pytest

from sito.advice.boards import Boards, advise_boards
from sito.advice.candidates import Candidates
from sito.advice.prospects import Valuation
from sito.base.limits import Limits
from sito.codes.feedback import score
from sito.errors import InconsistentError, InputError
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.words.words import WordList

_WORDS = """
    abbey actor bacon cabin dance eagle fable giant habit ideal joker knife label madam naval ocean
    paint queen radio sadly table ulcer vague wagon yacht zebra caper paper taper baker maker taker
"""
WORDS = _WORDS.split()


@pytest.fixture
def rules() -> Rules:
    return Rules.of_words(WordList.of(WORDS), FeedbackKind.POSITION)


def test_each_board_knows_what_its_own_answers_tell(rules: Rules) -> None:
    boards = Boards(rules, 3)
    alone = [Knowledge(rules)] * 3
    made: list[tuple[str, list[str]]] = [("caper", ["-g-gg", "-----", "ggggg"]), ("actor", ["y---g", "-----"])]
    for guess, answers in made:
        boards = boards.after(guess, answers)
        for place, answer in zip((0, 1, 2), answers, strict=False):
            alone[place] = alone[place].after(guess, answer)
    assert boards.knowledges == tuple(alone)
    assert boards.solved == (False, False, True)
    assert boards.open == (0, 1)
    assert boards.turns[1].answers[2] is None
    assert str(boards).endswith(" CAPER:-g-gg/-----/ggggg ACTOR:y---g/-----")
    assert boards == pickle.loads(pickle.dumps(boards))
    assert hash(boards) == hash(pickle.loads(pickle.dumps(boards)))
    assert boards.shortened(-1) == Boards(rules, 3).after("caper", ["-g-gg", "-----", "ggggg"])


def test_a_solved_board_takes_no_answer_a_win_or_one_left_out(rules: Rules) -> None:
    boards = Boards(rules, 2).after("paint", ["ggggg", "-----"])
    ways: list[list[str | None]] = [["-y---"], [None, "-y---"], ["ggggg", "-y---"]]
    assert len({boards.after("radio", answers) for answers in ways}) == 1


@pytest.mark.parametrize("answers", [["-----"], ["-----"] * 3, [None, "-----"], []])
def test_every_open_board_needs_one_answer(rules: Rules, answers: list[str | None]) -> None:
    with pytest.raises(InputError, match="2 boards are not solved"):
        Boards(rules, 2).after("paint", answers)


@pytest.mark.parametrize("count", [0, 33, True, "2"])
def test_the_number_of_boards_has_bounds(rules: Rules, count: int) -> None:
    with pytest.raises(InputError, match="1 to 32"):
        Boards(rules, count)


def test_the_value_is_that_of_each_board_played_on_alone(rules: Rules) -> None:
    boards = Boards(rules, 3).after("radio", ["-g---", "-y---", "-----"])
    found = advise_boards(boards, 3, limits=Limits(work=1_000_000))
    for guess in found:
        assert guess.expected == _alone(boards, guess.text)
    scores = [guess.score for guess in found]
    assert scores == sorted(scores)
    # No other guess is better: every one of them valued alike.
    assert found[0].expected == min(_alone(boards, word) for word in WORDS)


def _alone(boards: Boards, word: str) -> Fraction:
    each = [Valuation(Limits(work=1_000_000)).after(known, word) for known in boards.knowledges]
    return 1 + sum((value.expected - 1 for value in each if value), Fraction(0))


def test_whole_games_are_won_in_few_guesses(rules: Rules) -> None:
    rng = random.Random(3)
    lengths = []
    for _ in range(5):
        secrets = [Knowledge(rules).draw(rng) for _ in range(4)]
        boards = Boards(rules, 4)
        while not boards.won:
            guess = advise_boards(boards, 1, limits=Limits(work=2_000))[0].code
            boards = boards.after(guess, [score(rules, guess, secrets[place]) for place in boards.open])
        lengths.append(len(boards.turns))
    assert max(lengths) <= 7
    assert min(lengths) >= 3


def test_what_cannot_be_advised_on_is_said(rules: Rules) -> None:
    with pytest.raises(InputError, match="all boards are solved"):
        advise_boards(Boards(rules, 1).after("paint", ["ggggg"]))
    contradicting = Boards(rules, 2).after("caper", ["-----", "-----"]).after("paper", ["-g-gg", "-----"])
    with pytest.raises(InconsistentError):
        advise_boards(contradicting)
    with pytest.raises(InputError, match="top"):
        advise_boards(Boards(rules, 2), 0)
    with pytest.raises(InputError, match="moment"):
        advise_boards(Knowledge(rules))  # type: ignore[arg-type]


def test_a_game_too_large_to_compare_all_guesses_is_advised_on() -> None:
    boards = Boards("6x10", 2).after("001122", ["xxo", "ooo"])
    found = advise_boards(boards, 2, limits=Limits(seconds=5))
    assert found.fallback is not None
    assert len(found) == 2


def test_an_advice_whose_time_was_over_at_once_names_a_possible_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may not have compared one guess by then."""
    monkeypatch.setattr("sito.advice.boards.advice.find_candidates", lambda *_, **__: Candidates(()))
    boards = Boards("6x9", 2)
    assert advise_boards(boards, limits=Limits(seconds=0))[0].code in boards.knowledges[0]
