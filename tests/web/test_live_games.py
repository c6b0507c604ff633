"""Games in the reader's own browser: from the disk, without a network, by mouse and keys."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from sito import Knowledge, Transcript, diagnose, score
from tests.web import test_live
from tests.web.browsing import enter
from tests.web.test_site import suits

GAME = "4x6 CBFF:o EAAB:xxo"
SIZES = [(360, "dark", "pl"), (1280, "light", "en")]
pytestmark = pytest.mark.needs("wasm32-unknown-unknown")
site = test_live.site


def told(page: Page) -> Locator:
    """Gives what is said of the game."""
    return page.get_by_role("status")


@pytest.mark.parametrize(("width", "theme", "language"), SIZES)
def test_a_code_of_the_computer_is_broken(read: Callable[..., Page], width: int, theme: str, language: str) -> None:
    """By the keyboard, with guesses that Python finds from the answers on the page."""
    page = read("live/index.html", width, theme, language)
    board = page.locator(".board")
    board.locator(".slot").first.focus()
    page.get_by_role("switch").press("Space")
    known = Knowledge("4x6")
    for number in range(1, 11):
        guess = known.secrets.text(known[0])
        page.locator(".slot-active").focus()
        enter(page, guess)
        row = board.locator("li.row:not(.open-row)").nth(number - 1)
        expect(row.locator("svg.answer")).to_be_visible()
        black, white = (row.locator(f".dot-{kind}").count() for kind in ("black", "white"))
        if black == 4:
            break
        known = known.after(guess, f"{black} {white}")
        expect(page.locator(".game-side .count").first).to_contain_text(f"{len(known)}")
    expect(told(page)).to_contain_text(str(number))
    expect(board.locator(".open-row")).to_have_count(0)
    suits(page)
    page.locator("a[href^='#analyse=']").click()
    expect(page.locator("#analyse")).to_be_visible()
    assert Transcript.parse(page.locator("input.input-code").first.input_value()).won


def test_a_code_is_given_up_and_other_rules_are_chosen(read: Callable[..., Page]) -> None:
    page = read("live/index.html#play")
    page.locator("#play-choice").select_option("rules")
    rules = page.get_by_label("Rules")
    rules.fill("21x6")
    rules.press("Enter")
    expect(page.get_by_role("alert").last).to_contain_text("a code has 1 to 20")
    rules.fill("8x8")
    rules.press("Enter")
    expect(page.get_by_role("alert").last).to_contain_text("as in 6x10 or 8x10-distinct")
    rules.fill("bulls-and-cows")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".key-peg")).to_have_count(10)
    for digit in "0011":  # each twice, which these rules forbid
        page.locator(f".key-peg[data-color='{digit}']").click()
    page.locator(".send").click()
    expect(page.locator(".game").get_by_role("alert")).to_contain_text("all must differ")
    page.locator(".slot").first.focus()
    enter(page, "0123")
    expect(page.locator(".open-row").get_by_role("button", name="empty")).to_have_count(4)
    page.get_by_role("button", name="Give up").click()
    expect(told(page)).to_contain_text(re.compile(r"The code was \d{4}\."))
    expect(page.locator(".secret")).to_be_visible()


def answer(page: Page, guess: str, text: str) -> None:
    """Gives an answer by the buttons."""
    black, white = text.count("x"), text.count("o")
    for name, count in (("answer-black", black), ("answer-white", white)):
        page.locator(f"input[name='{name}'][value='{count}'] + span").click()
    page.locator(".answer-entry .primary").click()


def guessed(page: Page, number: int) -> str:
    """Gives the guess of the computer that waits for an answer."""
    row = page.locator(".board li.row-new").filter(has=page.locator(f".row-number:text-is('{number}')"))
    expect(row).to_be_visible()
    return "".join(row.locator("svg.peg text").all_text_contents())


@pytest.mark.parametrize(("width", "theme", "language"), SIZES)
def test_the_computer_breaks_a_code(read: Callable[..., Page], width: int, theme: str, language: str) -> None:
    """With true answers it finds the code; how many codes are left is what Python says."""
    page = read("live/index.html#keep", width, theme, language)
    known = Knowledge("4x6")
    for number in range(1, 9):
        guess = guessed(page, number)
        assert guess == known.rank("entropy", top=1)[0].text
        given = score("4x6", guess, "BEAD")
        answer(page, guess, str(given))
        if given.wins:
            break
        known = known.after(guess, given)
        expect(page.locator(".row-note").last).to_contain_text(str(len(known)))
    expect(told(page)).to_contain_text(str(number))
    suits(page)


def test_a_wrong_answer_is_found_and_mended(read: Callable[..., Page]) -> None:
    """The answers that clash are marked, a repair is taken, and another answer is corrected by hand."""
    page = read("live/index.html#keep")
    turns = []
    for number in range(1, 9):
        guess = guessed(page, number)
        turns.append(f"{guess}:-")
        answer(page, guess, "-")
        if not Transcript.parse(" ".join(["4x6", *turns])).knowledge:
            break
    found = diagnose(" ".join(["4x6", *turns]))
    clashing = page.get_by_role("region", name="No code fits")
    expect(clashing).to_be_visible()
    expect(page.locator(".row-wrong")).to_have_count(len(found.clash))
    suits(page)
    clashing.locator(".repairs button").first.click()
    expect(clashing).to_be_hidden()
    assert guessed(page, len(turns) + 1)
    page.get_by_role("button", name="Correct answer 1").click()
    answer(page, guess, "xxxo")
    expect(page.get_by_role("region", name="Your answer").get_by_role("alert")).to_contain_text("impossible")
    answer(page, guess, "oo")
    expect(page.locator("li.row").first.locator(".dot-white")).to_have_count(2)
    page.locator("#level-choice").select_option("easy")  # which goes on with the same game
    expect(page.locator("li.row").first.locator(".dot-white")).to_have_count(2)


def test_the_end_tells_which_answers_were_wrong(read: Callable[..., Page]) -> None:
    page = read("live/index.html#keep")
    guess = guessed(page, 1)
    answer(page, guess, "x")
    guessed(page, 2)
    page.get_by_role("button", name="Give up").click()
    code = page.get_by_label("What was your code?")
    code.fill("FFFF")
    code.press("Enter")
    expect(page.locator(".sentences li")).to_have_text([f"answer 1, {guess}:x, should have been -"])


@pytest.mark.parametrize(("width", "theme", "language"), SIZES)
def test_a_game_is_analysed_as_python_does(read: Callable[..., Page], width: int, theme: str, language: str) -> None:
    page = read("live/index.html#analyse", width, theme, language)
    typed = page.locator("input.input-code").first
    typed.fill("4x6 CBFF:o")
    typed.press("Enter")
    expect(told(page)).to_contain_text(str(len(Transcript.parse("4x6 CBFF:o").knowledge)))
    page.locator(".slot").first.focus()
    enter(page, "EAAB")
    answer(page, "EAAB", "xxo")
    known = Transcript.parse(GAME).knowledge
    expect(told(page)).to_contain_text(str(len(known)))
    assert typed.input_value() == GAME
    expect(page.locator(".codes li")).to_have_count(len(known))
    best = known.rank("entropy", top=10)
    expect(page.locator("table.figures tbody .cell-text")).to_have_text([each.text for each in best])
    expect(page.locator("table.bars tbody tr")).to_have_count(best[0].cells)
    page.locator("#metric-choice").select_option("minimax")
    expect(page.locator("table.figures tbody .cell-text").first).to_have_text(known.rank("minimax", top=1)[0].text)
    explained = page.locator("section[aria-labelledby='explain']")
    explained.locator("input").last.press("Enter")
    expect(page.locator(".claims")).to_be_visible()
    explained.locator("input").last.fill("AAB")
    explained.locator("input").last.press("Enter")
    expect(explained.get_by_role("alert")).not_to_be_empty()
    suits(page)


def test_the_analysis_finds_a_wrong_answer(read: Callable[..., Page]) -> None:
    text = "4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"
    page = read(f"live/index.html#analyse={text}")
    expect(page.locator("section[aria-labelledby='wrong'] p")).to_have_text(str(diagnose(text).clash_fault()))
    best = diagnose(text).repairs[0]
    page.locator(".repairs button").first.click()
    expect(told(page)).to_contain_text(str(best.codes))
    assert page.locator("input.input-code").first.input_value() == str(Transcript.parse(text).repaired(best))


def test_what_takes_long_is_stopped_or_cut_short(read: Callable[..., Page]) -> None:
    page = read("live/index.html#analyse=6x11-position")
    stop, cut = page.get_by_role("button", name="Stop"), page.get_by_text("Too many codes are possible to compare all")
    stop.click()
    expect(page.get_by_role("alert").first).to_have_text("Stopped.")
    expect(stop).to_be_hidden()
    expect(cut).to_be_hidden()
    page.locator("input.input-code").first.fill("9x5 ABCDEABCD:oooo")
    page.get_by_role("button", name="Analyse").click()
    expect(cut).to_be_visible(timeout=test_live.LONG)
    page.locator("input.input-code").first.fill(f"4x6 {'A' * 100_000}:x")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("alert").first).to_contain_text("A … A")
    assert len(page.get_by_role("alert").first.inner_text()) < 2000


@pytest.mark.parametrize("address", ["constructor", "%", "analyse=%FF", "analyse=<script>"])
def test_odd_addresses_show_a_view(read: Callable[..., Page], address: str) -> None:
    page = read(f"live/index.html#{address}")
    expect(page.locator("main input, main select").first).to_be_visible()
    if text := address.partition("=")[2]:
        expect(page.locator("input.input-code")).to_have_value(text)
    page.evaluate("location.hash = 'analyse=2x3'")
    expect(told(page)).to_contain_text("9")
    page.evaluate("location.hash = 'analyse=1x4'")
    expect(told(page)).to_contain_text("4")
    page.go_back()
    expect(told(page)).to_contain_text("9")
