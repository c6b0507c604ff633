"""Games on several boards as the service keeps them: every board answers, no code is told early, nothing is lost."""

import dataclasses
import json
from pathlib import Path

from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.errors import CodeError, InputError
from sito.games.errors import OutOfTurn
from sito.playing.numbered import numbered_secrets
from sito.rules.rules import Rules
from sito.web.games.asked import BoardsRequest
from sito.web.games.errors import NotYours
from tests.web.games import ME, YOU, Games, games_in, refused

RULES = Rules.parse("words-4")
SPACE = CodeSpace(RULES, guesses=True)
CODES = numbered_secrets(RULES, 7, 4)
TEXTS = list(map(SPACE.text, CODES))


async def test_boards_are_played_and_kept(tmp_path: Path) -> None:
    async with games_in(tmp_path) as games:
        state = await games.begin(ME, BoardsRequest("words-4", 4, number=7))
        kept = state.id
        assert await refused(games.guess(kept, ME, "xxxx"), CodeError)
        assert await refused(games.guess(kept, YOU, TEXTS[0]), NotYours)
        state = await games.guess(kept, ME, TEXTS[2])
        answers = [str(score(RULES, CODES[2], code)) for code in CODES]
        assert [board.turns[-1].answer for board in state.boards] == answers
        assert [board.solved for board in state.boards] == [False, False, True, False]
        told = json.dumps(dataclasses.asdict(state))
        assert TEXTS[2] in told
        assert not any(text in told for text in (TEXTS[0], TEXTS[1], TEXTS[3]))
    async with games_in(tmp_path) as games:
        state = await games.state(kept, ME)
        assert state.kind == "boards"
        assert state.made == 1
        for text in (TEXTS[0], TEXTS[1], TEXTS[3]):
            state = await games.guess(kept, ME, text)
        assert state.won
        assert [len(board.turns) for board in state.boards] == [2, 3, 1, 4]
        assert (state.share or "").startswith("Sito words-4 x4 #7 4/9")
        assert await refused(games.guess(kept, ME, TEXTS[0]), OutOfTurn)
        assert await refused(games.take_back(kept, ME), OutOfTurn)
        assert await refused(games.hint(kept, ME), NotYours)


async def test_what_cannot_be_played_is_said(games: Games) -> None:
    assert "boards is 9" in await refused(games.begin(ME, BoardsRequest("words-4", 9)), InputError)
    assert "hard mode" in await refused(games.begin(ME, BoardsRequest("words-4-hard", 2)), InputError)
    state = await games.give_up((await games.begin(ME, BoardsRequest("4x6", 2))).id, ME)
    assert state.kind == "boards"
    assert state.over
    assert all(board.secret for board in state.boards)
