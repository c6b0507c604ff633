"""The frame of the page, and its parts: read, heard, by mouse and by keyboard, in every theme and width."""

from __future__ import annotations

from tests.web.browsing import overflow, small_targets


def test_first(visit, no_axe_violations, screenshot):
    for width in (360, 1280):
        for theme in ("light", "dark"):
            page = visit("/samples", width=width, theme=theme)
            assert overflow(page) == 0
            no_axe_violations(page)
            print(small_targets(page))
            screenshot(page, f"samples-{theme}-{width}")
            page = visit("/samples/words", width=width, theme=theme)
            no_axe_violations(page)
            print(small_targets(page))
            page = visit("/", width=width, theme=theme)
            no_axe_violations(page)
            print(small_targets(page))
