"""The core as a WebAssembly module in Node, beside the same search natively with AVX2, in turn, on one thread each.

    make modules && python -m benchmarks.modules

Each proves its value from a fresh start; the times are the least of a few.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from benchmarks import yardstick
from benchmarks.processors import search

MODULE = Path(__file__).parent.parent / "target" / "wasm32-unknown-unknown" / "web" / "sito_browser.wasm"
GAMES = {"4x6": 5_625, "5x5": 13_496, "4x7": 11_228}
TIMES = 5

_ASK = """
const { readFileSync } = require("fs");
const [module, question] = process.argv.slice(1);
WebAssembly.instantiate(readFileSync(module)).then(({ instance: { exports: { room, ask, answer, memory } } }) => {
  const begun = performance.now();
  const bytes = new TextEncoder().encode(question);
  const place = room(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  const length = ask();
  const said = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
  console.log(JSON.stringify([(performance.now() - begun) / 1000, said.upper]));
});
"""


def asked(game: str) -> tuple[float, int]:
    """Gives the seconds that the module takes for a game, and the least total."""
    question = json.dumps({"ask": "solve", "rules": game, "memory": 2**29, "positions": None})
    done = subprocess.run(["node", "-e", _ASK, str(MODULE), question], stdout=subprocess.PIPE, text=True, check=True)
    seconds, value = json.loads(done.stdout)
    return seconds, value[0]


def main() -> None:
    print(f"{MODULE.name}: {MODULE.stat().st_size} bytes")
    for game, value in GAMES.items():
        times = [(asked(game), search(game, "avx2")) for _ in range(TIMES)]
        assert all(here[1] == there[1] == value for here, there in times)
        module, native = (min(each[0] for each in column) for column in zip(*times, strict=True))
        print(f"{game:4} {module:8.3f} s in Node {native:8.3f} s natively {module / native:6.2f}", flush=True)
    yardstick.main()


if __name__ == "__main__":
    main()
