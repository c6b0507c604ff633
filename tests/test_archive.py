"""The archive that can be deposited."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from release import archive

from tests.needs import path_of

pytestmark = pytest.mark.needs("a git checkout")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archive.write(tmp_path_factory.mktemp("first"))


def test_it_has_the_same_bytes_when_it_is_written_again_elsewhere(written: Path, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        command = [sys.executable, "-m", "release.archive", str(tmp_path)]
        subprocess.run(command, cwd=archive.ROOT, env=os.environ | {"TZ": "Asia/Tokyo", "LC_ALL": "C"}, check=True)
    finally:
        os.umask(before)
    assert (tmp_path / written.name).read_bytes() == written.read_bytes()


def test_its_sums_are_right_and_all_is_there(written: Path, tmp_path: Path) -> None:
    with tarfile.open(written) as tar:
        assert len({member.mtime for member in tar}) == 1
        tar.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    told = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines())
    found = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    assert {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in found.items()} == {
        **told,
        "SHA256SUMS": hashlib.sha256(found["SHA256SUMS"].read_bytes()).hexdigest(),
    }
    games = json.loads(found["docs/atlas/atlas.json"].read_text("utf-8"))["games"]
    assert len([name for name in found if ".cert" in name]) > 300
    assert len([name for name in found if name.endswith(".tree.gz")]) > 300
    assert len(games) > 400
    assert {"CITATION.cff", "LICENSE", "docs/certificates.md", "crates/certificate/src/lib.rs"} <= set(found)
    assert "src/sito/certificate/plain.py" in found


@pytest.mark.needs("node")
def test_the_checker_in_javascript_runs_from_it(written: Path, tmp_path: Path) -> None:
    with tarfile.open(written) as tar:
        tar.extractall(tmp_path, filter="data")
    (docs,) = tmp_path.glob("*/docs")
    command = [path_of("node"), str(docs / "certificates" / "check.mjs")]
    right, wrong = docs / "atlas" / "certificates" / "3x6.cert", tmp_path / "wrong.cert"
    wrong.write_bytes(right.read_bytes()[:-1] + b"!")
    damaged = tmp_path / "damaged.cert.gz"
    damaged.write_bytes(gzip.compress(right.read_bytes())[:-5])
    for files, code, out in (
        (["--help"], 0, "node check.mjs FILE ..."),
        ([damaged], 2, ""),
        ([right], 0, "3x6: no strategy costs less than 854 "),
        ([right, wrong], 1, "refused: the digest is not that of the bytes before it"),
        ([docs], 2, ""),
        ([], 2, ""),
    ):
        done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
        assert (done.returncode, out in done.stdout) == (code, True)
        assert "    at " not in done.stderr
    with open("/dev/full", "w") as full:
        assert subprocess.run([*command, str(right)], stdout=full, check=False).returncode == 1
