"""What a command says when the results that it would keep cannot be kept."""

from __future__ import annotations

from sito.cli.output import message
from sito.errors import StoreError
from sito.i18n import _, error_text


def warn_not_kept(error: StoreError) -> None:
    """Says why results are not kept; the command itself goes on."""
    message(_("sito: results are not kept: {problem}").format(problem=error_text(error)))
