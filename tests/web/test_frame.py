"""The frame of the page, and its parts: read, heard, by mouse and by keyboard, in every theme and width."""

import re
import signal
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import announced, enter, focused, hears, is_ready, settle, tab_to, until, use
from tests.web.conftest import Look
from tests.web.service import Service


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1280, "light")])
def test_every_part_fits_and_has_no_violation(visit: Any, look: Look, width: int, theme: str) -> None:
    for path in ("/samples", "/samples/words"):
        page = visit(path, width=width, theme=theme)
        look(page, f"{path.strip('/').replace('/', '-')}-{width}-{theme}", targets=44)


def test_a_code_is_guessed_by_mouse(visit: Any) -> None:
    page = visit("/samples")
    palette = page.get_by_role("group", name="Colors")
    for name in ("F, red", "F, red", "A, orange", "B, sky blue"):
        palette.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Place 4: B, sky blue").click()
    expect(page.get_by_role("button", name="Place 4: empty")).to_be_visible()
    palette.get_by_role("button", name="C, green").click()
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(page.locator(".log")).to_have_text("guess: FFAC")
    hears(page, "You guessed FFAC.")
    assert "".join(announced(page)).count("You guessed") == 1
    rows = page.get_by_role("list", name="Guesses and answers").get_by_role("listitem")
    expect(rows.nth(2).get_by_role("img")).to_have_count(5)
    assert [one.get_attribute("aria-label") for one in rows.nth(2).get_by_role("img").all()] == [
        "F, red",
        "F, red",
        "A, orange",
        "C, green",
        "1 in place, 0 in another place",
    ]


def test_a_code_is_guessed_by_keyboard(visit: Any) -> None:
    page = visit("/samples")
    tab_to(page, "Place 1: empty")
    page.keyboard.type("abx")  # there is no color x
    assert focused(page) == ("button", "Place 3: empty")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert focused(page) == ("button", "Place 4: F, red")
    page.keyboard.press("Backspace")
    assert focused(page) == ("button", "Place 4: empty")
    page.keyboard.press("Enter")
    hears(page, "A place is still empty.")
    page.keyboard.press("Home")
    assert focused(page) == ("button", "Place 1: A, orange")
    page.keyboard.press("End")
    enter(page, "d")
    expect(page.locator(".log")).to_have_text("guess: ABBD")
    hears(page, "You guessed ABBD.")
    assert focused(page) == ("button", "Place 1: empty")  # of the next row
    assert "".join(announced(page)).count("You guessed") == 1


def test_colors_are_chosen_from_the_palette_by_keyboard(visit: Any) -> None:
    page = visit("/samples")
    tab_to(page, "A, orange")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.keyboard.type("cd")
    use(page, "Guess")
    expect(page.locator(".log")).to_have_text("guess: BACD")


def test_words_have_a_keyboard_that_shows_what_is_known(visit: Any) -> None:
    page = visit("/samples/words", width=360, touch=True)
    letters = page.get_by_role("group", name="Letters")
    expect(letters.get_by_role("button", name="A, in place")).to_be_visible()
    expect(letters.get_by_role("button", name="R, in another place")).to_be_visible()
    expect(letters.get_by_role("button", name="L, not in the word")).to_be_visible()
    for letter in "tiger":
        letters.get_by_role("button", name=re.compile(f"^{letter.upper()}(,|$)")).tap()
    page.get_by_role("button", name="Guess", exact=True).tap()
    hears(page, "TIGER")
    first = page.get_by_role("list", name="Guesses and answers").get_by_role("listitem").first
    expect(first.get_by_role("img", name="C: not in the word; R: another place", exact=False)).to_have_count(1)


def test_an_answer_is_given_by_mouse_and_by_keys(visit: Any) -> None:
    page = visit("/samples")
    counts = page.get_by_role("group", name="Your answer").first
    counts.get_by_role("group", name="in the right place").get_by_text("2", exact=True).click()
    counts.get_by_role("button", name="Answer").click()
    expect(page.locator(".log")).to_have_text("answer: 2 0")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Backspace")
    enter(page, "xoo")
    expect(page.locator(".log")).to_have_text("answer: 1 2")
    tab_to(page, "1: A, orange, not in the code")
    enter(page, "gy-g")
    expect(page.locator(".log")).to_have_text("marks: gy-g")


