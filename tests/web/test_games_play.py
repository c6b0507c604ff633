"""Games in which a person guesses, played through the service."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.errors import CodeError, HardModeError, InputError, LimitError, RulesError
from sito.games.errors import OutOfTurn
from sito.operations.questions import Words
from sito.playing.game import Transcript
from sito.playing.numbered import daily_number, numbered_secret
from sito.show.i18n import language
from sito.web.games.asked import PlayRequest
from sito.web.games.states import PlayState
from tests.web.games import ME, YOU, Games, games_in, refused

SECRET = CodeSpace("4x6").text(numbered_secret("4x6", 4711))


def transcript(state: PlayState) -> Transcript:
    return Transcript(state.rules.text, [(turn.guess, turn.answer) for turn in state.turns])


async def test_a_game_is_won(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("4x6", number=4711))
    assert (state.left, state.codes, state.guesses, state.secret, state.share) == (1296, (), 6, None, None)
    for guess in ("AABB", "a c d e", SECRET):
        state = await games.guess(state.id, ME, guess)
    assert [turn.answer for turn in state.turns] == [str(score("4x6", turn.guess, SECRET)) for turn in state.turns]
    assert [turn.left for turn in state.turns] == [
        len(transcript(state).shortened(number).knowledge) for number in (1, 2, 3)
    ]
    assert (state.over, state.won, state.secret, state.version) == (True, True, SECRET, 4)
    assert state.share.startswith("Sito 4x6 #4711 3/6\n")
    assert state.rounds[0].guesses == 3
    assert state.rounds[0].won
    assert await refused(games.guess(state.id, ME, "AABB"), OutOfTurn) == "this game is over"
    with language("cs"):
        shown = await games.state(state.id, ME)
    assert shown.share_words != state.share_words


async def test_a_game_is_lost_and_the_code_is_told(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("4x6", number=4711, guesses=2))
    for _ in range(2):
        assert state.secret is None
        state = await games.guess(state.id, ME, "BBBB")
    assert (state.over, state.won, state.secret) == (True, False, SECRET)
    assert await refused(games.take_back(state.id, ME), OutOfTurn)


async def test_words_of_games_before_are_left_out(games: Games) -> None:
    """Each round and each game leaves out one word more, whatever the answers; others have games of their own."""
    listed = Words(["bear", "goat", "lion", "seal"])
    naive, strict = "words-naive:x", "words-position-strict:x"
    state = await games.begin(ME, PlayRequest(naive, unused=True, words=listed))
    found = []
    for rules in (naive, strict, None):
        if rules is None:
            state = await games.next_round(state.id, ME)
        elif found:
            state = await games.begin(ME, PlayRequest(rules, unused=True, words=listed))
        assert (state.left, state.rules.codes) == (4 - len(found), 4)
        kept = await games._find(state.id, ME)
        found.append(kept.game.maker.secret)
        state = await games.guess(state.id, ME, found[-1] or "")
        assert state.won
    assert len(set(found)) == 3
    state = await games.begin(ME, PlayRequest(naive, unused=True, words=listed))
    assert state.left == len(state.codes) == 1
    state = await games.guess(state.id, ME, state.codes[0])
    assert await refused(games.next_round(state.id, ME), RulesError)
    none_left = await refused(games.begin(ME, PlayRequest(naive, unused=True, words=listed)), RulesError)
    assert none_left.startswith("every word of the list")
    others = await games.begin(YOU, PlayRequest(naive, unused=True, words=listed))
    assert others.left == 4
    assert await refused(games.begin(ME, PlayRequest(naive, number=3, unused=True, words=listed)), InputError)


async def test_a_game_without_a_limit_ends_at_last(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("1x3", number=1, guesses=0))
    assert state.guesses is None
    other = next(code for code in "ABC" if code != CodeSpace("1x3").text(numbered_secret("1x3", 1)))
    for _ in range(100):
        state = await games.guess(state.id, ME, other)
    assert state.over
    assert not state.won


async def test_what_cannot_be_guessed_costs_nothing(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("4x6", hard=True, number=4711))
    state = await games.guess(state.id, ME, "AABB")
    assert "5 pegs" in await refused(games.guess(state.id, ME, "AABBC"), CodeError)
    assert "AABB" in await refused(games.guess(state.id, ME, "CCCC"), HardModeError)
    await refused(games.guess(state.id, ME, "A" * 501), InputError)
    assert await games.state(state.id, ME) == state


async def test_guesses_are_taken_back(games: Games) -> None:
    begun = await games.begin(ME, PlayRequest("4x6", number=4711))
    await refused(games.take_back(begun.id, ME), OutOfTurn)
    first = await games.guess(begun.id, ME, "AABB")
    await games.guess(begun.id, ME, "CCDD")
    state = await games.take_back(begun.id, ME)
    assert (state.turns, state.left, state.taken_back) == (first.turns, first.left, 1)
    state = await games.take_back(begun.id, ME)
    assert (state.turns, state.left, state.version) == ((), 1296, 5)


async def test_a_hint_is_for_one_guess(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("3x4", number=1))
    state = await games.guess(state.id, ME, "AAB")
    state = await games.hint(state.id, ME)
    assert state.hint.exact
    assert state.hints == 1
    assert state.hint.sentences[0].startswith(f"A good guess is {state.hint.guess}: ")
    with language("ja"):
        shown = await games.state(state.id, ME)
    assert shown.hint.sentences != state.hint.sentences
    state = await games.guess(state.id, ME, state.hint.guess)
    assert (state.hint, state.hints) == (None, 1)


async def test_few_codes_are_listed_and_none_if_nobody_counts(games: Games) -> None:
    for count in (True, False):
        state = await games.begin(ME, PlayRequest("3x4", number=1, count=count))
        state = await games.guess(state.id, ME, "AAB")
        known = transcript(state).knowledge
        listed = tuple(map(known.secrets.text, known)) if len(known) <= 24 else ()
        assert (state.left, state.codes) == ((len(known), listed) if count else (None, ()))
        assert state.turns[0].left == (len(known) if count else None)


async def test_rounds_have_totals_and_other_codes(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("4x6", number=4711))
    await refused(games.next_round(state.id, ME), OutOfTurn)
    state = await games.guess(state.id, ME, SECRET)
    assert state.more
    state = await games.next_round(state.id, ME)
    assert (state.round, state.number, state.turns, state.over, state.secret) == (2, 4712, (), False, None)
    given_up = await games.give_up(state.id, ME)
    assert given_up.given_up
    assert given_up.secret == CodeSpace("4x6").text(numbered_secret("4x6", 4712))
    assert [(part.number, part.guesses, part.won) for part in given_up.rounds] == [(1, 1, True), (2, 0, False)]


async def test_the_puzzle_of_the_day(games: Games) -> None:
    today = date.today()
    state = await games.begin(ME, PlayRequest(daily=True))
    secret = CodeSpace("4x6").text(numbered_secret("4x6", daily_number(today)))
    state = await games.guess(state.id, ME, secret)
    assert state.won
    assert state.share.startswith(f"Sito 4x6 {today} 1/6")
    assert not state.more
    await refused(games.next_round(state.id, ME), OutOfTurn)


async def test_words_travel_with_the_game(tmp_path: Path) -> None:
    words = Words(["bear", "seal", "lion", "wolf"], ["puma"])
    async with games_in(tmp_path) as games:
        state = await games.begin(ME, PlayRequest("words-position:zoo", words=words))
        state = await games.guess(state.id, ME, "puma")
        assert state.rules.codes == 4
        assert state.left is not None
    async with games_in(tmp_path) as games:
        state = await games.latest(ME, "play")
        assert state.turns[0].guess == "PUMA"
        for word in words.secrets:
            state = state if state.over else await games.guess(state.id, ME, word)
        assert state.won
        state = await games.begin(ME, PlayRequest("words-position:en"))
        assert (await games.hint(state.id, ME)).hint is not None


async def test_a_lying_codemaker_confesses(games: Games) -> None:
    lies = 0
    for number in range(6):
        state = await games.begin(ME, PlayRequest("3x4", level="lying", number=number))
        assert state.rules.text == "3x4-lies1"
        while not state.over:
            state = await games.guess(state.id, ME, "ABC")
        secret = state.secret or ""
        wrong = [turn for turn in state.turns if turn.answer != str(score("3x4", turn.guess, secret))]
        assert [lie.turn for lie in state.lies] == [turn.number for turn in wrong]
        lies += len(wrong)
    assert lies


async def test_an_adversarial_codemaker_shows_a_code_that_agrees(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("3x4", level="adversarial", guesses=3))
    for guess in ("AAB", "BCD", "DDA"):
        state = await games.guess(state.id, ME, guess)
    assert state.over
    assert not state.won
    assert all(turn.answer == str(score("3x4", turn.guess, state.secret or "")) for turn in state.turns)


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ({"rules": "0x0"}, RulesError),
        ({"rules": "7x12"}, LimitError),
        ({"rules": "16x6", "level": "adversarial"}, LimitError),
        ({"rules": "words:/etc/passwd"}, RulesError),
        ({"rules": "4" * 5000}, RulesError),
        ({"guesses": -1}, InputError),
        ({"guesses": 101}, InputError),
        ({"number": -1}, InputError),
        ({"number": 3, "daily": True}, InputError),
        ({"number": 3, "level": "adversarial"}, InputError),
    ],
)
async def test_games_that_cannot_be(games: Games, asked: dict[str, Any], kind: type[Exception]) -> None:
    await refused(games.begin(ME, PlayRequest(**asked)), kind)
    assert await games.latest(ME, "play") is None


async def test_a_large_game_is_counted_elsewhere(games: Games) -> None:
    state = await games.begin(ME, PlayRequest("8x8", number=5))
    state = await games.guess(state.id, ME, "AABBCCDD")
    assert state.left == len(transcript(state).knowledge)
