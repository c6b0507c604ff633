"""Gathers all that is tracked into one file that can be deposited: the atlas with its trees and certificates, all
checkers, the search itself, CITATION.cff, and SHA256SUMS of them all. Its bytes depend on the commit alone. See
docs/releasing.md.

    python -m release.archive [FOLDER]
"""

import gzip
import hashlib
import io
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from release.checks import ROOT, ask


class Entry(NamedTuple):
    """A file of an archive."""

    name: str
    data: bytes
    runs: bool = False


def pack(file: Path, entries: Iterable[Entry], moment: int) -> Path:
    """Packs files, in their order, into a folder that is called as the archive is; all have this time and no owner."""
    folder = file.name.removesuffix(".tar.gz")
    archive = io.BytesIO()
    with tarfile.TarFile("", "w", archive) as tar:
        for name, data, runs in entries:
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), moment, 0o755 if runs else 0o644
            tar.addfile(entry, io.BytesIO(data))
    file.write_bytes(gzip.compress(archive.getvalue(), mtime=moment))
    return file


def committed() -> list[Entry]:
    """Reads what is tracked as the commit has it, in the order of names."""
    done = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        files = ((member, tar.extractfile(member)) for member in tar)
        return sorted(Entry(member.name, read.read(), bool(member.mode & 0o100)) for member, read in files if read)


def write(folder: Path) -> Path:
    """Writes the archive of the commit that is checked out; gives its name."""
    entries = committed()
    about = next(entry.data for entry in entries if entry.name == "Cargo.toml")
    version = tomllib.loads(about.decode())["workspace"]["package"]["version"]
    sums = "".join(f"{hashlib.sha256(entry.data).hexdigest()}  {entry.name}\n" for entry in entries)
    moment = int(ask("git", "log", "-1", "--format=%ct"))
    folder.mkdir(parents=True, exist_ok=True)
    entries.append(Entry("SHA256SUMS", sums.encode()))
    return pack(folder / f"sito-archive-{version}.tar.gz", entries, moment)


if __name__ == "__main__":
    written = write(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist")
    print(f"{written}: {written.stat().st_size} bytes, SHA-256 {hashlib.sha256(written.read_bytes()).hexdigest()}")
