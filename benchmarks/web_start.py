"""How long `sito web` takes until its page is there, beyond importing NiceGUI, and how much is transferred.

It counts the time of the processor as well, which says more on a machine that is busy with other things.

python -m benchmarks.web_start
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from urllib.request import Request, urlopen

import psutil

RUNS = 3
ALLOWED_SECONDS = 3.0


def import_seconds() -> tuple[float, float]:
    """Measures a process that imports NiceGUI and nothing else: seconds, and those of the processor."""
    begun, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", "import nicegui, nicegui.ui"], check=True, cwd=tempfile.gettempdir())
    after = os.times()
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - begun, worked


def start_seconds() -> tuple[float, float, int]:
    """Measures from the start of the process to the end of its first page; and counts the bytes of page and assets."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sito", "web", "--port", "0", "--no-browser", "--data", folder]
        begun = time.perf_counter()
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | {"LANGUAGE": "en"})
        assert process.stderr is not None
        try:
            found = re.search(r"http://\S+/", process.stderr.readline())
            assert found
            page = read(found[0])
            seconds = time.perf_counter() - begun
            worked = psutil.Process(process.pid).cpu_times()
            text = urlopen(found[0]).read().decode()
            names = set(re.findall(r'(?:href|src|url\()="?(/[^"\')]+)', text)) | set(
                re.findall(r'url\("(/[^"]+)"', text)
            )
            return seconds, worked.user + worked.system, page + sum(read(found[0].rstrip("/") + name) for name in names)
        finally:
            process.terminate()
            process.wait()
            process.stderr.close()


def read(address: str) -> int:
    """Counts the bytes of something as they are transferred, compressed."""
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
        return len(answer.read())


def main() -> None:
    """Prints the times, and fails if the start takes too long."""
    imports, import_work = sorted(import_seconds() for _ in range(RUNS))[RUNS // 2]
    starts, start_work, size = sorted(start_seconds() for _ in range(RUNS))[RUNS // 2]
    beyond = starts - imports
    print(f"importing NiceGUI {imports:.2f} s, sito web to its first page {starts:.2f} s, beyond {beyond:.2f} s")
    print(f"of the processor: {import_work:.2f} s, {start_work:.2f} s, beyond {start_work - import_work:.2f} s")
    print(f"the first page with its assets: {size / 1000:.0f} kB compressed")
    if beyond > ALLOWED_SECONDS:
        sys.exit(f"that is more than {ALLOWED_SECONDS} s")


if __name__ == "__main__":
    main()
