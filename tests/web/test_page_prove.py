"""The view Prove: bounds that close, a proof that is called one, a bound that is not."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito import StrategyTree
from sito.exact import solve
from tests.web.browsing import announced, focused, hears, say, tab_to, until, use
from tests.web.conftest import Look


def numbers(page: Page) -> dict[str, str]:
    found = page.locator("dl.numbers > div")
    return {one.locator("dt").inner_text().lower(): one.locator("dd").inner_text() for one in found.all()}


@pytest.mark.parametrize(("width", "theme", "tag"), [(360, "light", "ja"), (1280, "dark", "en")])
def test_a_proof_fits_and_has_no_violation(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/prove?rules=4x10-distinct", width=width, theme=theme, language=tag)
    page.get_by_role("button", name=say(tag, "Prove"), exact=True).click()
    expect(page.locator(".found .verdict-right")).to_be_visible()
    expect(page.locator(".bounds")).to_be_visible()
    look(page, f"prove-proven-{width}-{theme}-{tag}", targets=44)


def test_what_is_proven_by_mouse(visit: Any) -> None:
    page = visit("/prove")
    page.get_by_role("link", name="4x6", exact=True).click()
    page.wait_for_url("**/prove?rules=4x6&objective=total")
    until(page, "window.did_handshake === true")
    page.get_by_role("button", name="Prove", exact=True).click()
    best = solve("4x6", "total")
    hears(page, f"Proven best: total {best.tree.total}.")
    expect(page.get_by_text("This is proven: every other strategy was ruled out.")).to_be_visible()
    counts = ", ".join(f"{guesses}: {count}" for guesses, count in enumerate(best.tree.histogram, 1))
    expect(page.get_by_role("img", name=counts)).to_be_visible()
    expect(page.locator(".command")).to_have_text("sito solve 4x6 --objective total --time 60s")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the tree").click()
    assert StrategyTree.parse(saved.value.path().read_text()) == best.tree
    address = page.url
    assert "job=" in address
    page.reload()
    expect(page.get_by_text("This is proven: every other strategy was ruled out.")).to_be_visible()
    assert page.url == address


def test_a_bound_is_not_called_a_proof_by_keyboard(visit: Any) -> None:
    page = visit("/prove?rules=5x6&objective=total")
    tab_to(page, "More choices")
    use(page, "Prove")
    hears(page, "The search has begun.")
    until(page, "document.querySelectorAll('.bounds path').length > 4")
    page.reload()
    expect(page.locator(".bounds")).to_be_visible()
    before = numbers(page)
    use(page, "Stop")
    hears(page, "Stopped early, it was asked to stop. Best found, not proven: total")
    assert focused(page)[1] == "Stop"
    expect(page.get_by_text("This is not proven: the bounds have not met.")).to_be_visible()
    expect(page.get_by_text("This is proven", exact=False)).to_have_count(0)
    after = numbers(page)
    low, high = (int(after[name].replace(",", "")) for name in ("no strategy beats", "best found"))
    assert low < high
    assert int(before["no strategy beats"].replace(",", "")) <= low, "bounds only close"
    assert high <= int(before["best found"].replace(",", ""))
    assert len(announced(page)) == 1


def test_what_cannot_be_proven_is_said(visit: Any) -> None:
    page = visit("/prove?rules=16x64")
    page.get_by_role("button", name="Prove", exact=True).click()
    hears(page, "codes and up to")
    page = visit("/prove?rules=<b>&objective=nonsense&job=../../etc/passwd")
    expect(page.get_by_label("Rules", exact=True)).to_have_value("<b>")
    page.get_by_role("button", name="Prove", exact=True).click()
    hears(page, "<b>")
