"""What tests do with a page of the browser beyond Playwright: keys, focus, and what was announced."""

import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from sito.rules.rules import Rules
from sito.show.i18n import _, language

PATIENCE = 180.0
"""Seconds that tests wait for what must come; a busy machine is no fault of the page."""

# Notes every text of the live regions from the first moment on: a change of a region is one announcement.
HEARING = """
window.heard = [];
new MutationObserver(() => {
  for (const region of document.querySelectorAll('[role=status], [role=alert]')) {
    if (region.hearing) continue;
    region.hearing = true;
    const note = () => {
      const text = [...region.querySelectorAll('p')].map((line) => line.textContent).join(' ').trim();
      if (text) window.heard.push([region.getAttribute('role'), text]);
    };
    if (region.textContent.trim()) note();
    new MutationObserver(note).observe(region, { childList: true, subtree: true, characterData: true });
  }
}).observe(document, { childList: true, subtree: true });
"""


def until(page: Page, expression: str, arg: Any = None, *, seconds: float = PATIENCE) -> None:
    """Waits until an expression of JavaScript is true, also where the page allows no text to be evaluated.

    Playwright's own `wait_for_function` evaluates it within the page, which its security policy forbids.
    """
    end = time.monotonic() + seconds
    while True:
        with suppress(Error):  # the page is just being left
            if page.evaluate(expression, arg):
                return
        assert time.monotonic() < end, f"this never became true: {expression}, {arg}"
        page.wait_for_timeout(50)


def is_ready(page: Page) -> None:
    """Waits until the page is drawn and the server hears it."""
    until(page, "window.did_handshake === true && document.querySelector('#main h1') !== null")


def settle(page: Page) -> None:
    """Waits until the server has done all that the page has asked for, and the page shows it."""
    page.evaluate(
        """(longest) => new Promise((done, fail) => {
          setTimeout(() => fail(new Error('the server does not come to rest')), longest);
          window.socket.emit('rest', window.clientId, () => setTimeout(done, 20));
        })""",
        1000 * PATIENCE,
    )


def announced(page: Page, role: str = "status") -> list[str]:
    """Gives what was announced so far, in order; `alert` gives the faults."""
    return [text for kind, text in page.evaluate("window.heard") if kind == role]


def hears(page: Page, text: str, role: str = "status") -> None:
    """Waits until a sentence is announced."""
    until(
        page,
        "([role, text]) => window.heard.some(([kind, said]) => kind === role && said.includes(text))",
        [role, text],
    )


def focused(page: Page) -> tuple[str, str]:
    """Gives the tag of what has the focus, and its name or text."""
    tag, name = page.evaluate(
        """() => {
          const e = document.activeElement;
          const label = e.labels && e.labels.length ? e.labels[0].textContent : '';
          return [e.tagName.toLowerCase(), (e.getAttribute('aria-label') || label || e.textContent || '').trim()];
        }"""
    )
    return tag, name


def tab_to(page: Page, name: str, *, key: str = "Tab", most: int = 80) -> None:
    """Presses Tab until what has the focus has a name that begins so; fails if it never comes."""
    seen = []
    for _press in range(most):
        page.keyboard.press(key)
        seen.append(focused(page))
        if seen[-1][1].startswith(name):
            return
    raise AssertionError(f"{name!r} is not reached with {key}: {seen}")


def use(page: Page, name: str, *, key: str = "Tab") -> None:
    """Goes to something with the keyboard, and presses Enter there."""
    tab_to(page, name, key=key)
    page.keyboard.press("Enter")


def enter(page: Page, text: str) -> None:
    """Writes a text where the focus is, and presses Enter."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def say(tag: str, sentence: str) -> str:
    """Gives a sentence as the page says it in a language."""
    with language(tag):
        return _(sentence)


ROWS = ".row:not(.open-row):not(.row-later)"
"""The rows of a board that have a guess and its answer."""


def guess(page: Page, code: str, row: int) -> None:
    """Makes a guess by clicks alone, which is the one of this row."""
    tap(page, code)
    page.locator(".palette .send").click()
    expect(page.locator(ROWS)).to_have_count(row)


def click_word(page: Page, rules: Rules, word: str) -> None:
    """Writes a word by clicks on the letters of the page, and sends it."""
    for letter in word:
        page.locator(f".key-letter[data-color='{rules.symbols().index(letter)}']").click()
    page.locator(".palette .send").click()


def tap(page: Page, code: str) -> None:
    """Puts a code on the board by clicking colors."""
    for letter in code:
        page.locator(f".palette [data-color='{'ABCDEFGH'.index(letter)}']").click()


def pegs_of(row: Locator) -> str:
    """Reads the code of a row of the board from the names of its pegs."""
    pegs = row.locator(".peg")
    names = [pegs.nth(place).get_attribute("aria-label") or "" for place in range(pegs.count())]
    return "".join(name[0] for name in names)


def overflow(page: Page) -> int:
    """Gives by how many pixels the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def small_targets(page: Page, least: int = 44) -> list[str]:
    """Lists what can be tapped and is smaller than it should be; links within sentences may be."""
    return page.evaluate(
        """(least) => [...document.querySelectorAll('button, a, input, select, summary, textarea')].filter((e) => {
          const target = e.matches('input[type=radio], input[type=checkbox]') ? e.closest('label') : e;
          if (!e.checkVisibility({ visibilityProperty: true })) return false;
          if (e.matches('.skip') || e.closest('p, td, th')) return false;
          const box = target.getBoundingClientRect();
          return box.height < least - 0.5 || (box.width < least - 0.5 && !e.matches('.key-letter, .slot'));
        }).map((e) => {
          const box = e.getBoundingClientRect();
          return `${e.outerHTML.slice(0, 120)} ${box.width.toFixed(0)}x${box.height.toFixed(0)}`;
        })""",
        least,
    )
