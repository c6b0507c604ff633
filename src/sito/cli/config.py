"""`sito config`: the settings that count for every command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from sito.cli.command import command
from sito.cli.output import emit, emit_json, note, settings, show_table
from sito.cli.parameters import Argument
from sito.cli.preferences import NO, SETTINGS, YES, Preferences, read_preferences, save, settings_file, unknown_names
from sito.errors import N_, Fault, InputError, nearest
from sito.operations.operation import Ask, Named
from sito.show.i18n import _, pgettext
from sito.show.render import Column


def _complete_name(_incomplete: str, _given: Mapping[str, object]) -> Named:
    return [(setting.name, _(setting.help)) for setting in SETTINGS.values()]


def _complete_value(_incomplete: str, given: Mapping[str, object]) -> Named:
    setting = SETTINGS.get(str(given.get("name")))
    return [(word, "") for word in (setting.words() if setting else ())]


@command(
    help=N_(
        "Shows your settings, shows one, or saves one for all commands. An option of a command counts more than a "
        "variable such as SITO_LANG, that more than what is saved, and that more than what the system says."
    ),
    examples=(
        "sito config",
        "sito config language pl",
        "sito config plain yes",
        "sito config color 16",
        "sito config language --unset",
    ),
)
def config(
    name: Annotated[
        str | None, Argument(Fault(N_("Which setting: {names}."), names=", ".join(SETTINGS)), complete=_complete_name)
    ] = None,
    value: Annotated[str | None, Argument(N_("What it is to be from now on."), complete=_complete_value)] = None,
    unset: Annotated[bool, Ask(N_("Forget what was saved for this setting."))] = False,
) -> None:
    _check(name, value, unset)
    if value is not None or unset:
        assert name is not None
        _save(name, None if value is None else SETTINGS[name].read(value))
    _show(read_preferences(), list(SETTINGS) if name is None else [name], whole=name is None)


def _check(name: str | None, value: str | None, unset: bool) -> None:
    names = ", ".join(SETTINGS)
    if name is None and unset:
        which = N_("--unset needs the name of a setting: {names}; as in: sito config language --unset")
        raise InputError(Fault(which, names=names))
    if name is not None and name not in SETTINGS:
        if meant := nearest(name, SETTINGS):
            raise InputError.said("there is no setting '{name}'; did you mean '{meant}'?", name=name, meant=meant)
        unknown = N_("there is no setting '{name}'; there are {names}, as in: sito config language pl")
        raise InputError(Fault(unknown, name=name, names=names))
    if value is not None and unset:
        both = N_("--unset forgets what was saved for {name}; leave out --unset, or {value!r}")
        raise InputError(Fault(both, name=name, value=value))


def _save(name: str, word: str | None) -> None:
    usual = word == SETTINGS[name].usual and name == "language"  # nothing is chosen: the system says it
    aside = save(name, None if usual else word)
    if aside is not None:
        note(_("What could not be read of the old settings is kept in {file}.").format(file=aside))
    from_variable = read_preferences().sources.get(name) == SETTINGS[name].variable
    if from_variable:
        variable = SETTINGS[name].variable
        note(_("As long as {variable} is set, it counts more than what is saved.").format(variable=variable))


def _show(preferences: Preferences, names: list[str], *, whole: bool) -> None:
    if settings.json:
        shown = {name: _facts(preferences, name) for name in names}
        emit_json({"settings": shown, "file": str(settings_file())})
        return
    if not whole:
        for name in names:
            emit(preferences.value(name))
        return
    rows = [
        [name, preferences.value(name), ", ".join(SETTINGS[name].words()), _source(preferences, name)] for name in names
    ]
    columns = [Column(_("setting")), Column(_("value")), Column(_("may be"), spare=1), Column(_("set by"), spare=2)]
    show_table(columns, rows)
    for name in names:
        note(f"{name}: {_(SETTINGS[name].help)}")
    note(_("The settings are saved in {file}.").format(file=settings_file()))
    for unknown in unknown_names():
        odd = _("The setting {name} in this file is not known and has no effect.")
        note(odd.format(name=unknown))


def _source(preferences: Preferences, name: str) -> str:
    source = preferences.sources.get(name)
    if source is None:
        return pgettext("what has set a value", "nobody")
    return source if source == SETTINGS[name].variable else pgettext("what has set a value", "the file")


def _facts(preferences: Preferences, name: str) -> dict[str, object]:
    value = preferences.value(name)
    return {
        "value": value == YES if value in (YES, NO) else value,
        "may_be": list(SETTINGS[name].words()),
        "set_by": preferences.sources.get(name),
    }
