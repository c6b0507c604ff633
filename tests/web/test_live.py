"""The live pages: puzzles, trees, language and theme, and what is left without a network."""

import gzip
import json
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page, expect

from tests.catalogs import LANGUAGES, LOCALE
from tests.web.test_site import DOCS, ROOT, suits

LONG = 1000 * 600  # milliseconds that a check of 4x9 may take on a slow machine
LOOKS = pytest.mark.parametrize(("width", "theme", "language"), [(360, "dark", "pl"), (1280, "light", "en")])
pytestmark = pytest.mark.needs("wasm32-unknown-unknown")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Writes the live pages alone."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(["make", "modules"], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    shutil.copytree(DOCS / "extra", folder, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        import live

        live.write(folder / "live")
    return folder


def test_all_sentences_are_translated(site: Path) -> None:
    """Those that pages say are of the catalogs, where a missing one would be English."""
    parts = (site / "live" / "parts.js").read_text(encoding="utf-8")
    languages = json.loads(parts.removeprefix("Object.assign(SITO, ").removesuffix(");\n"))["languages"]
    for tag in LANGUAGES:
        with (LOCALE / tag / "LC_MESSAGES" / "sito.po").open("rb") as file:
            known = {
                (entry.context, text)
                for entry in read_po(file)
                for text in ([entry.id] if isinstance(entry.id, str) else entry.id)
            }
        said = {tuple(name.split("\4")) if "\4" in name else (None, name) for name in languages[tag] if name}
        assert said
        assert said <= known


@LOOKS
def test_jugs_are_poured_by_keys_and_solved(read: Callable[..., Page], width: int, theme: str, language: str) -> None:
    page = read("live/index.html#jugs", width, theme, language)
    jugs = page.locator(".jugs")
    jugs.locator("[data-vessel='0']").focus()
    for keys, amounts in (("0b", "05"), ("ba", "50"), ("a-", "00")):
        for key in keys:
            page.keyboard.press(key)
        for jug, amount in zip("AB", amounts, strict=True):
            expect(jugs).to_contain_text(f"{jug} {amount}/")
    undo, again = (page.locator(".columns > div:first-child .button").nth(number) for number in (0, 2))
    undo.click()
    expect(jugs).to_contain_text("A 5/8")
    again.click()
    hint, solve = (page.locator(".columns .card").first.locator(".side .button").nth(number) for number in (0, 1))
    hint.click()
    expect(jugs.locator(".vessel-hint")).to_have_count(2)
    solve.press("Enter")
    steps = page.locator(".walk-steps li")
    expect(steps).to_have_count(10)
    suits(page)
    for _step in range(10):
        page.locator(".walk .button").nth(1).click()
    told = page.locator(".told.good")
    expect(told).to_contain_text("10")
    expect(told).to_contain_text("4")
    # The least water is asked for instead, and how much it is.
    switches = page.locator("input[role=switch]")
    switches.nth(0).check(force=True)
    switches.nth(1).check(force=True)
    expect(page.locator(".columns .card").first).to_contain_text("20")
    page.locator("summary").first.click()
    asked = page.locator("details input.input")
    asked.nth(0).fill("6 x")
    asked.nth(0).press("Enter")
    assert "'x'" in page.locator("details .fault").inner_text().lower()
    asked.nth(0).fill("6 4")
    asked.nth(1).fill("3")
    asked.nth(1).press("Enter")
    expect(page.locator(".told.bad")).to_contain_text("2")
    # A search that takes long is stopped.
    asked.nth(0).fill("999999999 999999998")
    asked.nth(1).fill("500000000")
    asked.nth(1).press("Enter")
    page.locator(".told + .button").click()
    expect(page.locator(".told + .button")).to_have_count(0)
    expect(page.locator(".told")).to_contain_text("S" if language == "en" else "Zatrzymano")


@LOOKS
def test_a_board_of_pegs_is_solved_and_dead_positions_are_told(
    read: Callable[..., Page], width: int, theme: str, language: str
) -> None:
    page = read("live/index.html#pegs", width, theme, language)
    board, pieces = page.locator("select").first, page.locator(".piece:not(.piece-leaving)")
    board.select_option("hoppers-13")
    expect(pieces).to_have_count(12)
    hint, solve = (page.locator(".columns .card").first.locator(".side .button").nth(number) for number in (0, 1))
    hint.click()
    expect(page.locator(".peg-hole-hint")).to_have_count(2)
    # By keys: a peg is taken, and arrows walk to the empty hole.
    page.locator("[data-hole='0']").press("Enter")
    page.locator("[data-hole='6']").press("Enter")
    expect(pieces).to_have_count(11)
    for start, end in ((9, 3), (2, 6), (6, 0)):
        page.locator(f"[data-hole='{start}']").click()
        page.locator(f"[data-hole='{end}']").click()
    expect(page.locator(".told.bad")).to_be_visible()
    suits(page)
    page.locator(".columns > div:first-child .button").nth(2).click()
    expect(pieces).to_have_count(12)
    solve.click()
    expect(page.locator(".walk-steps li")).to_have_count(11)
    for _jump in range(11):
        page.locator(".walk .button").nth(1).click()
    expect(page.locator(".told.good")).to_contain_text("7")
    page.locator("summary").first.click()
    drawing = page.locator("details input.input")
    drawing.fill("oo%")
    drawing.press("Enter")
    assert "%" in page.locator("details .fault").inner_text()
    drawing.fill("oo.")
    drawing.press("Enter")
    expect(pieces).to_have_count(2)
    page.locator("[data-hole='0']").click()
    page.locator("[data-hole='2']").click()
    expect(page.locator(".told.good")).to_be_visible()


