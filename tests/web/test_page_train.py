"""The view Train: exercises by mouse and by keys, mistakes of games, and work sheets."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from sito.training import Exercise
from tests.web.browsing import announced, enter, hears, say, settle
from tests.web.conftest import Look, Web
from tests.web.test_games_of_both_doors import sito

GAME = "4x6 AABB:- AABB:- CDEF:xxoo"


READ = """rows => rows.map(row => {
  const count = kind => row.querySelectorAll(`.dot-${kind}`).length;
  const guess = [...row.querySelectorAll("text.peg-symbol")].map(peg => peg.textContent).join("");
  return `${guess}:${"x".repeat(count("black"))}${"o".repeat(count("white"))}`;
})"""


def shown(page: Page) -> str:
    """Reads the game that is on the board, as it is seen at one moment."""
    turns = page.locator(".row:not(.open-row):not(.row-leave-active)").evaluate_all(READ)
    return " ".join(["4x6", *(f"{turn}-" if turn.endswith(":") else turn for turn in turns)])


@pytest.mark.parametrize(("width", "theme", "tag"), [(1280, "light", "en"), (360, "dark", "ru")])
def test_exercises_are_solved_and_given_up(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/train", width=width, height=800, theme=theme, language=tag)
    expect(page.locator(".open-row")).to_be_visible()
    expect(page.locator(".row:not(.open-row)").first).to_be_visible()
    settle(page)
    exercise = Exercise.parse(f"one-left {shown(page)}")
    (code,) = exercise.solutions()
    for told in (1, 2, 3, 3):  # one more each time, but never all
        page.get_by_role("button", name=say(tag, "Hint"), exact=True).click()
        settle(page)
        said = page.locator(".verdict").inner_text()
        assert [f" {place}: {code[place - 1]}" in said for place in range(1, 5)] == [
            place <= told for place in range(1, 5)
        ]
    enter(page, "AAAA" if code != "AAAA" else "BBBB")
    expect(page.locator(".verdict-wrong")).to_be_visible()
    enter(page, code)
    expect(page.locator(".verdict-right")).to_contain_text(code)
    expect(page.locator(".progress")).to_have_text(re.compile("1.*1"))  # hints cost nothing
    look(page, f"train-{width}-{theme}-{tag}")
    page.keyboard.press("Enter")  # the next one has the focus
    expect(page.locator(".verdict")).to_be_hidden()
    page.get_by_label(say(tag, "What is to be found")).select_option("wrong-answer")
    expect(page.locator(".row-choose").first).to_be_visible()
    settle(page)
    page.get_by_role("button", name=say(tag, "Hint"), exact=True).click()
    expect(page.locator(".verdict")).to_be_visible()
    number = int(Exercise.parse(f"wrong-answer {shown(page)}").solutions()[0])
    page.locator(".row-choose").nth(number - 1).click()
    expect(page.locator(".verdict-right")).to_be_visible()
    page.get_by_role("button", name=say(tag, "New exercise")).click()
    expect(page.locator(".verdict")).to_be_hidden()
    page.get_by_role("button", name=say(tag, "Show the solution")).click()
    expect(page.locator(".verdict-wrong")).to_be_visible()
    with page.expect_download() as sheet:
        page.get_by_role("button", name=say(tag, "Work sheet")).click()
    assert sheet.value.path().read_bytes().startswith(b"<!DOCTYPE html>")


def test_the_mistakes_of_a_game_are_exercises(visit: Any) -> None:
    page = visit(f"/train?game={quote(GAME)}")
    hears(page, "Find a best guess")
    assert shown(page) == "4x6 AABB:-"


def test_a_mistake_made_at_a_terminal_comes_up_in_the_page(visit: Any, web: Web, tmp_path: Path) -> None:
    sito(tmp_path, "play", "--secret", "FADE", stdin="AABB\nAABB\n/give up\n")
    visit.allow("ERR_CONNECTION_REFUSED")
    page = visit(web.mine.removeprefix(web.address), server=web)
    page.goto(f"{web.address}/train")
    expect(page.locator(".game")).to_contain_text("play-1")
    exercise = Exercise.parse(f"best-guess {shown(page)}")
    assert str(exercise.game) == "4x6 AABB:x"
    enter(page, exercise.solutions()[0])
    expect(page.locator(".verdict-right")).to_be_visible()
    expect(page.get_by_role("button", name="Next exercise")).to_be_visible()
    page.reload()
    hears(page, "The answers leave exactly one code")
    assert "play-1" not in " ".join(announced(page))
