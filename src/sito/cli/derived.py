"""Commands that are derived from operations: the question gives their parameters, and the answer is JSON."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from sito.cli.command import Command, command
from sito.cli.commands import COMMANDS
from sito.cli.limits import TimeLimit
from sito.cli.options import read_game, read_rules
from sito.cli.output import emit_json, settings
from sito.cli.parameters import Argument, Option, Parameter
from sito.errors import N_
from sito.operations.every import OPERATIONS
from sito.operations.operation import Ask, as_json
from sito.operations.questions import OfGame, OfRules
from sito.operations.work import Work

_MOST_CODES = 1 << 28  # as many as the sieve holds


@dataclass(frozen=True, kw_only=True)
class _Rules:
    rules: Annotated[str, Argument(metavar="RULES", help=N_("The game: a name, or a text such as 4x6."))]


@dataclass(frozen=True, kw_only=True)
class _Game:
    game: Annotated[list[str], Argument(metavar="GAME", help=N_("The rules, and GUESS:ANSWER for each turn."))]


@dataclass(frozen=True, kw_only=True)
class _Nothing:
    pass


def derived(name: str) -> Command | None:
    """Makes the command of an operation; None if there is no such operation."""
    known = OPERATIONS.get(name.replace("-", "_"))
    if known is None:
        return None
    question = known.question
    subject = _Game if issubclass(question, OfGame) else _Rules if issubclass(question, OfRules) else _Nothing
    hints = get_type_hints(question, include_extras=True)
    own = [each for each in fields(question) if subject is _Nothing or each.name not in ("rules", "words", "turns")]
    group = make_dataclass(
        "Asked",
        [
            (each.name, _parameter(each.name, hints[each.name], each.default is MISSING), field(default=each.default))
            for each in own
        ],
        bases=(subject,),
        frozen=True,
        kw_only=True,
    )

    def run(given: Any, limits: TimeLimit) -> None:
        values = {each.name: getattr(given, each.name) for each in own}
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
    return command(name, help=line)(run)


def _parameter(name: str, hint: Any, required: bool) -> Any:
    """Makes the parameter of a field: an argument if there must be a value, else an option."""
    optional = get_origin(hint) in (Union, UnionType)
    inner = next(part for part in get_args(hint) if part is not type(None)) if optional else hint
    kind, *said = get_args(inner)
    ask = next((each for each in said if isinstance(each, Ask)), Ask())
    about: dict[str, Any] = {"help": ask.help, "metavar": name.upper(), "min": ask.least, "max": ask.most}
    if kind not in (int, float):
        about |= {"min": None, "max": None}
    parameter: Parameter = Argument(**about) if required else Option(f"--{name.replace('_', '-')}", **about)
    return Annotated[reduce(or_, (kind, type(None))) if optional else kind, parameter]


def __getattr__(name: str) -> Command:
    found = derived(name)
    if found is None:
        raise AttributeError(name)
    return found
