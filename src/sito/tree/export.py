"""Strategy trees for other programs and for the eye: JSON, Graphviz DOT, and a picture in SVG."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from math import sqrt

from sito.code import CodeSpace
from sito.tree.strategy_tree import Node, StrategyTree

JSON_VERSION = 1


def sizes(tree: StrategyTree) -> dict[int, int]:
    """Counts the secrets that each node and those below it find, by the `id` of the node."""
    found: dict[int, int] = {}
    for _, _, node in reversed(list(tree.walk())):
        found[id(node)] = node.wins + sum(found[id(child)] for child in node.branches.values())
    return found


def to_json(tree: StrategyTree) -> str:
    """Writes the tree as one JSON object.

    `root` is a node: `guess`, `wins` (whether the guess may be the secret), and
    `branches`, a node for each answer but the winning one.

    >>> print(to_json(StrategyTree.parse("sito-tree 1\\nrules 1x2\\n= A\\n  - = B\\nend")))
    {"version": 1, "rules": "1x2", "strategy": null, "history": [], "total": 3, "histogram": [1, 1], \
"root": {"guess": "A", "wins": true, "branches": {"-": {"guess": "B", "wins": true, "branches": {}}}}}
    """
    space = CodeSpace(tree.rules, guesses=True)
    head = {
        "version": JSON_VERSION,
        "rules": str(tree.rules),
        "strategy": tree.strategy,
        "history": [{"guess": space.text(guess), "answer": str(answer)} for guess, answer in tree.history],
        "total": tree.total,
        "histogram": tree.histogram,
    }
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "root": ' + "".join(_json_nodes(tree, space)) + "}"


def _json_nodes(tree: StrategyTree, space: CodeSpace) -> Iterator[str]:
    """Writes the nodes one by one, for a tree may be deeper than calls may be nested."""
    before = -1
    for depth, answer, node in tree.walk():
        if depth <= before:
            yield "}}" * (before - depth + 1) + ", "
        if answer is not None:
            yield f'"{answer}": '
        guess = json.dumps(space.text(node.guess), ensure_ascii=False)
        yield f'{{"guess": {guess}, "wins": {json.dumps(node.wins)}, "branches": {{'
        before = depth
    yield "}}" * (before + 1)


def to_dot(tree: StrategyTree, levels: int | None = None) -> str:
    """Writes the tree, or its top levels, in the language of Graphviz.

    A node whose guess only asks is dashed; one whose branches are left out tells how
    many codes are possible there.

    >>> print(to_dot(StrategyTree.parse("sito-tree 1\\nrules 1x2\\n= A\\n  - = B\\nend")))
    digraph "1x2" {
      graph [rankdir=LR]
      node [shape=box, style=rounded]
      n0 [label="A"]
      n1 [label="B"]
      n0 -> n1 [label="-"]
    }
    """
    space, found = CodeSpace(tree.rules, guesses=True), sizes(tree)
    lines = [f"digraph {_quoted(str(tree.rules))} {{", "  graph [rankdir=LR]", "  node [shape=box, style=rounded]"]
    path: list[int] = []
    number = 0
    for depth, answer, node in tree.walk():
        if levels is not None and depth >= levels:
            continue
        cut = levels is not None and depth + 1 >= levels and not node.is_leaf
        label = space.text(node.guess) + (f" ({found[id(node)]})" if cut else "")
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
_SMALLEST = 8  # pixels of height below which letters cannot be read
_FILLS = ("#f2c14e", "#9fd0f0", "#8fd3b6", "#e8b5d3", "#f3a683")
_INK = "#1d1d1f"  # on the fills
_OUTSIDE = "#7a7a7a"  # on the page, which may be light or dark


def to_svg(tree: StrategyTree, levels: int = 3) -> str:
    """Draws the top levels as a picture in SVG that can be read on a light and on a dark page.

    A column for each guess, a box for each node beside the boxes of its branches: the
    answer that leads there, the guess, how many codes are possible. The height of a box
    grows with the square root of that number; boxes too low for text have it as a
    tooltip. Guesses that only ask are in italics.
    """
    space, found = CodeSpace(tree.rules, guesses=True), sizes(tree)
    shown = min(levels, tree.maximum)
    column = max(_LEAST_WIDTH, _LETTER_WIDTH * (len(space.text(tree.root.guess)) + tree.rules.pegs + 8))
    width = shown * (column + _GAP) + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_TOP + _HEIGHT + _GAP}" '
        f'width="{width}" font-family="sans-serif" font-size="{_LETTER}">',
        f"<title>{escape(_title(tree))}</title>",
        f'<text x="{_GAP}" y="16" fill="{_OUTSIDE}">{escape(_title(tree))}</text>',
    ]
    for level in range(shown):
        x = _GAP + level * (column + _GAP)
        parts.append(f'<text x="{x}" y="{_TOP - 8}" fill="{_OUTSIDE}" font-weight="bold">{level + 1}</text>')
    boxes = [(tree.root, "", 0, float(_TOP), float(_HEIGHT))]
    while boxes:
        node, answer, level, top, height = boxes.pop()
        label = f"{answer} → {space.text(node.guess)}" if answer else space.text(node.guess)
        parts.append(_box(label, found[id(node)], node.wins, level, column, top, height))
        if level + 1 < shown:
            boxes += _children(node, found, level + 1, top, height)
    return "\n".join([*parts, "</svg>", ""])


def _title(tree: StrategyTree) -> str:
    return f"{tree.rules}  {tree.strategy or ''}  {tree.total} / {tree.size} = {tree.mean:.4f}"


def _children(
    node: Node, found: dict[int, int], level: int, top: float, height: float
) -> Iterator[tuple[Node, str, int, float, float]]:
    """Shares the height of a box out to its branches."""
    whole = sum(sqrt(found[id(child)]) for child in node.branches.values())
    for answer, child in node.branches.items():
        share = height * sqrt(found[id(child)]) / whole
        yield child, str(answer), level, top, share
        top += share


def _box(label: str, size: int, wins: bool, level: int, width: int, top: float, height: float) -> str:
    x = _GAP + level * (width + _GAP)
    gap = min(1.0, height / 4)
    box = (
        f'<g><title>{escape(label)} ({size})</title><rect x="{x}" y="{top:.2f}" width="{width}" '
        f'height="{height - gap:.2f}" rx="{min(3.0, height / 4):.2f}" fill="{_FILLS[level % len(_FILLS)]}"/>'
    )
    if height >= _SMALLEST + 1:
        letter = min(_LETTER, int(height - 1))
        y = top + height / 2 + letter * 0.36
        style = f'y="{y:.2f}" fill="{_INK}" font-size="{letter}"'
        italic = "" if wins else ' font-style="italic"'
        box += (
            f'<text x="{x + 6}" {style}{italic}>{escape(label)}</text>'
            f'<text x="{x + width - 6}" {style} text-anchor="end">{size}</text>'
        )
    return box + "</g>"
