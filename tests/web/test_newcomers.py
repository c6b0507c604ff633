"""What was unclear to people who used the page for the first time, and must not come back."""

import ast
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.web.page.site import VIEWS
from tests.web.browsing import announced, enter, hears, overflow, until

_PHONE = {"width": 360, "height": 740}


def style(page: Page, selector: str, name: str, part: str | None = None) -> str:
    return page.locator(selector).first.evaluate(
        "(element, [name, part]) => getComputedStyle(element, part)[name]", [name, part]
    )


def in_sight(page: Page, selector: str) -> bool:
    """Whether the lower edge of something is within the window as it stands."""
    return page.locator(selector).first.evaluate(
        "(element) => element.getBoundingClientRect().bottom <= window.innerHeight"
    )


def test_every_view_is_drawn_in_small(visit: Any) -> None:
    page = visit("/")
    until(page, "[...document.querySelectorAll('.kind-drawing')].every((drawing) => drawing.getBBox().width > 0)")
    assert page.locator(".kind-drawing").count() == len(VIEWS) + 1


@pytest.mark.parametrize("rules", ["4x6", "words-position:en"])
def test_a_phone_shows_the_whole_game_at_once(visit: Any, rules: str) -> None:
    page = visit(f"/play?rules={rules}", **_PHONE, touch=True)
    page.evaluate("window.scrollTo(0, 0)")
    assert in_sight(page, ".send")
    assert overflow(page) == 0


def test_the_puzzle_of_the_day_is_in_sight_and_sentences_are_told_apart(visit: Any) -> None:
    page = visit("/play", **_PHONE)
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_label("Which code")).to_be_visible()
    page.get_by_label("Game", exact=True).select_option("words")
    page.get_by_role("button", name="Start").click()
    hears(page, "Words: English. I have a code")


def test_what_a_person_wrote_keeps_its_letters(visit: Any) -> None:
    page = visit("/play?rules=words-position:en")
    page.locator(".slot").first.focus()
    enter(page, "zzzzz")
    hears(page, "is not in the list", "alert")
    assert announced(page, "alert")[0].startswith("'")
    assert style(page, ".faults p", "textTransform", "::first-letter") == "none"


def test_a_pupil_sees_what_to_press(visit: Any) -> None:
    page = visit("/learn", **_PHONE)
    page.locator(".mesh").nth(12).click()
    hears(page, "at worst")
    assert in_sight(page, ".sieve-bar .primary")
    expect(page.locator(".source")).to_be_hidden()


def test_a_finger_meets_the_hole_of_a_wide_board(visit: Any) -> None:
    page = visit("/pegs?board=wiegleb-45", **_PHONE)
    page.get_by_label("Board", exact=True).last.select_option("wiegleb-45")
    expect(page.locator(".peg-hole")).to_have_count(45)
    box = page.locator(".peg-hole").first.bounding_box()
    assert box["width"] >= 39
    assert overflow(page) == 0


def test_high_contrast_keeps_what_only_a_color_tells(visit: Any) -> None:
    page = visit("/play?rules=words-position:en")
    page.emulate_media(forced_colors="active")
    page.locator(".slot").first.focus()
    for word in ("ruler", "angel"):
        enter(page, word)
        hears(page, f"Answer: {word[0].upper()}")
    marks = {kind for kind in ("tile-0", "tile-1", "tile-2") if page.locator(f".row .{kind}").count()}
    colors = {kind: style(page, f".row .{kind}", "backgroundColor") for kind in marks}
    assert len(set(colors.values())) == len(marks) > 0
    assert style(page, ".row .tile-0", "backgroundColor") != style(page, ".slot .tile", "backgroundColor")
    track = ".game-side .switch-track"
    on = style(page, track, "backgroundColor")
    page.get_by_text("Count the possible codes").click()
    until(page, "([track, on]) => getComputedStyle(document.querySelector(track)).backgroundColor !== on", [track, on])
    page = visit("/pegs")
    page.emulate_media(forced_colors="active")
    assert "gradient" in style(page, ".peg-board", "backgroundImage")
    assert "gradient" in style(page, ".piece-body", "backgroundImage")


def test_a_view_that_needs_a_search_is_given_time() -> None:
    """NiceGUI gives a view three seconds, and shows a white page then."""
    waiting = []
    for file in Path(__file__).parents[2].glob("src/sito/web/page/**/*.py"):
        for made in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(made, ast.AsyncFunctionDef):
                continue
            for call in made.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "ui.page":
                    waiting.append(made.name)
                    assert any(word.arg == "response_timeout" for word in call.keywords), file
    assert {"play", "keep", "duel"} <= set(waiting)
