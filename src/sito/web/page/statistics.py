"""The view Games: the calendar of the daily puzzle, results of the games that a person has ended, and their reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fastapi import Request
from nicegui import ui

from sito.errors import N_
from sito.games.finished import FinishedGame, Record, clock
from sito.operations.statistics import (
    daily_games,
    days,
    game_in_words,
    game_names,
    game_of,
    group_name,
    result_of,
    result_text,
    tallies,
    tally_row,
    tally_titles,
)
from sito.rules.text import PRESETS
from sito.show.game_sentences import play_ending
from sito.show.i18n import _, ngettext
from sito.show.sentences import game_name
from sito.web.games.asked import today
from sito.web.page import site
from sito.web.page.elements import Html, Vue
from sito.web.page.figures import Histograms, histogram
from sito.web.page.frame import Page, frame
from sito.web.page.games import review_address
from sito.web.page.site import PATIENCE
from sito.web.page.studied import add_styles

_LISTED = 50


class Calendar(Vue, component="components/sito_calendar.js"):
    """The weeks up to the day where its person is, with what came of the daily puzzle on each of the `days`."""


@ui.page("/games", response_timeout=PATIENCE)
async def view(request: Request) -> None:
    add_styles()
    with frame(request, N_("Games")) as page:
        records = await page.services.games.ended(page.person)
        page.text(_("What you have played here, and how it went."), "lead")
        _show_days(page, records)
        if records:
            _show_tallies(page, records)
            _list_games(page, records)


def _show_days(page: Page, records: Sequence[Record]) -> None:
    """Shows a calendar for each game whose daily puzzle was played; without any, that of Mastermind."""
    now = today(page.zone)
    found, names = daily_games(records), game_names(records)
    counted = {each.game: each for each in days(records, now)}
    with page.section(_("The puzzle of the day")):
        for key, played in (found or {"": {}}).items():
            name = game_name(names[key] if key else PRESETS["mastermind"])
            told = {day.isoformat(): _day(game) for day, game in played.items()}
            opened = site.url("/play?daily=1" + (f"&rules={names[key]}" if key else ""))
            Calendar(days=told, caption=name, open=opened)
            if key:
                runs = counted[key]
                row = ngettext("{count} day in a row", "{count} days in a row", runs.streak).format(count=runs.streak)
                page.text(
                    _("{row}; the longest: {longest}. Won: {won} of {played}.").format(
                        row=row, longest=runs.longest_streak, won=runs.won, played=runs.played
                    )
                )


def _day(game: FinishedGame) -> dict[str, object]:
    """Tells what came of a day's puzzle."""
    won = game.game.winning_turn is not None
    told = play_ending(len(game.game.turns), won=won, given_up=game.given_up)
    return {"won": won, "text": str(len(game.game.turns)) if won else "-", "told": told}


def _show_tallies(page: Page, records: Sequence[Record]) -> None:
    """Shows for each game how many were won, how long they took, and streaks."""
    found, names = tallies(records), game_names(records)
    rows = []
    pictures = []
    for number, (group, tally) in enumerate(found.items()):
        named = replace(group, game=names[group.game])
        rows.append(tally_row(named, tally, nothing=""))
        if tally.lengths and tally.mean is not None:
            counts = [tally.lengths[length] for length in range(1, max(tally.lengths) + 1)]
            games = ngettext("{count} game", "{count} games", tally.played).format(count=tally.played)
            pictures.append(histogram(f"{number}", group_name(named), counts, float(tally.mean), games))
    page.heading(_("Results"))
    with page.box():
        page.table(_("Results"), tally_titles(), rows, numeric=tuple(range(1, 7)), hides_caption=True)
        Histograms(rows=pictures)


def _list_games(page: Page, records: Sequence[Record]) -> None:
    """Lists the games that have ended, the last one first, with a link to the review where there is one."""
    with page.section(_("Games that have ended")), Html("ul", classes="going-on"):
        for record in list(reversed(records))[:_LISTED]:
            result, _length = result_of(record)
            with Html("li"):
                told = {"game": game_in_words(game_of(record)), "result": result_text(record.kind, result)}
                about = _("{date}: {game}, {result}").format(date=clock(record.date), **told)
                address = review_address(record.games[0].played) if record.games else None
                Html("a" if address else "span", about).attribute("href", address)
