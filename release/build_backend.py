"""What pip calls to build Sito: maturin, where there is a Rust toolchain that is new enough."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import maturin
from maturin import *  # noqa: F403  all the hooks that maturin has


def toolchain() -> str:
    """Says which Rust is here: the number of its version, or nothing."""
    if not (shutil.which("cargo") and shutil.which("rustc")):
        return ""
    words = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.split()
    return words[1] if len(words) > 1 else ""


def require_rust() -> None:
    """Ends with one sentence where Sito cannot be built."""
    cargo = tomllib.loads(Path("Cargo.toml").read_text(encoding="utf-8"))
    needed, here = cargo["workspace"]["package"]["rust-version"], toolchain()
    if [int(part) for part in here.split("-")[0].split(".")[:2] if part] < [int(part) for part in needed.split(".")]:
        sys.exit(
            f"Sito is built with Rust {needed} or newer, and {f'Rust {here}' if here else 'no Rust'} is here: install "
            "a wheel of Sito, which needs none, or a Rust toolchain from rustup.rs (docs/install.md)."
        )


def get_requires_for_build_sdist(config_settings=None):
    require_rust()
    return maturin.get_requires_for_build_sdist(config_settings)


def get_requires_for_build_wheel(config_settings=None):
    require_rust()
    return maturin.get_requires_for_build_wheel(config_settings)


get_requires_for_build_editable = get_requires_for_build_wheel
