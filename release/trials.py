"""Tries wheels where nothing else is installed: in new environments of the Pythons here, in a Debian with Python but
without Rust and compilers, and those for musl in a folder with such a Python. Programs of another processor run under
QEMU.

    python -m release.trials WHEEL ... [--python PYTHON ...] [--musl FOLDER]
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release.checks import ROOT

CERTIFICATE = "docs/atlas/certificates/3x10-consistent.cert"
PLAYED = {  # commands, and a line that each prints
    "break 6281 --rules bulls-and-cows --strategy first-consistent": "Broken in 6 guesses.",
    "advise 4x6 CBFF:o EAAB:xxo": "next guess: AADB",
    "solve 3x4": "Proven best: total 206.",
    "pegs hoppers": "7 moves (11 jumps), the fewest possible.",
    f"certificate check {Path(CERTIFICATE).name}": "Proven: no strategy for 3x10 needs fewer than 5529 guesses in all.",
}
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}
MUSL = "musllinux_1_2"


def run(*command: str | Path, cwd: Path | None = None, **more: str) -> str:
    """Gives what a program prints, with more in its environment; where it fails, the release does."""
    environment = os.environ | {"LANGUAGE": "en"} | more
    done = subprocess.run(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )
    if done.returncode:
        raise SystemExit(f"release: {' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def play(folder: Path, *python: str | Path, **more: str) -> None:
    """Plays, solves and checks with the Sito of one Python; `folder` is where that Python finds the certificate."""
    shutil.copy(ROOT / CERTIFICATE, folder)
    for command, line in PLAYED.items():
        if line not in (said := run(*python, "-m", "sito", *command.split(), cwd=folder, **more)).splitlines():
            raise SystemExit(f"release: sito {command} does not print {line!r} but\n{said}")


def in_environment(wheel: Path, python: str) -> str:
    """Installs a wheel into an environment of its own and plays there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(python, "-m", "venv", folder / "new")
        here = folder / "new" / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(here, "-m", "pip", "install", "--quiet", "--only-binary=:all:", wheel)
        play(folder, here)
        return f"Python {run(here, '-c', 'import platform; print(platform.python_version())').strip()}"


def debian(machine: str) -> Path:
    """Makes a folder with what Debian's Python needs to run; the packages are only unpacked."""
    folder = ROOT / "target" / "debian" / machine
    if not (folder / "usr" / "bin" / "python3").exists():
        shutil.rmtree(folder, ignore_errors=True)
        base = ["debootstrap", "--foreign", f"--arch={DEBIAN[machine]}", "--variant=minbase", "--include=python3"]
        run(*base, "stable", folder)
        for package in sorted(folder.glob("var/cache/apt/archives/*.deb")):
            run("dpkg-deb", "--extract", package, folder)
    return folder


def in_folder(wheel: Path, machine: str, folder: Path) -> str:
    """Installs a wheel for the Python of a folder, from outside, and plays inside."""
    for name in ("cc", "gcc", "cargo", "rustc"):
        if (folder / "usr" / "bin" / name).exists():
            raise SystemExit(f"release: {folder} must have no compiler, and has {name}")
    library = MUSL if MUSL in wheel.name else "manylinux2014"
    version = next(path.name[6:] for path in (folder / "usr" / "bin").glob("python3.*") if path.name[8:].isdecimal())
    kind = [f"--platform={library}_{machine}", f"--python-version={version}", "--only-binary=:all:"]
    shutil.rmtree(folder / "sito", ignore_errors=True)
    run(sys.executable, "-m", "pip", "install", "--quiet", *kind, "--target", folder / "sito", wheel)
    inside: list[str | Path] = ["chroot", folder]
    if platform.machine() != machine:
        qemu = f"qemu-{machine}-static"
        shutil.copy(shutil.which(qemu) or qemu, folder / "usr" / "bin" / qemu)
        inside.append(f"/usr/bin/{qemu}")
    inside.append("/usr/bin/python3")
    play(folder, *inside, PYTHONPATH="/sito")
    return f"{run(*inside, '--version').strip()} for {machine}"


def try_wheel(wheel: Path, pythons: list[str], musl: Path | None = None) -> None:
    """Tries a wheel wherever this machine can, and says where that was; `musl` is a folder with a Python for it."""
    machine = next((name for name in DEBIAN if "linux" in wheel.name and wheel.name.endswith(f"_{name}.whl")), "")
    told = []
    if MUSL in wheel.name:
        if musl:
            told.append(f"musl's {in_folder(wheel, machine, musl)}")
    else:
        if machine in ("", platform.machine()):
            told += [in_environment(wheel, python) for python in pythons]
        if machine and os.geteuid() == 0 and shutil.which("debootstrap"):
            told.append(f"Debian's {in_folder(wheel, machine, debian(machine))}")
    print(f"{wheel.name} plays on {', '.join(told) or 'nothing that is here'}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("wheel", nargs="+", type=Path)
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    parser.add_argument("--musl", type=Path, help="a folder with a Python for musl, of the wheels' processor")
    asked = parser.parse_args()
    for wheel in asked.wheel:
        try_wheel(wheel.resolve(), asked.python, asked.musl)
