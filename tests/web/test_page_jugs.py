"""The view Jugs as persons use it: by mouse, by keys, in any theme, width and language."""

import pytest

from tests.web.browsing import announced, hears, is_ready, settle, until, use

FOUNDING = [">B", "B>A", ">B", "B>A", "A>", "B>A", ">B", "B>A", ">B", "B>A"]


def test_mouse_only(visit, look):
    page = visit("/jugs")
    page.get_by_role("button", name="Tap").click()
    hears(page, "The tap is taken.")
    page.get_by_role("button", name="Jug B").click()
    hears(page, "Step 1: jug B is filled. Jug A holds 0 of 8, jug B 5 of 5.")
    page.get_by_role("button", name="Jug B holds 5 of 5.").click()
    page.get_by_role("button", name="Jug A").click()
    hears(page, "Step 2: jug B is poured into jug A. Jug A holds 5 of 8, jug B 0 of 5.")
    assert page.get_by_text("2 actions").is_visible()
    page.get_by_role("button", name="Jug A").click()
    page.get_by_role("button", name="Drain").click()
    hears(page, "Step 3: jug A is emptied.")
    page.get_by_role("button", name="Undo").click()
    hears(page, "1 step is taken back.")
    page.get_by_role("button", name="Redo").click()
    page.get_by_text("3 actions").first.wait_for()
    page.get_by_role("button", name="Undo").click()
    until(page, "window.heard.map(([, text]) => text).join(' ').split('is taken back').length === 3")
    settle(page)
    # Every change is announced once, and nothing in the alerts. What happens in one moment is one announcement.
    said = " ".join(announced(page))
    counts = {step: said.count(step) for step in ("The tap is taken", "Step 1:", "Step 2:", "Step 3:", "taken back")}
    assert counts == {"The tap is taken": 1, "Step 1:": 1, "Step 2:": 1, "Step 3:": 2, "taken back": 2}
    assert announced(page, "alert") == []
    look(page, "jugs-light-1280")


def test_after_a_problem_comes_the_next(visit):
    page = visit("/jugs?jugs=5,3&target=4&steps=%3EA+A%3EB+B%3E+A%3EB+%3EA")
    page.get_by_role("button", name="Jug A holds 5 of 5.").click()
    page.get_by_role("button", name="Jug B").click()
    page.get_by_role("button", name="Next problem").click()
    page.get_by_text("Jugs: A 12, B 8, C 5.").first.wait_for()
    page.get_by_role("button", name="Next problem").wait_for(state="hidden")


def test_the_help_and_a_reload(visit, look):
    page = visit("/jugs?jugs=8,5&target=4&steps=" + "%20".join(FOUNDING[:2]))
    page.get_by_text("Fewest steps from here").click()
    page.get_by_text("The goal is 8 actions away, at the fewest.").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    hears(page, "A best next step: fill B.")
    assert page.locator(".vessel-hint").count() == 2
    page.get_by_role("button", name="Solve").click()
    hears(page, "A way from here: 8 actions")
    assert page.locator(".walk-steps li").count() == 8
    page.get_by_role("button", name="Next step").click()
    page.get_by_text("3 actions").first.wait_for()
    page.reload()
    is_ready(page)
    page.get_by_text("3 actions").first.wait_for()
    assert page.get_by_role("button", name="Jug B holds 5 of 5.").is_visible()
    page.get_by_role("button", name="Solve").click()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play").wait_for()
    while page.locator(".walk-steps [aria-current]").count():
        page.get_by_role("button", name="Next step").click()
        settle(page)
    hears(page, "4 in jug B with 10 actions; the fewest possible is 10.")
    assert page.locator(".jug-met").count() == 1
    look(page)


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("pl", "light")])
def test_keyboard_only(visit, look, language, theme):
    page = visit("/jugs", width=360, theme=theme, language=language)
    use(page, page.locator('[data-vessel="tap"]').get_attribute("aria-label"))
    page.keyboard.press("b")
    until(page, "document.querySelector('[data-vessel=\"1\"]').textContent.includes('5/5')")
    page.keyboard.press("b")
    page.keyboard.press("1")
    until(page, "document.querySelector('[data-vessel=\"0\"]').textContent.includes('5/8')")
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    page.keyboard.press("2")
    until(page, "document.querySelector('[data-vessel=\"1\"]').textContent.includes('5/5')")
    assert page.evaluate("document.activeElement.dataset.vessel") == "1"
    look(page, f"jugs-{theme}-360-{language}", targets=44)


def test_what_cannot_be_done_is_explained(visit, look):
    page = visit("/jugs?jugs=6,4&target=3")
    page.get_by_text("every amount that can be measured is a multiple of 2").first.wait_for()
    page.get_by_role("button", name="Solve").click()
    hears(page, "From here it cannot be done: every amount that can be measured is a multiple of 2")
    look(page)


def test_another_problem_and_one_that_is_wrong(visit, look):
    page = visit("/jugs?jugs=8,x&target=y")
    alert = page.get_by_role("alert").filter(has_text="is no whole number")
    alert.wait_for()
    assert "'y' is no whole number; give a target, for example 4" in alert.text_content()
    assert "'8,x' are no capacities" in alert.text_content()
    page.get_by_text("Another problem").click()
    page.get_by_text("Your own problem").click()
    page.get_by_label("What each jug holds.").fill("7 3")
    page.get_by_label("What to measure.").fill("two")
    own = page.get_by_role("button", name="Begin").last
    own.click()
    page.get_by_text("'two' is no whole number").first.wait_for()
    page.get_by_label("What to measure.").fill("2")
    own.click()
    page.get_by_text("Jugs: A 7, B 3. Goal: 2 in any jug.").first.wait_for()
    settle(page)
    assert "jugs=7%2C3" in page.url
    look(page)
