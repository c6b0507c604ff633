"""What is shown where no view is, or where making one has failed."""

from __future__ import annotations

import logging
import secrets

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, context, ui
from nicegui import app as nicegui_app
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sito.errors import N_
from sito.show.i18n import _
from sito.web.page.frame import frame

_log = logging.getLogger("sito.web.page")
_FILES = ("/_nicegui", "/static/", "/favicon.ico")


def register() -> None:
    """Lets NiceGUI show these instead of its own."""

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
