"""`sito config`, the settings it saves, and the variables and options that count more."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from sito.cli.output import settings
from sito.cli.preferences import SETTINGS, read_preferences, settings_file
from sito.show import i18n
from sito.show.render import Screen
from tests.catalogs import compiled_texts
from tests.conftest import Sito, Start, finish, written
from tests.test_i18n import CATALOG

NO_LANGUAGE = "there is no language '{language}'; choose one of: {languages}"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="only there a user may have no home")
def test_a_user_without_a_home(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SITO_DATA_DIR", "SITO_CONFIG_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", str)
    assert sito("config").code == 0
    assert "cannot be written" in sito("config", "plain", "yes").err
    assert "SITO_DATA_DIR" in sito("games", "list", code=1).err


def put(text: str) -> Path:
    file = settings_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_settings_are_shown_saved_and_forgotten(sito: Sito) -> None:
    assert [line.split()[0] for line in sito("config").out.splitlines()] == ["setting", *SETTINGS]
    assert not settings_file().exists()
    assert sito("config", "color", "16").out == "16\n"
    assert sito("config", "plain", "YES").out == "yes\n"
    assert json.loads(settings_file().read_text(encoding="utf-8")) == {"color": "16", "plain": True}
    assert sito("config", "color").out == "16\n"
    facts = json.loads(sito("config", "--json").out)["settings"]
    assert facts["plain"] == {"value": True, "may_be": ["yes", "no"], "set_by": str(settings_file())}
    assert facts["count"]["set_by"] is None
    assert sito("config", "color", "--unset").out == "auto\n"
    assert json.loads(settings_file().read_text(encoding="utf-8")) == {"plain": True}


@pytest.mark.parametrize("damaged", ["x", "[]", '{"plain": ', "[" * 100_000, "\udcff", ""])
def test_a_damaged_file_is_told_set_aside_and_stops_nothing(sito: Sito, damaged: str) -> None:
    file = put("")
    file.write_bytes(damaged.encode("utf-8", "surrogateescape"))
    done = sito("rules", "--json", code=0)
    assert json.loads(done.out)["sito"] == "rules"
    assert "the saved settings cannot be used" in done.err
    assert str(file) in done.err
    assert "settings.json.damaged" in sito("config", "plain", "yes").err
    assert file.with_name("settings.json.damaged").read_bytes() == damaged.encode("utf-8", "surrogateescape")
    assert sito("rules").err == ""
    assert sito("config", "plain").out == "yes\n"


def test_one_wrong_value_leaves_the_others(sito: Sito) -> None:
    file = put('{"color": "17", "plain": true, "wonder": [1]}')
    done = sito("config", "plain")
    assert done.out == "yes\n"
    assert f"{file} is passed over: color cannot be '17'; it must be one of auto, none, 16, 256, true" in done.err
    assert "wonder" in sito("config").err
    assert "wonder" not in sito("rules").err
    sito("config", "color", "none")
    assert json.loads(file.read_text(encoding="utf-8")) == {"plain": True, "wonder": [1], "color": "none"}


def test_a_file_that_cannot_be_read_or_written_is_named(sito: Sito) -> None:
    settings_file().mkdir(parents=True)
    assert sito("rules").code == 0
    assert str(settings_file()) in sito("config", "plain", "yes", code=2).err


def test_an_option_counts_more_than_a_variable_and_that_more_than_what_is_saved(
    sito: Sito, monkeypatch: pytest.MonkeyPatch
) -> None:
    sito("config", "plain", "yes")
    assert sito("rules").code == 0
    assert settings.plain
    monkeypatch.setenv("SITO_PLAIN", "0")
    sito("rules")
    assert not settings.plain
    assert "As long as SITO_PLAIN is set" in sito("config", "plain", "yes").err
    sito("rules", "--plain")
    assert settings.plain
    monkeypatch.setenv("SITO_PLAIN", "perhaps")
    assert "SITO_PLAIN is passed over" in sito("rules", code=0).err
    assert settings.plain
    monkeypatch.setenv("SITO_SIMD", "sse9")
    assert "SITO_SIMD is passed over: it cannot be 'sse9'" in sito("rules", code=0).err


def test_the_saved_language_counts_more_than_the_systems(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "locale" / "pl" / "LC_MESSAGES" / "sito.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled_texts(CATALOG | {"value": "wartość", NO_LANGUAGE: "nie ma języka '{language}'"}))
    monkeypatch.setattr(i18n, "LOCALE_DIR", tmp_path / "locale")
    try:
        assert sito("config", "language", "pl_PL").out == "pl\n"
        assert "wartość" in sito("config").out
        assert "wartość" not in sito("config", "--lang", "en").out
        assert "nie ma języka 'tlh'" in sito("config", "--lang", "tlh").err
        monkeypatch.setenv("SITO_LANG", "en")
        assert "wartość" not in sito("config").out
        assert "wartość" in sito("--lang=pl", "config").out
        monkeypatch.delenv("SITO_LANG")
        sito("config", "language", "auto")
        monkeypatch.setenv("LANGUAGE", "en")
        assert "wartość" not in sito("config").out
    finally:
        i18n.set_language("en")


def test_a_chosen_number_of_colors_reaches_the_screen(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, object]] = []
    monkeypatch.setattr("sito.show.render.Screen", lambda stream, **options: made.append(options) or Screen(stream))
    for saved, no_color, option, wanted in [
        ("auto", "", [], "auto"),
        ("auto", "1", [], "none"),
        ("16", "1", [], "16"),
        ("256", "", [], "256"),
        ("true", "", ["--no-color"], "none"),
    ]:
        monkeypatch.setenv("NO_COLOR", no_color)
        monkeypatch.setenv("SITO_COLOR", saved)
        sito("rules", *option)
        assert made[-1]["color"] == wanted


@pytest.mark.parametrize(
    ("color", "wanted"), [("none", ""), ("16", r"\x1b\[3\d;4\dm"), ("256", r"\x1b\[1;38;5;\d+;48;5;")]
)
def test_colors_at_a_terminal(start: Start, color: str, wanted: str) -> None:
    finish(start("config", "color", color), 0)
    shown = finish(start("explain", "AABB", "ABCD"), 0)
    assert ("\x1b[" in shown) == (color != "none")
    assert re.search(wanted, shown)


def test_plain_at_a_terminal_moves_nothing(start: Start) -> None:
    shown = finish(start("jugs", "8", "5", "--target", "4", "--animate", "--pace", "0.01", "--plain"), 0)
    assert "\x1b" not in shown
    wide = finish(start("rules", "--plain", width=40), 0)
    assert "\x1b" not in wide
    assert "name: bulls-and-cows" in wide
    assert "─" not in wide


def test_reading_preferences_never_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SITO_CONFIG_DIR", str(tmp_path / "file" / "below"))
    (tmp_path / "file").write_text("")
    assert read_preferences().faults == ()


def test_a_setting_of_a_later_sito_is_kept_whatever_it_says(sito: Sito, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SITO_CONFIG_DIR", str(tmp_path))
    file = written(tmp_path / "settings.json", '{"later": "\\ud800", "theme": {"a": [1]}}')
    assert sito("config", "plain", "yes").code == 0
    assert json.loads(file.read_text()) == {"later": "\ud800", "theme": {"a": [1]}, "plain": True}
