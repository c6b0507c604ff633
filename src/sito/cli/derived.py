"""Commands that are derived from operations: the question gives their parameters, and the answer is JSON."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields, make_dataclass
from types import GenericAlias, UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

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
    EXAMPLE: ClassVar = ("4x6",)
    rules: Annotated[str, Argument(metavar="RULES", help=N_("The game: a name, or a text such as 4x6."))]


@dataclass(frozen=True, kw_only=True)
class _Game:
    EXAMPLE: ClassVar = ("4x6", "AABB:xo")
    game: Annotated[list[str], Argument(metavar="GAME", help=N_("The rules, and GUESS:ANSWER for each turn."))]


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
    own = [each for each in fields(question) if subject is _Nothing or each.name not in ("rules", "words", "turns")]
    group = make_dataclass(
        "Asked",
        [
            (each.name, _parameter(each, hints[each.name]), field(default=MISSING if _required(each) else _usual(each)))
            for each in own
        ],
        bases=(subject,),
        frozen=True,
        kw_only=True,
    )

    def run(given: Any, limits: TimeLimit) -> None:
        values = {each.name: value for each in own if (value := getattr(given, each.name)) is not None}
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
    words = [_apart(hints[each.name])[1].example or each.name.upper() for each in own if _required(each)]
    example = " ".join(["sito", name, *subject.EXAMPLE, *words])
    return command(name, help=line, examples=(example,))(run)


def _required(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def _usual(each: Field[Any]) -> Any:
    """Gives the default of a field that may be left out; of a list it is none, for the question knows it."""
    return None if each.default is MISSING else each.default


def _apart(hint: Any) -> tuple[Any, Ask]:
    """Takes the type of a field apart: the type of a value, and what is said of it."""
    optional = get_origin(hint) in (Union, UnionType)
    inner = next(part for part in get_args(hint) if part is not type(None)) if optional else hint
    kind, *said = get_args(inner) if get_origin(inner) is Annotated else (inner,)
    return kind, next((each for each in said if isinstance(each, Ask)), Ask())


def _parameter(each: Field[Any], hint: Any) -> Any:
    """Makes the parameter of a field: an argument if there must be a value, else an option."""
    kind, ask = _apart(hint)
    many = get_origin(kind) is list
    one, bounds = _apart(get_args(kind)[0]) if many else (kind, ask)
    about: dict[str, Any] = {"help": ask.help, "metavar": each.name.upper()}
    if one in (int, float):
        about |= {"min": bounds.least, "max": bounds.most}
    word = each.name.replace("_", "-")
    option = f"--{word}/--no-{word}" if each.default is True else f"--{word}"
    parameter: Parameter = Argument(**about) if _required(each) else Option(option, **about)
    return Annotated[GenericAlias(list, one) if many else one, parameter]


def __getattr__(name: str) -> Command:
    found = derived(name)
    if found is None:
        raise AttributeError(name)
    return found
