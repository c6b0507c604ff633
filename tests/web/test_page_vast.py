"""Games on vast boards on the page: wide rows scroll within the board, on a phone and a desktop; both roles."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.codes.code import CodeSpace
from sito.playing.numbered import numbered_secret
from tests.web.browsing import ROWS, enter, hears, say, settle, tab_to
from tests.web.conftest import Look

RULES = "24x30"
SPACE = CodeSpace(RULES)
CODE = numbered_secret(SPACE.rules, 1)
GAME = f"/play?rules={RULES}&game=1"
WAYS = [(1280, "light", "en"), (360, "dark", "pl")]


def in_sight(page: Page, selector: str) -> bool:
    """Whether a part is within the board, to its left and right."""
    return page.evaluate(
        """(selector) => {
          const [part, board] = [selector, '.rows'].map((each) => document.querySelector(each).getBoundingClientRect());
          return part.left >= board.left - 1 && part.right <= board.right + 1;
        }""",
        selector,
    )


def covered_keys(page: Page) -> list[str]:
    """The palette's buttons over which something else is painted, in a window so low that they lie over the rows."""
    page.evaluate("scrollTo(0, 0)")
    size = page.viewport_size
    rows = page.locator(".rows").bounding_box()
    assert size
    assert rows
    page.set_viewport_size({"width": size["width"], "height": int(rows["y"] + rows["height"])})
    found: list[str] = page.evaluate(
        """() => [0, 1e6].flatMap((left) => {
          document.querySelector('.rows').scrollLeft = left;
          return [...document.querySelectorAll('.palette button')].filter((key) => {
            key.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            const box = key.getBoundingClientRect();
            const ends = [box.left + 4, (box.left + box.right) / 2, box.right - 4];
            return ends.some((x) => !key.contains(document.elementFromPoint(x, (box.top + box.bottom) / 2)));
          }).map((key) => key.outerHTML);
        })"""
    )
    page.set_viewport_size(size)
    return found


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_a_person_breaks_a_code(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit(GAME, width=width, height=800, theme=theme, language=tag, touch=width < 600)
    look(page, f"vast-start-{width}-{theme}-{tag}", full=False, targets=44)
    for count, code in enumerate((CODE[::-1], CODE), 1):
        for place, color in enumerate(code):
            page.locator(f".palette [data-color='{color}']").click()
            if place < 23:
                assert in_sight(page, ".slot-active")
        page.locator(".palette .send").click()
        expect(page.locator(ROWS)).to_have_count(count)
        assert in_sight(page, ".row .answer")
        if count == 1:
            look(page, f"vast-middle-{width}-{theme}-{tag}", full=False, targets=44)
            assert covered_keys(page) == []
    expect(page.locator(".ending.won")).to_be_visible()
    expect(page.get_by_role("link", name=say(tag, "Review this game"))).to_be_hidden()
    look(page, f"vast-end-{width}-{theme}-{tag}")


def test_a_row_is_filled_by_keys(visit: Any) -> None:
    page = visit(GAME, width=360)
    tab_to(page, "Place 1")
    page.keyboard.press("End")
    page.keyboard.type("t")
    assert in_sight(page, ".slot-active")
    page.keyboard.press("Home")
    enter(page, "0a+")
    hears(page, "Guess 1: 0")
    assert page.locator(f"{ROWS} .peg").count() == 24
    assert page.locator(f"{ROWS} .peg").nth(23).get_attribute("aria-label") == "T"
    enter(page, SPACE.text(CODE).lower())
    hears(page, "You have found it in 2 guesses.")


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_the_computer_breaks_a_code(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit(f"/keep?rules={RULES}", width=width, height=800, theme=theme, language=tag, touch=width < 600)
    expect(page.locator(".board-wide")).to_be_visible()

    def answer(black: int, white: int) -> None:
        for entry, count in zip(page.locator(".asking .answer-number input").all(), (black, white), strict=True):
            entry.fill(str(count))
        page.locator(".asking .answer-entry").get_by_role("button").click()
        settle(page)

    answer(25, 0)
    expect(page.locator(".faults-shown")).to_be_visible()
    answer(20, 0)
    assert in_sight(page, ".row .answer")
    assert in_sight(page, ".row .row-choose")
    look(page, f"vast-keep-{width}-{theme}-{tag}", full=False, targets=44)
    answer(20, 0)
    look(page, f"vast-mend-{width}-{theme}-{tag}", full=False)
    page.locator("dialog[open]").get_by_role("button", name=say(tag, "Take the last answer back")).click()
    answer(4, 0)
    expect(page.locator(ROWS)).to_have_count(3)
    assert in_sight(page, ".row .answer")


def test_an_address_names_the_rules(visit: Any) -> None:
    assert visit("/duel?rules=3x4").locator(".rows .open-row .slot").count() == 3
    page = visit("/keep?rules=3x4")
    head = page.locator(".game-head")
    expect(head).to_contain_text("3x4")
    page.goto(page.url.replace("3x4", "nonsense"))
    expect(page.locator(".faults-shown")).to_contain_text("nonsense")
    expect(head).to_contain_text("3x4")
