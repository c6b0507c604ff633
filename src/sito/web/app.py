"""Makes the application: the REST interface below /api/v1, and the page.

uvicorn --factory sito.web.app:create_app
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse

from sito._native import VERSION
from sito.web.api import router
from sito.web.guard.middleware import Guard
from sito.web.observe import Observer
from sito.web.observe import register as register_observation
from sito.web.people import MINE, PersonCookie, cookie_of
from sito.web.problems import add_nothing_else, add_problems
from sito.web.services import Services, services_of
from sito.web.settings import Settings, read_settings
from sito.web.speech import SpokenLanguage

API = "/api/v1"


def create_app(settings: Settings | None = None, *, page: bool = True, key: str | None = None) -> FastAPI:
    """Makes the application; without settings they are read from the environment.

    `page=False` gives the REST interface alone. A process can have only one application with the page, because NiceGUI
    has one. `/mine/` with the `key` shows a browser the games of the terminal. Raises `InputError` for settings that
    cannot be used.

    >>> create_app(Settings(), page=False).title
    'Sito'
    """
    chosen = read_settings() if settings is None else settings

    services = Services(chosen, key)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = FastAPI(
        title="Sito",
        version=VERSION,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # its pages load scripts from other machines
        redoc_url=None,
    )
    app.state.services = services
    add_problems(app)
    app.add_middleware(SpokenLanguage, prefix=API)
    app.add_middleware(PersonCookie)
    app.add_middleware(
        Guard,
        settings=chosen,
        sockets=services.sockets,
        pages=_pages if page else lambda: 0,
        class_at=lambda path, person: services.games.class_at(path, person),
    )
    app.add_middleware(Observer, metrics=services.metrics)
    app.include_router(router, prefix=API)
    register_observation(app, chosen, services.metrics)
    if key is not None:
        app.add_api_route(f"{MINE}{key}", _show_mine, include_in_schema=False)
    add_nothing_else(app, "/api")
    if page:
        # NiceGUI must not write into the folder in which somebody happens to start it.
        os.environ.setdefault("NICEGUI_STORAGE_PATH", str(chosen.data / "nicegui"))
        from sito.web.guard.inside_nicegui import add_nonces, check_messages, remember_methods
        from sito.web.page import register

        add_nonces()
        remember_methods()
        register(app)
        check_messages()
    return app


async def _show_mine(request: Request) -> RedirectResponse:
    """Makes a browser that of the person whose folder this is; games that were begun with it before come along."""
    services = services_of(request.app)
    me, before = services.games.me, request.state.person
    await services.games.adopt(before)
    services.people.adopt(before, me)
    below = request.scope.get("root_path", "") or "/"
    response = RedirectResponse(below, 303)
    response.headers["Set-Cookie"] = cookie_of(me, below, request.url.scheme == "https")
    return response


def _pages() -> int:
    """Counts the pages that NiceGUI keeps."""
    from nicegui import Client

    return len(Client.instances)
