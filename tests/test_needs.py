"""What tests need besides: where it is missing they are skipped or fail, and a command can be kept from finding it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs


def test_a_missing_package_skips_a_test_and_fails_it_where_all_should_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(needs.NEEDS, "a cow", needs.Need("how it moos", needs.program("no-such-program"), "cowsay"))
    monkeypatch.setitem(needs.NEEDS, "a barn", needs.Need("its door", lambda: None, remedy="build one"))
    told = r"not tried without a cow: how it moos \(apt-get install cowsay\)"
    with pytest.raises(pytest.skip.Exception, match=told):
        needs.check("a cow", all_packages=False)
    with pytest.raises(pytest.fail.Exception, match=told):
        needs.check("a cow", all_packages=True)
    with pytest.raises(pytest.skip.Exception, match=r"its door \(build one\)"):
        needs.check("a barn", all_packages=True)


def test_a_command_finds_nothing_of_what_the_packages_have() -> None:
    here = [sys.executable, "-m", "tests.needs"]
    done = subprocess.run(
        [*here, "without", *here, "packages"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == " ".join(need.packages for need in needs.NEEDS.values()).split()
