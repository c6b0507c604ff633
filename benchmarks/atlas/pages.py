"""Writes docs/atlas: what the pages say comes from the data alone, so that a test can hold them against it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from benchmarks.atlas.families import TITLES, grid_of, split_rules
from benchmarks.atlas.pictures import pictures
from benchmarks.atlas.places import PAGES
from benchmarks.atlas.tables import (
    full_table,
    grid_table,
    link,
    linked_value,
    positions_text,
    published_text,
    table,
    value_text,
    y_text,
)
from sito.atlas.data import FORM
from sito.atlas.record import SolvedGame, csv_text, flat
from sito.base.files import write_atomically
from sito.exact.problem import Objective

Games = Mapping[str, SolvedGame]

OBJECTIVES = {
    Objective.TOTAL: "Least totals",
    Objective.WORST: "Least worst cases",
    Objective.WORST_TOTAL: "Least worst cases, then least totals",
    Objective.TOTAL_WORST: "Least totals, then least worst cases",
    Objective.WORST_FEWEST: "Least worst cases, then the fewest codes as bad",
    Objective.WORST_FEWEST_TOTAL: "Least worst cases, then the fewest codes as bad, then least totals",
}

HEAD = """# The atlas of solved games

For {proven} questions about code-breaking games it is proven that no strategy does better than the one that is named
here. Games of which the best bounds are given, because they are open: {open_games}.

All of it is data: [atlas.csv](atlas.csv), [atlas.json](atlas.json), `sito.solved_games()` in Python, and `sito atlas`
at a terminal. [Every game](games.md) has its histogram, first guess, positions, time, date, commit, and the digest of
its tree. This page is written by `python -m benchmarks.atlas` from `src/sito/atlas/atlas.json`, and a test holds that
it says what the data say.

- The **value** of a game is a total, the number of guesses summed over all codes, the winning guess included; or the
  number of guesses that the worst code needs. Any code of the game may be guessed, unless `consistent` says that a
  guess must agree with all answers so far.
- **Proven** means that a search through all strategies, branch and bound, has shown that none is better
  ([exact search](../exact.md)), and that a tree reaches the value. The tree needs no trust: `sito tree verify` works
  out every answer again in plain Python. A lower bound needs trust in the search, unless the game has a
  [certificate](../certificates.md): a program that shares no code with the search can check it. {certified} games have
  one, and {kept} of these files are small enough to be kept in `docs/atlas/certificates`.
- A number that is a **link** leads to its tree. Digests are SHA-256: of the text of a tree
  (`gzip -dc FILE | sha256sum`), and of a certificate before it is compressed.
  `certificate_bytes` is the size of the file as it is kept, which is compressed if it is large.
- **Y** is the time that the yardstick takes, about a second on a server core of 2026 ([speed](../speed.md)). It is the
  processor's time of all threads together, unless it says *elapsed*. **Positions** are the sets of codes that the
  search has looked into.
- **commit** is the last change of the search before the run, so that the same numbers can be found again.

```text
sito atlas 4x9                          what is known of a game, and the commands that find and verify it
sito solve 4x9 --save mine.tree.gz      find and prove it again
sito tree verify docs/tables/4x9.tree.gz
sito certificate check docs/atlas/certificates/4x9.cert
python -m benchmarks.atlas verify       verify every tree here, and prove the cheap games again
python -m benchmarks.atlas add 4x9      solve a game, verify its tree, measure it, and write it into the atlas
```
"""
GROWTH = """
## What a color costs

The codes of a game grow with its colors like a power, of which the pegs are the exponent. The work of a proof grows
faster. These are least totals with black and white pegs, where any code may be the secret.

![Positions of the search over the colors](positions.svg)

![Time of the proof over the colors](y.svg)

![Time of the proof over the colors where answers tell less](y-black.svg)

"""
MEANS = """
## Guesses on average

![Guesses on average over the colors](means.svg)

![Guesses on average over the colors, no color twice](means-distinct.svg)

![Guesses on average over the colors where answers tell less](means-black.svg)

![Which part of the codes is found with how many guesses](histograms.svg)
"""
OPEN = """
## What is open

