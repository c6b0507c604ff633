"""The first view, and what is shown where no view is, or where making one has failed."""

from __future__ import annotations

import logging
import secrets

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, context, ui
from nicegui import app as nicegui_app
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sito.codes.feedback import score
from sito.errors import N_
from sito.rules.rules import Rules
from sito.rules.text import PRESETS
from sito.show.i18n import _
from sito.show.sentences import game_name
from sito.show.sharing import shared_rules
from sito.web.games.keeping import Kept
from sito.web.page.elements import Html
from sito.web.page.frame import Page, frame
from sito.web.page.site import HOME, PATIENCE, VIEWS, View, static_url, url

# Who comes here, and which views they want; a view stands once.
_KINDS = (
    (N_("Play"), ("/play", "/keep", "/duel", "/jugs", "/pegs")),
    (N_("Learn and teach"), ("/learn", "/train", "/class", "/analyse", "/games")),
    (N_("Research"), ("/compare", "/prove")),
)
_MOST_GAMES = 20
_GAMES = {
    "play": ("/play", N_("you guess")),
    "keep": ("/keep", N_("the computer guesses")),
    "duel": ("/duel", N_("duel")),
    "boards": ("/play/boards", N_("you guess on several boards")),
}
_API = "/api/v1/openapi.json"


@ui.page(HOME.path, response_timeout=PATIENCE)
async def home(request: Request) -> None:
    with frame(request, "Sito", shows_heading=False) as page:
        going_on = await page.services.games.going_on(page.person)
        with Html("div", classes="hero"):
            with Html("div", classes="hero-text"):
                Html("h1", _("Find the code. Each answer is a sieve."))
                page.text(_("Mastermind, Bulls and Cows, word games, water jugs and peg solitaire."), "lead")
                with page.row():
                    page.link(_("Play"), "/play", "button primary")
                    page.link(_("Code of the day"), "/play?daily=1", "button")
                    page.link(_("Words"), "/play?rules=words-5", "button")
                    page.link(game_name(PRESETS["bulls-and-cows"]), "/play?rules=bulls-and-cows", "button")
            _draw_game(page)
        if going_on:
            _list_games(page, going_on)
        there = {view.path: view for view in VIEWS}
        with Html("div", classes="kinds"):
            for title, paths in _KINDS:
                _list_views(page, _(title), [there[path] for path in paths])
            with page.card(_("Program")).classes("kind"), Html("ul"), Html("li"):
                _link_view(_API, "REST", _("Everything here, for your own programs; described by OpenAPI."), "api")


def _list_games(page: Page, games: list[Kept]) -> None:
    """Lists the games that go on, each a link to it, the one played last first."""
    with page.card(_("Go on with a game")), Html("ul", classes="going-on"):
        for kept in games[:_MOST_GAMES]:
            path, title = _GAMES[kept.kind]
            name = kept.kind if kept.number is None else kept.name
            about = _("{name}: {kind}, {game}").format(name=name, kind=_(title), game=shared_rules(kept.game.rules))
            with Html("li"):
                Html("a", about, href=url(f"{path}?id={kept.id}"))


def _list_views(page: Page, title: str, listed: list[View]) -> None:
    with page.card(title).classes("kind"), Html("ul"):
        for view in listed:
            with Html("li"):
                _link_view(view.path, _(view.title), _(view.purpose), view.path.strip("/"))


def _link_view(path: str, title: str, purpose: str, drawing: str) -> None:
    """Draws a view in small beside its name; who hears the page needs no picture."""
    with Html("a", href=url(path)):
        with Html("svg", classes="kind-drawing", aria_hidden="true", focusable="false"):
            Html("use", href=f"{static_url('views.svg')}#{drawing}")
        Html("strong", title)
        Html("span", purpose)


def _draw_game(page: Page) -> None:
    """Draws a game as a picture; whoever hears the page misses nothing."""
    rules = Rules.parse("4x6")
    with Html("div", aria_hidden="true"):
        page.board(rules).show(
            [(guess, score(rules, guess, "EDBF")) for guess in ("AABC", "AFDD", "FAEF", "DEBF", "EDBF")]
        )


_log = logging.getLogger("sito.web.page")
_FILES = ("/_nicegui", "/static/", "/favicon.ico")


@nicegui_app.exception_handler(404)
async def not_found(request: Request, error: Exception) -> Response:
    path = request.url.path.removeprefix(request.scope.get("root_path", ""))
    if isinstance(error, HTTPException) and (path.startswith(_FILES) or request.method not in ("GET", "HEAD")):
        return await http_exception_handler(request, error)
    client = Client(ui.page(""), request=request)
    with client, frame(request, N_("There is no such page")) as page:
        page.text(_("Perhaps the address was mistyped, or the game is no longer kept."))
        page.link(_("To the start"), "/", "button primary")
    return client.build_response(request, 404)


@nicegui_app.on_page_exception
def failed(error: Exception) -> None:
    number = secrets.token_hex(4)
    _log.error("a page could not be made; number %s", number, exc_info=error)
    with frame(context.client.request, N_("This page cannot be shown")) as page:
        wrong = _("Something went wrong that should not; the log has it under the number {number}.")
        page.text(wrong.format(number=number))
        page.link(_("To the start"), "/", "button primary")
