"""Runs the benchmarks, the yardstick first; `benchmarks.prove`, `.atlas` and `.color_by_color` run alone."""

from __future__ import annotations

import importlib
import pkgutil

import benchmarks
from benchmarks import yardstick

APART = {"__main__", "atlas", "color_by_color", "prove", "yardstick"}


def main() -> None:
    yardstick.main()
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name not in APART:
            print(f"\n{module.name}")
            importlib.import_module(f"benchmarks.{module.name}").main()


if __name__ == "__main__":
    main()
