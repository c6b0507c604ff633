"""Several boards at once on the page: by mouse, by keys, on a phone and a desktop; no code is told early."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.codes.code import CodeSpace
from sito.playing.numbered import numbered_secrets
from sito.rules.rules import Rules
from tests.web.browsing import ROWS, click_word, enter, hears, say, settle, tab_to, use
from tests.web.conftest import Look

RULES = Rules.parse("words-5")
NUMBER = 3


def secrets(boards: int) -> list[str]:
    return list(map(CodeSpace(RULES).text, numbered_secrets(RULES, NUMBER, boards)))


def begin(page: Page, boards: int, tag: str) -> None:
    """Begins the game by number in the dialog."""
    page.locator(".game-head").get_by_role("button").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label(say(tag, "Game"), exact=True).select_option("words")
    dialog.get_by_role("group", name=say(tag, "Boards")).get_by_text(str(boards), exact=True).click()
    dialog.get_by_label(say(tag, "Which code")).select_option("number")
    dialog.get_by_label(say(tag, "Number"), exact=True).fill(str(NUMBER))
    dialog.get_by_role("button", name=say(tag, "Start")).click()
    page.wait_for_url("**/play/boards")
    expect(page.locator(".boards .board")).to_have_count(boards)
    settle(page)


@pytest.mark.parametrize(
    ("boards", "width", "theme", "tag"), [(2, 1280, "light", "en"), (4, 360, "dark", "ru"), (4, 1280, "dark", "ja")]
)
def test_boards_by_mouse(visit: Any, look: Look, boards: int, width: int, theme: str, tag: str) -> None:
    page = visit("/play", width=width, height=800, theme=theme, language=tag, touch=width < 600)
    begin(page, boards, tag)
    codes = secrets(boards)
    for count, word in enumerate(("RAISE", codes[0]), 1):
        click_word(page, RULES, word)
        expect(page.locator(f".boards section >> nth=1 >> {ROWS}")).to_have_count(count)
    expect(page.locator(".boards section").first).to_contain_text(say(tag, "solved"))
    look(page, f"boards-{boards}-{width}-{theme}-{tag}", targets=44)
    shown = page.content()
    assert not any(code in shown for code in codes[1:])
    for word in codes[1:]:
        click_word(page, RULES, word)
        settle(page)
    expect(page.locator(".boards-entry h3")).to_be_visible()
    page.locator(".boards-entry summary").click()
    assert page.locator(".share-text").inner_text().startswith(f"Sito words-5 x{boards} #{NUMBER} {boards + 1}/")
    look(page, f"boards-end-{boards}-{width}-{theme}-{tag}")


def test_boards_by_keys_are_kept(visit: Any) -> None:
    page = visit("/play")
    begin(page, 2, "en")
    codes = secrets(2)
    tab_to(page, "Place 1")
    enter(page, "xxxxx")
    hears(page, "'XXXXX' is not in the list of words", "alert")
    for _place in range(5):
        page.keyboard.press("Backspace")
    enter(page, "raise")
    hears(page, "Board 1: R: ")
    hears(page, "Board 2: R: ")
    page.reload()
    expect(page.locator(f".boards section >> nth=1 >> {ROWS}")).to_have_count(1)
    tab_to(page, "Place 1")
    enter(page, codes[1].lower())
    hears(page, "Board 2: solved.")
    use(page, "Give up")
    page.locator("dialog[open]").get_by_role("button", name="Give up").press("Enter")
    hears(page, f"You have given up. Board 1: {codes[0]}.")
