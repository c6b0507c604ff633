"""The view Analyse: read, heard, by mouse and by keyboard; its numbers are the library's."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from sito.advice.advice import advise
from sito.explanation import explain
from sito.playing.game import Transcript
from tests.web.browsing import announced, enter, focused, hears, say, settle, tab_to, until, use
from tests.web.conftest import Look

GAME = "4x6 CBFF:o EAAB:xxo"
WON = f"{GAME} EABE:xx EACA:xo AABB:xxxx"
WRONG = "4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"


def analysed(visit: Any, game: str, **kind: Any) -> Page:
    page: Page = visit(f"/analyse?game={quote(game)}", **kind)
    until(page, "window.heard.length > 0")
    return page


def cells(page: Page, column: int) -> list[str]:
    rows = page.get_by_role("table", name="Best guesses").locator("tbody tr")
    return [row.locator("th, td").nth(column).locator(".cell-text, span").last.inner_text() for row in rows.all()]


@pytest.mark.parametrize(
    ("state", "game", "width", "theme", "tag"),
    [
        ("game", GAME, 360, "dark", "en"),
        ("game", GAME, 1280, "light", "cs"),
        ("won", WON, 360, "light", "ru"),
        ("wrong", WRONG, 1280, "dark", "ja"),
        ("position", "5x8-position AABBC:--yg-", 360, "light", "pl"),
    ],
)
def test_every_state_fits_and_has_no_violation(
    visit: Any, look: Look, state: str, game: str, width: int, theme: str, tag: str
) -> None:
    page = analysed(visit, game, width=width, theme=theme, language=tag)
    if state == "game":
        page.get_by_role("button", name=say(tag, "Show the tree")).click()
        expect(page.get_by_role("button", name=say(tag, "To the start"))).to_be_visible()
    page.get_by_role("button", name=say(tag, "Explain"), exact=True).click()
    page.locator(".claims").wait_for()
    look(page, f"analyse-{state}-{width}-{theme}-{tag}", targets=44)


def test_the_numbers_are_those_of_the_library(visit: Any) -> None:
    page = analysed(visit, GAME)
    game = Transcript.parse(GAME)
    best = advise(game, 10, seconds=5)
    listed = page.get_by_role("list", name="Possible codes").get_by_role("listitem")
    expect(listed).to_have_count(len(game.knowledge))
    assert cells(page, 0) == [guess.text for guess in best]
    assert cells(page, 1) == [f"{float(guess.expected or 0):.3f}" for guess in best]
    assert cells(page, 4) == [str(guess.figures.worst) for guess in best]
    page.get_by_role("button", name="bits").click()
    by_bits = [float(text) for text in cells(page, 3)]
    assert by_bits == sorted(by_bits)
    page.get_by_role("button", name="bits").click()
    assert [float(text) for text in cells(page, 3)] == by_bits[::-1]
    expect(page.get_by_role("columnheader", name="bits")).to_have_attribute("aria-sort", "descending")
    sizes = page.get_by_role("table", name="Answers to the guess").first.locator(".bar-number").all_inner_texts()
    assert sorted(map(int, sizes)) == sorted(game.knowledge.cells(best[0].code).values())
    assert announced(page) == ["15 codes are possible. next guess: " + best[0].text + "."]


def test_a_game_is_followed_by_mouse(visit: Any) -> None:
    page = visit("/analyse")
    expect(page.get_by_text("Hard mode:")).to_have_count(2)
    expect(page.get_by_text("Hard mode:").nth(1)).to_be_hidden()  # the strict one, which is for words
    page.get_by_role("button", name="a game", exact=True).click()
    hears(page, "15 codes are possible.")
    expect(page.get_by_text("How a game is written")).to_be_hidden()
    assert focused(page)[1] == "Take the last turn back"
    assert "game=4x6+CBFF" in page.url
    page.get_by_role("button", name="DAEB").click()
    hears(page, "The answer to DAEB cuts the 15 possible codes")
    page.get_by_role("table", name="Answers to the guess").first.get_by_role("button", name="xo", exact=True).click()
    left = len(Transcript.parse(f"{GAME} DAEB:xo").knowledge)
    hears(page, f"{left} codes are possible.")
    expect(page.get_by_label("The game")).to_have_value(f"{GAME} DAEB:xo")
    assert page.evaluate("document.activeElement !== document.body")
    page.get_by_role("button", name="Take the last turn back").click()
    expect(page.get_by_label("The game")).to_have_value(GAME)
    for name, shown in (("Undo", f"{GAME} DAEB:xo"), ("Redo", GAME)):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_label("The game")).to_have_value(shown)
        settle(page)
    page.reload()
    hears(page, "15 codes are possible.")
    expect(page.get_by_label("The game")).to_have_value(GAME)


def test_a_game_is_typed_and_explained_by_keyboard(visit: Any) -> None:
    page = visit("/analyse")
    tab_to(page, "The game")
    page.keyboard.type("4x6\nCBFF o\nEAAX xxo\nABC")
    page.keyboard.press("Control+Enter")
    hears(page, "line 3")
    assert "line 4" in announced(page)[-1], "every fault at once"
    expect(page.locator(".fault")).to_contain_text("line 4")
    expect(page.get_by_label("The game")).to_have_value("4x6\nCBFF o\nEAAX xxo\nABC")
    assert focused(page)[1].startswith("The game"), "nothing is lost, and the focus is where it must be mended"
    page.keyboard.press("Control+a")
    page.keyboard.type("4x6\nCBFF o\nEAAB 2 1")
    page.keyboard.press("Control+Enter")
    hears(page, "15 codes are possible.")
    expect(page.locator(".fault")).to_have_count(0)
    use(page, "Show the tree")
    hears(page, "next guess:")
    tree = page.locator(".tree-node")
    first = tree.locator(".guess-head code").inner_text()
    use(page, "xo")
    expect(tree.locator(".trail li")).to_have_count(1)
    expect(tree.locator(".guess-head code")).not_to_have_text(first)
    assert page.evaluate("document.activeElement !== document.body")
    use(page, "Back", key="Shift+Tab")
    expect(tree.locator(".guess-head code")).to_have_text(first)
    tab_to(page, "answer")
    enter(page, "xx")
    told = explain("4x6", "EAAB", "AABB")
    hears(page, f"The answer to EAAB is {told.answer} if the code is AABB.")
    hears(page, f"xx is wrong: the answer is {told.answer}.")
    drawn = page.get_by_role("img", name=str(told.steps[0].sentence))
    expect(drawn.locator("path.claim")).to_have_count(sum(peg.claimed is not None for peg in told.pegs))


def test_a_wrong_answer_is_repaired_with_one_click(visit: Any) -> None:
    page = analysed(visit, WRONG)
    assert "answers 1 (AABB:x), 2 (CCDD:xx) and 3 (EEFF:xx) cannot stand together" in announced(page)[0]
    assert len(announced(page)) == 1
    page.get_by_role(
        "button", name="answer 2, CCDD:xx, could be x: one peg too many was counted", exact=False
    ).first.click()
    hears(page, "7 codes are possible.")
    expect(page.get_by_label("The game")).to_have_value("4x6 AABB:x CCDD:x EEFF:xx ABCD:oo")
    expect(page.get_by_role("heading", name="No code fits")).to_be_hidden()
    settle(page)
    assert focused(page)[1] == "7 codes are possible", "the button is gone, and the focus goes on"


def test_a_finished_game_is_reviewed(visit: Any) -> None:
    page = analysed(visit, WON)
    assert announced(page) == ["1 code is possible. The game is won: guess 5, AABB, is the code."]
    expect(page.get_by_text("Guess 3, EABE: AADB is better by 0.13.")).to_be_visible()
    expect(page.get_by_text("accuracy: 97 of 100")).to_be_visible()
    marks = page.locator(".review tbody tr td:last-child").all_inner_texts()
    assert marks == ["best", "best", "good", "best", "best"]
    expect(page.locator(".review svg").first).to_contain_text("3.53")
    expect(page.get_by_role("heading", name="Best guesses")).to_be_hidden()


def test_codes_come_a_page_at_a_time(visit: Any) -> None:
    page = analysed(visit, "4x6 CBFF:o")
    codes = page.get_by_role("list", name="Possible codes").get_by_role("listitem")
    expect(codes).to_have_count(24)
    page.get_by_role("button", name="Next", exact=True).click()
    hears(page, "25 to 48 of 276")
    page.get_by_role("button", name="Previous").click()
    hears(page, "1 to 24 of 276")
    assert focused(page) == ("button", "Previous"), "at the beginning the button keeps the focus"


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("7x12", "has"),
        ("words:/etc/passwd", "/etc/passwd"),
        ("5x8 " + "AABBC:x " * 400, "turns"),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
    ],
)
def test_what_cannot_be_analysed_is_said_and_harms_nobody(visit: Any, game: str, told: str) -> None:
    page = visit("/analyse")
    page.get_by_label("The game").fill(game)
    page.get_by_role("button", name="Analyse", exact=True).click()
    until(page, "window.heard.length > 0")
    assert told in page.evaluate("document.querySelector('.fault, [role=alert]:not(:empty)').innerHTML")


def test_a_game_of_more_codes_than_a_machine_word_counts_is_studied(visit: Any) -> None:
    page = analysed(visit, "20x20 ABCDEFGHIJKLMNOPQRST:2b11w")
    expect(page.get_by_role("button", name="Put it on the board")).to_be_visible()
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("table", name="Guesses and answers")).to_contain_text("104,857,600,000,000,000,000,000,000")


def test_a_game_whose_codes_are_sampled_is_studied_and_mended(visit: Any) -> None:
    page = analysed(visit, "16x6 ABCDEFABCDEFABCD:2b7w")
    expect(page.get_by_text(re.compile(r"^About \d,\d00,000,000 codes are possible")).first).to_be_visible()
    expect(page.get_by_text("of 4,096")).to_be_visible()
    expect(page.locator(".figures .cell-code").first).to_be_hidden()  # of so many pegs the text alone
    expect(page.get_by_text("The possible codes are sampled, so numbers of codes are estimates.")).to_be_visible()
    page = analysed(visit, "8x16 AAAAAAAA:- AABBAABB:x BBBBBBBB:-")
    expect(page.get_by_text("these answers may be wrong: 1 (AAAAAAAA:-), 2 (AABBAABB:x), 3 (").first).to_be_visible()
    page.get_by_role("button", name="Repair: answer 2").first.click()
    expect(page.get_by_text("codes are possible").first).to_be_visible()
