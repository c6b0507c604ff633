"""`sito games`: the games that are kept."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Annotated

from sito.base.files import MOST_BYTES, check_writable, read_limited, write_atomically
from sito.cli.command import Group
from sito.cli.games.stats import show_statistics
from sito.cli.games.transfer import bundle_text, kept_games, merge, read_bundle
from sito.cli.games.views import (
    Entry,
    NameArgument,
    WhichGames,
    complete_game,
    complete_unfinished,
    read_unfinished,
    record_as_json,
    show_list,
    show_record,
    show_unfinished,
    unfinished_as_json,
)
from sito.cli.output import emit, emit_json, message, note, settings
from sito.cli.parameters import Argument
from sito.cli.play.kinds import go_on
from sito.cli.play.saved import find, lock_of, open_store, unfinished_of
from sito.cli.table import line_table
from sito.errors import N_, Fault, InputError, SitoError, gathered
from sito.games.finished import Breaker, FinishedGame
from sito.games.kinds import BOARDS_KIND, GAME_KINDS
from sito.games.store import Ended, GameStore, Row
from sito.operations.operation import Ask, as_json
from sito.show.i18n import _, ngettext, pgettext
from sito.show.render import can_write
from sito.show.sharing import share_boards, share_text

games = Group(help=N_("The games that are kept: list, show and resume them, count and share them."), default="list")


@games.command(
    name="list",
    short_help=N_("List the games that are kept."),
    help=N_("Lists the games that are kept, finished or not, the one that was played last at the end."),
    examples=("sito games", "sito games list --kind keep --last 10", "sito games list --rules bulls-and-cows"),
)
def list_games(
    which: WhichGames,
    unfinished: Annotated[bool, Ask(N_("Only games that are not finished."))] = False,
    finished: Annotated[bool, Ask(N_("Only games that have ended."))] = False,
) -> None:
    if unfinished and finished:
        raise InputError.said("--unfinished and --finished leave no game; give one of them")
    with open_store() as store:
        entries = [] if finished else which.unfinished(store)
        entries += [] if unfinished else map(Entry.of, which.records(store))
    entries.sort(key=lambda entry: datetime.fromisoformat(entry.when))
    shown = entries[-which.last :] if which.last is not None else entries
    if settings.json:
        emit_json({"games": as_json(shown)})
        return
    if shown:
        show_list(shown)
    else:
        note(_("No game is kept here; play one with {command}.").format(command="sito play"))


@games.command(
    short_help=N_("Show a game."),
    help=N_("Shows a game: its guesses or steps, and how it ended. The code of a game that goes on is not shown."),
    examples=("sito games show play-7",),
)
def show(name: NameArgument) -> None:
    with open_store() as store:
        found = find(store, name)
        if isinstance(found, Ended):
            entry = Entry.of(record := found.read())
            if settings.json:
                emit_json(record_as_json(entry, record))
            else:
                show_record(entry, record)
            return
        game = read_unfinished(store, found)
    if game is None:
        raise InputError.said("there is no game {name} any more to go on with", name=found.name)
    if settings.json:
        emit_json(unfinished_as_json(game))
    else:
        show_unfinished(game)


@games.command(
    short_help=N_("Go on with a game that is not finished."),
    help=N_("Goes on with a game that is not finished, of whatever kind."),
    examples=("sito games resume play-7", "sito games resume jugs-1"),
)
def resume(name: Annotated[str, Ask(N_("The name of a game, as in play-7."), complete=complete_unfinished)]) -> int:
    with open_store() as store:
        row = unfinished_of(store, name)
    settings.command = row.kind
    return go_on(row.kind, row.name)


@games.command(
    short_help=N_("Delete games."),
    help=N_("Deletes games, after asking at a terminal. A game that is being played elsewhere stays."),
    examples=("sito games delete play-7 keep-2", "sito games delete play-7 --yes"),
)
def delete(
    names: Annotated[list[str], Ask(N_("The names of games, as in play-7."), metavar="NAME", complete=complete_game)],
    yes: Annotated[bool, Ask(N_("Do not ask."), short="-y")] = False,
) -> int:
    faults: list[Fault] = []
    with open_store() as store:
        games = {game.name: game for game in _found(store, names, faults)}
        InputError.check(faults)
        if not yes and not _agreed(games):
            note(_("Nothing is deleted."))
            return 1
        for game in games.values():
            store.delete(game.kind, game.number or 0)
    count = len(games)
    if settings.json:
        emit_json({"deleted": list(games)})
    else:
        note(ngettext("{count} game is deleted.", "{count} games are deleted.", count).format(count=count))
    return 0


def _found(store: GameStore, names: list[str], faults: list[Fault]) -> Iterator[Row | Ended]:
    """Finds games; what is wrong with a name is added to `faults`."""
    for name in names:
        with gathered(faults):
            game = find(store, name)
            lock = lock_of(game.name)
            if lock.take():
                yield game
            else:
                faults.append(Fault("the game {name} is being played in another window", name=game.name))
            lock.let_go()


def _agreed(games: Iterable[str]) -> bool:
    """Asks whether games are to be deleted. Raises `InputError` where nobody can be asked."""
    if not sys.stdin.isatty():
        raise InputError.said("nobody can be asked whether to delete; add {option} to do it", option="--yes")
    names = ", ".join(games)
    try:
        line = line_table().ask(_("Delete {names}? Write y for yes: ").format(names=names))
    except EOFError:
        message()
        return False
    return line.lower() in ("y", "yes", pgettext("the letter for yes", "y"), _("yes"))


@games.command(
    short_help=N_("Count the finished games."),
    help=N_(
        "Counts the finished games for each game and opponent: how many were played and won, the mean and the best "
        "number of guesses, streaks, and a bar for each number of guesses. A duel is won by the person, a game of "
        "'sito keep' by the computer. Daily puzzles have a streak of days."
    ),
    examples=("sito games stats", "sito games stats --rules wordle-like:words.txt --kind play"),
)
def stats(which: WhichGames) -> None:
    with open_store() as store:
        found = which.records(store)
    if which.last is not None:
        found = found[-which.last :]
    if not found and not settings.json:
        note(_("No finished game is kept here; play one with {command}.").format(command="sito play"))
        return
    show_statistics(found, date.today())


@games.command(
    short_help=N_("Share how a game went."),
    help=N_(
        "Shows what can be shared of a finished game: its rules, and a line for each guess, as symbols or in words. It "
        "gives neither the guesses nor the code away. Without NAME, of the game that ended last."
    ),
    examples=("sito games share", "sito games share play-7 --words"),
)
def share(
    name: Annotated[
        str | None, Argument(N_("The name of a finished game, as in play-7."), complete=complete_game)
    ] = None,
    words: Annotated[bool, Ask(N_("In plain words, not as symbols."))] = False,
    high_contrast: Annotated[
        bool, Ask(N_("Orange and blue squares for green and yellow ones, which look alike to some."))
    ] = False,
) -> None:
    with open_store() as store:
        games = shared_games(_last(store) if name is None else find(store, name))
    in_words = words or settings.plain or not can_write(sys.stdout, "⚫🟩", "utf-8")
    game, looks = games[0], {"in_words": in_words, "high_contrast": high_contrast}
    if len(games) > 1:
        boards = [each.game for each in games]
        text = share_boards(boards, number=game.number, day=game.daily, rounds=game.rounds, **looks)
    else:
        text = share_text(game.game, number=game.number, day=game.daily, rounds=game.rounds, hard=game.hard, **looks)
    if settings.json:
        emit_json({"text": text})
        return
    emit(text)


def shared_games(game: Row | Ended) -> Sequence[FinishedGame]:
    """Reads what can be shared of a finished game: of a duel the person's part, and all of several boards.

    Raises `InputError`.
    """
    if isinstance(game, Row):
        raise InputError.said("the game {name} has not ended; it can be shared then", name=game.name)
    record = game.read()
    if not record.games:
        raise InputError.said("{name} is a puzzle; only games in which a code is broken are shared", name=game.name)
    if record.kind == BOARDS_KIND:
        return record.games
    return [next((game for game in record.games if game.breaker is Breaker.HUMAN), record.games[0])]


def _last(store: GameStore) -> Ended:
    ended = store.ended((*GAME_KINDS, BOARDS_KIND))
    if not ended:
        raise InputError.said("no finished game was kept yet; play one with {command}", command="sito play")
    return ended[-1]


@games.command(
    name="export",
    short_help=N_("Write all games to a file."),
    help=N_("Writes all games that are kept, finished or not, into a file of JSON, from which 'import' takes them."),
    examples=("sito games export games.json", "sito games export - | ssh other-computer sito games import -"),
)
def export_games(file: Annotated[Path, Ask(N_("The file to write, - for standard output."))]) -> None:
    output = None if str(file) == "-" else file
    if output is not None:
        check_writable(output)
    with open_store() as store:
        kept = kept_games(store)
    text = bundle_text(kept, one_line=settings.json and output is None)
    if output is None:
        print(text, end="", flush=True)
    else:
        write_atomically(output, text)
    count = len(kept)
    if settings.json and output is not None:
        emit_json({"exported": count})
        return
    note(ngettext("{count} game is exported.", "{count} games are exported.", count).format(count=count))


@games.command(
    name="import",
    short_help=N_("Take games from a file."),
    help=N_(
        "Takes the games of an exported file in among those that are kept here; those that are here already are not "
        "taken twice. A file in which anything is damaged is refused as a whole."
    ),
    examples=("sito games import games.json",),
)
def import_games(file: Annotated[Path, Ask(N_("The file to read, - for standard input."))]) -> None:
    text: str | bytes = _standard_input() if str(file) == "-" else read_limited(file)
    try:
        bundle = read_bundle(text)
    except SitoError as error:
        refused = Fault(N_("{file} cannot be imported; nothing of it was taken"), file=file)
        raise InputError(refused, *error.faults) from None
    with open_store() as store:
        done = merge(store, bundle)
    if settings.json:
        emit_json(asdict(done))
        return
    note(ngettext("{count} game is new.", "{count} games are new.", done.new).format(count=done.new))
    if done.longer:
        text = ngettext("{count} game went on elsewhere.", "{count} games went on elsewhere.", done.longer)
        note(text.format(count=done.longer))
    if done.known:
        text = ngettext("{count} game was here already.", "{count} games were here already.", done.known)
        note(text.format(count=done.known))


def _standard_input() -> str:
    text = sys.stdin.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise InputError.said("the input is longer than {most} characters", most=MOST_BYTES)
    return text
