"""The view Class in a browser: a teacher and pupils, by mouse and by keys, on a phone and on a large screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import ROWS, announced, enter, guess, hears, is_ready, say, tab_to, until, use
from tests.web.conftest import Look
from tests.web.service import Service

WAYS = [(1280, "light", "en"), (360, "dark", "pl")]


def row(page: Page, name: str) -> Any:
    """Finds the row of a pupil in the teacher's table."""
    return page.locator("table.figures tbody tr").filter(has_text=name)


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_a_lesson_by_mouse_with_a_kill(
    visit: Any, own_server: Service, look: Look, width: int, theme: str, tag: str
) -> None:
    visit.allow("WebSocket", "ERR_", "Failed to load resource", "_nicegui")
    kind = {"server": own_server, "width": width, "theme": theme, "language": tag, "touch": width < 600}

    def told(sentence: str) -> str:
        return say(tag, sentence)

    teacher = visit("/class", **kind)
    look(teacher, f"class-none-{width}", targets=44)
    teacher.get_by_role("button", name=told("Open a class")).click()
    look(teacher, f"class-dialog-{width}", full=False, targets=44)
    teacher.locator("dialog[open]").get_by_role("button", name=told("Start")).click()
    link = teacher.locator(".share-text").first
    expect(link).to_contain_text("/class/")
    expect(teacher.locator("img.qr")).to_be_visible()
    assert teacher.url == own_server.address + "/class"  # nobody who sees the address can lead the class
    path = link.inner_text().removeprefix(own_server.address)

    pupil = visit(path, **kind)
    look(pupil, f"class-join-{width}", targets=44)
    pupil.get_by_label(told("Your name")).fill("Ada <b>&amp;")
    pupil.get_by_role("button", name=told("Join")).click()
    expect(pupil.locator(".palette .send")).to_be_visible()
    expect(row(teacher, "Ada <b>&amp;")).to_have_count(1)  # as it was written
    guess(pupil, "ABCD", 1)
    expect(row(teacher, "Ada").locator("td").nth(0)).to_have_text("1")

    for page in (teacher, pupil):
        page.evaluate("window.marked = true")
    own_server.restart()
    for page in (teacher, pupil):
        until(page, "window.marked !== true && window.did_handshake === true")
    expect(pupil.locator(ROWS)).to_have_count(1)
    expect(row(teacher, "Ada").locator("td").nth(0)).to_have_text("1")

    row(teacher, "Ada").get_by_role("button").click()
    expect(teacher.locator(".columns .card h2", has_text="Ada")).to_be_visible()
    teacher.get_by_role("button", name=told("Show the sieve to everybody")).click()
    expect(pupil.locator(".class-shown canvas.flags")).to_be_visible()
    look(pupil, f"class-pupil-{width}", targets=44)
    look(teacher, f"class-teacher-{width}", targets=44)
    teacher.get_by_role("button", name=told("Show it no more")).click()
    expect(pupil.locator(".class-shown")).to_be_hidden()

    pupil.get_by_role("button", name=told("Give up")).click()
    pupil.locator("dialog[open]").get_by_role("button", name=told("Give up")).click()
    expect(pupil.get_by_text(told("The code is told when the class ends."), exact=True)).to_be_visible()
    expect(row(teacher, "Ada")).to_contain_text(told("not found"))
    look(pupil, f"class-given-up-{width}", targets=44)

    teacher.get_by_role("button", name=told("End the class")).click()
    teacher.locator("dialog[open]").get_by_role("button", name=told("End the class")).click()
    expect(teacher.get_by_role("heading", name=told("The class is over"))).to_be_visible()
    expect(pupil.get_by_role("heading", name=told("The class is over"))).to_be_visible()
    look(teacher, f"class-results-{width}", targets=44)
    look(pupil, f"class-over-{width}", targets=44)
    with teacher.expect_download() as saving:
        teacher.get_by_role("link", name=told("Results as CSV")).click()
    assert "Ada <b>&amp;,1,1,no,0," in Path(saving.value.path()).read_text(encoding="utf-8-sig")
    assert not any(b"Ada" in file.read_bytes() for file in own_server.data.iterdir() if file.is_file())


def test_a_lesson_by_keys(visit: Any, screenshot: Callable[..., Path]) -> None:
    teacher = visit("/class")
    use(teacher, "Open a class")
    expect(teacher.locator("dialog[open]")).to_be_visible()
    tab_to(teacher, "1")
    teacher.keyboard.press("ArrowRight")  # three codes
    use(teacher, "Start")
    expect(teacher.locator("img.qr")).to_be_visible()
    is_ready(teacher)
    path = teacher.locator(".share-text").first.inner_text().partition("/class/")[2]
    pupil, other = visit(f"/class/{path}"), visit(f"/class/{path}")
    for page, name in ((pupil, "Bob"), (other, "Eve")):
        tab_to(page, "Your name")
        enter(page, name)
        expect(page.locator(".palette .send")).to_be_visible()
        is_ready(page)
        hears(teacher, f"{name} has joined.")
    tab_to(pupil, "Place 1")
    enter(pupil, "abcd")
    hears(pupil, "Guess 1: A B C D.")
    use(teacher, "Bob")
    use(teacher, "Show the sieve to everybody")
    hears(other, "Your teacher shows a position.")
    expect(other.locator(".class-shown")).not_to_contain_text("Bob")
    use(pupil, "Give up")
    use(pupil, "Give up")
    hears(pupil, "The code is told when the class ends.")
    use(pupil, "Next round", key="Shift+Tab")
    expect(row(teacher, "Bob").locator("td").nth(0)).to_have_text("2")
    screenshot(teacher, "class-keys")
    use(teacher, "Remove this pupil")
    expect(teacher.locator("dialog[open]")).to_be_visible()
    use(teacher, "Remove this pupil")
    expect(row(teacher, "Bob")).to_have_count(0)
    expect(pupil.get_by_label("Your name")).to_be_visible()
    use(teacher, "End the class")
    expect(teacher.locator("dialog[open]")).to_be_visible()
    use(teacher, "End the class")
    for page in (teacher, other):
        expect(page.get_by_role("heading", name="The class is over")).to_be_visible()
        is_ready(page)
    assert announced(teacher, "alert") == []
