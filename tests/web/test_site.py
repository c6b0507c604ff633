"""The documentation site, as `make site` builds it: from the disk, in a real browser, without a network."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sito

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CERTIFICATE = DOCS / "atlas" / "certificates" / "4x7.cert"
pytestmark = pytest.mark.needs("wasm32-unknown-unknown")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the site; whatever Sphinx warns of is a failure."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(["make", "modules"], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", DOCS, folder]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    return folder


def test_the_search_finds_certificates(read: Callable[..., Page]) -> None:
    page = read("index.html")
    page.get_by_role("textbox", name="Search").fill("certificate")
    page.keyboard.press("Enter")
    found = page.locator("ul.search li a")
    found.first.wait_for()
    assert "Certificates" in found.all_inner_texts()[0]
    found.first.click()
    page.wait_for_url("**/certificates.html*")


def test_rows_of_the_atlas_are_filtered(read: Callable[..., Page]) -> None:
    page = read("atlas/games.html")
    rows = page.locator("table.docutils").first.locator("tbody tr:visible")
    every = rows.count()
    page.get_by_role("searchbox", name="Filter the rows").first.fill("4x6 5625")
    assert 0 < rows.count() < every
    assert all("4x6" in row and "5625" in row for row in rows.all_inner_texts())
    page.get_by_role("searchbox", name="Filter the rows").first.fill("")
    assert rows.count() == every


def suits(page: Page) -> None:
    """Checks that nothing is wider than the window, and that axe-core finds no serious fault."""
    from axe_playwright_python.sync_playwright import Axe

    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    found = Axe().run(page, options={"preload": False}).response["violations"]
    assert [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index", "reference/command-line", "atlas/README", "glossary"])
def test_pages_suit_a_phone_and_axe(read: Callable[..., Page], name: str, theme: str) -> None:
    suits(read(f"{name}.html", width=360, theme=theme))


@pytest.mark.parametrize(("width", "theme", "language"), [(360, "dark", "pl"), (1280, "light", "en")])
def test_the_live_page_proves_and_checks(
    read: Callable[..., Page], tmp_path: Path, width: int, theme: str, language: str
) -> None:
    """By the keyboard alone, from the disk: 4x6 is proven, a certificate is accepted, and a changed one is refused."""
    page = read("live/index.html#prove", width, theme, language)
    game = page.get_by_role("textbox")
    game.fill("4-6")
    game.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("4x10-distinct")
    game.fill("4x6")
    game.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("5625")
    expect(page.locator("svg.bounds")).to_be_visible()
    suits(page)
    if width < 1000:
        page.get_by_role("button", name="Menu").press("Enter")
    page.locator("nav a[href='#check']").press("Enter")
    changed = bytearray(CERTIFICATE.read_bytes())
    changed[len(changed) // 2] ^= 1
    (tmp_path / "changed.cert").write_bytes(changed)
    chosen = page.locator("input[type=file]")
    chosen.set_input_files(tmp_path / "changed.cert")
    verdict = page.get_by_role("status")
    expect(verdict).to_contain_text("✗")
    chosen.set_input_files(CERTIFICATE)
    expect(verdict).to_contain_text("✓")
    expect(verdict).to_contain_text("11228")
    suits(page)


def test_a_first_visit_of_the_live_page_is_small(site: Path) -> None:
    """Modules come once they are needed, and the first view needs the core."""
    later = ("checker.js", "puzzles.js")
    assert sum(file.stat().st_size for file in (site / "live").iterdir() if file.name not in later) <= 1_200_000


@pytest.mark.parametrize("name", sito.__all__)
def test_every_name_of_the_door_is_in_the_reference(site: Path, name: str) -> None:
    """With its docstring; what can be called shows its parameters and an example."""
    page = (site / "reference" / "python.html").read_text(encoding="utf-8")
    part = page.partition(f'<span class="pre">{name}</span></code><a class="headerlink"')[2]
    part = part.partition("<h2>")[0]
    assert part
    thing = getattr(sito, name)
    if callable(thing):
        assert "&gt;&gt;&gt;" in part
    if inspect.isfunction(thing):
        for parameter in inspect.signature(thing).parameters:
            assert parameter in part
