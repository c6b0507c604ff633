"""What some tests need beyond Python, a Rust toolchain and a C compiler: the one place that knows how it is found.

A test says so by `@pytest.mark.needs("zsh")`; those with a page of the browser need not. Where it is missing they are
skipped, and a line at the end of pytest's output says what was not tried; with `--all-packages` they fail instead.

    python -m tests.needs packages              tells the Debian packages of what is missing here
    python -m tests.needs without COMMAND ...   runs a command that finds nothing of what those packages have
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Need:
    """What is not tried without it, where it is, and how to have it: Debian packages, or `remedy` where none has it."""

    part: str
    find: Callable[[], str | None]
    packages: str = ""
    remedy: str = ""


def program(*names: str, proof: tuple[str, ...] = ()) -> Callable[[], str | None]:
    """Gives what finds the first of these programs on the path, if it ends well with the arguments of `proof`."""

    def find() -> str | None:
        path = next(filter(None, map(shutil.which, names)), None)
        works = path and not (proof and subprocess.run([path, *proof], capture_output=True).returncode)
        return path if works else None

    return find


def wordle() -> str | None:
    """Finds the folder with Wordle's lists of words."""
    places = (above / "shared" / "reference" / "words" for above in Path(__file__).parents[2:4])
    return next((str(place) for place in places if place.is_dir()), None)


def web_assembly() -> str | None:
    """Finds the folder with Rust's library for WebAssembly."""
    asked = subprocess.run(["rustc", "--print", "sysroot"], stdout=subprocess.PIPE, text=True, check=True)
    folder = Path(asked.stdout.strip(), "lib", "rustlib", "wasm32-unknown-unknown")
    return str(folder) if folder.is_dir() else None


NEEDS = {
    "zsh": Need("completion in zsh", program("zsh"), "zsh"),
    "fish": Need("completion in fish", program("fish"), "fish"),
    "groff": Need("how groff reads the manual", program("groff"), "groff-base"),
    "nginx": Need("the page behind nginx", program("nginx"), "nginx-light"),
    "chromium": Need(
        "the page in a browser",
        lambda: os.environ.get("SITO_CHROMIUM") or program("chromium", "chromium-browser", "google-chrome")(),
        "chromium",
    ),
    "a Japanese font": Need(
        "the page in Japanese",
        program("fc-list", proof=("--quiet", ":lang=ja")),
        "fontconfig fonts-dejavu-core fonts-droid-fallback",
    ),
    "node": Need("WebAssembly, and the checker of certificates in JavaScript", program("node"), "nodejs"),
    "coq": Need("the proven checker of certificates", program("coqc"), "coq"),
    "ocamlopt": Need("the program of the proven checker", program("ocamlopt"), "ocaml-nox"),
    "wasm32-unknown-unknown": Need(
        "the modules for pages", web_assembly, remedy="rustup target add wasm32-unknown-unknown"
    ),
    "unshare --net": Need(
        "the page without a network", program("unshare", proof=("--net", "true")), remedy="be root on Linux"
    ),
    "a git checkout": Need(
        "what a source distribution has, and the commit of a search",
        lambda: str(ROOT / ".git") if (ROOT / ".git").exists() else None,
        remedy="clone the repository",
    ),
    "Wordle's lists": Need("its games at full size", wordle, remedy="put them into ../shared/reference/words"),
}


@cache
def found(name: str) -> str | None:
    """Looks once for what is needed."""
    return NEEDS[name].find()


def missing(name: str) -> str:
    """Says what is not tried without it, and how to have it."""
    need = NEEDS[name]
    return f"not tried without {name}: {need.part} ({need.remedy or f'apt-get install {need.packages}'})"


def path_of(name: str) -> str:
    """Gives where it is; raises FileNotFoundError where it is missing."""
    path = found(name)
    if path is None:
        raise FileNotFoundError(missing(name))
    return path


def check(name: str, all_packages: bool) -> None:
    """Skips a test where what it needs is missing, or fails it if all packages should be there."""
    if found(name) is None:
        if all_packages and NEEDS[name].packages:
            pytest.fail(missing(name), pytrace=False)
        pytest.skip(missing(name))


def without(*command: str) -> int:
    """Runs a command with links to all programs of the path but those of the packages."""
    with tempfile.TemporaryDirectory() as folder:
        for place in map(Path, os.get_exec_path()):
            for file in place.iterdir() if place.is_dir() else ():
                link = Path(folder, file.name)
                if not link.is_symlink():
                    link.symlink_to(file.absolute())
        os.environ.pop("SITO_CHROMIUM", None)
        os.environ["PATH"] = folder
        for need in NEEDS.values():
            while need.packages and (hidden := need.find()):
                Path(folder, Path(hidden).name).unlink()  # the link, and nothing else
        return subprocess.run(command).returncode


if __name__ == "__main__":
    if sys.argv[1] == "without":
        sys.exit(without(*sys.argv[2:]))
    print(*(need.packages for need in NEEDS.values() if need.packages and not need.find()))
