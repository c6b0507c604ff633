"""Games that are begun at a terminal and gone on with in the page, and the other way round."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import IO, Any

import httpx
import pytest
from playwright.sync_api import expect

from sito.web.games.asked import KeepRequest, PlayRequest
from sito.web.games.errors import Stale
from sito.web.games.states import PlayState
from tests.conftest import begin_sito, environment, run_sito
from tests.kept import ended, states
from tests.web.browsing import ROWS, guess
from tests.web.conftest import Look, Web
from tests.web.games import YOU, games_in


def sito(home: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command to its end, with the games in `home` itself."""
    return run_sito(home, *arguments, input=stdin, env=environment(home, SITO_DATA_DIR=str(home)))


def playing(tmp_path: Path, *words: str, line: str) -> tuple[subprocess.Popen[str], IO[str]]:
    """Begins a game in a pipe, and writes its first line; gives the process and what it shows."""
    here = environment(tmp_path, PYTHONUNBUFFERED="1", SITO_DATA_DIR=str(tmp_path))
    player = begin_sito(tmp_path, *words, stderr=None, env=here)
    player.stdin.write(line)
    player.stdin.flush()
    return player, player.stdout


def test_a_game_begun_at_a_terminal_and_killed_goes_on_in_the_page_and_is_reviewed(
    visit: Any, web: Web, tmp_path: Path, look: Look
) -> None:
    player, shown = playing(tmp_path, "play", "--secret", "BFAC", line="AAAA\n")
    assert shown.readline() == " 1  AAAA  x\n"
    player.kill()
    player.communicate()

    visit.allow("ERR_CONNECTION_REFUSED")  # once the service is gone
    page = visit(web.mine.removeprefix(web.address), server=web)
    look(page)
    page.get_by_role("link", name="play-1: you guess, 4x6").click()
    expect(page.locator(ROWS)).to_have_count(1)
    guess(page, "BBBB", 2)

    resumed = sito(tmp_path, "play", "--resume", stdin="CCCC\n")
    assert resumed.stdout == " 1  AAAA  x\n 2  BBBB  x\n 3  CCCC  x\n"
    page.reload()
    expect(page.locator(ROWS)).to_have_count(3)
    guess(page, "BFAC", 4)

    assert states(tmp_path) == {}
    shown = sito(tmp_path, "games", "--json")
    assert [(game["name"], game["result"], game["length"]) for game in json.loads(shown.stdout)["games"]] == [
        ("play-1", "won", 4)
    ]
    assert "4x6 AAAA:x BBBB:x CCCC:x BFAC:xxxx" in sito(tmp_path, "review", "--last").stdout


def test_games_begun_in_the_page_are_listed_and_go_on_at_a_terminal(visit: Any, web: Web, tmp_path: Path) -> None:
    visit.allow("ERR_CONNECTION_REFUSED")  # once the service is gone
    page = visit("/keep", server=web)  # before the browser is known: its games come along
    expect(page.locator(ROWS)).to_have_count(1)  # a guess that waits
    assert states(tmp_path) == {}
    page.goto(web.mine)
    page.get_by_role("link", name="keep-1: the computer guesses, 4x6").click()
    page.goto(web.address + "/play?game=4711")
    guess(page, "AABB", 1)
    listed = json.loads(sito(tmp_path, "games", "--json").stdout)["games"]
    assert [(game["name"], game["number"], game["length"]) for game in listed] == [
        ("keep-1", None, 0),
        ("play-1", 4711, 1),
    ]
    assert sito(tmp_path, "play", "--resume", stdin="AFAA\n").returncode == 0
    assert sito(tmp_path, "keep", "--resume", stdin="xxxx\n").returncode == 0
    assert list(ended(tmp_path)) == ["play-1", "keep-1"]
    page.reload()
    expect(page.locator(ROWS)).to_have_count(2)


def test_only_whoever_has_the_key_sees_the_games_of_the_terminal(web: Web, tmp_path: Path) -> None:
    assert sito(tmp_path, "play", stdin="AAAA\n").returncode == 1
    with httpx.Client(timeout=600) as stranger:
        assert "play-1" not in stranger.get(web.address).text
        assert stranger.get(web.address + "/mine/").status_code == 404
        assert stranger.get(web.address + "/mine/AAAAAAAAAAAAAAAA").status_code == 404
        assert "play-1" not in stranger.get(web.address).text


