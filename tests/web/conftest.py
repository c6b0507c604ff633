"""A server and a browser for the tests of the page: one of each per process of tests, a fresh context per visit.

    def test_the_view(visit, look):
        page = visit("/play", width=360, theme="dark", language="pl")
        page.get_by_role("button", name="…").click()
        assert announced(page) == ["…"]
        look(page, "play-over")

At the end of every test it is checked that nothing was wrong in the browser's console, and that no
request went anywhere but to the server. `tests.web.browsing` has helpers for the keyboard and for what was announced.
"""

import asyncio
import inspect
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.conftest import begin_sito, environment
from tests.needs import path_of
from tests.web.browsing import HEARING, PATIENCE, is_ready, overflow, small_targets
from tests.web.games import Games, games_in
from tests.web.service import Service
from tests.web.serving import serving

_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-lcd-text"]
_LOCALES = {"en": "en-US", "cs": "cs-CZ", "ja": "ja-JP", "pl": "pl-PL", "ru": "ru-RU"}


expect.set_options(timeout=1000 * PATIENCE)


def pytest_itemcollected(item: pytest.Item) -> None:
    """What a test with a page of the browser needs: the browser, and letters for its language."""
    if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
        item.add_marker(pytest.mark.needs("chromium"))
        if hasattr(item, "callspec") and "ja" in item.callspec.params.values():
            item.add_marker(pytest.mark.needs("a Japanese font"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A server of this process of tests, with its own folder; it has the view /samples, too. Don't stop it."""
    with Service(tmp_path_factory.mktemp("web"), samples=True) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Service]:
    """A server for one test, which may be stopped, killed and started again at the same address."""
    with Service(tmp_path, samples=True) as running:
        yield running


@pytest.fixture(scope="session")
def playwright_and_loop() -> Iterator[tuple[Playwright, Any]]:
    manager = sync_playwright()
    playwright = manager.start()
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield playwright, loop
    asyncio._set_running_loop(loop)
    playwright.stop()
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def shared_browser(playwright_and_loop: tuple[Playwright, Any]) -> Iterator[Browser]:
    playwright, loop = playwright_and_loop
    asyncio._set_running_loop(loop)
    launched = playwright.chromium.launch(executable_path=path_of("chromium"), args=_ARGUMENTS, timeout=1000 * PATIENCE)
    asyncio._set_running_loop(None)
    yield launched
    asyncio._set_running_loop(loop)
    launched.close()
    asyncio._set_running_loop(None)


@pytest.fixture
def browser(shared_browser: Browser, playwright_and_loop: tuple[Playwright, Any]) -> Iterator[Browser]:
    """Chromium. Playwright's event loop counts as running only in tests that use it, so that others can use asyncio."""
    asyncio._set_running_loop(playwright_and_loop[1])
    yield shared_browser
    asyncio._set_running_loop(None)


@pytest.fixture
def read(browser: Browser, site: Path) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site from the disk; what it asks of a network, and faults of a live one, fail the test."""

    def opened(page: str, width: int = 1280, theme: str = "light", language: str = "en") -> Page:
        size = {"width": width, "height": 800}
        context = browser.new_context(
            viewport=size, color_scheme=theme, locale=language, offline=True, reduced_motion="reduce"
        )
        view = context.new_page()
        view.on("request", lambda request: asked.append(request.url))
        if page.startswith("live/"):  # the search looks for more than a page from the disk may read
            view.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
            view.on("pageerror", lambda error: wrong.append(str(error)))
        contexts.append(context)
        view.goto(f"{site.as_uri()}/{page}")
        return view

    asked: list[str] = []
    wrong: list[str] = []
    contexts: list[BrowserContext] = []
    yield opened
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert wrong == []


class Visits:
    """Opens pages, each in a context of its own unless one is given, and watches them.

    Contexts that no test had in its hands are used again, without what a person leaves there: they keep styles and
    scripts, and so save time.
    """

    def __init__(self, browser: Browser, server: Service, free: dict[Any, list[BrowserContext]]) -> None:
        self.browser = browser
        self.free = free
        self.taken: list[tuple[Any, BrowserContext]] = []
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.wrong: list[str] = []
        self.requests: list[str] = []
        self.allowed: list[str] = []

    def context(
        self,
        *,
        width: int = 1280,
        height: int = 800,
        theme: str = "light",
        language: str = "en",
        motion: bool = False,
        touch: bool = False,
    ) -> BrowserContext:
        """Makes a person's browser: its own cookies, a window of this size, and what the system prefers."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            locale=_LOCALES[language],
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(HEARING)
        context.on("request", self._request)
        self.contexts.append(context)
        return context

    def _another(self, **kind: Any) -> BrowserContext:
        key = tuple(sorted(kind.items()))
        free = self.free.get(key)
        if free:
            context = free.pop()
            context.on("request", self._request)
        else:
            context = self.context(**kind)
            self.contexts.remove(context)
        self.taken.append((key, context))
        return context

    def _request(self, request: Any) -> None:
        self.requests.append(request.url)

    def __call__(
        self, path: str, *, context: BrowserContext | None = None, server: Service | None = None, **kind: Any
    ) -> Page:
        page = (context or self._another(**kind)).new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.wrong.append(f"{path}: {error}"))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.goto((server or self.server).address + path)
        is_ready(page)
        return page

    def allow(self, *parts: str) -> None:
        """Lets the console say lines with one of these parts, for tests in which something is meant to fail."""
        self.allowed.extend(parts)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.allowed):
            self.wrong.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        for key, context in self.taken:
            for page in context.pages:
                page.close()
            context.remove_listener("request", self._request)
            context.set_offline(False)
            context.clear_permissions()
            context.clear_cookies()
            self.free.setdefault(key, []).append(context)