@LOOKS
def test_a_tree_is_walked_and_one_is_dropped(
    read: Callable[..., Page], tmp_path: Path, width: int, theme: str, language: str
) -> None:
    page = read("live/index.html#tree", width, theme, language)
    told = page.get_by_role("status")
    expect(told).to_contain_text("296")
    expect(page.locator(".histogram-columns")).to_have_attribute(
        "aria-label", "1: 1, 2: 8, 3: 101, 4: 632, 5: 547, 6: 7"
    )
    page.locator(".bars button").nth(1).press("Enter")
    expect(told).to_contain_text("276")
    suits(page)
    page.locator(".side button").first.click()
    expect(told).to_contain_text("296")
    chosen = page.locator("input[type=file]")
    chosen.set_input_files(DOCS / "tables" / "4x8.tree.gz")
    expect(told).to_contain_text("096")
    text = gzip.decompress((DOCS / "tables" / "4x8.tree.gz").read_bytes())
    (tmp_path / "cut.tree").write_bytes(text[: len(text) // 2])
    chosen.set_input_files(tmp_path / "cut.tree")
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(told).to_contain_text("096")
    deep = "".join("  " * depth + ("x " if depth else "") + "? A\n" for depth in range(3000))
    (tmp_path / "deep.tree").write_text(f"sito-tree 1\n{deep}end\n", encoding="utf-8")
    chosen.set_input_files(tmp_path / "deep.tree")
    expect(page.get_by_role("alert")).to_contain_text("203")
    expect(told).to_contain_text("096")


def test_language_and_theme_are_remembered(read: Callable[..., Page]) -> None:
    page = read("live/index.html#jugs")
    page.get_by_role("button", name="Polski").click()
    page.locator(".segment", has_text="ciemny").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_language_and_theme_are_chosen_where_nothing_is_kept(read: Callable[..., Page]) -> None:
    page = read("live/index.html#jugs")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })")
    page.reload()
    page.get_by_role("button", name="Čeština").click()
    page.locator(".segment", has_text="tmavý").click()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


@pytest.fixture
def served(site: Path) -> Iterator[str]:
    """Gives the address of the pages on a server of their own."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/live/"
        server.shutdown()


def test_one_visit_is_enough_for_times_without_a_network(browser: Browser, served: str) -> None:
    """All of it is kept, modules that were not needed yet, too; a policy allows nothing else."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(served)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    context.set_offline(True)
    page.goto(f"{served}#jugs")
    page.reload()
    page.locator(".columns .card .side .button").first.click()
    expect(page.locator(".vessel-hint")).to_have_count(2)
    manifest = page.evaluate("fetch('manifest.webmanifest').then((found) => found.json())")
    assert [icon["src"] for icon in manifest["icons"]] == ["sito.svg"]
    assert page.evaluate("fetch('https://example.org').then(() => 'allowed', () => 'refused')") == "refused"
    context.close()


def test_a_certificate_that_comes_with_the_page_is_checked(read: Callable[..., Page]) -> None:
    page = read("live/index.html#check")
    page.get_by_role("button", name="4x6").click()
    expect(page.get_by_role("status")).to_contain_text("5625")
    page.get_by_role("button", name="Check a certificate · JavaScript").click()
    second = page.get_by_role("status").locator("p").nth(1)
    expect(second).to_have_text("✓ 4x6: no strategy costs less than 5625 (75 proofs)", timeout=60_000)


@pytest.mark.parametrize("name", ["changed", "4x9"])
def test_the_certificate_of_4x9_is_checked_and_a_changed_one_is_refused(
    read: Callable[..., Page], tmp_path: Path, name: str
) -> None:
    """It says how far it is, and how long it took."""
    file = DOCS / "atlas" / "certificates" / "4x9.cert"
    changed = bytearray(file.read_bytes())
    changed[len(changed) // 100] ^= 1
    (tmp_path / "changed.cert").write_bytes(changed)
    page = read("live/index.html#check")
    page.locator("input[type=file]").set_input_files(tmp_path / "changed.cert" if name == "changed" else file)
    if name == "4x9":
        expect(page.locator(".count")).to_contain_text("% done", timeout=LONG)
    expect(page.get_by_role("status")).to_contain_text("✗" if name == "changed" else "✓", timeout=LONG)
    print(page.locator(".count").inner_text())
