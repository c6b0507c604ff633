"""The text format of strategy trees: one line for each guess, for people to read and compare.

    sito-tree 1
    rules 2x3
    strategy first-consistent

    = AA
      - = BB
        o ...

The first line names the format. `rules` is required; `strategy` names what made the tree; there is a line `after
ANSWER GUESS` for each turn of the game before the tree. The tree of a word game contains its words, in lines `secrets
WORD WORD ...` and, for words that may only be guessed, `guesses WORD WORD ...`, so the text can be read without any
other file. Where words are not equally likely, lines `weights NUMBER NUMBER ...` give the weights of the secrets, in
their order. Then there is one line for each node: two spaces for each step from the root, the answer that leads
there, `=` if the guess itself may be the secret or `?` if not, and the guess. The winning answer has no line. The
last line is `end`. Empty lines and lines that begin with `#` are skipped. A file whose name ends in `.gz` holds the
same text, compressed.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sito.base.files import read_limited, unpack_limited, write_atomically
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, Feedback, Turn
from sito.errors import N_, NN_, Fault, FileError, InputError, TreeError
from sito.rules.rules import Rules
from sito.words.own import OwnGame
from sito.words.words import WordList, Words

Value = TypeVar("Value")

FIRST_LINE = "sito-tree 1"
LAST_LINE = "end"
_MARKS = {"=": True, "?": False}
_KEYWORDS = ("rules", "secrets", "guesses", "own", "weights", "strategy", "after")
_MOST_FAULTS = 20
_WORDS_A_LINE = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """One node as it is written in the text, `depth` steps from the root; `answer` is None only for the root."""

    line: int
    depth: int
    answer: Feedback | None
    wins: bool
    guess: Code


@dataclass(frozen=True)
class TreeText:
    """What a text says: the rules, what made the tree, the turns before it, and its nodes in preorder."""

    rules: Rules
    rules_line: int
    strategy: str | None
    history: tuple[Turn, ...]
    entries: Sequence[Entry]


def at_line(line: int, fault: Fault) -> Fault:
    """Adds the number of its line to a fault."""
    return Fault("line {number}: {fault}", number=line, fault=fault)


def check(faults: Sequence[Fault]) -> None:
    """Raises `TreeError` with the faults, or the first of them if there are many; returns if there are none."""
    more = len(faults) - _MOST_FAULTS
    first = list(faults[:_MOST_FAULTS])
    TreeError.check(first + [Fault("and {count} more", count=more)] if more > 0 else first)


def read_text(text: str, words: Words | None = None) -> TreeText:
    """Reads the text form. Raises `TreeError` with the line and the reason of every fault.

    `words` finds the list of a word game, as for `Rules.parse`, if the text does not contain it.

    >>> tree = read_text("sito-tree 1\\nrules 1x2\\n= A\\n  0 = B\\nend\\n")
    Traceback (most recent call last):
    sito.errors.TreeError: line 4: '0' is not an answer: the answer '0' cannot be read; write x for right place and \
