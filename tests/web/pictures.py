"""Takes the pictures of the page that the README shows; `make pictures` writes them.

python -m tests.web.pictures
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.needs import path_of
from tests.web.bound import ROOT
from tests.web.browsing import ROWS, enter, is_ready
from tests.web.service import Service

FOLDER = ROOT / "docs" / "images"


def play(page: Page) -> None:
    """A game in the middle: three guesses, and a fourth begun."""
    for number, code in enumerate(("AABC", "ADEA", "EAAF"), 1):
        page.locator(".open-row .slot-active").focus()
        enter(page, code)
        page.locator(ROWS).nth(number - 1).wait_for()
    page.locator(".open-row .slot-active").focus()
    page.keyboard.type("FA")
    page.locator("body").click(position={"x": 2, "y": 2})


def analyse(page: Page) -> None:
    """A game with its best guesses."""
    page.locator(".bars, .bar").first.wait_for()


def train(page: Page) -> None:
    """A position in which a guess was not the best, and the first hint."""
    page.locator(".row:not(.open-row)").nth(1).wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".verdict").wait_for()


def nothing(page: Page) -> None:
    """It is shown as the address has it."""


# The name of the file, the address, the width and height of the window, the theme, and what is done first.
SHOTS: list[tuple[str, str, int, int, str, Callable[[Page], None]]] = [
    ("web-play", "/play?game=4711", 1180, 760, "light", play),
    ("web-train", "/train?game=4x6+CBFF:o+EAAB:xxo+CBFF:o+AADB:xxxx", 1180, 640, "light", train),
    ("web-analyse", "/analyse?game=4x6+CBFF:o+EAAB:xxo", 1180, 1040, "light", analyse),
    ("web-jugs", "/jugs?jugs=8,5&target=4&steps=%3EB+B%3EA+%3EB", 1180, 760, "light", nothing),
    ("web-pegs", "/pegs?board=english", 390, 760, "dark", nothing),
]


def take(browser: Browser, server: Service) -> None:
    """Takes all of them."""
    for name, path, width, height, theme, prepare in SHOTS:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            locale="en-US",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(server.address + path)
        is_ready(page)
        prepare(page)
        page.wait_for_timeout(3000)

        page.screenshot(path=FOLDER / f"{name}.png")
        context.close()


def main() -> None:
    """Starts a server and Chromium, and takes the pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder), samples=True) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path_of("chromium"), args=["--no-sandbox"]) as browser,
    ):
        take(browser, server)


if __name__ == "__main__":
    main()
