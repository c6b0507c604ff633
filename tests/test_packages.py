"""What is published: what a wheel and a source distribution hold, licenses included, and what pip says without Rust.

`make release` tries the packages themselves."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from release import checks, notices
from release.checks import ROOT

MATURIN = [sys.executable, "-m", "maturin"]


def copied(file: Path, without: str) -> Path:
    """Writes a wheel anew, without what a pattern finds and with a catalog and another README."""
    copy = file.with_name(f"copy-{file.name}")
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(copy, "w") as out:
        for name in archive.namelist():
            if not re.search(without, name):
                text = archive.read(name)
                out.writestr(name, text + b"\nsee [there](docs/there.md)\n" if name.endswith("METADATA") else text)
        out.writestr("sito/locale/pl/LC_MESSAGES/sito.po", "")
    return copy


def test_a_wheel_has_the_package_and_its_licenses_and_no_catalogs_of_translators(tmp_path: Path) -> None:
    command = [*MATURIN, "build", "--release", "--locked", "--interpreter", sys.executable, "--out", tmp_path]
    subprocess.run(command, cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert checks.wheel_faults(wheel) == []
    assert "cp311-abi3" in wheel.name
    faults = checks.wheel_faults(copied(wheel, r"crates\.txt|sito\.1|/rules\.py|_native"))
    said = "\n".join(faults)
    lacks = ("licenses/crates.txt", "share/man/man1/sito.1", "sito/rules/rules.py")
    for part in (*lacks, "sito/locale/pl/LC_MESSAGES/sito.po", "one native module", "links to docs/there.md"):
        assert part in said


@pytest.mark.needs("a git checkout")
def test_a_source_distribution_has_all_that_is_tracked(tmp_path: Path) -> None:
    subprocess.run([*MATURIN, "sdist", "--out", tmp_path], cwd=ROOT, check=True, capture_output=True)
    (sdist,) = tmp_path.glob("*.tar.gz")
    assert checks.sdist_faults(sdist) == []
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    folder = tmp_path / sdist.name.removesuffix(".tar.gz")
    for name in ("Makefile", "installed/data/share/man/man1/sito.1", "docs/install.md", "tests/conftest.py"):
        assert (folder / name).read_bytes() == (ROOT / name).read_bytes()


def test_the_licenses_of_all_linked_crates_are_told() -> None:
    text = (ROOT / "licenses" / "crates.txt").read_text(encoding="utf-8")
    assert text == notices.crates_text(), "make notices"
    assert "\npyo3 " in text
    for file, words in {"rust-library.txt": "The Rust Project Developers", "zig.txt": "libunwind"}.items():
        assert words in (ROOT / "licenses" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("here", "said"),
    [
        ("", "no Rust is here"),
        ("rustc 1.63.0 (4b91a6ea7 2022-08-08)", "Rust 1.63.0 is here"),
        ("rustc 1.89.0", ""),
        ("rustc 1.96.0-nightly", ""),
    ],
)
def test_without_rust_one_sentence_says_what_to_do(tmp_path: Path, here: str, said: str) -> None:
    for name in ("cargo", "rustc") if here else ():
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{here}'\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    asked = "import build_backend as backend; print(backend.get_requires_for_build_wheel())"
    environment = os.environ | {"PATH": str(tmp_path), "PYTHONPATH": str(ROOT / "release")}
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == ((1, "") if said else (0, "[]\n"))
    assert len(done.stderr.splitlines()) == bool(said)
    assert said in done.stderr
    assert "install a wheel of Sito" in done.stderr or not said
