"""The page: one frame, one board, and a view for everything that Sito does.

A view is a module with `register(app)`, named in `sito.web.page.views.VIEWS`:

    def register(app: FastAPI) -> None:
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

The page (`sito.web.page.frame.Page`):

    page.person, .preferences, .language, .services, .shapes, .request, .client
    page.announce(*sentences)      says a change in the live region; once for one change
    page.fault(text)               shows what went wrong; the next action that works takes it away
    page.act(handler)              wraps a handler of any other event: language, faults, log
    page.on(element, event, h)     the same for events of components; the handler is given what the event brings
    page.listener(handler)         wraps a handler for callbacks from elsewhere (games.listen, job.listen)
    page.on_close(handler)         when the view is left for good: unlisten there
    page.go(path), page.reload()   opens another view, or this one anew
    page.set_title(title)          changes the title of the window
    page.remember(theme="dark")    remembers a preference

Its parts (`sito.web.page.parts.Parts`), each put where `with` stands:

    heading(text, level=2)         the frame has put h1 there
    text(text, classes)            a paragraph; classes `hint`, `lead`, `count`
    link(text, path, classes)      a link; classes `button`, `button primary`
    section(title), card(title)    places with a heading; `with page.card(…):`
    row(), columns(), box()        side by side; two columns (board, rest) where there is room; a place to fill later
    details(summary)               what can be folded open
    dialog(title)                  a native dialog: `with page.dialog(…) as dialog: …`, `dialog.open()`, `.close()`
    button(text, on_click)         `primary=`, `quiet=`, `label=`; `.enable(False)` keeps the focus; `.set_text()`
    field(label, value)            text: `.value`, `.set()`, `.fault(text)`, `.focus()`; on_change(text),
                                   on_enter(text), `lines=`, `code=`, `hint=`
    choice(label, {value: text}, value, on_change)
                                   a list, or `buttons=True`; `.value`, `.set()`, `.set_options()`
    switch(label, value, on_change)
                                   `.value`, `.set()`
    board(rules, on_guess=…)       the board (`sito.web.page.board.Board`): `.show(turns, notes=, states=)`,
                                   `.open(bool)`, `.rounds(n)`, `.secret(code)`, `.draft(colors)`, `.focus()`,
                                   `.correct(bool)` with on_row(number); on_guess(text), on_draft(colors)
    answer_entry(rules, on_answer) buttons and keys for an answer: `.ask(guess)`, `.focus()`; on_answer(text)
    code(rules, code, answer)      a code within a text; `small=`
    codes(rules, codes, label=)    a list of codes, changed by `set_codes(listed, rules, codes)`; those that leave fall
    table(caption, headings, rows) cells are texts, numbers, `page.code_cell(rules, code, answer)`,
                                   `page.answer_cell(…)`; `.set_rows()`, on_choose(index)
    bars(label), curve(label)      charts: `.set(names, Series(name, values), …)` (`sito.web.page.charts`)
    picture(svg)                   a picture of the library, in the person's theme; `.set(svg)`

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

    from sito.web.page import errors, site
    from sito.web.page.views import HOME, views

    site.serve_for(app)
    nicegui_app.add_static_files(site.STATIC_ROOT, site.STATIC, max_cache_age=365 * 24 * 3600)
    errors.register()
    for view in (HOME, *views()):
        import_module(view.module).register(app)
    ui.run_with(
        app,
        mount_path="/",
        title="Sito",
        favicon=site.STATIC / "sito.base.svg",
        reconnect_timeout=120,
        message_history_length=200,  # after more than that a page that was lost is loaded anew
        tailwind=False,
        unocss=None,
        show_welcome_message=False,
    )
