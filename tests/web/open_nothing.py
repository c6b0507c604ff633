"""Gives every operation texts that name existing files, in every field; tells what it opened; run as a program.

python -m tests.web.open_nothing FOLDER          the operations as they are
python -m tests.web.open_nothing FOLDER loaders  with word lists read from files, as the command line reads them

It prints one JSON object as `tests.open_nothing` does.
"""

import json
import os
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from sito.base.limits import Limits
from sito.errors import SitoError
from sito.operations import questions
from sito.operations.every import OPERATIONS
from sito.operations.operation import as_json
from sito.operations.work import Work
from sito.words.files import read_word_list
from tests.open_nothing import HUSH, openings, texts

TURNS = [{"guess": "AAB", "answer": "x"}]
WORDS = {"secrets": ["BEAR", "SEAL"], "guesses": ["LION"]}
JUGS = {"jugs": [8, 5], "target": 4, "where": "any", "start": [0, 0]}
PEGS = {"board": "hoppers", "jumps": "", "start": "6", "finish": "6"}

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("feedback", {"rules": "3x4", "guess": "AAB", "secret": "ABC"}),
    ("feedback", {"rules": "words:animals", "guess": "LION", "secret": "BEAR", "words": WORDS}),
    ("sieve", {"rules": "3x4", "turns": TURNS}),
    ("advise", {"rules": "3x4", "turns": TURNS}),
    ("rank", {"rules": "3x4", "turns": TURNS, "metric": "entropy"}),
    ("explain_guess", {"rules": "3x4", "turns": TURNS, "guess": "AAB", "metric": "minimax", "strategy": "entropy"}),
    ("tree", {"rules": "3x4", "turns": TURNS, "path": ["x"], "strategy": "entropy"}),
    ("review", {"rules": "3x4", "turns": TURNS, "secret": "ACD"}),
    ("conflict", {"rules": "3x4", "turns": TURNS}),
    ("explain", {"rules": "3x4", "guess": "AAB", "secret": "ABC", "answer": "x"}),
    ("rules", {"rules": "3x4"}),
    ("compare", {"rules": ["2x2"], "strategies": ["entropy"]}),
    ("solve", {"rules": "2x2", "objective": "total", "first": "AA"}),
    ("odds", {"rules": "2x3", "first": "entropy", "second": "minimax"}),
    ("respond", {"rules": "2x3", "opponent": "entropy"}),
    ("value", {"rules": "2x3"}),
    ("jugs", {**JUGS}),
    ("jugs", {"jugs": [8, 5], "end": [4, 5]}),
    ("jugs_outlook", {**JUGS, "steps": [">B"]}),
    ("pegs", {**PEGS, "first": "0,6"}),
    ("pegs_outlook", {**PEGS, "steps": ["0,6"]}),
    ("exercise", {"rules": "3x4", "kind": "one-left", "level": "easy"}),
    ("attempt", {"exercise": "one-left 3x4 AAB:xx AAC:xx AAA:xx", "attempt": "AAD"}),
    ("attempt", {"exercise": "best-guess words:animals BEAR:xx", "attempt": "LION", "words": WORDS}),
    ("mistakes", {"rules": "3x4", "turns": TURNS}),
    ("worksheet", {"rules": "3x4", "kind": "one-left", "level": "easy", "count": 1}),
)
"""A good question of every operation; the texts are put into each of its fields in turn."""


def ask(name: str, arguments: dict[str, Any], work: Work | None = None) -> Any:
    """Has an operation done as the service does it: the question is read off JSON, and the answer becomes JSON."""
    return as_json(OPERATIONS[name].run(_adapter(name).validate_python(arguments), work or Work()))


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(OPERATIONS[name].question)


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Finds all places in a value, the inner ones too, as the keys that lead there; gives what stands there, too."""
    if here:
        yield here, value
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*here, key))


def put(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    """Puts something into a place of a copy."""
    changed = deepcopy(value)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = new
    return changed


def try_all(given: list[str]) -> tuple[int, dict[str, str]]:
    """Asks every operation with every text in every place; gives what tells the contents of a file."""
    told, count = {}, 0
    for name, arguments in CALLS:
        for place in (place for place, part in places(arguments) if isinstance(part, str)):
            for text in given:
                count += 1
                try:
                    said = json.dumps(ask(name, put(arguments, place, text), Work(Limits(seconds=5))))
                except (SitoError, ValidationError) as error:
                    said = str(error)
                if HUSH in said.upper() or "root:" in said:
                    told[f"{name} {place} {text!r}"] = said
    return count, told


def main(folder: Path) -> None:
    """Runs the operations and prints what they opened."""
    os.chdir(folder)
    os.environ["HOME"] = str(folder)
    given = list(texts(folder))
    # Modules, lists of words and the list of plug-ins are loaded when they are first needed.
    try_all(["no-such-file", "words:no-such-file", "words:en", "tree:no-such-file", "no such/file", "4x6", "entropy"])
    with openings() as opened:
        count, told = try_all(given)
    print(json.dumps({"calls": count, "opened": opened, "told": told}))


if __name__ == "__main__":
    if sys.argv[2:] == ["loaders"]:
        questions.built_in = read_word_list
        CALLS = CALLS[2:3]
    main(Path(sys.argv[1]))