def test_faults_are_shown_heard_and_taken_away(visit: Any, server: Service) -> None:
    page = visit("/samples")
    for times in (1, 2):
        page.get_by_role("button", name="Fail").click()
        until(page, "(times) => window.heard.filter(([kind]) => kind === 'alert').length === times", arg=times)
    assert announced(page, "alert") == ["the first fault the second fault"] * 2
    page.get_by_role("button", name="Quiet").click()
    expect(page.locator(".log")).to_have_text("button: quiet")
    expect(page.get_by_role("alert").first).to_be_empty()
    page.get_by_role("button", name="Break").click()
    hears(page, "Something went wrong", "alert")
    number = re.findall(r"[0-9a-f]{8}", announced(page, "alert")[-1])[0]
    assert f"number {number}" in server.log
    assert "a secret of the server" not in page.content()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Something went wrong")).to_have_count(0)


def test_a_button_that_cannot_be_used_keeps_the_focus_and_does_nothing(visit: Any) -> None:
    page = visit("/samples")
    use(page, "Off")
    settle(page)
    assert focused(page) == ("button", "Off")
    expect(page.locator(".log")).to_have_text("")


def test_fields_choices_and_switches_by_keyboard(visit: Any) -> None:
    page = visit("/samples")
    log = page.locator(".log")
    tab_to(page, "A field")
    page.keyboard.press("End")
    enter(page, "s of mine")
    expect(log).to_have_text("field: texts of mine")
    tab_to(page, "A choice")
    page.keyboard.press("ArrowDown")
    expect(log).to_have_text("choice: b")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(log).to_have_text("buttons: 2")
    tab_to(page, "A switch")
    page.keyboard.press("Space")
    expect(log).to_have_text("switch: False")
    expect(page.get_by_label("A field")).to_have_value("texts of mine")
    assert focused(page)[1] == "A switch"


def test_a_dialog_keeps_the_focus_and_gives_it_back(visit: Any, look: Look) -> None:
    page = visit("/samples", width=360)
    for _twice in range(2):
        tab_to(page, "Open the dialog", most=120)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name="A dialog")).to_be_visible()
        look(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert focused(page) == ("button", "Open the dialog")


def test_the_focus_is_not_lost_with_what_had_it(visit: Any) -> None:
    page = visit("/samples")
    use(page, "Vanish")
    until(page, "document.activeElement !== document.body && document.activeElement.textContent !== 'Vanish'")
    assert focused(page)[0] in ("button", "input")


def test_codes_leave_the_sieve_with_motion_and_without(visit: Any) -> None:
    for motion in (True, False):
        page = visit("/samples", motion=motion)
        codes = page.get_by_role("list", name="Codes")
        page.get_by_role("button", name="Sieve").click()
        until(page, "document.querySelectorAll('.codes li:not(.sieve-leave-active)').length === 1")
        expect(codes.get_by_role("listitem")).to_have_count(1)
        expect(codes.get_by_role("img").first).to_have_accessible_name("B, sky blue")


def test_the_skip_link_and_the_landmarks(visit: Any) -> None:
    page = visit("/samples", width=360)
    page.keyboard.press("Tab")
    assert focused(page) == ("a", "Skip to the content")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    for role in ("banner", "main", "contentinfo"):
        expect(page.get_by_role(role)).to_have_count(1)
    expect(page.get_by_role("navigation", name="Menu")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Samples")
    assert page.title() == "Samples · Sito"


def test_the_menu_of_a_narrow_window_by_keyboard(visit: Any) -> None:
    page = visit("/", width=360)
    use(page, "Menu")
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "false")
    assert focused(page) == ("button", "Menu")


def test_language_and_theme_are_remembered(visit: Any, look: Look) -> None:
    person = visit.context()
    page = visit("/", context=person)
    assert page.evaluate("document.documentElement.lang") == "en-US"
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_text("dark", exact=True).click()
    until(page, "getComputedStyle(document.documentElement).colorScheme === 'dark'")
    look(page)
    with page.expect_navigation():
        dialog.get_by_label("Language").select_option("Polski")
    is_ready(page)
    assert page.evaluate("document.documentElement.lang") == "pl"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert visit("/samples", context=person).evaluate("document.documentElement.lang") == "pl"
    stranger = visit("/", language="ru")
    assert stranger.evaluate("document.documentElement.lang") == "ru"
    with stranger.expect_navigation():
        stranger.get_by_role("button", name="日本語").click()
    is_ready(stranger)
    assert stranger.evaluate("document.documentElement.lang") == "ja"


def test_shapes_or_digits_take_the_place_of_symbols(visit: Any, screenshot: Any) -> None:
    page = visit("/samples")
    page.get_by_role("button", name="Settings").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_label("On the pegs").select_option("shapes")
    is_ready(page)
    row = page.get_by_role("list", name="Guesses and answers").get_by_role("listitem").first
    expect(row.locator("text.peg-symbol")).to_have_count(0)
    expect(row.locator("path.peg-symbol")).to_have_count(4)
    expect(row.get_by_role("img").first).to_have_accessible_name("A, orange")
    screenshot(page, "shapes")
    page.get_by_role("button", name="Settings").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_label("On the pegs").select_option("digits")
    is_ready(page)
    expect(row.locator("text.peg-symbol").first).to_have_text("1")
    tab_to(page, "Place 1")
    enter(page, "12cd")
    expect(page.locator(".log")).to_have_text("guess: ABCD")


def test_the_time_is_shown_and_keys_are_left_plain_on_request(visit: Any) -> None:
    page = visit("/play?rules=words-5")
    for name in ("Show the time", "Color the letters of the keyboard"):
        page.get_by_role("button", name="Settings").click()
        with page.expect_navigation():
            page.get_by_role("dialog").get_by_text(name).click()
        is_ready(page)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"0:0[1-9]"))
    enter(page, "raise")
    expect(page.locator(".row .tile-0, .row .tile-1, .row .tile-2")).to_have_count(5)
    expect(page.locator(".key-letter[class*='tile-']")).to_have_count(0)


