"""A server in a process of its own, for tests of the page."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


class Server:
    """Sito's page at an address of its own; killed or stopped, it starts again at the same address, with its games."""

    def __init__(self, data: Path, module: str = "tests.web.samples") -> None:
        self.data = data
        self.module = module
        self.address = ""
        self.process: subprocess.Popen[str] | None = None
        self._log = data / "server.log"

    def start(self) -> None:
        """Starts it, and waits until it serves."""
        port = self.address.rpartition(":")[2] or "0"
        path = os.pathsep.join(filter(None, (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH"))))
        variables = os.environ | {"SITO_WEB_DATA": str(self.data / "data"), "SITO_WEB_PORT": port, "PYTHONPATH": path}
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.module],
                cwd=ROOT,
                env=variables,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line.startswith("http://"), self.log
        self.address = line

    @property
    def log(self) -> str:
        """What it has logged."""
        return self._log.read_text()

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Ends it gracefully, or with SIGKILL at once, and waits for the end."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    def restart(self, number: int = signal.SIGTERM) -> None:
        """Ends it and starts it again at the same address."""
        self.stop(number)
        self.start()
