"""Servers for tests: REST alone in a thread of the test's process, and the page in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from sito.web.app import create_app
from sito.web.settings import Settings
from tests.web.bound import ROOT, bound, search_path


@contextmanager
def serving(data: Path, **settings: Any) -> Iterator[httpx.Client]:
    """Serves with a folder for its data, and gives a client; limits of the rate are off unless they are given."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        usual = {"data": data, "port": port, "rate": 0, "burst": 10**6, "log": "none", "workers": 2}
        app = create_app(Settings(**{**usual, **settings}), page=False)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            assert server.started, "the service did not start"
            with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=600) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()


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
        # NiceGUI is not to know that it is tested: it would leave out what people get, such as the compression.
        usual = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        variables = usual | {
            "SITO_WEB_DATA": str(self.data / "data"),
            "SITO_WEB_PORT": port,
            "SITO_WEB_RATE": "0",  # all browsers of the tests come from one address
            "PYTHONPATH": search_path(),
        }
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                bound(sys.executable, "-m", self.module),
                cwd=ROOT,
                env=variables,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
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
