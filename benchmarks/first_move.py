"""How long after the live page is loaded the computer's first guess is there: from the disk, in Chromium.

`make site` first. The page is opened some times, and the least time counts.

python -m benchmarks.first_move
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.needs import path_of

PAGE = Path(__file__).parents[1] / "target" / "site" / "live" / "index.html"
RUNS = 8
WATCH = """new MutationObserver((_, watcher) => {
  if (!document.querySelector(".row-new")) return;
  window.guessed = performance.now();
  watcher.disconnect();
}).observe(document, { childList: true, subtree: true });"""


def main() -> None:
    """Prints the milliseconds of each visit, and the guess."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path_of("chromium"), args=["--no-sandbox"])
        page = browser.new_page(locale="en")
        page.add_init_script(WATCH)
        page.goto(f"{PAGE.as_uri()}#keep")
        waited = []
        for _ in range(RUNS):
            page.reload()
            page.locator(".row-new").wait_for()
            waited.append(page.evaluate("guessed - performance.getEntriesByType('navigation')[0].loadEventEnd"))
        browser.close()
    print(f"the first guess is there {min(waited):.0f} ms after the load", [round(one) for one in waited])


if __name__ == "__main__":
    main()
