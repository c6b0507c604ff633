"""The notebook docs/tour.ipynb runs from top to bottom, and its values show themselves."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest

from tests.notebook import TOUR, executed, outputs

HTML, SVG = "text/html", "image/svg+xml"
# Of each cell, by its id, what its output must have besides text.
SHOWN = {
    "sieve": set(),
    "ranking": {HTML},
    "tree": {HTML, SVG},
    "large-tree": {HTML},
    "comparison": {HTML},
    "frame": {HTML} if find_spec("pandas") else set(),
    "board": {SVG},
    "pegs": {HTML, SVG},
    "jugs": {HTML, SVG},
    "exact": set(),
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        return outputs(executed())


@pytest.mark.parametrize("cell", SHOWN)
def test_a_cell_shows_its_value(shown: dict[str, list[dict[str, Any]]], cell: str) -> None:
    assert shown[cell], "nothing is shown"
    value = shown[cell][-1]
    assert value.keys() >= SHOWN[cell] | {"text/plain"}
    if SVG in value:
        ElementTree.fromstring(value[SVG])


def test_every_cell_with_a_value_is_looked_at(shown: dict[str, list[dict[str, Any]]]) -> None:
    assert {cell for cell, values in shown.items() if values} == set(SHOWN)


def test_the_notebook_is_kept_with_its_outputs(shown: dict[str, list[dict[str, Any]]]) -> None:
    """`make notebook` brings them up to date; a frame looks different from one version of pandas to the next."""
    kept = outputs(nbformat.read(TOUR, as_version=4))
    assert kept.pop("frame")
    assert kept == {cell: values for cell, values in shown.items() if cell != "frame"}
    assert Path(TOUR).stat().st_size < 200_000


def test_one_import_is_enough() -> None:
    source = "\n".join(cell.source for cell in nbformat.read(TOUR, as_version=4).cells if cell.cell_type == "code")
    imports = [line for line in source.splitlines() if "import " in line]
    assert imports == ["import sito", "from importlib.util import find_spec"]
