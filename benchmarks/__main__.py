"""Runs the benchmarks, the yardstick first; each of those in `APART` runs alone."""

from __future__ import annotations

import importlib
import pkgutil

import benchmarks
from benchmarks import yardstick

APART = {"__main__", "atlas", "color_by_color", "frontier", "modules", "prove", "yardstick"}


def main() -> None:
    yardstick.main()
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name not in APART:
            print(f"\n{module.name}")
            importlib.import_module(f"benchmarks.{module.name}").main()


if __name__ == "__main__":
    main()
