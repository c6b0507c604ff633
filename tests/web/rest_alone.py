"""The service without its page, as a process that tests kill: `python -m tests.web.rest_alone`."""

import uvicorn

from sito.web.app import create_app
from sito.web.serve import listen
from sito.web.settings import read_settings

if __name__ == "__main__":
    chosen = read_settings(host="127.0.0.1", rate=0, log="none")  # the port by SITO_WEB_PORT; 0 is any
    with listen(chosen) as listener:
        server = uvicorn.Server(uvicorn.Config(create_app(chosen, page=False), log_level="error"))
        # Whoever connects from now on is answered as soon as it serves.
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        server.run(sockets=[listener])
