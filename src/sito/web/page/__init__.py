"""The page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI


def register(app: FastAPI) -> None:
    """Puts the page into the application; whatever is routed after this is not found."""
    from nicegui import ui

    @ui.page("/")
    def home() -> None:
        ui.label("Sito")

    ui.run_with(app, mount_path="/", title="Sito", tailwind=False, unocss=None, show_welcome_message=False)
