"""Builds what is published into dist/, and checks it: the source distribution, wheels for Linux, and `sito-certificate`
as programs that need no library. See docs/releasing.md.

    python -m release [--target TARGET ...] [--twice] [--python PYTHON ...]
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from release.archive import Entry, pack
from release.checks import ROOT, ask, sdist_faults, symbols, wheel_faults
from release.trials import MUSL, try_wheel

DIST = ROOT / "dist"
COMPATIBILITY = {"gnu": "manylinux2014", "musl": MUSL}
TARGETS = [f"{machine}-unknown-linux-{library}" for library in COMPATIBILITY for machine in ("x86_64", "aarch64")]
PROGRAM = "sito-certificate"


def run(*command: str | Path, cwd: Path = ROOT, **more: str) -> None:
    """Runs a program where its output can be seen; where it fails, the release does."""
    print("$", *command, flush=True)
    if ended := subprocess.run(command, cwd=cwd, env=os.environ | more).returncode:
        raise SystemExit(f"release: {command[0]} ended with {ended}")


def prepare() -> None:
    """Sets what makes the same bytes of the same commit: its time, and no path of this machine in what is compiled."""
    if ask("git", "status", "--porcelain"):
        raise SystemExit("release: not everything is committed; a release is made of a commit")
    cargo = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
    os.environ["SOURCE_DATE_EPOCH"] = ask("git", "log", "-1", "--format=%ct").strip()
    os.environ["RUSTFLAGS"] = f"--remap-path-prefix={cargo}=/cargo"
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    os.umask(0o022)


def packed(program: Path, source: Path, file: Path) -> None:
    """Packs a program with its licenses; the archive has the time of the commit and no owner."""
    texts = [source / "crates/certificate/README.md", source / "LICENSE", *sorted(source.glob("licenses/*"))]
    entries = (Entry(path.name, path.read_bytes(), path == program) for path in (program, *texts))
    pack(file, entries, int(os.environ["SOURCE_DATE_EPOCH"]))


def build(out: Path, targets: list[str]) -> None:
    """Builds everything into a folder, from the source distribution alone, in a folder that is new."""
    maturin = [sys.executable, "-m", "maturin"]
    run(*maturin, "sdist", "--out", out)
    with tempfile.TemporaryDirectory() as folder:
        (sdist,) = out.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        source = Path(folder, sdist.name.removesuffix(".tar.gz"))
        version = source.name.rpartition("-")[2]
        for target in targets:
            how = ["--release", "--locked", "--target", target]
            library = ["--zig", "--compatibility", COMPATIBILITY[target.rpartition("-")[2]]]
            run(*maturin, "build", *how, *library, "--out", out, cwd=source)
            if target.endswith("musl"):
                flags = f"{os.environ['RUSTFLAGS']} -Cstrip=symbols -Ctarget-feature=+crt-static"
                run("cargo-zigbuild", "zigbuild", *how, "--package", PROGRAM, cwd=source, RUSTFLAGS=flags)
                file = out / f"{PROGRAM}-{version}-{target.partition('-')[0]}-linux.tar.gz"
                packed(source / "target" / target / "release" / PROGRAM, source, file)


def same(first: Path, second: Path) -> None:
    """Compares two folders byte by byte."""
    for file in sorted(first.iterdir()):
        if file.read_bytes() != (second / file.name).read_bytes():
            kept = shutil.copy(second / file.name, tempfile.mkdtemp())
            raise SystemExit(f"release: {file.name} has other bytes when it is built again: {kept}")
    print("Built again, every file has the same bytes.", flush=True)


def check(pythons: list[str]) -> None:
    """Checks what was built, and tries the wheels."""
    run(sys.executable, "-m", "twine", "check", "--strict", *DIST.glob("sito-[0-9]*"))
    faults = sdist_faults(next(DIST.glob("sito-[0-9]*.tar.gz")))
    for wheel in sorted(DIST.glob("*.whl")):
        newest, wrong = symbols(wheel)
        faults += wheel_faults(wheel) + wrong
        print(f"{wheel.name}: {wheel.stat().st_size} bytes, asks for {newest}", flush=True)
    if faults:
        raise SystemExit("release: " + "\n".join(faults))
    for wheel in sorted(DIST.glob("*manylinux*.whl")):
        try_wheel(wheel, pythons)


def main() -> None:
    """Builds, compares, checks and writes the sums."""
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--target", nargs="+", choices=TARGETS, default=TARGETS)
    parser.add_argument("--twice", action="store_true", help="build everything again elsewhere, and compare")
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="where this machine's wheel is tried")
    wish = parser.parse_args()
    prepare()
    shutil.rmtree(DIST, ignore_errors=True)
    build(DIST, wish.target)
    if wish.twice:
        with tempfile.TemporaryDirectory() as again:
            build(Path(again), wish.target)
            same(DIST, Path(again))
    check(wish.python)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print(f"{len(sums)} files are in dist/, with SHA256SUMS.")


if __name__ == "__main__":
    main()
