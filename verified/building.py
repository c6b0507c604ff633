"""Builds the proven checker with Coq and OCaml, and runs it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
THEORIES = ("Statement", "Checker", "Soundness", "Mastermind", "Extract")
BUILT = HERE.parent / "target" / "verified"


def build(folder: Path = BUILT, sources: Path = HERE) -> Path:
    """Has Coq check the proof, and OCaml compile what it extracts; gives the program.

    Raises `CalledProcessError` where the proof is wrong, and `ValueError` where it assumes something.
    """
    folder.mkdir(parents=True, exist_ok=True)
    said = ""
    for theory in THEORIES:
        command = ["coqc", "-Q", ".", "Sito", "-o", f"{theory}.vo", str(sources / f"{theory}.v")]
        said = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    if said != "Closed under the global context\n":
        raise ValueError(f"the proof is not complete: {said}")
    shutil.copy(sources / "main.ml", folder)
    program = folder / "check-kernel"
    command = ["ocamlopt", "-o", program.name, "checker.mli", "checker.ml", "main.ml"]
    subprocess.run(command, cwd=folder, check=True)
    return program


def check(program: Path, kernel: Path) -> subprocess.CompletedProcess[str]:
    """Runs the checker: exit code 0 says that it is proven, 1 that it is not, 2 that the file cannot be read."""
    return subprocess.run([program, kernel], capture_output=True, text=True)
