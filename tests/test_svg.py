"""Pictures: one shell and one palette, well formed, and readable on light and on dark pages."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from sito.base import svg
from sito.explanation import explain
from sito.puzzles.jugs import pictures as jugs_pictures
from sito.puzzles.jugs.plan import Step
from sito.puzzles.jugs.problem import EndState, InAny, Jugs
from sito.puzzles.jugs.solver import solve_jugs
from sito.puzzles.pegs import pictures as pegs_pictures
from sito.puzzles.pegs.analysis import solve_pegs
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.notation import parse_solution
from sito.puzzles.pegs.problem import Problem
from sito.reviews import review, review_svg
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.export import to_svg
from sito.strategies.tree.strategy_tree import StrategyTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
JUGS = Jugs((8, 5), goal=InAny(4))
HOPPERS = Problem.parse("hoppers")
SOLUTION = parse_solution("(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)")


def tree(rules: str) -> StrategyTree:
    return StrategyTree.build(parse_strategy("most-parts"), Knowledge(Rules.parse(rules)))


def plan_steps() -> list[Step]:
    plan = solve_jugs(JUGS).plan
    return list(plan.steps())


PICTURES: dict[str, Callable[[], str]] = {
    "jugs": lambda: jugs_pictures.strip_svg(JUGS, plan_steps()),
    "moving jugs": lambda: jugs_pictures.moving_svg(JUGS, plan_steps()),
    "pegs": lambda: pegs_pictures.solution_svg(HOPPERS, SOLUTION),
    "moving pegs": lambda: pegs_pictures.moving_svg(HOPPERS, SOLUTION),
    "board": Board.parse("english")._repr_svg_,
    "problem": HOPPERS._repr_svg_,
    "jugs at the start": JUGS._repr_svg_,
    "answer of pegs": lambda: solve_pegs("hoppers")._repr_svg_(),
    "answer of jugs": lambda: solve_jugs("8 5", target=4)._repr_svg_(),
    "explanation": lambda: explain("4x6", "AABB", "ABBA").svg(),
    "explanation in numbers": explain("5x40-total", "12 12 1 2 30", "1 12 12 4 12")._repr_svg_,
    "tree": lambda: to_svg(tree("2x4")),
    "review": lambda: review_svg(review("3x4 AAB:xx AAC:xx AAD:xxx")),
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_the_same_shell(name: str) -> None:
    text = PICTURES[name]()
    root = ElementTree.fromstring(text)
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("role") == "img"
    assert [child.tag.removeprefix(NAMESPACE) for child in root][:3] == ["title", "desc", "style"]
    assert all(root.findtext(f"{NAMESPACE}{part}") for part in ("title", "desc"))
    width, height = root.get("width"), root.get("height")
    assert root.get("viewBox") == f"0 0 {width} {height}"
    scope = root.get("class")
    style = root.findtext(f"{NAMESPACE}style")
    light, dark = style.split("@media (prefers-color-scheme:dark)")
    # Rules that were not bound to the picture would change the page and the other pictures on it.
    for rules in (light, dark.strip("{}") + "}"):
        assert all(selector.startswith(f".{scope} ") for selector in re.findall(r"([^{}]+)\{", rules))
    colored = {selector for selector, colors in re.findall(r"([^{}]+)\{([^}]*)\}", light) if "#" in colors}
    assert colored == set(re.findall(r"([^{}]+)\{[^}]*\}", dark[1:-1]))
    assert "#" not in re.sub(r"url\(#[a-z-]+\)", "", text.replace(style, ""))


def luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_words_can_be_read_on_what_is_behind_them(dark: bool) -> None:
    colors = {name: pair[dark] for name, pair in svg.PALETTE.items()}
    behind = ["paper", "hole", *(f"level_{level}" for level in range(svg.LEVELS))]
    assert all(contrast(colors["ink"], colors[name]) >= 4.5 for name in behind)
    assert contrast(colors["faint"], colors["paper"]) >= 4.5
    # Of the parts of a picture the guidelines ask for 3 to 1.
    for part, ground in (
        ("peg", "board"),
        ("moved", "board"),
        ("goal", "paper"),
        ("glass", "paper"),
        ("moved", "paper"),
    ):
        assert contrast(colors[part], colors[ground]) >= 3, part


@pytest.mark.parametrize("color", [svg.MIDDLE_INK, svg.MIDDLE_BAR, svg.MIDDLE_MARK])
def test_the_middle_colors_can_be_seen_on_both_kinds_of_page(color: str) -> None:
    assert min(contrast(color, "#ffffff"), contrast(color, "#16181b")) >= 3


def test_words_of_users_cannot_break_a_picture() -> None:
    odd = "<script>&\"'\x00\x1b\x7f\ud800\uffff"
    root = ElementTree.fromstring(
        svg.document("odd", 1, 1, svg.text(0, 0, odd), title=odd, description=odd, rules={"text": "fill:$ink"})
    )
    assert root.findtext(f"{NAMESPACE}title") == root.findtext(f"{NAMESPACE}text") == "<script>&\"'?????"
    ElementTree.fromstring(svg.figure(odd))


@pytest.mark.parametrize("rules", ["2x4", "4x6"])
def test_trees_show_themselves(rules: str) -> None:
    shown = tree(rules)
    page = ElementTree.fromstring(shown._repr_html_())
    cells = [cell.text for cell in page.iter("td")]
    assert cells == [str(count) for count in shown.histogram]
    assert len(page.findall(f".//{NAMESPACE}svg")) == 1
    picture = shown._repr_svg_()
    if rules == "2x4":
        boxes = ElementTree.fromstring(picture).findall(f".//{NAMESPACE}g")
        assert len(boxes) == sum(1 for _ in shown.walk()), "a small tree is drawn whole"
    else:
        assert picture is None


def test_a_plan_ends_in_its_frame() -> None:
    jugs = Jugs((8, 5, 3), (8, 0, 0), EndState((4, 4, 0)), tap=False, drain=False)
    plan = solve_jugs(jugs).plan
    picture = ElementTree.fromstring(jugs_pictures.strip_svg(jugs, plan.steps()))
    assert len(picture.findall(f".//{NAMESPACE}rect[@class='goal']")) == 1
