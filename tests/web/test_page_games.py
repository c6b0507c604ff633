"""The view Games: the calendar of the daily puzzle, results, and reviews."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from sito.web.games.asked import today
from tests.web.browsing import ROWS, enter, say, use
from tests.web.conftest import Look


@pytest.mark.parametrize(("width", "theme", "tag"), [(1280, "light", "en"), (360, "dark", "cs")])
def test_the_puzzle_of_the_day_stands_in_the_calendar(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/games", width=width, height=800, theme=theme, language=tag)
    look(page, f"games-empty-{width}-{theme}-{tag}")
    page.locator(".calendar .day-today a").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".open-row")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/play\?daily=1$"))
    enter(page, "aabb")
    expect(page.locator(ROWS)).to_have_count(1)
    use(page, say(tag, "Give up"))
    page.locator("dialog[open]").get_by_role("button", name=say(tag, "Give up")).click()
    expect(page.locator(".ending h3")).to_be_visible()
    page.goto(page.url.replace("/play?daily=1", "/games"))
    expect(page.locator(".calendar .day-today.day-lost")).to_be_visible()
    expect(page.locator(".table tbody tr")).to_have_count(1)
    look(page, f"games-{width}-{theme}-{tag}")
    page.locator(".going-on a").click()
    expect(page).to_have_url(re.compile(r"/analyse\?game=4x6(%20|\+)AABB"))


def test_a_game_without_a_guess_is_listed_without_a_review(visit: Any) -> None:
    page = visit("/play")
    use(page, "Give up")
    page.locator("dialog[open]").get_by_role("button", name="Give up").click()
    expect(page.locator(".ending h3")).to_be_visible()
    page.goto(page.url.replace("/play", "/games"))
    expect(page.locator(".going-on li")).to_contain_text("4x6, given up")
    expect(page.locator(".going-on a")).to_have_count(0)


def test_the_day_changes_at_the_players_midnight() -> None:
    for zone in (-720, 0, 840):
        assert today(zone) == (datetime.now(UTC) + timedelta(minutes=zone)).date()
    assert today() == date.today()