@pytest.fixture(scope="session")
def free_contexts() -> dict[Any, list[BrowserContext]]:
    return {}


@pytest.fixture
def visit(browser: Browser, server: Service, free_contexts: dict[Any, list[BrowserContext]]) -> Iterator[Visits]:
    """`visit(path, width=, theme=, language=, motion=, touch=)` opens a view and waits until it can be used."""
    visits = Visits(browser, server, free_contexts)
    yield visits
    visits.close()
    outside = [
        url for url in visits.requests if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))
    ]
    assert outside == [], "requests that left the machine"
    assert [line for line in visits.wrong if not any(part in line for part in visits.allowed)] == []


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine in an event loop of its own, with what its fixtures open opened there."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None

    async def run() -> None:
        async with AsyncExitStack() as opened:
            given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
            for name, value in given.items():
                if isinstance(value, AbstractAsyncContextManager):
                    given[name] = await opened.enter_async_context(value)
            await pyfuncitem.obj(**given)

    asyncio.run(run())
    return True


@pytest.fixture
def games(tmp_path: Path, request: pytest.FixtureRequest) -> AbstractAsyncContextManager[Games]:
    """The games of a folder, with the limits that a test gives as its parameter."""
    return games_in(tmp_path, getattr(request, "param", None))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the REST interface, served for the tests of one module."""
    with serving(tmp_path_factory.mktemp("web"), jobs_share=100, queue_share=1000) as asked:
        yield asked


Look = Callable[..., None]


@pytest.fixture
def look(screenshot: Callable[..., Path]) -> Look:
    """Checks a page with axe-core, and that it is no wider than the window; with a name it keeps a picture of it.

    With `targets` nothing that can be tapped is smaller than so many pixels.
    """
    from axe_playwright_python.sync_playwright import Axe

    def check(page: Page, name: str = "", *, full: bool = True, targets: int = 0) -> None:
        found = Axe().run(page).response["violations"]
        told = [
            (one["id"], one["help"], [(node["html"][:200], node.get("failureSummary")) for node in one["nodes"][:4]])
            for one in found
        ]
        assert told == []
        assert overflow(page) == 0
        assert not targets or small_targets(page, targets) == []
        if name:
            screenshot(page, name, full=full)

    return check


@pytest.fixture
def screenshot(tmp_path: Path) -> Callable[..., Path]:
    """Keeps a picture of a page, in the folder that SITO_SCREENSHOTS names, or in the test's own."""
    folder = Path(os.environ.get("SITO_SCREENSHOTS") or tmp_path)

    def take(page: Page, name: str, *, full: bool = True) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.png"
        page.screenshot(path=path, full_page=full)
        return path

    return take


@dataclass
class Web:
    """`sito web`, as a person begins it, and the addresses that it tells."""

    address: str
    mine: str


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    quiet = environment(tmp_path, SITO_WEB_LOG="none", SITO_DATA_DIR=str(tmp_path))
    process = begin_sito(tmp_path, "web", "--no-browser", "--port", "0", env=quiet, stdin=None, stdout=None)
    said = [process.stderr.readline() for _line in range(2)]
    yield Web(*(next(word for word in line.split() if word.startswith("http")).rstrip("/") for line in said))
    process.send_signal(signal.SIGTERM)
    process.communicate()
