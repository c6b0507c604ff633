"""What the page and the REST interface share while the service runs: the pool, jobs, games, people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sito.errors import StoreError
from sito.games.store import GameStore
from sito.web.games.keeping import GameLimits
from sito.web.games.service import Games
from sito.web.guard.bounds import Sockets
from sito.web.observe import Metrics
from sito.web.people import People, PeopleStore
from sito.web.settings import Settings
from sito.web.work.jobs import Jobs
from sito.web.work.pool import Pool

if TYPE_CHECKING:
    from fastapi import FastAPI


class Services:
    """Everything that lasts longer than a request. `create_app` opens it, and closes it at the end."""

    def __init__(self, settings: Settings, key: str | None = None) -> None:
        self.settings = settings
        self.key = key
        """What the address of the page has in it that is opened for the person whose folder this is."""
        self.people: People
        self.pool = Pool(settings)
        self.jobs = Jobs(settings, self.pool)
        self.games: Games
        self.metrics = Metrics()
        self.sockets = Sockets(settings)

    async def open(self) -> None:
        """Opens the files and starts the processes. Raises `StoreError`."""
        self.people = People(PeopleStore.in_directory(self.settings.data))
        settings = self.settings
        limits = GameLimits(codes=settings.codes, quick_seconds=settings.quick_seconds, classes=settings.classes)
        self.games = await Games.open(self.settings.games, self.pool, limits)
        await self.pool.open()
        self.metrics.watch(self.pool, self.jobs, lambda: self.sockets.count)

    def is_well(self) -> bool:
        """Tells whether the files can be read and processes can be had."""
        try:
            self.people.preferences("")
        except StoreError:
            return False
        return self.pool.is_well

    async def close(self) -> None:
        """Cancels jobs, ends the processes and closes the files."""
        await self.jobs.close()
        await self.pool.close()
        self.games.close()
        self.people.close()


def check_files(settings: Settings) -> None:
    """Raises `StoreError` if the files of people and games cannot be used."""
    PeopleStore.in_directory(settings.data).close()
    GameStore.in_directory(settings.games).close()


def services_of(app: FastAPI) -> Services:
    """Gives the services of an application that runs."""
    services: Services = app.state.services
    return services
