"""The known exact values that tests count against."""

import json
from pathlib import Path
from typing import Any

KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "code_breaking.json").read_text(encoding="utf-8"))
