"""The service in a process of its own, as `sito web` serves it, with the page or without."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

from tests.web.bound import bound, search_path

_SERVE = """
import json, sys
from pathlib import Path
from sito.web.serve import listen, serve
from sito.web.settings import Settings
given = json.loads(sys.argv[1])
settings = Settings(**{**given, "data": Path(given["data"])})
with listen(settings) as listener:
    port = listener.getsockname()[1]
    serve(settings.at(port), listener, lambda: print(port, flush=True), page=sys.argv[2] == "page")
"""


class Service:
    """It runs as long as the context; `log` is what it wrote to standard error."""

    def __init__(self, folder: Path, *, page: bool = False, **settings: Any) -> None:
        self.folder, self.page = folder, page
        self.settings = {"port": 0, "workers": 1, "heavy_workers": 1, "data": str(folder / "data"), "log": "json"}
        self.settings |= settings
        self._file = folder / "service.log"

    def __enter__(self) -> Self:
        self.start()
        self.wait()
        return self

    def start(self) -> None:
        """Starts it; it ends at the latest with the thread that has started it."""
        import json

        with self._file.open("a") as log:
            self.process = subprocess.Popen(
                bound(sys.executable, "-c", _SERVE, json.dumps(self.settings), "page" if self.page else "rest"),
                env=os.environ | {"PYTHONPATH": search_path(), "LANGUAGE": "en"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def wait(self) -> None:
        """Waits until it serves."""
        line = self.process.stdout.readline()
        assert line, self.log
        self.port = int(line)
        self.address = f"http://127.0.0.1:{self.port}"

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Ends it by a signal, and gives how it ended."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    @property
    def log(self) -> str:
        """What was written so far."""
        return self._file.read_text(encoding="utf-8")

    def log_has(self, text: str) -> None:
        """Waits until the log has a text."""
        while text not in self.log:
            assert self.process.poll() is None, self.log
            time.sleep(0.01)

    def connect(self) -> socket.socket:
        """Opens a connection."""
        return socket.create_connection(("127.0.0.1", self.port))
