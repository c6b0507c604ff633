"""Games in which a person keeps the code, played through the service."""

from pathlib import Path

import pytest

from sito.advice.levels import LEVELS, player_of
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.errors import CodeError, FeedbackError, ImpossibleFeedbackError, InputError, StrategyError
from sito.games.errors import OutOfTurn
from sito.operations.questions import Words
from sito.playing.game import StrategyBreaker, Transcript
from sito.show.i18n import language
from sito.web.games.asked import KeepRequest
from sito.web.games.errors import NotYours
from sito.web.games.states import KeepState
from tests.web.games import ME, YOU, Games, games_in, refused


def truth(state: KeepState, secret: str) -> str:
    return str(score("4x6", state.guess, secret))


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
async def test_the_computer_finds_the_code(games: Games, level: str) -> None:
    state = await games.begin(ME, KeepRequest("4x6", level, guesses=0))
    while not state.over:
        state = await games.answer(state.id, ME, truth(state, "BFAC"))
    assert state.won
    assert (state.secret, state.wrong, state.guess, state.conflict) == ("BFAC", (), None, None)
    game = Transcript("4x6", [(turn.guess, turn.answer) for turn in state.turns])
    assert [turn.left for turn in state.turns] == [
        len(game.shortened(number).knowledge) for number in range(1, len(game) + 1)
    ]
    strategy = player_of(level, hard=False)
    if strategy.deterministic and level != "optimal":  # which looks as far as the time allows
        for number, turn in enumerate(state.turns):
            expected = StrategyBreaker(strategy, 0).guess(game.shortened(number))
            assert turn.guess == CodeSpace("4x6").text(expected)


async def test_why_the_computer_guesses_so(games: Games) -> None:
    state = await games.begin(ME, KeepRequest("3x4", "expert"))
    state = await games.answer(state.id, ME, "?")
    state = await games.answer(state.id, ME, "1 0")
    for turn in (1, 2, 3):
        why = await games.why(state.id, ME, turn)
        assert why.guess == (state.turns[turn - 1].guess if turn < 3 else state.guess)
        assert sum(why.cells.values()) == why.left
    assert "entropy" in why.sentences[-1]
    assert "4" in await refused(games.why(state.id, ME, 4), InputError)
    await refused(games.why(state.id, YOU, 1), NotYours)


async def test_answers_that_contradict_are_repaired(games: Games) -> None:
    state = await games.begin(ME, KeepRequest("4x6", "easy", guesses=0))
    while state.conflict is None:
        state = await games.answer(state.id, ME, "-")
    assert (state.left, state.over, state.guess) == (0, False, None)
    assert len(state.conflict.sentences) >= 1
    assert [repair.index for repair in state.conflict.repairs] == list(range(len(state.conflict.repairs)))
    assert "mend" in await refused(games.answer(state.id, ME, "-"), OutOfTurn)
    with language("pl"):
        shown = await games.state(state.id, ME)
    assert shown.conflict.repairs[0].sentence != state.conflict.repairs[0].sentence
    await refused(games.repair(state.id, ME, 1000), InputError)
    chosen = next(part for part in state.conflict.repairs[1:] if "xxxx" not in {c.right for c in part.changes})
    state = await games.repair(state.id, ME, chosen.index)
    assert (state.conflict, state.left) == (None, chosen.codes)
    for change in chosen.changes:
        assert state.turns[change.turn - 1].answer == change.right
    assert state.guess is not None
    await refused(games.repair(state.id, ME, 0), OutOfTurn)


async def test_answers_are_corrected_and_taken_back(games: Games) -> None:
    state = await games.begin(ME, KeepRequest("4x6", "easy"))
    await refused(games.take_back(state.id, ME), OutOfTurn)
    first = state.guess
    state = await games.answer(state.id, ME, "1?")
    second = state.guess
    assert state.turns[0].answer == "1?"
    state = await games.answer(state.id, ME, "oo")
    state = await games.correct(state.id, ME, 1, "?")
    assert [turn.answer for turn in state.turns] == ["?", "oo"]
    await refused(games.correct(state.id, ME, 3, "x"), InputError)
    await refused(games.correct(state.id, ME, 1, "xxxxx"), ImpossibleFeedbackError)
    back = await games.take_back(state.id, ME)
    assert (back.guess, len(back.turns), back.left) == (second, 1, 1296)
    back = await games.take_back(state.id, ME)
    assert (back.guess, back.turns) == (first, ())


async def test_a_win_by_mistake_is_taken_back(games: Games) -> None:
    state = await games.begin(ME, KeepRequest("4x6", "easy"))
    guess = state.guess
    state = await games.answer(state.id, ME, "xxxx")
    assert state.won
    back = await games.take_back(state.id, ME)
    assert (back.over, back.guess, back.secret) == (False, guess, None)


async def test_at_the_end_wrong_answers_are_named(games: Games) -> None:
    state = await games.begin(ME, KeepRequest("4x6", "easy", guesses=2))
    await refused(games.secret(state.id, ME, "BFAC"), OutOfTurn)
    right = truth(state, "BFAC")
    state = await games.answer(state.id, ME, "-" if right != "-" else "o")
    state = await games.answer(state.id, ME, "?")
    assert (state.over, state.won, state.secret) == (True, False, None)
    await refused(games.secret(state.id, ME, "BFA"), CodeError)
    state = await games.secret(state.id, ME, "bfac")
    assert state.secret == "BFAC"
    assert [(change.turn, change.right) for change in state.wrong] == [(1, right)]
    assert len(state.verdicts) == 1


async def test_answers_as_they_were_first_given_are_judged(games: Games) -> None:
    state = await games.begin(ME, KeepRequest("4x6", "easy"))
    right = truth(state, "BFAC")
    state = await games.answer(state.id, ME, "oo" if right != "oo" else "o")
    state = await games.correct(state.id, ME, 1, right)
    while not state.over:
        state = await games.answer(state.id, ME, truth(state, "BFAC"))
    if state.won:
        assert [change.turn for change in state.wrong] == [1]


async def test_hard_mode_and_giving_up(games: Games) -> None:
    await refused(games.begin(ME, KeepRequest("4x6", "beginner", hard=True)), StrategyError)
    await refused(games.begin(ME, KeepRequest("4x6", "grandmaster")), StrategyError)
    await refused(games.begin(ME, KeepRequest("4x6", guesses=61)), InputError)
    state = await games.begin(ME, KeepRequest("4x6", hard=True))
    assert state.level == "expert"
    await refused(games.answer(state.id, ME, "several"), FeedbackError)
    given_up = await games.give_up(state.id, ME)
    assert given_up.over
    assert given_up.guess is None
    for move in (games.answer(state.id, ME, "x"), games.take_back(state.id, ME), games.correct(state.id, ME, 1, "x")):
        await refused(move, OutOfTurn)


async def test_a_kept_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    seen: list[KeepState] = []
    async with games_in(tmp_path) as games:
        state = await games.begin(
            ME, KeepRequest("words-position:x", "easy", words=Words(["bear", "seal", "lion", "wolf"]))
        )
        seen.append(await games.answer(state.id, ME, "????"))
    async with games_in(tmp_path) as games:
        state = await games.state(seen[0].id, ME)
        assert state == seen[0]
        assert (await games.answer(state.id, ME, "----")).version == 3
