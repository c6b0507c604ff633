"""The friend of a duel: the link that invites, the invitation that it opens, and whether the friend is there."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from nicegui.element import Element

from sito.errors import SitoError
from sito.show.i18n import _
from sito.web.games.errors import OutOfTurn
from sito.web.games.states import DuelState
from sito.web.page.duel.texts import about_text, presence_text
from sito.web.page.frame import Page
from sito.web.page.parts import Handler
from sito.web.page.play.ending import Shared
from sito.web.page.play.shown import game_sentence, title_of

PATH = "/duel"
_BEAT_SECONDS = 4.0  # well below the seconds after which the service takes a person for gone


class Beat(Element, component="sito_beat.js"):
    """Tells every few seconds that the page is open, by the event `beat`."""

    def __init__(self) -> None:
        super().__init__()
        self.props.update({"seconds": _BEAT_SECONDS, "on": False})

    def set(self, on: bool) -> None:
        """Begins to tell it, or ends that."""
        self.props["on"] = on


class InvitingLink:
    """The link that a friend opens to join."""

    def __init__(self, page: Page) -> None:
        self._page = page
        with page.card(_("Send this link to your friend")) as self._card:
            self._link = Shared()
            self._hint = page.text(classes="hint")
        only_here = _(
            "The link works on this computer only. To let others in, start with 'sito web --host 0.0.0.0' and open the "
            "page by this computer's name or number in the network."
        )
        self._hint.set_text(only_here).show(_is_only_here(str(page.request.base_url)))

    def show(self, state: DuelState) -> None:
        """Shows the link as long as nobody has joined."""
        self._card.show(state.code is not None and not state.joined)
        if state.code is not None:
            self._link.set(address(self._page, state.code))


class Presence:
    """Whether the friend is there."""

    def __init__(self, page: Page) -> None:
        self._text = page.text(classes="presence")

    def show(self, state: DuelState) -> None:
        """Shows it; nothing of the computer, and of somebody who has never come."""
        told = presence_text(state)
        self._text.set_text(told).show(bool(told))
        self._text.classes(add="here" if state.present else "", remove="" if state.present else "here")


def invitation(page: Page, state: DuelState, join: Handler) -> None:
    """Shows to what a friend is invited, and lets them join."""
    with page.card(_("A friend invites you to a duel")):
        page.text(title_of(state.rules), "lead")
        page.text(game_sentence(state.rules))
        page.text(about_text(state), "hint")
        page.button(_("Join"), join, primary=True)


def refusal(page: Page, error: SitoError) -> None:
    """Tells kindly that a duel is not the visitor's, and what they can do."""
    with page.card():
        if isinstance(error, OutOfTurn):
            page.text(_("This duel has two players already. You can begin one of your own."))
        else:
            page.text(_("Perhaps the address was mistyped, or the game is no longer kept."))
        page.link(_("Duel"), PATH, "button primary")


def path_of(code: str) -> str:
    """Gives the path of a duel."""
    return f"{PATH}/{code}"


def address(page: Page, code: str) -> str:
    """Gives the address of a duel, to be sent to somebody."""
    return str(page.request.base_url).rstrip("/") + path_of(code)


def _is_only_here(base: str) -> bool:
    """Tells whether an address is of this computer alone.

    >>> _is_only_here("http://127.0.0.1:8080/"), _is_only_here("http://[::1]/"), _is_only_here("https://sito.example/")
    (True, True, False)
    """
    host = urlsplit(base).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
