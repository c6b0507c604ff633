"""The view Play, used as a person would: by mouse alone, by keys alone, on a phone and a desktop, light and dark."""

import re
import signal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.codes.code import CodeSpace
from sito.playing.numbered import numbered_secret
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from tests.web.browsing import ROWS, announced, enter, focused, guess, hears, is_ready, say, settle, tab_to, until, use
from tests.web.conftest import Look
from tests.web.leaks import Sent
from tests.web.service import Service

WAYS = [(1280, "light", "en"), (360, "dark", "cs")]
GAME = "/play?game=4711"  # AFAA
COUNT = re.compile(r"\d")


def turns(page: Page) -> int:
    return page.locator(ROWS).count()


def test_pegs_are_dragged_and_a_row_is_filled(visit: Any) -> None:
    page = visit(GAME)
    slots, key = page.locator(".open-row .slot"), page.locator(".key")
    key.nth(2).drag_to(slots.nth(3))
    slots.nth(3).drag_to(slots.nth(0))
    key.nth(4).click(button="right")
    expect(page.locator(".open-row .peg-2")).to_have_count(1)
    expect(slots.nth(0).locator(".peg-2")).to_have_count(1)
    expect(page.locator(".open-row .peg-4")).to_have_count(3)
    page.locator(".palette .rub").click()
    page.locator("body").press("+")
    expect(page.locator(".open-row .peg-empty")).to_have_count(0)


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_a_whole_game_by_mouse(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit(GAME, width=width, height=800, theme=theme, language=tag, touch=width < 600)
    assert page.url.endswith(GAME)  # a reload goes on with the game, and a friend gets the same
    look(page, f"play-start-{width}-{theme}-{tag}")
    guess(page, "AABB", 1)
    guess(page, "ACDE", 2)
    page.get_by_role("button", name=say(tag, "Hint"), exact=True).click()
    expect(page.locator(".hint-box")).to_be_visible()
    page.get_by_role("button", name=say(tag, "Put it on the board")).click()
    expect(page.locator(".open-row .peg-empty")).to_have_count(0)
    page.get_by_role("button", name=say(tag, "Take back")).click()
    expect(page.locator(ROWS)).to_have_count(1)
    guess(page, "AFCA", 2)
    codes = page.locator("details").filter(has_text=say(tag, "The possible codes"))
    codes.locator("summary").click()
    assert codes.locator(".code-item").count() == int(COUNT.findall(page.locator(".count").inner_text())[0])
    look(page, f"play-middle-{width}-{theme}-{tag}", targets=44)
    guess(page, "AFAA", 3)
    expect(page.locator(".ending h3")).to_be_visible()
    assert page.locator(".ending.won").count() == 1
    assert page.locator(".palette").count() == 0
    page.locator(".ending summary").click()
    assert "4711 3/6" in page.locator(".share-text").inner_text()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=say(tag, "Copy"), exact=True).click()
    hears(page, say(tag, "Copied"))
    assert "4711 3/6" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as saved:
        page.get_by_role("button", name=say(tag, "Save as a picture")).click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    assert page.get_by_role("link", name=say(tag, "Review this game")).get_attribute("href") == (
        "/analyse?game=4x6%20AABB%3Axo%20AFCA%3Axxx%20AFAA%3Axxxx"
    )
    look(page, f"play-end-{width}-{theme}-{tag}")
    page.locator(".game-head").get_by_role("button").click()
    page.locator("dialog[open] summary").click()
    look(page, f"play-dialog-{width}-{theme}-{tag}", full=False)


