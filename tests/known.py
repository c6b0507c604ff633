"""The known exact values that tests count against."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
KNOWN: dict[str, Any] = json.loads((DATA / "code_breaking.json").read_text(encoding="utf-8"))
FEWEST: dict[str, Any] = json.loads((DATA / "fewest.json").read_text(encoding="utf-8"))
LEAST_TOTALS: dict[str, Any] = json.loads((DATA / "least_totals.json").read_text(encoding="utf-8"))
LIES: dict[str, Any] = json.loads((DATA / "lies.json").read_text(encoding="utf-8"))
