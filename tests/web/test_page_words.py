"""The word game of the package on the page: played as its players know it, by mouse alone and by keys alone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from sito.advice.advice import advise
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.codes.hard_mode import in_hard_mode
from sito.playing.game import Transcript
from sito.playing.numbered import numbered_secret
from sito.rules.rules import Rules
from sito.show.i18n import language
from sito.show.sharing import share_text
from tests.web.browsing import ROWS, click_word, enter, hears, say, settle, tab_to, use
from tests.web.conftest import Look

WAYS = [(1280, "light", "en"), (360, "dark", "pl")]
NUMBER = 3
RULES = Rules.parse("words-5")
SECRET = CodeSpace(RULES).text(numbered_secret(RULES, NUMBER))


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_a_word_game_by_mouse(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/play", width=width, height=800, theme=theme, language=tag, touch=width < 600)
    page.locator(".game-head").get_by_role("button").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label(say(tag, "Game"), exact=True).select_option("words")
    lengths = dialog.get_by_role("group", name=say(tag, "Letters")).get_by_role("radio")
    expect(lengths).to_have_count(6)  # words of three to eight letters
    dialog.get_by_label(say(tag, "Which code")).select_option("number")
    dialog.get_by_label(say(tag, "Number"), exact=True).fill(str(NUMBER))
    hard = say(tag, "Hard mode: every guess must use all that the answers have shown.")
    dialog.get_by_text(hard).click()
    look(page, f"words-dialog-{width}-{theme}-{tag}", full=False)
    dialog.get_by_role("button", name=say(tag, "Start")).click()
    expect(page.locator(".game")).to_contain_text(hard)
    assert page.locator(".row-later").count() == 5
    click_word(page, RULES, "RAISE")
    expect(page.locator(ROWS)).to_have_count(1)
    assert page.locator(".key-letter[class*='tile-']").count() == 5
    page.get_by_role("button", name=say(tag, "Hint"), exact=True).click()
    page.get_by_role("button", name=say(tag, "Put it on the board")).click()
    page.locator(".palette .send").click()  # what the hint says, hard mode allows
    expect(page.locator(ROWS)).to_have_count(2)
    look(page, f"words-middle-{width}-{theme}-{tag}", targets=44)
    hinted = "".join(page.locator(f"{ROWS} >> nth=1").locator(".tile").all_inner_texts())
    click_word(page, RULES, SECRET)
    expect(page.locator(".ending.won")).to_be_visible()
    page.locator(".ending summary").click()
    game = Transcript(in_hard_mode(RULES))
    for word in ("RAISE", hinted, SECRET):
        game = game.after(word, _answer(word))
    shared = page.locator(".share-text").inner_text()
    assert shared.splitlines()[1:] == share_text(game).splitlines()[1:]
    assert shared.splitlines()[0] == f"Sito words-5 #{NUMBER} 3/6*"
    with language(tag):
        assert share_text(game, in_words=True).splitlines()[-1] in page.locator(".share-words").inner_text()
    look(page, f"words-end-{width}-{theme}-{tag}")


def test_words_that_were_used_are_left_out(visit: Any, look: Look) -> None:
    """Naive marks and the strict hard mode are chosen beside them; the second game has the other word."""
    page = visit("/play", width=1280, height=900)
    for round in (1, 2, 3):
        page.locator(".game-head").get_by_role("button").click()
        dialog = page.locator("dialog[open]")
        dialog.get_by_label("Game", exact=True).select_option("own")
        dialog.get_by_label("Words", exact=True).fill("deed edge")
        if round == 1:
            expect(dialog.get_by_text(STRICT)).to_be_hidden()
            dialog.get_by_text("Mark each letter by itself").click()
            dialog.get_by_text("Hard mode: every guess must use all").first.click()
            dialog.get_by_text(STRICT).click()
            dialog.locator("summary", has_text="More choices").click()
            dialog.get_by_text("Leave out words that were used").click()
            look(page, "words-left-out", full=False)
        dialog.get_by_role("button", name="Start").click()
        if round == 3:
            expect(dialog.get_by_text("every word of the list words was the code of a game before")).to_be_visible()
            return
        expect(page.locator(".game")).to_contain_text("and nothing that they have shown not to be in the code")
        expect(page.locator(".game")).to_contain_text("however often the guess has it")
        count = "2 words are possible" if round == 1 else "1 word is possible"
        expect(page.get_by_text(count, exact=True)).to_be_visible()  # the announcement of the row says it, too
        expect(page.locator(".ending.won")).to_be_hidden()
        expect(page.locator(ROWS)).to_have_count(0)
        for row, word in enumerate(("DEED", "EDGE"), 1):
            if not page.locator(".ending.won").is_visible():
                click_word(page, Rules.of_words(["deed", "edge"]), word)
                expect(page.locator(ROWS)).to_have_count(row)
        expect(page.locator(".ending.won")).to_be_visible()


@pytest.mark.parametrize("view", ["keep", "duel"])
def test_the_strict_hard_mode_is_chosen_in_every_game(visit: Any, view: str) -> None:
    page = visit(f"/{view}", width=1280, height=900)
    page.locator(".game-head button").first.click()
    dialog = page.locator("dialog[open]")
    dialog.locator("summary").click()
    dialog.get_by_text("Hard mode: every guess must agree").click()
    expect(dialog.get_by_text(STRICT)).to_be_hidden()
    dialog.get_by_label("Game", exact=True).select_option("words")
    dialog.get_by_text(STRICT).click()
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("main")).to_contain_text(STRICT)


STRICT = "and nothing that they have shown not to be in the code"


def _answer(word: str) -> str:
    space = CodeSpace(RULES, guesses=True)
    return str(score(RULES, space.parse(word), space.parse(SECRET)))


def test_a_word_game_by_keys_is_kept(visit: Any) -> None:
    page = visit(f"/play?rules=words-5-hard&game={NUMBER}")
    tab_to(page, "Place 1")
    enter(page, "xxxxx")
    hears(page, "'XXXXX' is not in the list of words", "alert")
    expect(page.locator(ROWS)).to_have_count(0)  # it costs nothing
    for _place in range(5):
        page.keyboard.press("Backspace")
    enter(page, "raise")
    expect(page.locator(ROWS)).to_have_count(1)
    shown = [letter for letter, mark in zip("RAISE", _answer("RAISE"), strict=True) if mark != "-"]
    assert shown, "the number was chosen so that hard mode forbids something"
    enter(page, "mucky")
    hears(page, "hard mode does not allow", "alert")
    page.reload()
    expect(page.locator(ROWS)).to_have_count(1)
    letters = page.locator(".letters-known").inner_text()
    assert "Not in the word: " in letters
    assert all(letter in letters.split("Not in the word")[0] for letter in shown)
    tab_to(page, "Place 1")
    enter(page, SECRET.lower())
    hears(page, "You have found it in 2 guesses.")
    settle(page)
    page.get_by_role("link", name="Review this game").click()
    hears(page, "The game is won")


@pytest.mark.parametrize(("width", "theme", "tag"), [(360, "light", "cs"), (1280, "dark", "en")])
def test_the_helper_by_mouse(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/analyse", width=width, height=800, theme=theme, language=tag, touch=width < 600)
    page.get_by_role("combobox", name=say(tag, "Game"), exact=True).first.select_option("words")
    page.get_by_text(say(tag, "Hard mode: every guess must use all that the answers have shown.")).click()
    page.get_by_role("button", name=say(tag, "Start")).click()
    page.locator(".figures tbody tr").first.wait_for()
    click_word(page, RULES, "RAISE")
    marks = page.locator(".marks-entry .slot")
    expect(marks).to_have_count(5)
    for place, mark in enumerate("--y-g"):
        for _click in range("-yg".index(mark)):
            marks.nth(place).click()
    look(page, f"helper-answer-{width}-{theme}-{tag}")
    page.get_by_role("button", name=say(tag, "Answer"), exact=True).click()
    game = Transcript(in_hard_mode(RULES)).after("RAISE", "--y-g")
    expect(page.get_by_role("textbox", name=say(tag, "The game"), exact=True)).to_have_value("words-5-hard RAISE:--y-g")
    listed = page.get_by_role("list", name=say(tag, "Possible codes")).get_by_role("listitem")
    expect(listed).to_have_count(len(game.knowledge))
    best = advise(game, 10, seconds=5)
    first = page.locator(".figures tbody tr").first
    expect(first).to_contain_text(best[0].text)
    assert f"{float(best[0].expected or 0):.3f}" in first.inner_text()
    assert say(tag, "yes") in first.inner_text()
    page.get_by_role("button", name=say(tag, "Put it on the board")).click()
    expect(marks).to_have_count(5)
    assert "E" in (marks.nth(4).get_attribute("aria-label") or "")
    look(page, f"helper-{width}-{theme}-{tag}", targets=44)


def test_the_helper_by_keys(visit: Any) -> None:
    page = visit("/analyse?game=words-5-hard")
    hears(page, "2031 words are possible")
    tab_to(page, "Write your turns")
    enter(page, "raise")
    expect(page.locator(".marks-entry .slot").first).to_be_focused()
    enter(page, "--y-g")
    hears(page, "19 words are possible. next guess: ")
    tab_to(page, "Write your turns")
    enter(page, "linch ⬛🟩⬛⬛⬛")
    hears(page, "hard mode does not allow LINCH: ")
    expect(page.get_by_label("Write your turns")).to_have_value("linch ⬛🟩⬛⬛⬛")  # nothing is lost
    page.keyboard.press("Control+A")
    enter(page, "mince -🟩--🟩")
    left = len(Transcript(in_hard_mode(RULES)).after("RAISE", "--y-g").after("MINCE", "-g--g").knowledge)
    hears(page, f"{left} words are possible")
    use(page, "Take the last turn back", key="Shift+Tab")
    expect(page.get_by_label("The game", exact=True)).to_have_value("words-5-hard RAISE:--y-g")
