"""Sentences that are kept with a game: faults as JSON values, so that each reader is told in their own language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sito.errors import Fault
from sito.show.i18n import fault_text


def fault_to_json(fault: Fault) -> dict[str, Any]:
    """Gives a fault as a JSON value; values that JSON does not have become texts.

    >>> fault_to_json(Fault("{count} code is left", "{count} codes are left", count=2))["values"]
    {'count': 2}
    """
    return {
        "message": fault.message,
        "plural": fault.plural,
        "values": {name: _value_to_json(value) for name, value in fault.values.items()},
    }


def _value_to_json(value: object) -> object:
    if isinstance(value, Fault):
        return fault_to_json(value)
    return value if value is None or type(value) in (bool, int, float, str) else str(value)


def fault_from_json(value: dict[str, Any]) -> Fault:
    """Makes the fault again.

    >>> str(fault_from_json(fault_to_json(Fault("{what} is gone", what=Fault("it")))))
    'it is gone'
    """
    values = {name: fault_from_json(part) if isinstance(part, dict) else part for name, part in value["values"].items()}
    message, plural = value["message"], value["plural"]
    return Fault(message, plural, **values)


def texts(faults: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Writes faults that were kept as JSON in the language of the reader."""
    return tuple(fault_text(fault_from_json(fault)) for fault in faults)
