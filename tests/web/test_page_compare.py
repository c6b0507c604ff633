"""The view Compare: strategies on a game, live, stopped, taken up again; its numbers are the library's."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.tournament import compare
from tests.web.browsing import announced, focused, hears, say, tab_to, until, use
from tests.web.conftest import Look

LONG = "5x7"


def rows(page: Page) -> list[list[str]]:
    body = page.get_by_role("table", name="Results").locator("tbody tr")
    return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in body.all()]


def choose(page: Page, rules: str, *strategies: str) -> None:
    """Chooses a game and strategies by mouse."""
    page.get_by_label("Game", exact=True).select_option("rules")
    page.get_by_label("Rules", exact=True).fill(rules)
    page.get_by_text("More strategies").click()
    for switch in page.get_by_role("switch").all():
        name = switch.evaluate("one => one.labels[0].textContent")
        if switch.is_checked() != (name in strategies):
            page.locator(f"label[for={switch.get_attribute('id')}]").click()


@pytest.mark.parametrize(("width", "theme", "tag"), [(360, "dark", "ru"), (1280, "light", "en")])
def test_results_fit_and_have_no_violation(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/compare", width=width, theme=theme, language=tag)
    page.get_by_role("button", name=say(tag, "Compare"), exact=True).click()
    hears(page, say(tag, "All games are played."))
    expect(page.locator(".histogram")).to_have_count(3)
    look(page, f"compare-results-{width}-{theme}-{tag}", targets=44)


def test_the_numbers_are_those_of_the_library(visit: Any) -> None:
    page = visit("/compare")
    choose(page, "3x5", "entropy", "first-consistent")
    page.get_by_role("button", name="Compare", exact=True).click()
    hears(page, "All games are played.")
    expected = {standing.strategy: standing for standing in compare("3x5", ["entropy", "first-consistent"]).standings}
    assert {row[0]: row[1:] for row in rows(page)} == {
        name: [f"{standing.mean:.3f}", str(standing.maximum), str(standing.games), str(standing.total)]
        for name, standing in expected.items()
    }
    counts = ", ".join(f"{guesses}: {count}" for guesses, count in enumerate(expected["entropy"].histogram, 1))
    expect(page.get_by_role("img", name=f"entropy, games by guesses: {counts}")).to_be_visible()
    page.get_by_role("button", name="mean").click()
    assert [float(row[1]) for row in rows(page)] == sorted(float(row[1]) for row in rows(page))
    expect(page.locator(".command")).to_have_text("sito compare --rules 3x5 --strategies entropy,first-consistent")
    said = " ".join(announced(page))  # what comes at once is heard as one
    assert said.startswith("The comparison has begun.")
    assert said.endswith("All games are played.")


def test_a_comparison_is_stopped_and_its_part_stays_by_mouse(visit: Any) -> None:
    page = visit("/compare")
    choose(page, LONG, "random-consistent", "first-consistent")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    until(page, "document.querySelectorAll('.histogram').length === 2")
    page.reload()  # the job is in the address
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("button", name="Compare", exact=True)).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Stop").click()
    hears(page, "this is a part of the games")
    expect(page.get_by_role("progressbar")).to_be_hidden()
    games = {row[0]: row[3] for row in rows(page)}
    assert re.search(r"\d of 168,070", games["random-consistent"]), "what was played stays, and is said to be a part"
    address = page.url
    page.reload()
    expect(page.locator(".histogram")).to_have_count(2)
    assert page.url == address


def test_a_comparison_by_keyboard(visit: Any) -> None:
    page = visit("/compare")
    tab_to(page, "every code")
    page.keyboard.press("ArrowRight")
    tab_to(page, "How many")
    page.keyboard.press("Control+a")
    page.keyboard.type("none")
    tab_to(page, "entropy")
    page.keyboard.press("Space")
    use(page, "Compare")
    hears(page, "sample is 'none'; it must be a whole number", role="alert")
    tab_to(page, "How many", key="Shift+Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("100")
    use(page, "Compare")
    hears(page, "All games are played.")
    assert focused(page)[1] == "Compare", "the button keeps the focus while it cannot be used"
    assert {row[0]: row[3] for row in rows(page)} == {"minimax": "100", "first-consistent": "100"}


def test_no_strategy_is_said(visit: Any) -> None:
    page = visit("/compare")
    choose(page, "4x6")
    page.get_by_role("button", name="Compare", exact=True).click()
    hears(page, "No strategy is chosen", role="alert")


def test_another_persons_comparison_is_not_shown(visit: Any) -> None:
    page = visit("/compare")
    choose(page, "3x4", "first-consistent")
    page.get_by_role("button", name="Compare", exact=True).click()
    hears(page, "All games are played.")
    other = visit(page.url.partition(page.url.split("/")[2])[2])
    expect(other.get_by_text("Nothing has been compared yet.")).to_be_visible()
