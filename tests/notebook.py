"""The tour of Sito as a notebook: executed here, for the tests and for `make notebook`, which writes its outputs back.

python -m tests.notebook
"""

import os
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"


def executed(path: Path = TOUR) -> Any:
    """Runs every cell in a fresh kernel and gives the notebook with its outputs. An error in a cell is raised."""
    # The kernel's debugger would write a warning to standard error in every run.
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False).execute()
    # What differs from machine to machine, or says nothing, is left out.
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"], "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
    return notebook


def outputs(notebook: Any) -> dict[str, list[dict[str, str]]]:
    """Gives what each cell shows, by the cell's id: of each output its text by its kind."""
    shown: dict[str, list[dict[str, str]]] = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            shown[cell.id] = [
                {"stream": output.text} if output.output_type == "stream" else dict(output.data)
                for output in cell.outputs
            ]
    return shown


if __name__ == "__main__":
    nbformat.write(executed(), TOUR)
