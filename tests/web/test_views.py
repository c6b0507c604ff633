"""What holds for every view: it fits, it can be read and heard in every theme, and it needs no network."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.show.i18n import _, language
from sito.web.page.site import HOME, VIEWS, View
from tests.needs import path_of
from tests.web.bound import ROOT, search_path
from tests.web.browsing import focused
from tests.web.conftest import Look

EVERY = (HOME, *VIEWS)


@pytest.mark.parametrize("view", EVERY, ids=[view.path for view in EVERY])
@pytest.mark.parametrize(("width", "theme", "tag"), [(360, "light", "pl"), (1280, "dark", "en")])
def test_every_view_fits_has_no_violation_and_is_reached_by_keys(
    visit: Any, look: Look, view: View, width: int, theme: str, tag: str
) -> None:
    page = visit(view.path, width=width, theme=theme, language=tag)
    assert page.evaluate("document.documentElement.lang").startswith(tag)
    if view is not HOME:
        with language(tag):
            assert page.title() == f"{_(view.title)} · Sito"
        expect(page.locator("nav [aria-current=page]")).to_have_attribute("href", view.path)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    look(page, f"{view.path.strip('/') or 'home'}-{width}-{theme}-{tag}", targets=44)
    everything_is_reached_by_tab_and_can_be_seen_then(page)


def everything_is_reached_by_tab_and_can_be_seen_then(page: Page) -> None:
    wanted = page.evaluate(
        """() => [...document.querySelectorAll('#main :is(button, a[href], input, select, textarea, summary)')]
          .filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.tabIndex >= 0
            && !(e.type === 'radio' && !e.checked)).length"""
    )
    page.evaluate("document.getElementById('main').focus()")
    reached = 0
    while page.evaluate("document.activeElement !== document.body"):
        page.keyboard.press("Tab")
        inside = page.evaluate("document.getElementById('main').contains(document.activeElement)")
        if not inside:
            break
        reached += 1
        assert reached < 400
        assert page.evaluate(
            """() => { const box = document.activeElement.getBoundingClientRect();
              return box.bottom > 0 && box.top < innerHeight; }"""
        ), focused(page)
    assert reached >= wanted


@pytest.mark.needs("chromium", "unshare --net")
def test_every_view_loads_with_the_network_cut(tmp_path: Any) -> None:
    command = [path_of("unshare --net"), "--net", sys.executable, "-m", "tests.web.offline"]
    ran = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": search_path()}, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["cut"]
    assert found["visited"] == [*(view.path for view in EVERY), "/samples"]
    assert found["outside"] == []
    assert found["wrong"] == []
