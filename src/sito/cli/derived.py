"""Commands that are derived from operations: the question gives their parameters, and the answer is JSON."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Annotated, ClassVar, get_type_hints

from sito.cli.command import Command, command
from sito.cli.commands import COMMANDS
from sito.cli.limits import TimeLimit
from sito.cli.options import read_game, read_rules
from sito.cli.output import emit_json, settings
from sito.cli.parameters import REQUIRED, parameters_of
from sito.errors import N_
from sito.operations.every import OPERATIONS
from sito.operations.operation import Ask, as_json
from sito.operations.questions import OfGame, OfRules
from sito.operations.work import Work

_MOST_CODES = 1 << 28  # as many as the sieve holds


@dataclass(frozen=True, kw_only=True)
class _Rules:
    EXAMPLE: ClassVar = ("4x6",)
    rules: Annotated[str, Ask(N_("The game: a name, or a text such as 4x6."))]


@dataclass(frozen=True, kw_only=True)
class _Game:
    EXAMPLE: ClassVar = ("4x6", "AABB:xo")
    game: Annotated[list[str], Ask(N_("The rules, and GUESS:ANSWER for each turn."))]


@dataclass(frozen=True, kw_only=True)
class _Nothing:
    EXAMPLE: ClassVar = ()


def derived(name: str) -> Command | None:
    """Makes the command of an operation; None if there is no such operation."""
    known = OPERATIONS.get(name.replace("-", "_"))
    if known is None or "_" in name:
        return None
    question = known.question
    subject = _Game if issubclass(question, OfGame) else _Rules if issubclass(question, OfRules) else _Nothing
    hints = get_type_hints(question, include_extras=True)
    own = [each for each in parameters_of(question) if subject is _Nothing or each.field != "rules"]
    plain = [(each.field, hints[each.field], *([] if each.default is REQUIRED else [each.default])) for each in own]
    group = make_dataclass("Asked", plain, bases=(subject,), frozen=True, kw_only=True)

    def run(given: object, limits: TimeLimit) -> None:
        values = {each.field: value for each in own if (value := getattr(given, each.field)) is not None}
        if isinstance(given, _Game):
            asked = question.of(read_game(" ".join(given.game)), **values)
        elif isinstance(given, _Rules):
            asked = question.of_rules(read_rules(given.rules), **values)
        else:
            asked = question(**values)
        answer = as_json(known.run(asked, Work(limits.limits(), codes=_MOST_CODES)))
        emit_json(answer, indent=None if settings.json else 2)

    run.__annotations__["given"] = group
    line = COMMANDS[name][1] if name in COMMANDS else known.run.__doc__ or ""
    words = [each.ask.example or each.metavar for each in own if each.default is REQUIRED]
    example = " ".join(["sito", name, *subject.EXAMPLE, *words])
    return command(name, help=line, examples=(example,))(run)


def __getattr__(name: str) -> Command:
    found = derived(name)
    if found is None:
        raise AttributeError(name)
    return found
