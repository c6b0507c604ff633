"""The service under hostile requests; `python -m benchmarks.hostile_web` sends ten thousand."""

from pathlib import Path

from tests.web import hostile_classes
from tests.web.hostile import MEMORY, attack
from tests.web.hostile_requests import ATTACKS


def test_the_service_survives_hostile_requests(tmp_path: Path) -> None:
    found = attack(200, tmp_path)
    assert found.wrong == []
    assert found.opened == []
    assert found.sent == 200
    assert set(found.kinds) == {kind.__name__ for kind, _weight in ATTACKS}
    assert found.service_bytes < 600_000_000
    assert found.process_bytes < MEMORY * 1.5
    assert found.processes <= 8


def test_a_class_survives_hostile_requests_against_its_links(tmp_path: Path) -> None:
    found = attack(2000, tmp_path, attacks=hostile_classes.ATTACKS, prepare=hostile_classes.begun)
    assert found.wrong == []
    assert found.opened == []
    assert found.sent == 2000
    assert set(found.statuses) >= {"200", "404", "405", "409", "422"}
    assert found.service_bytes < 600_000_000
