"""No text opens a file: parsers get texts that name existing files, and an audit hook hears of every opening."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sito
from sito.errors import RulesError, StrategyError
from sito.rules.rules import Rules
from sito.strategies.strategy import parse_strategy
from sito.words.files import read_word_list
from tests.conftest import written
from tests.open_nothing import PARSERS

ROOT = Path(__file__).parent.parent


def run(folder: Path, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.open_nothing", str(folder), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_no_parser_opens_what_a_text_names(tmp_path: Path) -> None:
    found = run(tmp_path)
    assert found["opened"] == []
    assert found["told"] == {}
    assert found["texts"] >= 200
    assert found["parsers"] == len(PARSERS)


def test_the_hook_hears_of_what_the_loaders_open(tmp_path: Path) -> None:
    opened = run(tmp_path, "loaders")["opened"]
    for file in (str(tmp_path / "secret.txt"), "secret.txt", "./inner/link.txt", "a b+c%.txt", "/dev/null"):
        assert f"open {file}" in opened


def test_every_parser_of_the_door_is_tried() -> None:
    for name in ("Rules", "CodeSpace", "Feedback", "Knowledge", "Transcript", "StrategyTree", "WordList"):
        for method in ("parse", "of", "read", "from_json"):
            if inspect.ismethod(getattr(getattr(sito, name), method, None)) and (name, method) not in NOT_PARSERS:
                assert any(f"{name}.{method}" in parser for parser in PARSERS), f"add {name}.{method} to PARSERS"


NOT_PARSERS = {("Feedback", "of"), ("Feedback", "read"), ("Knowledge", "of")}  # they parse by the others


def test_without_a_loader_the_message_says_what_to_pass(tmp_path: Path) -> None:
    file = written(tmp_path / "secret.txt", "HUSH")
    with pytest.raises(RulesError, match="is not at hand; pass words=") as caught:
        Rules.parse(f"words:{file}")
    assert "HUSH" not in str(caught.value)
    with pytest.raises(StrategyError, match="is not at hand; pass trees="):
        parse_strategy(f"tree:{file}")


def test_a_loader_may_be_a_mapping_a_list_or_a_function(tmp_path: Path) -> None:
    file = written(tmp_path / "two.txt", "bear seal")
    read = Rules.parse(f"words:{file}", read_word_list)
    assert read.words is not None
    assert Rules.parse(str(read), {str(file): ["seal", "bear"]}) == read
    assert Rules.parse(str(read), read.words) == read
    assert Rules.parse(str(read), lambda name: ["bear", "seal"]) == read


def test_of_a_file_only_the_word_at_fault_is_quoted(tmp_path: Path) -> None:
    file = written(tmp_path / "passwords", "first\nsecond\nthird\nfourth\n")
    with pytest.raises(RulesError) as caught:
        Rules.parse(f"words:{file}", read_word_list)
    assert [word for word in ("FIRST", "SECOND", "THIRD", "FOURTH") if word in str(caught.value)] == ["SECOND"]
    file.write_text("x" * 10_000, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        Rules.parse(f"words:{file}", read_word_list)
    assert len(str(caught.value)) < 200
