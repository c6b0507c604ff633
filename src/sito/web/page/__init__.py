"""The page: one frame, one board, and a view for everything that Sito does.

A view is a module that names its address, and stands in `sito.web.page.site.VIEWS`:

    @ui.page("/play")
    async def play(request: Request) -> None:
        with frame(request, N_("Play")) as page:
            board = page.board(rules, on_guess=guess)
            page.button(_("Hint"), hint)

Everything between the brackets of the frame is in the person's language, and so is every handler
given to a part. A handler may be a function or a coroutine function; a `SitoError` it raises is shown in
words, anything else under a number that the log has. Nothing uses scripts in attributes, `run_javascript`
or templates, so that no browser needs to be allowed to evaluate text. Keep it so: no `js_handler`, no
`ui.run_javascript`, no prop that begins with a colon.

`Page` in `frame` announces, shows faults and wraps handlers; `Parts` in `parts` has what views are made of.
All parts are elements of NiceGUI: `.classes("…")`, `.delete()`, `.clear()`, `with part:`. Hide with `.show(False)`
(HTML parts) rather than by deleting, and never delete what has the focus. Plain HTML is `elements.Html(tag, text,
classes, **attributes)` with `.set_text()` and `.attribute(name, value)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI


def register(app: FastAPI) -> None:
    """Puts the page into the application; whatever is routed after this is not found. Once in a process."""
    from nicegui import app as nicegui_app
    from nicegui import ui

    from sito.web.page import site
    from sito.web.page.site import HOME, VIEWS

    site.serve_for(app)
    nicegui_app.add_static_files(site.STATIC_ROOT, site.STATIC, max_cache_age=365 * 24 * 3600)
    for view in (HOME, *VIEWS):
        import_module(view.module)
    ui.run_with(
        app,
        mount_path="/",
        title="Sito",
        favicon=site.STATIC / "sito.svg",
        reconnect_timeout=120,
        message_history_length=200,  # after more than that a page that was lost is loaded anew
        tailwind=False,
        unocss=None,
        show_welcome_message=False,
    )
