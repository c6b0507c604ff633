"""Games on vast boards, which only `halving` plays: through the service, and over REST."""

import random
from pathlib import Path

import pytest

from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.errors import LimitError, StrategyError
from sito.playing.numbered import numbered_secret
from sito.strategies.halving import most_guesses
from sito.web.games.asked import BoardsRequest, ClassRequest, DuelRequest, KeepRequest, PlayRequest
from tests.web.games import ME, Games, games_in, refused
from tests.web.serving import serving
from tests.web.test_games_rest import Player

RULES = "24x30"
SPACE = CodeSpace(RULES)
CODE = numbered_secret(SPACE.rules, 1)
WRONG = SPACE.text(CODE[::-1])


async def test_a_person_breaks_a_code(tmp_path: Path) -> None:
    async with games_in(tmp_path) as games:
        state = await games.begin(ME, PlayRequest(RULES, number=1))
        assert (state.guesses, state.left, state.counted) == (None, None, False)
        for _ in range(102):
            state = await games.guess(state.id, ME, WRONG)
        assert not state.over
        assert state.turns[-1].answer == str(score(RULES, WRONG, CODE))
        assert "too large a board" in await refused(games.hint(state.id, ME), LimitError)
    async with games_in(tmp_path) as games:
        state = await games.take_back(state.id, ME)
        assert len(state.turns) == 101
        state = await games.guess(state.id, ME, SPACE.text(CODE))
        assert state.won
        assert state.share.startswith("Sito 24x30 #1 102")
        state = await games.next_round(state.id, ME)
        assert state.number == 2
        state = await games.give_up(state.id, ME)
        assert (state.over, state.won) == (True, False)
        assert len(SPACE.parse(state.secret)) == 24


@pytest.mark.parametrize("rules", [RULES, "70x70-distinct"])
async def test_the_computer_breaks_a_code(games: Games, rules: str) -> None:
    code = CodeSpace(rules).draw(random.Random(1))
    state = await games.begin(ME, KeepRequest(rules))
    while not state.over:
        assert state.left is None
        state = await games.answer(state.id, ME, str(score(rules, state.guess, code)))
    assert state.won
    assert 60 < len(state.turns) <= most_guesses(rules)


async def test_a_wrong_answer_is_mended_by_hand(games: Games) -> None:
    state = await games.begin(ME, KeepRequest(RULES))
    for answer in ("20 0", "20 0"):
        state = await games.answer(state.id, ME, answer)
    assert (state.guess, state.conflict.repairs, state.conflict.clash) == (None, (), (1, 2))
    assert state.conflict.sentences[-1].endswith("cannot stand together")
    state = await games.correct(state.id, ME, 2, "4 0")
    assert (state.conflict, state.guess is None) == (None, False)
    assert "too large a board" in await refused(games.why(state.id, ME, 3), LimitError)


async def test_an_answer_that_no_code_gives_is_noticed_at_once(games: Games) -> None:
    state = await games.begin(ME, KeepRequest(RULES))
    state = await games.answer(state.id, ME, "1 3")
    assert (state.conflict.repairs, state.conflict.clash) == ((), (1,))
    assert state.conflict.sentences == (f"no code agrees with answer 1 ({'0' * 24}:xooo)",)


async def test_a_duel_and_several_boards(games: Games) -> None:
    state = await games.begin(ME, DuelRequest(RULES))
    state = await games.secret(state.id, ME, SPACE.text(CODE))
    state = await games.guess(state.id, ME, WRONG)
    assert (len(state.yours), len(state.theirs), state.left) == (1, 1, None)
    boards = await games.begin(ME, BoardsRequest(RULES, number=1))
    boards = await games.guess(boards.id, ME, WRONG)
    assert [board.left for board in boards.boards] == [None, None]
    assert boards.guesses is None


async def test_what_halving_does_not_play_cannot_be_begun(games: Games) -> None:
    assert "halving does not play" in await refused(games.begin(ME, KeepRequest("24x30-total")), StrategyError)
    assert "too large a board" in await refused(games.begin(ME, DuelRequest(RULES, hard=True)), LimitError)
    assert await games.played(ME) == []
    assert "too large a board" in await refused(games.open_class(ME, ClassRequest(RULES), "here"), LimitError)


def test_a_vast_board_over_rest(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        me = Player(client, "", kind="play", rules="100x100", number=1)
        space = CodeSpace("100x100")
        secret = numbered_secret(space.rules, 1)
        turn = me.ask("POST", "/guesses", guess=space.text(secret[::-1]))["turns"][0]
        assert turn["black"] == score(space.rules, secret[::-1], secret).black
        problem = me.ask("POST", "/hints", 422)
        assert problem["type"] == "urn:sito:problem:limit"
        assert "20 pegs and 64 colors" in problem["detail"]
        assert me.ask("POST", "/guesses", guess=space.text(secret))["won"]


async def test_a_class_has_no_vast_board(games: Games) -> None:
    assert "too large a board" in await refused(games.open_class(ME, ClassRequest(RULES), "here"), LimitError)
