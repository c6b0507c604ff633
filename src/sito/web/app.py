"""Makes the application: the REST interface below /api/v1, and the page.

uvicorn --factory sito.web.app:create_app
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from sito._native import VERSION
from sito.web.api import router
from sito.web.api.speech import SpokenLanguage
from sito.web.cookie import PersonCookie
from sito.web.problems import add_problems
from sito.web.services import Services
from sito.web.settings import Settings, read_settings

API = "/api/v1"


def create_app(settings: Settings | None = None, *, page: bool = True) -> FastAPI:
    """Makes the application; without settings they are read from the environment.

    `page=False` gives the REST interface alone. A process can have only one application with
    the page, because NiceGUI has one. Raises `InputError` for settings that cannot be used.

    >>> create_app(Settings(), page=False).title
    'Sito'
    """
    chosen = read_settings() if settings is None else settings

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = Services(chosen)
        await services.open()
        app.state.services = services
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
        root_path=chosen.root_path,
    )
    add_problems(app)
    app.add_middleware(SpokenLanguage, prefix=API)
    app.add_middleware(PersonCookie)
    app.include_router(router, prefix=API)
    if page:
        from sito.web.page import register

        register(app)
    return app