async def test_a_duel_begun_at_a_terminal_goes_on_once_the_code_is_told(tmp_path: Path) -> None:
    assert sito(tmp_path, "duel", "--seed", "1", "--level", "easy", stdin="ABCD\nx\n").returncode == 1
    async with games_in(tmp_path) as games:
        (kept,) = await games.going_on(games.me)
        state = await games.look(kept.id, games.me)
        assert (state.stage, state.level, len(state.yours), len(state.theirs)) == ("secrets", "easy", 1, 1)
        first = state.theirs[0].guess
        with pytest.raises(Exception, match=f"not those that the code {first} gives"):
            await games.move(kept.id, games.me, "secret", first)
        state = await games.move(kept.id, games.me, "secret", "ABCC" if first == "AAAA" else "FFFF")
        state = await games.move(kept.id, games.me, "guess", "BBBB")
        assert (len(state.yours), len(state.theirs)) == (2, 2)
        await games.move(kept.id, games.me, "give up")
    (record,) = ended(tmp_path).values()
    assert [len(game["game"].split()) for game in record["games"]] == [3, 3]
    assert record["games"][0]["given_up"] is True


async def test_a_game_that_is_played_at_a_terminal_cannot_be_changed_in_the_page(tmp_path: Path) -> None:
    player, shown = playing(tmp_path, "keep", "--level", "easy", line="x\n")
    shown.readline()
    shown.readline()
    async with games_in(tmp_path) as games:
        (kept,) = await games.going_on(games.me)
        state = await games.state(kept.id, games.me)
        assert (len(state.turns), state.guess) == (1, None)
        with pytest.raises(Exception, match="keep-1 is being played in another window"):
            await games.give_up(kept.id, games.me)
    player.kill()
    player.communicate()
    async with games_in(tmp_path) as games:
        (kept,) = await games.going_on(games.me)
        state = await games.state(kept.id, games.me)
        assert state.guess is not None
        state = await games.answer(kept.id, games.me, "xxxx")
        assert (state.over, state.level) == (True, "easy")
    assert list(ended(tmp_path)) == ["keep-1"]


async def test_rounds_and_corrections_in_the_page_keep_a_record_of_each_game(tmp_path: Path) -> None:
    async with games_in(tmp_path) as games:
        state = await games.begin(games.me, PlayRequest("4x6", number=4711))
        await games.guess(state.id, games.me, "AFAA")
        state = await games.next_round(state.id, games.me)
        assert isinstance(await games.guess(state.id, games.me, "AABB"), PlayState)
        kept = await games.begin(games.me, KeepRequest("4x6", "easy", guesses=1))
        await games.answer(kept.id, games.me, "xxxx")
        await games.begin(YOU, PlayRequest("4x6"))
    assert list(states(tmp_path)) == ["play-2"]
    assert list(ended(tmp_path)) == ["play-1", "keep-1"]
    async with games_in(tmp_path) as games:
        kept = await games.latest(games.me, "keep")
        await games.correct(kept.id, games.me, 1, "x")
        assert list(ended(tmp_path)) == ["play-1", "keep-1"], "it is over with another answer"
        await games.take_back(kept.id, games.me)
    assert list(ended(tmp_path)) == ["play-1"], "it goes on again"
    assert list(states(tmp_path)) == ["play-2", "keep-1"]


async def test_two_services_share_a_folder(tmp_path: Path) -> None:
    async with games_in(tmp_path) as one, games_in(tmp_path) as other:
        state = await one.begin(YOU, PlayRequest("5x8", guesses=60))
        for number, games in enumerate((one, other, one, other), 1):
            assert len((await games.guess(state.id, YOU, "ABCDE"[number] * 5)).turns) == number
        made = 4
        for _again in range(20):
            moves = [games.guess(state.id, YOU, "AAAAA") for games in (one, other)]
            done = await asyncio.gather(*moves, return_exceptions=True)
            assert all(isinstance(each, PlayState | Stale) for each in done), done
            made += sum(isinstance(each, PlayState) for each in done)
        for games in (one, other):
            assert len((await games.state(state.id, YOU)).turns) == made
        assert made > 4
