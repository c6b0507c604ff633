"""docs/tables/compare.md says what a tournament gives: the exact rows again, the drawn ones near enough."""

import re
from pathlib import Path

import pytest

from sito.tournament import compare

PAGE = (Path(__file__).parent.parent / "docs" / "tables" / "compare.md").read_text(encoding="utf-8")
TABLES = re.findall(r"^## (\S+): .*?\n\n(.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)
ROWS = [
    (game, *(cell.strip(" `") for cell in line.strip("|").split("|")))
    for game, table in TABLES
    for line in table.splitlines()[2:]
]


def standing(game, strategy, **options):
    return compare(game, strategy, **options).standings[0]


def test_all_contests_are_there() -> None:
    assert [game for game, *_ in ROWS] == ["4x6"] * 10 + ["4x10-distinct"] * 7


@pytest.mark.parametrize(("game", "strategy", "games", "total", "mean", "most", "examined", "histogram"), ROWS)
def test_row(game, strategy, games, total, mean, most, examined, histogram) -> None:
    value = float(mean.partition(" ")[0])
    counts = [int(count) for count in histogram.split()]
    assert int(games) == sum(counts)
    assert int(total) == sum(guesses * count for guesses, count in enumerate(counts, 1))
    assert int(most) == len(counts)
    assert value == round(int(total) / int(games), 4)
    if "±" in mean:
        sample = standing(game, strategy, sample=60, seeds=2)
        assert abs(sample.mean - value) < 2 * sample.margin
    else:
        whole = standing(game, strategy)
        assert list(whole.histogram) == counts
        assert examined == ("-" if whole.examined is None else f"{whole.examined / whole.games:.0f}")