def test_a_page_that_is_not_there_is_friendly(visit: Any, look: Look) -> None:
    visit.allow("404", "500")
    page = visit("/no-such-page", width=360)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    look(page)
    page.get_by_role("link", name="To the start").click()
    page.wait_for_url("**/")
    broken = visit("/samples/broken")
    expect(broken.get_by_role("heading", level=1)).to_have_text("This page cannot be shown")
    assert "a secret of the server" not in broken.content()


def test_a_lost_connection_is_told_and_so_is_its_return(visit: Any, look: Look) -> None:
    page = visit("/samples", width=360)
    page.evaluate("window.socket.disconnect()")
    hears(page, "The connection is lost.", "alert")
    look(page)
    page.evaluate("window.socket.connect()")
    hears(page, "The connection is back.")
    page.get_by_role("button", name="Quiet").click()
    expect(page.locator(".log")).to_have_text("button: quiet")


def test_the_page_comes_back_with_the_server(visit: Any, own_server: Service) -> None:
    visit.allow("WebSocket connection", "Failed to load resource", "net::ERR")
    page = visit("/samples", server=own_server)
    own_server.end(signal.SIGKILL)
    hears(page, "The connection is lost.", "alert")
    page.evaluate("window.before = true")
    own_server.start()
    until(page, "window.before === undefined")
    is_ready(page)
    page.get_by_role("button", name="Quiet").click()
    expect(page.locator(".log")).to_have_text("button: quiet")


def test_a_second_visit_loads_the_page_alone(visit: Any) -> None:
    person = visit.context()

    def weigh(path: str) -> dict[str, int]:
        page = person.new_page()
        watched = person.new_cdp_session(page)
        asked: dict[str, str] = {}
        sizes: dict[str, int] = {}
        watched.on(
            "Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]})
        )
        watched.on(
            "Network.loadingFinished",
            lambda event: sizes.update({asked.get(event["requestId"], "?"): event["encodedDataLength"]}),
        )
        watched.send("Network.enable")
        page.goto(visit.server.address + path)
        is_ready(page)
        page.wait_for_load_state("networkidle")
        page.close()
        return {address: size for address, size in sizes.items() if size}

    first, second = weigh("/"), weigh("/")
    assert len(first) > 10, "everything came from somewhere else"
    assert sum(first.values()) < 400_000
    assert len(second) == 1, f"styles or scripts were loaded again: {sorted(second)}"
    assert sum(second.values()) < 30_000