@pytest.mark.smoke
def test_a_whole_game_by_keys(visit: Any) -> None:
    page = visit(GAME)
    page.keyboard.type("fedc")  # on a page that was just opened
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowUp")  # the empty place becomes A
    page.keyboard.press("Enter")
    left = len(Knowledge("4x6").after("FEDA", "xo"))
    hears(page, f"Guess 1: F E D A. Answer: 1 in place, 1 in another place. {left} codes are possible")
    enter(page, "AB")
    hears(page, "A place is still empty.")
    assert turns(page) == 1
    use(page, "Hint")
    hears(page, "A good guess is")
    tab_to(page, "Place 3", key="Shift+Tab")
    page.keyboard.press("Home")
    enter(page, "AFAA")
    hears(page, "You have found it in 2 guesses.")
    expect(page.get_by_role("button", name="Next round")).to_be_focused()
    page.keyboard.press("Enter")
    hears(page, "I have a code")
    expect(page.locator(".slot").first).to_be_focused()
    assert "This is game 4712." in page.locator(".game").inner_text()
    with_the_answer = [text for text in announced(page) if "Answer:" in text]
    assert len(with_the_answer) == 2  # each change is said once


def test_a_reload_keeps_the_game_and_the_count_stays_hidden(visit: Any) -> None:
    page = visit("/play?rules=3x4&game=1")
    guess(page, "ABC", 1)
    page.get_by_text("Count the possible codes").click()
    expect(page.locator(".count")).to_be_hidden()
    expect(page.locator(".row-note")).to_have_count(0)
    settle(page)
    page.reload()
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator(".count")).to_be_hidden()
    guess(page, "AAA", 2)
    assert not any("possible" in text for text in announced(page))
    # The same game in another window follows.
    other = visit("/play", context=page.context)
    expect(other.locator(ROWS)).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(other.locator(ROWS)).to_have_count(1)


def test_a_row_outlives_another_language_and_a_killed_service(visit: Any, own_server: Service) -> None:
    visit.allow("ERR_CONNECTION_REFUSED", "WebSocket")
    page = visit(GAME, server=own_server)
    page.keyboard.type("fe")
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator(".open-row .peg-5")).to_have_count(1)
    expect(page.locator(".open-row .peg-4")).to_have_count(1)
    is_ready(page)
    page.keyboard.type("dc")
    own_server.end(signal.SIGKILL)
    page.evaluate("window.marked = true")
    page.keyboard.press("Enter")  # nobody hears it
    own_server.start()
    until(page, "window.marked === undefined && window.did_handshake === true")
    expect(page.locator(".open-row .peg:not(.peg-empty)")).to_have_count(4)
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator(".open-row .peg-empty")).to_have_count(4)
    page.reload()
    expect(page.locator(".open-row .peg-empty")).to_have_count(4)


