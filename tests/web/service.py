"""The service in a process of its own, as `sito web` serves it; it may have samples of the parts of its page, too."""

import json
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
given, parts = json.loads(sys.argv[1]), sys.argv[2]
settings = Settings(**{**given, "data": Path(given["data"])})
with listen(settings) as listener:
    if parts == "samples":
        from tests.web.samples import register
        register()
    port = listener.getsockname()[1]
    serve(settings.at(port), listener, lambda: print(port, flush=True), page=parts != "rest")
"""


class Service:
    """It runs as long as the context; `log` is what it wrote to standard error.

    Killed or ended, it starts again at the same address, with its games. With `samples` it has the page, and the view
    /samples; all browsers of the tests come from one address, whose requests are not limited then.
    """

    def __init__(self, folder: Path, *, page: bool = False, samples: bool = False, **settings: Any) -> None:
        self.folder, self.data = folder, folder / "data"
        self.parts = "samples" if samples else "page" if page else "rest"
        usual = {"workers": 2, "rate": 0} if samples else {"workers": 1}
        self.settings = {"port": 0, "heavy_workers": 1, "data": str(self.data), "log": "json", **usual, **settings}
        self._file = folder / "service.log"

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Starts it, and waits until it serves; it ends at the latest with the thread that has started it."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Starts it, and does not wait."""
        # NiceGUI is not to know that it is tested: it would leave out what people get, such as the compression.
        variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        with self._file.open("a") as log:
            self.process = subprocess.Popen(
                bound(sys.executable, "-c", _SERVE, json.dumps(self.settings), self.parts),
                env=variables | {"PYTHONPATH": search_path(), "LANGUAGE": "en"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def wait(self) -> None:
        """Waits until it serves."""
        line = self.process.stdout.readline()
        assert line, self.log
        self.port = self.settings["port"] = int(line)
        self.address = f"http://127.0.0.1:{self.port}"

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Ends it by a signal, and gives how it ended."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait()
        self.process.stdout.close()
        return code

    def restart(self) -> None:
        """Kills it, and starts it again."""
        self.end(signal.SIGKILL)
        self.start()

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
