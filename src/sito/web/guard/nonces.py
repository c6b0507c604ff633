"""Gives the scripts that stand in NiceGUI's pages the nonce of the response, so that no others need be allowed.

NiceGUI makes a page from one template with a few scripts in it. The template is changed when
it is loaded, not the finished page, so that nothing that anybody wrote can get a nonce.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from jinja2 import BaseLoader

NONCE = "{{ request.state.nonce }}"
_SCRIPT = re.compile(r"<script\b(?![^>]*\bnonce=)")


def with_nonces(template: str) -> str:
    """Puts the nonce into the scripts of a template.

    >>> with_nonces('<script type="module">1</script>')
    '<script nonce="{{ request.state.nonce }}" type="module">1</script>'
    """
    return _SCRIPT.sub(f'<script nonce="{NONCE}"', template)


def add_nonces() -> None:
    """Changes NiceGUI's template; once in a process is enough."""
    from nicegui.client import templates

    loader: Any = templates.env.loader
    if not isinstance(loader, _Loader):
        templates.env.loader = _Loader(loader)
        if templates.env.cache is not None:
            templates.env.cache.clear()


class _Loader(BaseLoader):
    """Loads templates as another loader does, with nonces."""

    def __init__(self, other: Any) -> None:
        self._other = other

    def get_source(self, environment: Any, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, is_current = self._other.get_source(environment, template)
        return with_nonces(source), file, is_current
