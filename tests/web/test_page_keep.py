"""The view Keep, used as a person would: by mouse alone, by keys alone, on a phone and a desktop, light and dark."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.codes.feedback import score
from tests.web.browsing import announced, enter, focused, hears, pegs_of, say, settle, tab_to, use
from tests.web.conftest import Look

WAYS = [(1280, "dark", "en"), (360, "light", "pl")]
SECRET = "CADF"
ANSWERED = ".game .row:not(.row-later):not(.row-new)"


def guessed(page: Page) -> str:
    """Reads the guess that waits from the names of its pegs."""
    return pegs_of(page.locator(".row-new"))


def turns(page: Page) -> int:
    return page.locator(ANSWERED).count()


def choose(page: Page, black: int | str, white: int | str) -> None:
    """Gives an answer by clicks alone."""
    before = turns(page)
    for place, count in enumerate((black, white)):
        page.locator(".asking fieldset").nth(place).locator(".segment").filter(has_text=str(count)).click()
    page.locator(".asking .answer-entry .button.primary").click()
    expect(page.locator(ANSWERED)).to_have_count(before + 1)


def answer_truly(page: Page) -> None:
    told = score("4x6", guessed(page), SECRET)
    choose(page, told.black or 0, told.white or 0)


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_a_whole_game_by_mouse(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/keep", width=width, height=800, theme=theme, language=tag, touch=width < 600)
    look(page, f"keep-start-{width}-{theme}-{tag}")
    answer_truly(page)
    page.get_by_role("button", name=say(tag, "Why this guess?")).click()
    expect(page.locator(".why p").first).to_contain_text(guessed(page))
    look(page, f"keep-middle-{width}-{theme}-{tag}", targets=44)
    for _round in range(5):
        if not page.locator(".asking").is_visible():
            break
        answer_truly(page)
        settle(page)
    expect(page.locator(".ending h3")).to_be_visible()
    assert page.locator(ANSWERED).last.locator(".dot-black").count() == 4
    look(page, f"keep-end-{width}-{theme}-{tag}")


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_wrong_answers_are_mended_in_a_dialog(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/keep", width=width, height=800, theme=theme, language=tag)
    choose(page, 0, 0)
    first = page.locator(".game .row .peg").first.get_attribute("aria-label")
    choose(page, 4 if guessed(page)[0] == (first or "?")[0] else 3, 0)
    for _guess in range(4):
        if page.locator("dialog[open]").count():
            break
        choose(page, 0, 4)
        settle(page)
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".mending li").first).to_be_visible()
    assert page.locator(".row-wrong").count() >= 1
    look(page, f"keep-mend-{width}-{theme}-{tag}", full=False)
    # Escape leaves the game as it is, and the way back is at hand.
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("button", name=say(tag, "Mend the answers")).click()
    dialog.locator(".mending button").first.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".asking")).to_be_visible()
    assert page.locator(".row-wrong").count() == 0


def test_a_whole_game_by_keys(visit: Any) -> None:
    page = visit("/keep")
    tab_to(page, "0")
    for number in range(1, 7):
        told = score("4x6", guessed(page), SECRET)
        enter(page, "x" * (told.black or 0) + "o" * (told.white or 0))
        expect(page.locator(ANSWERED)).to_have_count(number)
        settle(page)
        if told.wins:
            break
        assert focused(page)[0] == "input"  # the next answer can be given at once
    hears(page, "I have found it in")
    expect(page.locator(".ending").get_by_role("button", name="New game")).to_be_focused()
    said = " ".join(announced(page))
    assert all(said.count(f"My guess {each}:") == 1 for each in range(2, turns(page) + 1))  # each is said once


def test_an_answer_is_taken_back_and_another_corrected_by_keys(visit: Any) -> None:
    page = visit("/keep")
    use(page, "Write the answer")
    tab_to(page, "Your answer")
    for text, count in (("1b0w", 1), ("?", 2)):
        enter(page, text)
        expect(page.locator(ANSWERED)).to_have_count(count)
    enter(page, "5")
    hears(page, "5", "alert")
    assert turns(page) == 2
    use(page, "Take back")
    expect(page.locator(ANSWERED)).to_have_count(1)
    use(page, "Correct answer 1", key="Shift+Tab")
    expect(page.locator("dialog[open]")).to_be_visible()
    tab_to(page, "0")
    enter(page, "xx")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".game .row .dot-black")).to_have_count(2)
    page.reload()
    expect(page.locator(".game .row .dot-black")).to_have_count(2)


def test_a_game_that_is_given_up_names_the_wrong_answers(visit: Any) -> None:
    page = visit("/keep")
    page.get_by_role("button", name="New game").click()
    page.get_by_label("How well the computer guesses").select_option("easy")
    page.locator("dialog[open]").get_by_role("button", name="Start").click()
    hears(page, "My guess 1: A A A A.")
    choose(page, 0, 0)
    page.get_by_role("button", name="Give up").click()
    field = page.get_by_label("What was your code?")
    expect(field).to_be_focused()
    field.fill("ABCX")
    field.press("Enter")
    hears(page, "'X' in 'ABCX' is not a color", "alert")
    field.fill("ABCD")
    field.press("Enter")
    hears(page, "1 answer was wrong: answer 1, AAAA:-, should have been x")


def test_marks_are_given_for_each_place(visit: Any, look: Look) -> None:
    page = visit("/keep", width=360)
    page.get_by_role("button", name="New game").click()
    page.locator("dialog[open]").get_by_label("Game", exact=True).select_option("words")
    page.locator("dialog[open]").get_by_role("button", name="Start").click()
    hears(page, "Think of a code: a word of 5 letters")
    expect(page.locator(".asking .marks-entry .slot")).to_have_count(5)
    page.locator(".asking .marks-entry .slot").first.focus()
    enter(page, "gy---")
    expect(page.locator(".game .row .tile-2")).to_have_count(1)
    expect(page.locator(".game .row .tile-1")).to_have_count(1)
    look(page)
