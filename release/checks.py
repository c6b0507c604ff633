"""What a source distribution and a wheel must contain: each check gives the faults that it found, as sentences.

python -m release.checks WHEEL ...
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

ROOT = Path(__file__).parents[1]
CATALOGS = (".po", ".pot")  # what translators edit; programs read .mo
NATIVE = {"sito/_native.abi3.so", "sito/_native.pyd"}
PLATFORMS = ("manylinux_2_17_", "musllinux_1_2_")
MUSL = {"libc.so"}  # by this name the loader of musl knows itself


def ask(*command: str) -> str:
    """Gives what a program prints; where it fails, the release does."""
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def compare(what: str, here: set[str], needed: set[str]) -> list[str]:
    """Says which names are missing and which have no business there."""
    lacks = [f"{what} lacks {name}" for name in sorted(needed - here)]
    return lacks + [f"{what} should not have {name}" for name in sorted(here - needed)]


def sdist_faults(file: Path) -> list[str]:
    """Compares a source distribution with what is tracked; checkpoints of open proofs are left out, they are large."""
    with tarfile.open(file) as archive:
        here = {member.name.partition("/")[2] for member in archive if member.isfile()}
    return compare(file.name, here, {*ask("git", "ls-files", "-z", ":!docs/atlas/open").split("\0"), "PKG-INFO"} - {""})


def files(folder: str) -> Iterator[str]:
    """Lists the files of the source below a folder, not what is compiled."""
    for path in (ROOT / folder).rglob("*"):
        if path.is_file() and path.suffix not in {".so", ".pyd", ".pyc"}:
            yield path.relative_to(ROOT / folder).as_posix()


def wheel_faults(file: Path) -> list[str]:
    """Compares a wheel with its source: the package less the catalogs of translators, the manual, licenses."""
    with zipfile.ZipFile(file) as archive:
        here = set(archive.namelist())
        about = next(name for name in here if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(about))
    info = about.rpartition("/")[0]
    told = {f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")}
    texts = {"LICENSE", "src/sito/words/data/COPYRIGHT.scowl"} | {f"licenses/{name}" for name in files("licenses")}
    needed = told | {f"{info}/licenses/{name}" for name in texts}
    needed |= {f"sito/{name}" for name in files("src/sito") if not name.endswith(CATALOGS)}
    needed |= {info.replace(".dist-info", ".data/") + name for name in files("installed")}
    faults = compare(file.name, here - NATIVE, needed)
    if len(here & NATIVE) != 1:
        faults.append(f"{file.name} should have one native module")
    links = re.findall(r"\]\((?!https?:|#)([^)]*)\)", str(metadata.get_payload()))
    return faults + [f"the description in {file.name} links to {link}, which a package index has not" for link in links]


def symbols(file: Path) -> tuple[str, list[str]]:
    """Says what a wheel asks of the C library, by auditwheel, and what is wrong with it."""
    seen = json.loads(ask(sys.executable, "-m", "auditwheel", "show", "--json", "--ldpaths", os.devnull, str(file)))
    versions = re.findall(r"GLIBC_([\d.]+)", json.dumps(seen["versioned_symbols"]))
    newest = max(versions, default="", key=lambda version: [int(part) for part in version.split(".")])
    suits = any(platform in file.name and seen["sym_tag"].startswith(platform) for platform in PLATFORMS)
    right = suits and not seen["unsupported_isa"] and set(seen["external_libs"]) <= MUSL
    return f"glibc {newest}" if newest else "musl", [] if right else [f"{file.name} is not what its name says: {seen}"]


if __name__ == "__main__":
    sys.exit("\n".join(fault for file in sys.argv[1:] for fault in wheel_faults(Path(file))) or 0)