The lower bound comes from the search itself (`search`), from looking two guesses ahead (`two guesses`), from counting
how many codes can be found with so many guesses (`counting`), or from a certificate that claims more than the search
that found the tree (`certificate`); [beyond proof](../exact.md#beyond-proof) has the commands. A bound with a link has
a [certificate](../certificates.md). The upper bound is the value of a tree.

"""
EVERY = """# Every game of the atlas

Written by `python -m benchmarks.atlas`. [The atlas](README.md) says how to read it.
"""


def pages(games: Games) -> dict[str, str]:
    """Makes all files of docs/atlas but the trees, by their names."""
    listed = list(games.values())
    data = {"form": FORM, "games": [flat(game) for game in listed]}
    return {
        "README.md": "".join(_overview(games)),
        "games.md": "".join(_every_game(games)),
        "atlas.csv": csv_text(listed),
        "atlas.json": json.dumps(data, ensure_ascii=False, indent=1) + "\n",
        **pictures(games),
    }


def write_pages(games: Games) -> None:
    """Writes all files of docs/atlas."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pages(games).items():
        write_atomically(PAGES / name, text)


def _overview(games: Games) -> Iterator[str]:
    proven = sum(game.proven for game in games.values())
    certificates = [game.certificate for game in games.values() if game.certificate is not None]
    yield HEAD.format(
        proven=proven,
        open_games=len(games) - proven,
        certified=len(certificates),
        kept=sum(certificate.file is not None for certificate in certificates),
    )
    yield (
        "\n## Least totals\n\nWhere a game is open, both bounds stand: no strategy has less than the first, and a "
        "tree has the second.\n"
    )
    for kind, title in TITLES.items():
        if grid := grid_of(games, kind, Objective.TOTAL):
            yield f"\n### {title}\n\n{grid_table(grid, linked_value)}"
    yield "\n## Least worst cases\n"
    for kind, title in TITLES.items():
        if grid := grid_of(games, kind, Objective.WORST):
            yield f"\n### {title}\n\n{grid_table(grid, linked_value)}"
    if grid := grid_of(games, "", Objective.TOTAL, consistent=True):
        yield f"\n## Least totals with consistent guesses only\n\n{grid_table(grid, linked_value)}"
    yield from _sequences(games)
    yield MEANS
    yield GROWTH
    yield _growth(games)
    if "gap.svg" in pictures(games):
        yield "\n![How far apart the bounds were over the time](gap.svg)\n"
    yield from _words(games)
    yield from _open(games)
    yield from _published(games)


def _sequences(games: Games) -> Iterator[str]:
    """Writes the values of each number of pegs one after the other, to look them up in other tables."""
    rows = []
    for objective, what in ((Objective.TOTAL, "least total"), (Objective.WORST, "least worst case")):
        for kind in TITLES:
            grid = {at: game for at, game in grid_of(games, kind, objective).items() if game.proven}
            for pegs in sorted({at[0] for at in grid}):
                colors = _in_a_row(color for peg, color in grid if peg == pegs)
                if len(colors) >= 4:
                    values = ", ".join(str(grid[pegs, each].upper[0]) for each in colors)
                    rows.append([what, f"`{pegs}x{colors[0]}{kind}` …", values])
    if rows:
        yield "\n## As sequences\n\nOne more color from number to number; all are proven.\n\n"
        yield table(["what", "from", "values"], rows)


def _in_a_row(numbers: Iterable[int]) -> list[int]:
    """Lists the least number, the next one, and so on, as long as none is missing."""
    ordered = sorted(numbers)
    return [number for place, number in enumerate(ordered) if number == ordered[0] + place]


def _growth(games: Games) -> str:
    """Compares each game with the one that has a color less."""
    grid = grid_of(games, "", Objective.TOTAL)
    rows = []
    for (pegs, colors), game in sorted(grid.items()):
        before = grid.get((pegs, colors - 1))
        if not game.proven or game.run is None or game.run.y is None or game.run.y < 0.05 or game.run.elapsed:
            continue
        factor = ""
        if before is not None and before.run is not None and before.run.y and not before.run.elapsed:
            factor = f"{game.run.y / before.run.y:.1f}"
        rows.append([f"`{game.rules}`", game.codes, value_text(game), positions_text(game), y_text(game), factor])
    header = ["game", "codes", "least total", "positions", "Y", "times a color less"]
    return table(header, rows, "lrrrrr")


def _words(games: Games) -> Iterator[str]:
    words = [game for game in games.values() if game.is_of_words]
    if words:
        yield (
            "\n## Lists of words\n\nThe lists are not part of Sito; a list is named by the beginning of its digest "
            "([words](../words.md)).\n\n" + full_table(words)
        )


def _open(games: Games) -> Iterator[str]:
    listed = [game for game in games.values() if not game.proven]
    if not listed:
        return
    yield OPEN
    rows = [
        [
            f"`{game.name}`",
            game.codes,
            link(", ".join(map(str, game.lower)), None if game.certificate is None else game.certificate.file),
            game.lower_by,
            link(", ".join(map(str, game.upper)), None if game.tree is None else game.tree.file),
            game.upper_by + ("" if game.run is None or game.run.width is None else f", width {game.run.width}"),
            f"{100 * float(game.gap):.2f} %",
            y_text(game),
        ]
        for game in listed
    ]
    yield table(["game", "codes", "at least", "by", "at most", "by", "gap", "Y"], rows, "lrrlrlrr")


def _published(games: Games) -> Iterator[str]:
    rows = [
        [f"`{game.name}`", value_text(game), published_text(each), _compared(game, each.value)]
        for game in games.values()
        for each in game.published
    ]
    if rows:
        yield "\n## What others have published\n\n"
        yield table(["game", "here", "published", ""], rows, "lr")


def _compared(game: SolvedGame, value: tuple[int, ...]) -> str:
    if game.upper == value:
        return "the same" if game.proven else "the same tree value, open"
    if game.upper < value:
        return f"{value[0] - game.upper[0]} less here" if value[0] != game.upper[0] else "less here"
    return "more here"


def _every_game(games: Games) -> Iterator[str]:
    yield EVERY
    for objective, title in OBJECTIVES.items():
        for consistent in (False, True):
            asked = [game for game in games.values() if game.objective is objective and game.consistent is consistent]
            asked = [game for game in asked if not game.is_of_words]
            if not asked:
                continue
            yield f"\n## {title}{', consistent guesses only' if consistent else ''}\n"
            kinds = list(dict.fromkeys(_kind(game) for game in asked))
            for kind in kinds:
                yield f"\n### {kind_title(kind)}\n\n" + full_table(game for game in asked if _kind(game) == kind)


def _kind(game: SolvedGame) -> str:
    size = split_rules(game.rules)
    assert size is not None
    return size[2]


def kind_title(kind: str) -> str:
    """Names a kind of games; with lies, how many may be told."""
    if kind in TITLES:
        return TITLES[kind]
    name, _, lies = kind.partition("-lies")
    return f"{TITLES[name]}; lies that may be told: {lies}" if lies else f"Rules with {kind}"
