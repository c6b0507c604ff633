"""Exports strategy trees: as text, as JSON, as Graphviz DOT, and as a picture in SVG."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from sito.base import svg
from sito.base.limits import check_from_one
from sito.codes.code import CodeSpace
from sito.errors import N_, InputError
from sito.strategies.tree.data import to_json
from sito.strategies.tree.node import Node

if TYPE_CHECKING:
    from sito.strategies.tree.strategy_tree import StrategyTree


class Format(StrEnum):
    """What a tree is written as; the name of its file ends so."""

    TREE = "tree"
    JSON = "json"
    DOT = "dot"
    SVG = "svg"

    @classmethod
    def named(cls, file: Path) -> Format:
        """Tells the format by what the name of a file ends in, `.gz` after it or not. Raises `InputError`.

        >>> Format.named(Path("first.tree.gz")), Format.named(Path("first.txt"))
        (<Format.TREE: 'tree'>, <Format.TREE: 'tree'>)
        """
        ending = (file.with_suffix("") if file.suffix == ".gz" else file).suffix.removeprefix(".").lower()
        if ending == "txt" or (file.exists() and not file.is_file()):  # such as /dev/stdout
            return cls.TREE
        if ending not in tuple(cls):
            unclear = N_(
                "{file} does not tell in which format the tree is written; a name ends in {names}, and in .gz after "
                "that to be compressed, as in {example}"
            )
            names = ", ".join(f".{name}" for name in (*cls, "txt"))
            raise InputError.said(unclear, file=file, names=names, example="first.tree")
        return cls(ending)


def written(tree: StrategyTree, kind: Format, levels: int | None = None) -> str:
    """Writes a tree as text; pictures and DOT show the top `levels` only, or as many as are usual."""
    match kind:
        case Format.TREE:
            text = str(tree)
        case Format.JSON:
            text = to_json(tree)
        case Format.DOT:
            text = to_dot(tree, levels)
        case Format.SVG:
            text = to_svg(tree, *([] if levels is None else [levels]))
    return text.rstrip("\n") + "\n"


def sizes(tree: StrategyTree) -> dict[int, int]:
    """Counts the secrets that each node and those below it find, by the `id` of the node."""
    found: dict[int, int] = {}
    for _, _, node in reversed(list(tree.walk())):
        found[id(node)] = node.wins + sum(found[id(child)] for child in node.branches.values())
    return found


def to_dot(tree: StrategyTree, levels: int | None = None) -> str:
    """Writes the tree, or its top levels, in the language of Graphviz.

    A node whose guess cannot be the secret is dashed; a node whose branches are left out
    shows how many codes are possible there. Raises `InputError` for `levels` that are no whole number from 1 on.

    >>> from sito.strategies.tree import StrategyTree
    >>> print(to_dot(StrategyTree.parse("sito-tree 1\\nrules 1x2\\n= A\\n  - = B\\nend")))
    digraph "1x2" {
      graph [rankdir=LR]
      node [shape=box, style=rounded]
      n0 [label="A"]
      n1 [label="B"]
      n0 -> n1 [label="-"]
    }
    """
    if levels is not None:
        check_from_one("levels", levels)
    space, found = CodeSpace(tree.rules, guesses=True), sizes(tree)
    lines = [f"digraph {_quoted(str(tree.rules))} {{", "  graph [rankdir=LR]", "  node [shape=box, style=rounded]"]
    path: list[int] = []
    number = 0
    for depth, answer, node in tree.walk():
        if levels is not None and depth >= levels:
            continue
        is_pruned = levels is not None and depth + 1 >= levels and not node.is_leaf
        label = space.text(node.guess) + (f" ({found[id(node)]})" if is_pruned else "")
        dashed = "" if node.wins else ', style="rounded,dashed"'
        lines.append(f"  n{number} [label={_quoted(label)}{dashed}]")
        if answer is not None:
            lines.append(f"  n{path[depth - 1]} -> n{number} [label={_quoted(str(answer))}]")
        path[depth:] = [number]
        number += 1
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_GAP, _TOP, _LETTER = 6, 44, 13
_LEAST_WIDTH, _LETTER_WIDTH = 150, 8
_HEIGHT = 1100
NOTEBOOK_HEIGHT = 420
_SMALLEST = 8  # pixels of height below which letters cannot be read
_RULES = {
    "text": f"font:{_LETTER}px sans-serif;fill:$ink",
    ".head": "fill:$faint",
    ".asks": "font-style:italic",
    ".size": "text-anchor:end",
    **{f".level-{level}": f"fill:$level_{level}" for level in range(svg.LEVELS)},
}
_DESCRIPTION = (
    "A column for each guess. A box holds the answer that leads there, the guess and how many codes are possible; "
    "beside it stand the boxes of its branches."
)


def to_svg(tree: StrategyTree, levels: int = 3, height: int = _HEIGHT) -> str:
    """Draws the top levels as a picture in SVG, `height` pixels high, for light and for dark pages.

    A column for each guess, a box for each node beside the boxes of its branches: the answer that leads there, the
    guess, how many codes are possible. The height of a box grows with the square root of that number; boxes that are
    too low for text have it as a tooltip. Guesses that cannot be the secret are in italics. Raises as `to_dot` does.
    """
    check_from_one("levels", levels)
    space, found = CodeSpace(tree.rules, guesses=True), sizes(tree)
    columns = min(levels, tree.maximum)
    column = max(_LEAST_WIDTH, _LETTER_WIDTH * (len(space.text(tree.root.guess)) + tree.rules.pegs + 8))
    width = columns * (column + _GAP) + _GAP
    parts = [svg.text(_GAP, 16, summary(tree), "head")]
    parts += [svg.text(_GAP + level * (column + _GAP), _TOP - 8, str(level + 1), "head") for level in range(columns)]
    boxes = [(tree.root, "", 0, float(_TOP), float(height))]
    while boxes:
        node, answer, level, top, share = boxes.pop()
        label = f"{answer} → {space.text(node.guess)}" if answer else space.text(node.guess)
        parts.append(_box(label, found[id(node)], node.wins, level, column, top, share))
        if level + 1 < columns:
            boxes += _children(node, found, level + 1, top, share)
    return svg.document(
        "tree",
        width,
        _TOP + height + _GAP,
        "\n".join(parts),
        title=summary(tree),
        description=_DESCRIPTION,
        rules=_RULES,
    )


def to_html(tree: StrategyTree, levels: int) -> str:
    """Writes a table of the guesses that secrets need, and draws the top levels of the tree below it; for notebooks."""
    guesses = "".join(f"<th>{guesses}</th>" for guesses in range(1, tree.maximum + 1))
    secrets = "".join(f"<td>{count}</td>" for count in tree.histogram)
    table = f"<table><tr><th>guesses</th>{guesses}</tr><tr><th>secrets</th>{secrets}</tr></table>"
    return svg.figure(summary(tree), table + to_svg(tree, levels, NOTEBOOK_HEIGHT))


def summary(tree: StrategyTree) -> str:
    """Summarises a tree: the rules, the strategy, the total of guesses, the number or weight of secrets, the mean."""
    words = [str(tree.rules), tree.strategy or "", f"{tree.total} / {tree.weight} = {tree.mean:.4f}"]
    return "  ".join(word for word in words if word)


def _children(
    node: Node, found: dict[int, int], level: int, top: float, height: float
) -> Iterator[tuple[Node, str, int, float, float]]:
    whole = sum(sqrt(found[id(child)]) for child in node.branches.values()) or 1.0  # where none is found
    for answer, child in node.branches.items():
        share = height * sqrt(found[id(child)]) / whole
        yield child, str(answer), level, top, share
        top += share


def _box(label: str, size: int, wins: bool, level: int, width: int, top: float, height: float) -> str:
    x = _GAP + level * (width + _GAP)
    gap = min(1.0, height / 4)
    box = (
        f'<g><title>{svg.escaped(label)} ({size})</title><rect class="level-{level % svg.LEVELS}" x="{x}" '
        f'y="{top:.2f}" width="{width}" height="{height - gap:.2f}" rx="{min(3.0, height / 4):.2f}"/>'
    )
    if height >= _SMALLEST + 1:
        letter = min(_LETTER, int(height - 1))
        small = f' style="font-size:{letter}px"' if letter < _LETTER else ""
        y = f"{top + height / 2 + letter * 0.36:.2f}"
        asks = "" if wins else ' class="asks"'
        box += (
            f'<text x="{x + 6}" y="{y}"{small}{asks}>{svg.escaped(label)}</text>'
            f'<text class="size" x="{x + width - 6}" y="{y}"{small}>{size}</text>'
        )
    return box + "</g>"
