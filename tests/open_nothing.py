"""Gives every parser of the library texts that name existing files, and tells what it opened; run as a program.

    python -m tests.open_nothing FOLDER          the parsers as they are
    python -m tests.open_nothing FOLDER loaders  with the loaders of the command line, which open files

It prints one JSON object: how many texts and parsers there were, what was opened, and the
messages in which the contents of a file stand.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sito.base.workers import parse_workers
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, score
from sito.errors import SitoError
from sito.playing.game import SecretKeeper, Transcript, play
from sito.playing.text import read_turn_line, read_written
from sito.puzzles.jugs.problem import Jugs
from sito.puzzles.pegs import Board, Problem
from sito.puzzles.pegs.analysis import solve_pegs
from sito.puzzles.pegs.notation import parse_solution
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree import StrategyTree
from sito.strategies.tree.verify import verify
from sito.words.files import read_word_list
from sito.words.words import WordList

HUSH = "HUSHHUSH"  # stands in the files, and must stand in no message
RULES = Rules.parse("4x6")
BOARD = Board.parse("ooo")

PARSERS: dict[str, Callable[[str], object]] = {
    "Rules.parse": Rules.parse,
    "Rules.of": Rules.of,
    "CodeSpace": CodeSpace,
    "CodeSpace.parse": CodeSpace(RULES).parse,
    "CodeSpace.read": CodeSpace(RULES).read,
    "CodeSpace.text": CodeSpace(RULES).text,
    "in CodeSpace": CodeSpace(RULES).__contains__,
    "Feedback.parse": lambda text: Feedback.parse(text, RULES),
    "Feedback.parse of positions": lambda text: Feedback.parse(text, "4x6-position"),
    "Feedback.parse, the rules": lambda text: Feedback.parse("o", text),
    "score": lambda text: score(text, text, text),
    "Knowledge": Knowledge,
    "Knowledge.after": lambda text: Knowledge(RULES).after(text, text),
    "in Knowledge": Knowledge(RULES).__contains__,
    "Transcript": Transcript,
    "Transcript.of": Transcript.of,
    "Transcript.parse": Transcript.parse,
    "Transcript.parse, a turn": lambda text: Transcript.parse("4x6 " + text),
    "Transcript.from_json": Transcript.from_json,
    "Transcript.from_json, the rules": lambda text: Transcript.from_json(
        json.dumps({"version": 1, "rules": text, "turns": []})
    ),
    "Transcript.after": lambda text: Transcript(RULES).after(text, text),
    "read_turn_line": lambda text: read_turn_line(RULES, text),
    "read_written": lambda text: read_written(f"4x6\n{text}"),
    "read_written, the rules": read_written,
    "SecretKeeper": lambda text: SecretKeeper(RULES, text),
    "play": lambda text: play(text, text, text, rounds=0),
    "parse_strategy": parse_strategy,
    "parse_strategy, an option": lambda text: parse_strategy("first-consistent:" + text),
    "parse_strategy, a tree": lambda text: parse_strategy("tree:" + text),
    "WordList.of": lambda text: WordList.of([text]),
    "WordList.of, its name": lambda text: WordList.of(["word"], name=text),
    "StrategyTree.parse": StrategyTree.parse,
    "StrategyTree.from_json": StrategyTree.from_json,
    "StrategyTree.parse, the rules": lambda text: StrategyTree.parse(f"sito-tree 1\nrules {text}\n= A\nend"),
    "verify": verify,
    "verify, the rules": lambda text: verify("sito-tree 1\nrules 1x1\n= A\nend", text),
    "Board.parse": Board.parse,
    "Board.parse, the jumps": lambda text: Board.parse("ooo", text),
    "Board.parse_position": BOARD.parse_position,
    "Problem.parse": Problem.parse,
    "Problem.parse, start and finish": lambda text: Problem.parse(BOARD, text, text),
    "parse_solution": parse_solution,
    "solve_pegs": solve_pegs,
    "solve_pegs, the first jump": lambda text: solve_pegs(BOARD, first=text),
    "Jugs.parse": lambda text: Jugs.parse(text, 4, where=text, start=text),
    "Jugs.parse, the end": lambda text: Jugs.parse("8 5", end=text),
    "parse_workers": parse_workers,
}
"""Every parser of the library; a new one is added here."""

WITH_LOADERS: dict[str, Callable[[str], object]] = {
    "Rules.parse": lambda text: Rules.parse(text, read_word_list),
    "parse_strategy": lambda text: parse_strategy(text, StrategyTree.load),
}


def texts(folder: Path) -> Iterator[str]:
    """Gives texts that name existing files in many ways; `folder` is the home directory, too."""
    secret = folder / "secret.txt"
    secret.write_text(f"{HUSH}\n{HUSH[::-1]}\n", encoding="utf-8")
    (folder / "inner").mkdir()
    (folder / "inner" / "link.txt").symlink_to(secret)
    (folder / "link").symlink_to(folder / "inner")
    (folder / "a b+c%.txt").write_text(f"{HUSH}\n", encoding="utf-8")
    ways = [
        str(secret),
        "secret.txt",
        "./inner/link.txt",
        "inner/../secret.txt",
        str(folder / "link" / "link.txt"),
        "~/secret.txt",
        "$HOME/secret.txt",
        "/dev/null",
        "/dev/stdin",
        "/proc/self/environ",
        "/etc/passwd",
        secret.as_uri(),
        quote(str(secret), safe=""),
        "a%20b%2Bc%25.txt",
        sys.executable,
        str(folder),
    ]
    before = ["", "words:", "words-position:", "words-black:", "WORDS:", "wordle-like:", "terminal-hacking:"]
    before += ["tree:", "tree:file=", "entropy:", "@", "<", "words:secret.txt+"]
    for way in ways:
        yield from (start + way for start in before)
        yield f"words:{way}+{way}"
        yield f"words:{way}@0123456789ab"


def try_all(parsers: dict[str, Callable[[str], object]], given: list[str]) -> dict[str, str]:
    """Calls every parser with every text; gives the messages in which the contents of a file stand."""
    told = {}
    for name, parse in parsers.items():
        for text in given:
            try:
                parse(text)
            except SitoError as error:
                if HUSH in str(error).upper() or "root:" in str(error):
                    told[f"{name}({text!r})"] = str(error)
    return told


@contextmanager
def openings() -> Iterator[list[str]]:
    """Notes what this process opens meanwhile; the hook cannot be taken away again, but notes no more."""
    opened: list[str] = []
    watching = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if watching and event in (
            "open",
            "os.listdir",
            "os.scandir",
            "glob.glob",
            "socket.connect",
            "subprocess.Popen",
        ):
            opened.append(f"{event} {arguments[0]}")

    sys.addaudithook(hook)
    try:
        yield opened
    finally:
        watching = False


def main(folder: Path, parsers: dict[str, Callable[[str], object]]) -> None:
    """Runs the parsers and prints what they opened."""
    os.chdir(folder)
    os.environ["HOME"] = str(folder)
    given = list(texts(folder))
    # Modules and the list of plug-ins are loaded when they are first needed.
    try_all(parsers, ["no-such-file", "words:no-such-file", "tree:no-such-file", "entropy:no-such-file"])
    try_all(parsers, ["no such/file", "4x6", "first-consistent", "minimax", "processes", "dask:no"])
    with openings() as opened:
        told = try_all(parsers, given)
    print(json.dumps({"texts": len(given), "parsers": len(parsers), "opened": opened, "told": told}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), WITH_LOADERS if sys.argv[2:] == ["loaders"] else PARSERS)
