"""REST alone, served for tests in a thread of the test's process."""

import socket
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