o for other place, as in xxo, or counts, as in 2 1 or 2b1w; - for none
    """
    check_text(text)
    return _Reader(text, words).read()


def check_text(text: object) -> None:
    """Raises `TreeError` for what is no text."""
    if not isinstance(text, str):
        wrong = N_("a strategy tree is read from text; a value of type {type} was given")
        raise TreeError.said(wrong, type=type(text).__name__)


class _Reader:
    def __init__(self, text: str, words: Words | None) -> None:
        numbered = ((number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1))
        self._lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
        self._faults: list[Fault] = []
        self._answers: dict[str, Feedback] = {}
        self._words = words

    def read(self) -> TreeText:
        self._check_first_line()
        roots = (place for place, (_, line) in enumerate(self._lines) if line.startswith(("= ", "? ")))
        root = next(roots, len(self._lines))
        header, nodes = self._lines[1:root], self._lines[root:]
        rules_line, self._rules = self._read_rules(header)
        self._guesses = CodeSpace(self._rules, guesses=True)
        strategy = next((line.partition(" ")[2] for _, line in header if line.startswith("strategy ")), None)
        history = tuple(self._read_history(header))
        entries = list(self._read_entries(iter(nodes)))
        self._check_end(entries)
        check(self._faults)
        return TreeText(self._rules, rules_line, strategy, history, entries)

    def _check_first_line(self) -> None:
        number, line = self._lines[0] if self._lines else (1, "")
        if line != FIRST_LINE:
            wrong = Fault("a strategy tree begins with {first!r}, not {found!r}", first=FIRST_LINE, found=line[:40])
            raise TreeError(at_line(number, wrong))

    def _check_end(self, entries: Sequence[Entry]) -> None:
        last, _ = self._lines[-1]
        if all(line != LAST_LINE for _, line in self._lines):
            self._add(last, N_("the text is cut off after this line: its last line must be {last!r}"), last=LAST_LINE)
        elif not entries:
            self._add(last, N_("the tree has no nodes; its first is a line such as = {example}"), example=self._example)

    @property
    def _example(self) -> str:
        return self._guesses.example

    def _add(self, number: int, *message: str, **values: object) -> None:
        self._faults.append(at_line(number, Fault(*message, **values)))

    def _read_rules(self, header: Sequence[tuple[int, str]]) -> tuple[int, Rules]:
        for number, line in header:
            if line.startswith("rules "):
                try:
                    return number, Rules.parse(line.removeprefix("rules "), self._carried_words(header))
                except InputError as error:
                    raise TreeError(*(at_line(number, fault) for fault in error.faults)) from None
        raise TreeError.said("the tree does not name its rules; write a line such as rules 4x6 before its nodes")

    def _carried_words(self, header: Iterable[tuple[int, str]]) -> Words | None:
        """Returns the words that the text contains, or the given way to find them if it contains none."""
        lists: dict[str, list[str]] = {"secrets": [], "guesses": []}
        weights: list[int] | None = None
        for number, line in header:
            keyword, _, rest = line.partition(" ")
            lists.get(keyword, []).extend(rest.split())
            if keyword == "own":
                return self._own_game(number, rest)
            if keyword == "weights":
                try:
                    weights = [*(weights or ()), *map(int, rest.split())]
                except ValueError:
                    wrong = N_("{line!r} is no list of weights; these are whole numbers, one for each secret")
                    raise TreeError(at_line(number, Fault(wrong, line=line[:40]))) from None
        return WordList.of(lists["secrets"], lists["guesses"], weights=weights) if lists["secrets"] else self._words

    def _own_game(self, number: int, text: str) -> WordList:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            wrong = N_("a game of one's own is written in JSON, with {names}; {line!r} was read")
            raise TreeError(at_line(number, Fault(wrong, names="secrets, answers, table", line=text[:40])))
        try:
            return OwnGame.of_value(value)
        except InputError as error:
            raise TreeError(*(at_line(number, fault) for fault in error.faults)) from None

    def _read_history(self, header: Iterable[tuple[int, str]]) -> Iterator[Turn]:
        for number, line in header:
            keyword, _, rest = line.partition(" ")
            if keyword == "after":
                answer, _, guess = rest.partition(" ")
                turn = self._read(number, Turn.read, guess, answer, self._guesses)
                if turn is not None:
                    yield turn
            elif keyword not in (*_KEYWORDS, LAST_LINE):
                self._add(
                    number,
                    N_("{line!r} is not known before the nodes; allowed are {names}"),
                    line=line[:40],
                    names=", ".join(_KEYWORDS),
                )

    def _read_entries(self, lines: Iterator[tuple[int, str]]) -> Iterator[Entry]:
        least = most = 0  # the depths that the next node may have
        for number, line in lines:
            if line == LAST_LINE:
                break
            words = line.lstrip(" ")
            indent = len(line) - len(words)
            if indent % 2 or not least <= indent // 2 <= most:
                self._add(
                    number,
                    *NN_(
                        "{count} blank does not fit here; a node stands two blanks deeper than the one it follows",
                        "{count} blanks do not fit here; a node stands two blanks deeper than the one it follows",
                    ),
                    count=indent,
                )
                continue
            entry = self._read_entry(number, indent // 2, words)
            if entry is not None:
                yield entry
            least, most = 1, indent // 2 + 1
        after_end = next(lines, None)
        if after_end is not None:
            self._add(after_end[0], N_("nothing may follow the last line, {last!r}"), last=LAST_LINE)

    def _read_entry(self, number: int, depth: int, words: str) -> Entry | None:
        answer = None
        if depth:
            text, _, words = words.partition(" ")
            answer = self._answer(number, text)
            if answer is None:
                return None
        mark, _, guess = words.partition(" ")
        if mark not in _MARKS:
            self._add(
                number,
                N_("{found!r} stands where = or ? must; a node is written as in {example}"),
                found=mark,
                example=f"{answer} = {self._example}" if depth else f"= {self._example}",
            )
            return None
        code = self._read(number, self._guesses.parse, guess)
        return None if code is None else Entry(number, depth, answer, _MARKS[mark], code)

    def _answer(self, number: int, text: str) -> Feedback | None:
        if text not in self._answers:
            try:
                self._answers[text] = Feedback.parse(text, self._rules)
            except InputError as error:
                self._add(number, N_("{text!r} is not an answer: {fault}"), text=text, fault=error.faults[0])
                return None
        return self._answers[text]

    def _read(self, number: int, read: Callable[..., Value], *texts: object) -> Value | None:
        try:
            return read(*texts)
        except InputError as error:
            self._faults += [at_line(number, fault) for fault in error.faults]
            return None


def write_text(
    rules: Rules,
    strategy: str | None,
    history: Iterable[tuple[Code, Answer]],
    nodes: Iterable[tuple[int, Feedback | None, bool, Code]],
) -> str:
    """Writes the text form; `nodes` are depth, answer, whether the guess may be the secret, and guess, in preorder."""
    space = CodeSpace(rules, guesses=True)
    lines = [FIRST_LINE, f"rules {rules}", *_word_lines(rules)]
    lines += [f"strategy {strategy}"] if strategy is not None else []
    lines += [f"after {answer} {space.text(guess)}" for guess, answer in history]
    lines.append("")
    for depth, answer, wins, guess in nodes:
        lead = "" if answer is None else f"{answer} "
        lines.append(f"{'  ' * depth}{lead}{'=' if wins else '?'} {space.text(guess)}")
    return "\n".join([*lines, LAST_LINE, ""])


def _word_lines(rules: Rules) -> Iterator[str]:
    if isinstance(rules.words, OwnGame):
        yield f"own {json.dumps(rules.words.to_value(), ensure_ascii=False)}"
    elif rules.words is not None:
        secrets = set(rules.words.secrets)
        others = [word for word in rules.words.guesses if word not in secrets]
        weights = list(map(str, rules.weights or ()))
        for keyword, words in (("secrets", rules.words.secrets), ("weights", weights), ("guesses", others)):
            for start in range(0, len(words), _WORDS_A_LINE):
                yield " ".join([keyword, *words[start : start + _WORDS_A_LINE]])


def read_file(path: Path) -> str:
    """Reads a file that holds the text form, compressed if its name ends in `.gz`. Raises `TreeError`."""
    try:
        raw = read_limited(path)
    except FileError as error:
        raise TreeError(*error.faults) from None
    return read_bytes(raw, str(path), compressed=path.suffix == ".gz")


def read_bytes(raw: bytes, name: str, *, compressed: bool) -> str:
    """Reads the bytes of the text form; `name` says where they are from. Raises `TreeError`."""
    try:
        return (unpack_limited(raw, name) if compressed else raw).decode("utf-8")
    except FileError as error:
        raise TreeError(*error.faults) from None
    except ValueError:
        raise TreeError.said("{file} cannot be read: {reason}", file=name, reason=Fault(N_("it is not text"))) from None


def write_file(path: Path, text: str) -> None:
    """Writes the text form to a file, compressed if its name ends in `.gz`; the same text gives the same bytes.

    Raises `FileError`, and leaves a file that was there before as it was.
    """
    raw = text.encode("utf-8")
    write_atomically(path, gzip.compress(raw, mtime=0) if path.suffix == ".gz" else raw)
