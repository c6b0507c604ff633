"""The view Duel, used as people would: with the computer, and between two people in two browsers."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sito.codes.feedback import score
from sito.rules.rules import Rules
from tests.web.browsing import (
    announced,
    enter,
    focused,
    hears,
    is_ready,
    overflow,
    pegs_of,
    say,
    settle,
    tab_to,
    tap,
    until,
    use,
)
from tests.web.conftest import Look
from tests.web.leaks import Sent
from tests.web.service import Service

WAYS = [(1280, "light", "en"), (360, "dark", "cs")]
MINE, YOURS = "HCAFEB", "BDDGAH"
RULES = "6x8"


def send(page: Page, code: str) -> None:
    """Puts a code on the board by clicks alone, and sends it."""
    tap(page, code)
    page.locator(".palette .send").click()


def rows(page: Page, side: int) -> list[str]:
    """Reads the guesses of a side with their answers from the names of what is drawn: 0 for ours, 1 for theirs."""
    read = page.locator(".duel-side").nth(side).locator(".row:not(.open-row)")
    told = []
    for number in range(read.count()):
        row = read.nth(number)
        blacks, whites = row.locator(".dot-black").count(), row.locator(".dot-white").count()
        told.append(pegs_of(row) + ":" + "x" * blacks + "o" * whites)
    return told


def has_rows(page: Page, ours: int, theirs: int) -> None:
    for side, count in enumerate((ours, theirs)):
        expect(page.locator(".duel-side").nth(side).locator(".row:not(.open-row)")).to_have_count(count)


def truth(guess: str, secret: str, rules: str = RULES) -> str:
    """Gives a guess with its true answer, as `rows` reads them."""
    answer = score(rules, guess, secret)
    return f"{guess}:{'x' * (answer.black or 0)}{'o' * (answer.white or 0)}"


@pytest.mark.parametrize(("width", "theme", "tag"), WAYS)
def test_a_duel_with_the_computer_by_mouse(visit: Any, look: Look, width: int, theme: str, tag: str) -> None:
    page = visit("/duel", width=width, theme=theme, language=tag, touch=width < 600)
    look(page, f"duel-start-{width}-{theme}-{tag}", targets=44)
    send(page, "BFAC")
    expect(page.locator(".duel-side").nth(1).locator(".secret .peg")).to_have_count(4)
    for turn in range(1, 12):
        send(page, "AABB" if turn == 1 else "CDEF")
        expect(page.locator(".duel-side").nth(0).locator(".row:not(.open-row)")).to_have_count(turn)
        if turn == 2:
            look(page, f"duel-middle-{width}-{theme}-{tag}", targets=44)
        settle(page)
        if page.locator(".duel-ending").is_visible():
            break
    expect(page.locator(".duel-side").nth(0).locator(".secret .peg")).to_have_count(4)
    assert all(row == truth(row.partition(":")[0], "BFAC", "4x6") for row in rows(page, 1))
    left, right = (page.locator(".duel-side").nth(side).bounding_box() for side in (0, 1))
    assert left["x"] < right["x"] if width > 600 else left["y"] + left["height"] < right["y"]
    look(page, f"duel-end-{width}-{theme}-{tag}", targets=44)
    page.get_by_role("button", name=say(tag, "Another duel")).click()
    expect(page.locator(".duel-draw")).to_be_visible()
    page.locator(".duel-draw").click()
    # The other side begins now.
    has_rows(page, 0, 1)
    page.get_by_role("button", name=say(tag, "Give up"), exact=True).click()
    page.locator("dialog[open]").get_by_role("button", name=say(tag, "Give up")).click()
    hears(page, say(tag, "You have given up."))
    page.locator(".game-head button").first.click()
    page.locator("dialog[open] summary").click()
    look(page, f"duel-dialog-{width}-{theme}-{tag}", full=False, targets=44)


def test_a_duel_with_the_computer_by_keys(visit: Any) -> None:
    page = visit("/duel")
    use(page, "New duel")
    expect(page.locator("dialog[open]")).to_be_visible()
    tab_to(page, "How well the computer guesses")
    page.keyboard.press("Home")  # beginner
    tab_to(page, "you")
    page.keyboard.press("ArrowRight")  # the other side begins
    use(page, "More choices")
    tab_to(page, "Who wins")
    page.keyboard.press("End")
    use(page, "Start")
    hears(page, "Mastermind. Hide a code: 4 pegs")
    expect(page.locator(".slot").first).to_be_focused()
    expect(page.locator(".duel > .hint").first).to_contain_text("The first hit wins.")
    enter(page, "ffex")
    hears(page, "A place is still empty.")
    enter(page, "d")
    hears(page, "Your code is F F E D. My guess 1:")
    expect(page.locator(".slot").first).to_be_focused()
    has_rows(page, 0, 1)
    enter(page, "abcd")
    hears(page, "Your guess 1: A B C D. Answer:")
    has_rows(page, 1, 2)
    expect(page.locator(".slot").first).to_be_focused()
    said = " ".join(announced(page))
    assert [said.count(f"My guess {number}:") for number in (1, 2)] == [1, 1]  # each change is said once
    use(page, "Give up")
    expect(page.locator("dialog[open]")).to_be_visible()
    use(page, "Give up")
    hears(page, "You have given up. My code was")
    use(page, "Another duel", key="Shift+Tab")
    hears(page, "The next duel begins.")
    expect(page.locator(".slot").first).to_be_focused()
    # A reload goes on with it.
    page.reload()
    expect(page.locator(".duel-draw")).to_be_visible()


def begin_with_friend(visit: Any, server: Service | None = None, rules: str = RULES, **kind: Any) -> Page:
    """Begins a duel with a friend by clicks, and gives the page whose address the friend opens."""
    page = visit("/duel", server=server, **kind)
    page.get_by_role("button", name="Play with a friend").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label("Game", exact=True).select_option(label="Other rules")
    dialog.get_by_label("Rules", exact=True).fill(rules)
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/duel/*")
    until(page, "window.did_handshake === true && document.querySelector('.share-text') !== null")
    return page


def reload_of_itself(page: Page) -> None:
    """Waits until a page that was marked has been loaded anew."""
    until(page, "window.marked !== true && window.did_handshake === true")


def test_two_people_play_while_all_is_lost_once(
    visit: Any, own_server: Service, look: Look, screenshot: Callable[..., Path]
) -> None:
    visit.allow("WebSocket", "ERR_", "Failed to load resource", "_nicegui")
    ann = begin_with_friend(visit, own_server)
    wires = [Sent(ann, Rules.parse(RULES))]
    ann.reload()
    is_ready(ann)
    look(ann, "duel-invite-1280-light-en", targets=44)
    path = ann.locator(".share-text").inner_text().removeprefix(own_server.address)
    assert ann.url.endswith(path)
    bob = visit(path, server=own_server, width=360, theme="dark")
    wires.append(Sent(bob, Rules.parse(RULES)))
    look(bob, "duel-invitation-360-dark-en", targets=44)
    expect(ann.locator(".share-text")).to_be_visible()  # who only looks has not joined
    # Bob uses keys alone, Ann the mouse.
    use(bob, "Join")
    hears(ann, "Your friend has come.")
    expect(ann.locator(".share-text")).to_be_hidden()
    send(ann, MINE)
    hears(ann, "Your friend is still choosing a code.")
    hears(bob, "Your friend has hidden a code.")
    tab_to(bob, "Place 1")
    enter(bob, YOURS)
    hears(bob, "It is your friend's turn.")
    hears(ann, "It is your turn.")
    expect(bob.locator(".slot").first).to_be_focused()
    expect(ann.locator(".presence.here")).to_be_visible()

    # A guess while it is the other's turn is only prepared, and says why.
    enter(bob, "AABBCC")
    hears(bob, "It is your friend's turn.")
    send(ann, "ABCDEF")
    hears(bob, "Your friend's guess 1: A B C D E F. Answer:")
    bob.keyboard.press("Enter")
    hears(ann, "Your friend's guess 1: A A B B C C. Answer:")
    has_rows(bob, 1, 1)

    # Ann reloads.
    ann.reload()
    has_rows(ann, 1, 1)
    assert rows(ann, 0) == rows(bob, 1) == [truth("ABCDEF", YOURS)]
    assert rows(ann, 1) == rows(bob, 0) == [truth("AABBCC", MINE)]

    # Bob is offline, for more than ten seconds; meanwhile Ann guesses, and he prepares his guess.
    bob.context.set_offline(True)
    gone = time.monotonic()
    send(ann, "GGHHAA")
    has_rows(ann, 2, 1)
    bob.keyboard.type("HHHHHC")
    hears(bob, "The connection is lost.", "alert")
    expect(ann.locator(".presence")).to_contain_text("Your friend has been away for")
    hears(ann, "Your friend is away.")
    screenshot(ann, "duel-away-1280-light-en")
    ann.wait_for_timeout(max(0.0, gone + 10 - time.monotonic()) * 1000)
    bob.context.set_offline(False)
    hears(bob, "Your friend's guess 2: G G H H A A. Answer:")
    hears(ann, "Your friend is there.")
    assert sum("guess 2: G G H H A A" in text for text in announced(bob)) == 1
    bob.keyboard.press("Enter")
    hears(ann, "Your friend's guess 2: H H H H H C. Answer:")

    # The server is killed, and comes back at the same address: the pages find it by themselves.
    for page in (ann, bob):
        page.evaluate("window.marked = true")
    own_server.restart()
    for page in (ann, bob):
        reload_of_itself(page)
        has_rows(page, 2, 2)
    assert rows(ann, 0) == rows(bob, 1) == [truth("ABCDEF", YOURS), truth("GGHHAA", YOURS)]
    assert rows(ann, 1) == rows(bob, 0) == [truth("AABBCC", MINE), truth("HHHHHC", MINE)]
    look(ann, "duel-friends-1280-light-en", targets=44)
    screenshot(bob, "duel-friends-360-dark-en")

    # Nobody has been told the code of the other until the end.
    for wire, secret, own in zip(wires, (YOURS, MINE), (MINE, YOURS), strict=True):
        assert wire.leaks(secret) == []
        assert wire.frames_with(own) > 0  # what is looked for would be found
    send(ann, YOURS)
    hears(ann, "You have found the code; your friend has one last guess.")
    hears(bob, "Your code has been found: this is your last guess.")
    tab_to(bob, "Place 1")
    enter(bob, MINE)
    for page in (ann, bob):
        hears(page, "A tie: you both needed 3 guesses.")
        look(page, targets=44)
    expect(bob.get_by_role("button", name="Another duel")).to_be_focused()
    screenshot(ann, "duel-tie-1280-light-en")
    screenshot(bob, "duel-tie-360-dark-en")


def test_friends_play_again_and_a_third_is_told(visit: Any, look: Look) -> None:
    ann = begin_with_friend(visit, rules="3x4-distinct")
    path = ann.locator(".share-text").inner_text().removeprefix(visit.server.address)
    bob = visit(path, language="pl")
    bob.get_by_role("button", name=say("pl", "Join")).click()
    hears(ann, "Your friend has come.")
    third = visit(path)
    expect(third.locator(".card")).to_contain_text("This duel has two players already.")
    look(third, targets=44)
    third.goto(visit.server.address + "/duel/nonsense")
    expect(third.locator(".card")).to_contain_text("Perhaps the address was mistyped")
    # The same person in another window has the same seat.
    again = visit(path, context=ann.context)
    send(ann, "ABC")
    expect(again.locator(".duel-side").nth(1).locator(".secret .peg")).to_have_count(3)
    bob.locator(".duel-draw").click()
    hears(ann, "It is your turn.")
    hears(again, "It is your turn.")
    assert ann.title() == "It is your turn. · Sito"
    # What is wrong with a guess stays there, whatever the friend does.
    send(ann, "AAB")
    hears(ann, "the color A repeats in 'AAB'", "alert")
    bob.get_by_role("button", name=say("pl", "Give up"), exact=True).click()
    bob.locator("dialog[open]").get_by_role("button", name=say("pl", "Give up")).click()
    hears(ann, "Your friend has given up: you win. The code was ")
    expect(ann.locator(".faults-shown")).to_be_visible()
    use(ann, "Another duel")
    hears(ann, "You want another duel; your friend has still to agree.")
    hears(bob, say("pl", "Your friend wants another duel."))
    assert focused(ann)[1] == "Another duel"
    bob.get_by_role("button", name=say("pl", "Another duel")).click()
    hears(ann, "The next duel begins. Think of a code: 3 pegs")
    expect(ann.locator(".slot").first).to_be_focused()
    enter(ann, "CBA")
    send(bob, "ABC")
    hears(ann, "It is your friend's turn.")  # the other side begins now
    send(bob, "CBA")
    hears(ann, "Your code has been found: this is your last guess.")
    assert sum("The next duel begins." in text for text in announced(ann)) == 1
    enter(ann, "DCB")
    hears(ann, "Your friend wins with 1 guess.")
    expect(ann.locator(".duel-ending")).to_contain_text("Duels won: 1, lost: 1, tied: 0.")


@pytest.mark.parametrize("width", [360, 1280])
def test_what_does_not_fit_beside_a_long_code_is_below_it(visit: Any, width: int) -> None:
    page = visit("/duel", width=width)
    page.get_by_role("button", name="New duel").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label("Game", exact=True).select_option(label="Other rules")
    dialog.get_by_label("Rules", exact=True).fill("8x8")
    dialog.get_by_label("How well the computer guesses").select_option("beginner")
    dialog.get_by_role("button", name="Start").click()
    page.locator(".duel-draw").click()
    hears(page, "Your code is")
    send(page, "ABCDEFGH")
    has_rows(page, 1, 1)
    for side in (0, 1):
        row = page.locator(".duel-side").nth(side).locator(".row:not(.open-row)")
        code, answer = (row.locator(part).bounding_box() for part in (".peg >> nth=7", ".answer"))
        assert code["x"] + code["width"] <= answer["x"] or code["y"] + code["height"] <= answer["y"]
    assert overflow(page) == 0
