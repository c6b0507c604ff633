"""The web page and the REST service: one FastAPI application, started by `sito web`.

It needs the extra `web`. `sito.web.app` makes the application; what it needs while it runs
(games, people, the pool of processes) is in `sito.web.services`.
"""
