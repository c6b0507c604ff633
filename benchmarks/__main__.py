"""Runs every benchmark, the yardstick first; the long proofs are apart, in `benchmarks.prove`."""

from __future__ import annotations

import importlib
import pkgutil

import benchmarks
from benchmarks import yardstick

APART = {"__main__", "prove", "yardstick"}


def main() -> None:
    yardstick.main()
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name not in APART:
            print(f"\n{module.name}")
            importlib.import_module(f"benchmarks.{module.name}").main()


if __name__ == "__main__":
    main()
