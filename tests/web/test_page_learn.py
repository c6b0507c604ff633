"""The view Learn as pupils use it: the sieve on a small game, and the five ideas."""

from __future__ import annotations

import pytest

from sito.sieve.knowledge import Knowledge
from tests.web.browsing import announced, hears, tab_to, until


def test_mouse_only(visit, look):
    page = visit("/learn")
    assert page.locator("[data-code]").count() == 64
    page.get_by_role("button", name="ABC: ").click()
    hears(page, "at worst 15 codes are left")
    cells = Knowledge("3x4").cells("ABC")
    assert page.locator(".cell").count() == len(cells)
    look(page)
    page.locator(".cell", has_text="oo").first.click()
    hears(page, "49 codes leave. 15 codes are left.")
    until(page, "document.querySelectorAll('.mesh-gone').length === 49")
    page.get_by_role("button", name="Undo").click()
    until(page, "document.querySelectorAll('.mesh-gone').length === 0")
    assert announced(page, "alert") == []
    look(page, "learn-light-1280")


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("ja", "light")])
def test_keyboard_only(visit, look, language, theme):
    page = visit("/learn", width=360, theme=theme, language=language)
    tab_to(page, "AAA")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.cell').length === 8")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("Number(document.activeElement.dataset.code)") > 1
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.mesh-gone').length > 0")
    look(page, f"learn-{theme}-360-{language}", targets=44)


def test_until_one_is_left(visit):
    page = visit("/learn")
    page.get_by_text("2x6: 36 codes").click()
    until(page, "document.querySelectorAll('[data-code]').length === 36")
    for _ in range(8):
        left = page.locator(".mesh:not(.mesh-gone)")
        if left.count() == 1:
            break
        left.last.click()
        until(page, "document.querySelectorAll('.cell').length > 0")
        page.get_by_role("button", name="Ask").click()
        until(page, "document.querySelectorAll('.cell').length === 0")
    assert page.locator(".mesh:not(.mesh-gone)").count() == 1
    hears(page, "Only ")


def test_the_five_ideas(visit, look):
    page = visit("/learn")
    assert page.locator(".ideas > section").count() == 5
    # Four white pegs for a guess that has everything elsewhere.
    answering = page.locator(".ideas > section").nth(1)
    answering.get_by_role("textbox", name="Your guess").fill("FBCA")
    answering.get_by_role("button", name="Answer").click()
    hears(page, "4 in another place")
    # The founding jugs: the goal is there after ten actions.
    searching = page.locator(".ideas > section").nth(2)
    for _ in range(10):
        searching.get_by_role("button", name="One more action").click()
    searching.get_by_role("row", name="10 (0,1) (8,4)").wait_for()
    # All dots but those that agree are crossed out.
    flagging = page.locator(".ideas > section").nth(4)
    flagging.get_by_role("button", name="Next question").click()
    until(page, "!document.querySelectorAll('.ideas > section')[4].textContent.includes('10,000 codes are')")
    # A code that cannot be read is explained, and loses nothing.
    breaking = page.locator(".ideas > section").nth(0)
    breaking.get_by_role("textbox", name="Your code").fill("ABXZ9")
    breaking.get_by_role("button", name="Show the guesses").click()
    page.get_by_role("alert").filter(has_text="ABXZ9").wait_for()
    look(page)
