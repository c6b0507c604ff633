"""`sito web`: the page in a browser, and the REST interface."""

from __future__ import annotations

import os
import secrets
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from sito.cli.command import command
from sito.cli.output import emit_json, message, note, settings
from sito.errors import N_, SitoError
from sito.operations.operation import Ask
from sito.show.i18n import _

_SERVICE = ("fastapi", "uvicorn", "prometheus_client")
_PAGE = "nicegui"


@command(
    help=N_(
        "Opens the page on which you play, study and solve in a browser, and serves it until Ctrl-C. Only this machine "
        "reaches it, unless you give another address with --host. Where only sito[api] is installed there is no page, "
        "only the REST interface for programs."
    ),
    examples=("sito web", "sito web --port 9000 --no-browser", "sito web --host 0.0.0.0"),
)
def web(
    host: Annotated[str | None, Ask(N_("The address to listen at. Without it: 127.0.0.1."), metavar="ADDRESS")] = None,
    port: Annotated[int | None, Ask(N_("The port; 0 takes any. Without it: 8080."), 0, 65535)] = None,
    no_browser: Annotated[bool, Ask(N_("Open no browser."))] = False,
    data: Annotated[Path | None, Ask(N_("Where games and settings are kept."), metavar="FOLDER")] = None,
) -> None:
    if any(find_spec(name) is None for name in _SERVICE):
        raise SitoError.said(
            "the web page is not installed; install it with: pip install 'sito[web]', or without the page, for "
            "programs: pip install 'sito[api]'"
        )
    page = find_spec(_PAGE) is not None
    from sito.web.settings import read_settings

    chosen = read_settings(host=host, port=port, data=None if data is None else data.absolute())
    from sito.web.serve import listen, serve

    with listen(chosen) as listener:
        chosen = chosen.at(listener.getsockname()[1])

        opened = no_browser or not page or not has_display()
        key = secrets.token_urlsafe(12) if page and chosen.is_for_one else None
        mine = chosen.url if key is None else f"{chosen.url}mine/{key}"

        def ready() -> None:
            nonlocal opened
            if settings.json:
                emit_json({"url": chosen.url})
            message(_("Sito is at {url} until you press Ctrl-C.").format(url=chosen.url))
            if not page:
                alone = _(
                    "There is no page, only the REST interface at {url}; the page comes with: pip install 'sito[web]'"
                )
                note(alone.format(url=f"{chosen.url}api/v1"))
            if not opened:
                opened = True
                # In a thread, for some browsers keep who starts them waiting.
                threading.Thread(target=_open_browser, args=(mine,), daemon=True).start()
            elif key is not None:
                note(_("The games of your terminal are at {url}").format(url=mine))

        serve(chosen, listener, ready, page=page, key=key)


def has_display() -> bool:
    """Tells whether a browser has a screen to open on."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _open_browser(url: str) -> None:
    """Opens the page, or says that no browser could be opened."""
    import webbrowser

    if not webbrowser.open(url):
        note(_("No browser could be opened; open {url} yourself.").format(url=url))
