"""The file of the atlas: one record a line, so that a change of one game is a change of one line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from sito.atlas.record import Bounds, CertificateFile, Published, Run, SolvedGame, SolvedGames, TreeFile
from sito.errors import N_, Fault, InputError, RulesError, nearest
from sito.exact.problem import Objective
from sito.rules.rules import Rules

FILE = Path(__file__).with_name("atlas.json")
FORM = "sito-atlas 1"


def solved_games(text: str = "", *, exactly: bool = False, is_open: bool | None = None) -> SolvedGames:
    """Lists the games of the atlas whose name has all words of a text: the proven ones, the open ones, or both.

    With `is_open` only the open ones are listed, and if it is False only the proven ones. The name of a game is its
    rules, its objective and its options, as in `4x6 total depth 5`; if `exactly`, the text is the whole name, of which
    `total` may be left out. A word that is the rules of a game, or a name of it such as `mastermind`, means this game
    alone; others may be any part of a name. Raises `InputError` if no game is named so.

    >>> [game.upper for game in solved_games("4x7-b")]
    [(18343,)]
    >>> solved_games("4x6 totl", exactly=True)
    Traceback (most recent call last):
    sito.errors.InputError: the atlas has no game '4x6 totl'; do you mean 4x6 total?
    """
    known = {game.rules for game in all_games()}
    words = [_as_rules(word, known) for word in text.lower().split()]
    named = [game for game in all_games() if _is_meant(game, words, known, exactly)]
    if words and not named:
        raise InputError(_not_there(text))
    return SolvedGames(game for game in named if is_open is None or game.proven is not is_open)


def _as_rules(word: str, known: set[str]) -> str:
    """Writes other names of a game, such as mastermind or 5x8-numbers, as the rules that the atlas has."""
    if word in known:
        return word
    try:
        named = str(replace(Rules.parse(word), notation=None))
    except RulesError:
        return word  # a part of a name
    return named if named in known else word


def _is_meant(game: SolvedGame, words: list[str], known: set[str], exactly: bool) -> bool:
    name = game.name.lower()
    if exactly:
        return words in (name.split(), name.replace(f" {Objective.TOTAL.value}", "", 1).split())
    return all(game.rules == word if word in known else word in name for word in words)


def _not_there(text: str) -> Fault:
    """Says that there is no such game, and names one that is called nearly so, or a part of its name that is right."""
    names = [game.name for game in all_games()]
    known = {game.rules for game in all_games()}
    parts = {part for name in names for part in name.split()}
    words = [_as_rules(word, known) for word in text.lower().split()]
    is_right = [any(word in name.lower() for name in names) for word in words]
    example = next((given for given, right in zip(text.split(), is_right, strict=True) if right), "4x6")
    meant = " ".join(
        word if right else nearest(word, parts) or word for word, right in zip(words, is_right, strict=True)
    )
    if meant not in names and len(words) == 1:
        meant = nearest(text, names) or ""
    if meant in names:
        return Fault("the atlas has no game {text!r}; do you mean {name}?", text=text, name=meant)
    wrong = N_("the atlas has no game {text!r}; a part of its name will do, as in {example}")
    return Fault(wrong, text=text, example=example)


@cache
def all_games() -> tuple[SolvedGame, ...]:
    """Reads all games of the atlas, once."""
    return read_games(FILE.read_text(encoding="utf-8"))


def read_games(text: str) -> tuple[SolvedGame, ...]:
    """Reads games from the text of the file."""
    read = json.loads(text)
    assert read["form"] == FORM
    return tuple(game_of(record) for record in read["games"])


def write_games(games: Iterable[SolvedGame]) -> str:
    """Writes games as the text of the file, in the order of their names."""
    lines = ",\n".join(json.dumps(record_of(game), ensure_ascii=False) for game in sorted(games, key=sorting_key))
    return f'{{"form": {json.dumps(FORM)}, "games": [\n{lines}\n]}}\n'


def sorting_key(game: SolvedGame) -> tuple[object, ...]:
    """Orders games by kind, pegs and colors, then by what is asked."""
    size, _, kind = game.rules.partition("-")
    pegs, _, colors = size.partition("x")
    numbers = (int(pegs), int(colors)) if pegs.isdigit() else (0, 0)
    asked = (list(Objective).index(game.objective), game.consistent, game.depth or 0, game.first or "")
    return ":" in game.rules, kind, *numbers, game.rules, *asked


def record_of(game: SolvedGame) -> dict[str, object]:
    """Gives a game as an object of JSON, without what is as usual."""
    given = asdict(game)
    given["objective"] = game.objective.value
    return {name: _kept(value) for name, value in given.items() if value != _USUAL[name]}


def _kept(value: object) -> object:
    if isinstance(value, dict):
        return {name: part for name, part in value.items() if part is not None and part is not False}
    return value


_USUAL = {field.name: field.default for field in fields(SolvedGame)}


def game_of(record: dict[str, Any]) -> SolvedGame:
    """Reads a game from its object of JSON."""
    parts = dict(record)
    parts["objective"] = Objective(record["objective"])
    for name in ("lower", "upper", "histogram"):
        if name in record:
            parts[name] = tuple(record[name])
    for name, kind in (("run", Run), ("tree", TreeFile), ("certificate", CertificateFile)):
        if name in record:
            parts[name] = kind(**record[name])
    found = record.get("published", ())
    parts["published"] = tuple(Published(**{**each, "value": tuple(each["value"])}) for each in found)
    parts["progress"] = tuple(Bounds(**each) for each in record.get("progress", ()))
    return SolvedGame(**parts)
