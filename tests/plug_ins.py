"""Plug-ins as an installer leaves them: modules, and beside them the file that names their entry points."""

from pathlib import Path


def install(directory: Path, modules: dict[str, str], entry_points: dict[str, dict[str, str]]) -> None:
    """Writes modules and the entry points, by group and name, of one distribution."""
    for name, text in modules.items():
        (directory / f"{name}.py").write_text(text, encoding="utf-8")
    info = directory / "plug_ins_of_tests-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-ins-of-tests\nVersion: 1.0\n", encoding="utf-8")
    lines = [
        line
        for group, points in entry_points.items()
        for line in [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


SLOW = """
import time


class Slow:
    deterministic = consistent = True

    def __init__(self, seconds):
        self.seconds = float(seconds)

    def choose(self, knowledge, rng):
        # As work does, it often comes back to Python, where signals are heard.
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            time.sleep(0.02)
        return knowledge.first()

    def __str__(self):
        return f"slow:{self.seconds}"
"""
"""A strategy that takes its time, `slow:SECONDS`."""