def test_a_new_game_is_chosen_by_keys(visit: Any) -> None:
    page = visit("/play")
    use(page, "New game")
    expect(page.locator("dialog[open]")).to_be_visible()
    tab_to(page, "Game")
    page.get_by_label("Game", exact=True).press("End")  # other rules
    tab_to(page, "Rules")
    page.keyboard.press("Control+A")
    page.keyboard.type("4by6")
    use(page, "More choices")
    tab_to(page, "Hard mode")
    page.keyboard.press("Space")
    use(page, "Start")
    hears(page, "the rules '4by6' have no size", "alert")
    tab_to(page, "Rules", key="Shift+Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("5x9")
    use(page, "Start")
    expect(page.locator(".slot").first).to_be_focused()
    assert page.locator(".slot").count() == 5
    hears(page, "5x9")
    for code in ("ABCDE", "ABCDE"):
        enter(page, code)
        settle(page)
    # The same guess cannot agree with its own answer, if it was not the code by a chance of 1 in 59049.
    assert any("would have been answered" in text for text in announced(page, "alert"))
    assert turns(page) < 4


def test_words_have_marks_and_a_keyboard(visit: Any, look: Look) -> None:
    page = visit("/play?rules=words-position:en&game=3", width=360, theme="dark")
    tab_to(page, "Place 1")
    enter(page, "stone")
    expect(page.locator(".row .tile-2, .row .tile-1, .row .tile-0")).to_have_count(5)
    assert page.locator(".key-letter[class*='tile-']").count() == 5
    look(page)
    before = page.locator(".row").first.bounding_box()
    page.get_by_role("button", name="Give up", exact=True).click()
    page.locator("dialog[open]").get_by_role("button", name="Give up").click()
    hears(page, "You have given up. The code was ")
    expect(page.locator(".secret")).to_be_visible()
    assert page.locator(".row").first.bounding_box()["y"] == before["y"]  # the code pushes nothing down
    expect(page.get_by_role("button", name="Next round")).to_be_focused()


def test_the_puzzle_of_the_day_and_addresses_that_are_wrong(visit: Any) -> None:
    page = visit("/play?daily=1")
    assert "This is the puzzle of" in page.locator(".game").inner_text()
    guess(page, "ABCD", 1)
    page.goto(page.url.replace("?daily=1", "?rules=3x4"))
    expect(page.locator(".open-row .slot")).to_have_count(3)
    until(page, "location.search === ''")
    page.goto(page.url + "?daily=1")
    expect(page.locator(ROWS)).to_have_count(1)  # the same game goes on, though another was played meanwhile
    assert page.url.endswith("/play?daily=1")
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    assert page.url.endswith("/play?daily=1")
    page.goto(page.url.replace("?daily=1", "?rules=4by6&game=-1"))
    expect(page.get_by_role("alert").filter(has_text="4by6")).to_be_visible()
    expect(page.locator(".slot")).to_have_count(3)  # the last game is still there


def test_the_secret_never_travels_before_the_end(visit: Any) -> None:
    rules = Rules.parse("6x10")
    colors = numbered_secret(rules, 17)
    secret = CodeSpace(rules).text(colors)
    page = visit("/")
    sent = Sent(page, rules)
    page.goto(visit.server.address + "/play?rules=6x10&game=17")
    is_ready(page)
    assert sent.leaks(secret) == []
    other = "".join(str((color + 5) % 10) for color in colors)
    for row, code in enumerate((other, other[::-1]), 1):
        page.reload()
        is_ready(page)
        assert sent.leaks(secret) == []
        page.locator(".slot").first.click()
        enter(page, code)
        expect(page.locator(ROWS)).to_have_count(row)
    assert sent.leaks(secret) == []
    assert sent.frames_with(other)  # what was recorded is what the page got
    page.get_by_role("button", name="Give up", exact=True).click()
    page.locator("dialog[open]").get_by_role("button", name="Give up").click()
    expect(page.locator(".secret")).to_be_visible()
    assert sent.frames_with(secret)  # and at the end it would have been found


def test_focus_is_never_lost(visit: Any) -> None:
    page = visit(GAME)
    for button in ("Hint", "Put it on the board"):
        use(page, button)
        settle(page)
        hears(page, "A good guess is")
        assert focused(page)[0] != "body"
    page.keyboard.press("Enter")
    hears(page, "Answer:")
    assert focused(page)[1].startswith("Place")
    use(page, "Take back")
    hears(page, "The last guess is taken back.")
    assert focused(page)[1] == "Take back"


def test_words_of_ones_own(visit: Any) -> None:
    page = visit("/play")
    page.get_by_role("button", name="New game").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label("Game", exact=True).select_option(label="Words of your own")
    dialog.get_by_label("Words", exact=True).fill("tale late meat")
    dialog.get_by_role("button", name="Start").click()
    hears(page, "a word of 4 letters")
    assert "such as" not in page.locator(".game").inner_text()  # the words are not known to the page
    for word in ("TALE", "LATE", "MEAT"):
        if page.locator(".ending").is_visible():
            break
        for letter in word:
            page.get_by_role("button", name=re.compile(f"^{letter}(,|$)")).click()
        page.locator(".palette .send").click()
        settle(page)
    hears(page, "You have found it in")
    assert page.get_by_role("link", name="Review this game").count() == 0
