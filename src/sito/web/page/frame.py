"""The frame of every view: header, navigation, main, announcements, faults, and the person's language and theme."""

from __future__ import annotations

import copy
import inspect
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fastapi import Request
from nicegui import Client, background_tasks, context, helpers, ui

from sito.errors import FileError, SitoError, StoreError
from sito.show.i18n import _, ended, error_text, join_sentences, language, pgettext
from sito.web.page import site
from sito.web.page.elements import Button, Dialog, Document, Faults, Html, Menu
from sito.web.page.parts import Parts
from sito.web.page.site import HOME, VIEWS
from sito.web.people import Preferences
from sito.web.speech import choose_language, language_names

if TYPE_CHECKING:
    from sito.web.services import Services

_log = logging.getLogger("sito.web.page")
_SAID_KEPT = 12


class Page(Parts):
    """One view that one person has open."""

    def __init__(self, request: Request, client: Client) -> None:
        self.request = request
        self.client = client
        self.person: str = getattr(request.state, "person", "")
        self.preferences: Preferences = self.services.people.preferences(self.person)
        self.language = self.preferences.language or choose_language(request.headers.get("accept-language", ""))
        self.zone = site.zone_of(request)
        self.shapes = "" if self.preferences.symbols == "letters" else self.preferences.symbols
        self.query = request.url.query
        """What follows the path in the address; views that change it say so here."""
        self._said = 0
        self._document: Document
        self._faults: Faults
        self._settings: Dialog | None = None

    @property
    def services(self) -> Services:
        """What the page and the REST interface share: pool, jobs, games, people."""
        return site.services()

    def announce(self, *sentences: str) -> None:
        """Says in the live region what has changed; for one change once, as one call."""
        text = join_sentences(*map(ended, sentences))
        if text:
            self._said += 1
            said = [*self._document.props.get("said", []), [self._said, text]]
            self._document.props["said"] = said[-_SAID_KEPT:]

    def fault(self, text: str) -> None:
        """Shows what went wrong, one line for each fault; an empty text takes it away."""
        self._faults.tell(text)

    def told(self, error: Exception) -> str:
        """Says in words what went wrong, one line for each fault; a mistake, and what names files, under a number."""
        if isinstance(error, SitoError) and not isinstance(error, StoreError | FileError):
            return error_text(error)
        number = secrets.token_hex(4)
        _log.error("a handler of the page failed; number %s", number, exc_info=error)
        return _("Something went wrong that should not; the log has it under the number {number}.").format(
            number=number
        )

    def act(self, handler: Callable[..., object], *, clears: bool = True) -> Callable[..., Awaitable[None]]:
        """Wraps a handler: it runs in the person's language, and what it raises is shown in the faults.

        A `SitoError` is shown in words; anything else is logged under a number, which is shown. What works
        takes the faults away, unless it is nothing that the person has done: then `clears` is False.
        """

        async def run(*arguments: object) -> None:
            with language(self.language):
                try:
                    result = handler(*arguments)
                    if inspect.isawaitable(result):
                        await result
                except Exception as error:
                    self.fault(self.told(error))
                else:
                    if clears:
                        self.fault("")

        async def run_on(event: object) -> None:
            await run(event)

        return run_on if helpers.expects_arguments(handler) else run

    def listener(self, handler: Callable[..., object]) -> Callable[..., None]:
        """Wraps a handler for those who call back from elsewhere, such as `games.listen`; it runs as a task."""
        acting = self.act(handler, clears=False)

        async def hear(*arguments: object) -> None:
            with self.client.content:
                await acting(*arguments)

        def heard(*arguments: object) -> None:
            if not self.client.is_deleted:
                taken = arguments if helpers.expects_arguments(handler) else ()
                background_tasks.create(hear(*taken), name="listener of the page")

        return heard

    def on_close(self, handler: Callable[[], object]) -> None:
        """Calls a handler when the view is left for good; for what has to be unlistened."""
        self.client.on_delete(handler)

    def go(self, path: str) -> None:
        """Opens another view."""
        self.client.open(path)

    def reload(self) -> None:
        """Opens this view anew."""
        path = self.request.url.path.removeprefix(self.request.scope.get("root_path", ""))
        # Two slashes at the beginning would open another site.
        self.go("/" + path.lstrip("/\\") + (f"?{self.query}" if self.query else ""))

    def set_title(self, title: str) -> None:
        """Changes the title of the window."""
        self._document.props["title"] = _window_title(title)

    def remember(self, **changes: object) -> None:
        """Remembers what the person prefers: see `Preferences`."""
        self.preferences = self.services.people.remember(self.person, **changes)
        self._document.props["theme"] = self.preferences.theme
        self._document.props["motion"] = self.preferences.motion

    def _build(self, path: str, title: str) -> None:
        """Puts header, footer and what belongs to the document around the content."""
        client = self.client
        main = client.content.parent_slot.parent if client.content.parent_slot else client.content
        main.props["id"] = "main"
        main.props["tabindex"] = -1
        client.content.classes(replace="content")
        client.layout.classes(replace="sito")
        with client.layout:
            header = Html("header", classes="top")
            header.move(target_index=0)
            Html("a", _("Skip to the content"), "skip", href="#main").move(target_index=0)
            with header:
                self._build_header(path)
            self._build_footer()
            self._document = Document()
            self._document.props.update(
                {
                    "title": _window_title(title),
                    "theme": self.preferences.theme,
                    "motion": self.preferences.motion,
                    "texts": {
                        "lost": _("The connection is lost. Trying again; nothing is forgotten."),
                        "back": _("The connection is back."),
                    },
                }
            )
        self._faults = Faults()

    def _build_header(self, path: str) -> None:
        with Html("a", classes="brand", href=site.url("/"), aria_label="Sito"):
            Html("img", src=site.static_url("sito.svg"), alt="", width=32, height=32)
            Html("span", "Sito")
        menu = Menu()
        links = [{"path": site.url(view.path), "text": _(view.title)} for view in VIEWS]
        menu.props.update({"label": _("Menu"), "links": links, "here": site.url(path)})
        self.button(_("Settings"), self._open_settings, quiet=True).classes("settings-button")

    def _open_settings(self) -> None:
        if self._settings is not None:
            self._settings.delete()
        with self.client.layout, self.dialog(_("Settings")) as dialog:
            self.choice(_("Language"), language_names(), self.language, lambda tag: self._choose(language=tag))
            themes = {
                "auto": _("as the device"),
                "light": pgettext("theme", "light"),
                "dark": pgettext("theme", "dark"),
            }
            self.choice(
                _("Theme"), themes, self.preferences.theme, lambda theme: self.remember(theme=theme), buttons=True
            )
            symbols = {"letters": _("as the game writes them"), "digits": _("digits"), "shapes": _("shapes")}
            self.choice(
                _("On the pegs"), symbols, self.preferences.symbols, lambda symbols: self._choose(symbols=symbols)
            )
            self.switch(_("Motion"), self.preferences.motion, lambda motion: self.remember(motion=motion))
            self.switch(_("Show the time"), self.preferences.timed, lambda timed: self._choose(timed=timed))
            colored = _("Color the letters of the keyboard")
            self.switch(colored, self.preferences.colored, lambda colored: self._choose(colored=colored))
        dialog.on("closed", self._close_settings)
        self._settings = dialog.open()

    def _close_settings(self) -> None:
        if self._settings is not None:
            self._settings.delete()
            self._settings = None

    def _choose(self, **changes: object) -> None:
        """Remembers what shows in all of the view, which is opened anew."""
        self.remember(**changes)
        self.reload()

    def _build_footer(self) -> None:
        with Html("footer", classes="bottom"), Html("div", classes="languages", role="group", aria_label=_("Language")):
            for tag, name in language_names().items():
                button = Button(name, "quiet", lang=tag)
                button.attribute("aria-pressed", "true" if tag == self.language else "false")
                button.on("click", self.act(lambda tag=tag: self._choose(language=tag)), args=[])


def _window_title(title: str) -> str:
    return title if title == "Sito" else f"{title} · Sito"


@contextmanager
def frame(request: Request, title: str, *, shows_heading: bool = True) -> Iterator[Page]:
    """Puts the frame around a view, and gives the page on which the view puts its parts.

    `title` is an English sentence that `N_` marks; it names the window, and stands in the heading.
    Within the context sentences are in the person's language.
    """
    client = context.client
    page = Page(request, client)
    # The page is one for all clients; language and theme are those of this client.
    client.page = copy.copy(client.page)
    client.page.language = "en-US" if page.language == "en" else page.language  # type: ignore[assignment]
    client.page.dark = {"light": False, "dark": True}.get(page.preferences.theme)
    with language(page.language):
        client.title = _window_title(_(title))
        ui.add_head_html(site.head(page.preferences.theme))
        needed = _("This page needs JavaScript.")
        ui.add_body_html(f"<noscript><p>{needed}</p></noscript>")
        page._build(_path_of(client), _(title))
        if shows_heading:
            Html("h1", _(title))
        yield page


def _path_of(client: Client) -> str:
    path = client.page.path
    return next((view.path for view in (HOME, *VIEWS) if path == view.path or path.startswith(f"{view.path}/")), path)
