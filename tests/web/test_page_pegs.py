"""The view Pegs as persons use it: by mouse, by keys, in any theme, width and language."""

import re

import pytest

from tests.web.browsing import announced, hears, is_ready, tab_to, until


def test_mouse_only(visit, look):
    page = visit("/pegs?board=hoppers")
    page.get_by_role("button", name="peg in hole 0, can jump").click()
    hears(page, "The peg in hole 0 is taken. It can jump to 6.")
    page.get_by_role("button", name="hole 6, empty: the peg can jump here").click()
    hears(page, "The peg in hole 0 jumps to hole 6. 11 pegs are left.")
    assert page.get_by_role("button", name="hole 3, empty").is_visible()
    assert page.get_by_text("11 pegs are left. 1 move so far.").is_visible()
    # A peg that cannot jump says so, and loses nothing.
    page.get_by_role("button", name="peg in hole 12").click()
    hears(page, "Peg 12 is chosen; it cannot jump now.")
    page.get_by_role("button", name="Undo").click()
    hears(page, "1 step is taken back. 12 pegs are left.")
    page.get_by_role("button", name="Redo").click()
    page.get_by_text("11 pegs are left. 1 move so far.").first.wait_for()
    assert announced(page, "alert") == []
    look(page, "pegs-light-1280")


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("cs", "light")])
def test_keyboard_only(visit, look, language, theme):
    page = visit("/pegs", width=360, theme=theme, language=language)
    first = page.locator('[data-hole][tabindex="0"]')
    assert first.count() == 1
    tab_to(page, first.get_attribute("aria-label"))
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.hole") == "4"
    page.keyboard.press("Enter")
    assert page.locator('[data-hole="4"]').get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert page.locator('[data-hole="4"]').get_attribute("aria-pressed") == "false"
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, "location.search.includes('jumps=%284%2C16%29')")
    assert page.evaluate("document.activeElement.dataset.hole") == "16"
    page.reload()
    is_ready(page)
    until(page, "document.querySelectorAll('.piece').length === 31")
    look(page, f"pegs-{theme}-360-{language}", targets=40)


def test_help_solution_and_counts(visit, look):
    page = visit("/pegs?board=hoppers")
    page.get_by_text("Fewest moves from here").click()
    page.get_by_text("The finish is 7 moves away, at the fewest.").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    hears(page, "A best next step: (0,6).")
    assert page.locator(".peg-hole-hint").count() == 2
    assert page.get_by_label("Show the numbers of the holes.").is_checked()
    page.get_by_role("button", name="Solve").click()
    hears(page, "A way from here: 11 jumps")
    for _ in range(11):
        page.get_by_role("button", name="Next step").click()
    hears(page, "One peg is left, in hole 6, after 7 moves. The fewest possible is 7.")
    assert page.locator(".piece:not(.piece-leaving)").count() == 1
    look(page)
    page.locator("summary", has_text="Counts").click()
    page.get_by_role("button", name="Count", exact=True).click()
    hears(page, "7 moves, the fewest possible.")
    assert page.get_by_role("row", name="shortest solutions 72").is_visible()
    assert page.get_by_role("row", name="games 109,664").is_visible()
    look(page)


def test_a_lost_position_says_so(visit):
    page = visit("/pegs?board=hoppers&jumps=(0,6)(9,3)(2,6,0)")
    page.get_by_text("From here it cannot be done").first.wait_for()
    page.goto(page.url.partition("&")[0] + "&jumps=(0,6)(2,0)(6,2)(12,6)(8,4)(7,1)(10,12)(0,10)(2,0)")
    page.get_by_text("From here it cannot be done: no peg can jump.").first.wait_for()


def test_a_search_shows_how_far_it_is_and_can_be_stopped(visit):
    page = visit("/pegs?board=wiegleb")
    stop = page.locator(".card").filter(has_text="Help").get_by_role("button", name="Stop")
    assert stop.is_disabled()
    page.get_by_role("button", name="Hint").click()
    hears(page, "searching")
    stop.click()
    page.get_by_text(re.compile("No way from here is known yet|is on a way to the goal")).first.wait_for()
    assert stop.is_disabled()


def test_another_empty_hole_and_another_board(visit, look):
    page = visit("/pegs?board=triangle-5")
    page.get_by_role("button", name="Choose the empty hole").click()
    hears(page, "Now choose the hole that is empty at the start")
    page.get_by_role("button", name="peg in hole 4").click()
    page.get_by_text("Board triangle-5. Start: hole 4 empty. Finish: one peg, in hole 4.").first.wait_for()
    page.get_by_role("combobox", name="Finish").select_option(label="one peg, anywhere")
    page.get_by_text("Finish: one peg, anywhere.").first.wait_for()
    page.get_by_text("Show the numbers of the holes.").click()
    until(page, "document.querySelectorAll('.peg-number').length === 15")
    page.get_by_role("combobox", name="Board").select_option("french-37")
    page.get_by_text("Board french-37. Start: hole 18 empty.").first.wait_for()
    page.get_by_text("by the rule of three").first.wait_for()
    look(page)


def test_an_address_that_is_wrong(visit):
    page = visit("/pegs?board=nonsense&jumps=(99,1)")
    page.get_by_role("alert").filter(has_text="neither the name of a board nor a drawing").wait_for()
    assert page.get_by_text("Board english-33.").is_visible()


def test_a_position_without_a_jump_says_so(visit):
    page = visit("/pegs?board=hoppers&jumps=(0,6)(2,0)(6,2)(12,6)(8,4)(7,1)(10,12)(0,10)(2,0)")
    page.get_by_text("From here it cannot be done: no peg can jump.").first.wait_for()
