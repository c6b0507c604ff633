"""What an operation is: fields of questions, values that become JSON, and the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar, get_type_hints

from sito.errors import Fault
from sito.show.i18n import fault_text

Function = TypeVar("Function", bound=Callable[..., object])

Schema = dict[str, Any]
"""A schema of Pydantic, or of JSON."""

Named = list[tuple[str, str]]
"""Names, each with what is said about it."""

Completion = Callable[[str, Mapping[str, object]], Named]
"""Names that may be a value, from the beginning that is typed and the values of the other parameters."""


@dataclass(frozen=True)
class Ask:
    """What is to be said of a field of a question, or of an answer; it stands in an `Annotated` type.

    `least` and `most` bound a number, the characters of a text, or the length of a list. What follows `example` is for
    command lines alone: the name of the option where it is not that of the field, a letter for it, the word that
    stands for its value, and names that may be its value. The two hooks tell the same to Pydantic, which the web
    service uses; nothing of it is imported here.

    >>> from typing import Annotated
    >>> Top = Annotated[int, Ask("How many guesses to tell.", 1, 100)]
    """

    help: str | Fault = ""
    least: float | None = None
    most: float | None = None
    example: str | None = None
    name: str = ""
    short: str | None = None
    metavar: str = ""
    complete: Completion | None = None

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[object], Schema]) -> Schema:
        whole = handler(source)
        schema = whole["schema"] if whole["type"] == "nullable" else whole
        kind = schema["type"]
        sized = kind in ("str", "list", "tuple")
        if self.least is not None:
            schema["min_length" if sized else "ge"] = self.least
        if self.most is not None:
            schema["max_length" if sized else "le"] = self.most
        if kind == "float":
            schema["allow_inf_nan"] = False
        if kind in ("int", "bool", "float", "dataclass"):
            # "5" is no number and "yes" is no truth value; but an object of JSON may be a dataclass.
            schema["strict"] = kind != "dataclass"
        return whole

    def __get_pydantic_json_schema__(self, core: object, handler: Callable[[object], Schema]) -> Schema:
        schema = handler(core)
        if self.help:
            schema["description"] = self.help
        if self.example is not None:
            schema["examples"] = [self.example]
        return schema


@dataclass(frozen=True)
class Value:
    """A dataclass that stands for an object of JSON with these fields and no others.

    The sentence below a field is its description. A field with a default is left out where it has it. A name that
    Python keeps for itself, such as `from`, is written with an underscore after it.
    """

    __pydantic_config__: ClassVar[Mapping[str, object]] = {
        "extra": "forbid",
        "use_attribute_docstrings": True,
        "alias_generator": lambda name: name.rstrip("_"),
    }

    @classmethod
    def told(cls, *sources: object, **given: object) -> Self:
        """Makes it of what is `given`, and for the rest of what the sources say under the names of its fields.

        The first source that has a name counts. Sentences are told in the reader's language, fractions as floats. Of a
        source that is None, what it would say is null. Raises `TypeError` for a field of which nothing speaks.
        """
        for field in fields(cls):
            source = next((source for source in sources if hasattr(source, field.name)), None)
            if field.name not in given and source is not None:
                given[field.name] = _told(getattr(source, field.name))
            elif None in sources and field.default is MISSING:
                given.setdefault(field.name, None)
        return cls(**given)


def _told(part: object) -> object:
    if isinstance(part, Fault):
        return fault_text(part)
    from fractions import Fraction  # only now: help needs no numbers

    if isinstance(part, Fraction):
        return float(part)
    return list(part) if isinstance(part, tuple) else part


def as_json(value: object) -> Any:
    """Gives a value as JSON has it.

    >>> @dataclass(frozen=True)
    ... class Step(Value):
    ...     from_: str | None
    ...     to: tuple[str, ...]
    ...     left: int | None = None
    >>> as_json(Step(None, ("A", "B")))
    {'from': None, 'to': ['A', 'B']}
    """
    if is_dataclass(value):
        given = ((field, getattr(value, field.name)) for field in fields(value))
        return {
            field.name.rstrip("_"): as_json(part)
            for field, part in given
            if field.default is MISSING or part != field.default
        }
    if isinstance(value, Mapping):
        return {str(key): as_json(part) for key, part in value.items()}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [as_json(part) for part in value]
    return value


@dataclass(frozen=True)
class Operation:
    """A function of a question and a `Work`, and what the doors must know of it."""

    run: Callable[..., object]
    group: str
    """Where it stands among the others: `games`, `rules` or `puzzles`."""
    quick: bool
    """Whether it has an answer at any time, which the first second makes a good one."""
    job: bool
    """Whether it may take minutes."""
    path: str
    """Where REST has it."""
    posted: bool
    """Whether REST takes its question by POST; else it is a job alone, or is asked for by GET."""

    @property
    def name(self) -> str:
        """Its name in every door."""
        return self.run.__name__

    @property
    def question(self) -> type[Any]:
        """The dataclass of its question."""
        return self._types["asked"]

    @property
    def answer(self) -> type:
        """The dataclass of its answer."""
        return self._types["return"]

    @property
    def _types(self) -> dict[str, type]:
        return get_type_hints(self.run)


OPERATIONS: dict[str, Operation] = {}
"""All operations by name, once `sito.operations.every` is imported."""


def operation(
    group: str = "games", *, quick: bool = False, job: bool = False, path: str | None = None, posted: bool = True
) -> Callable[[Function], Function]:
    """Makes an operation of a function, whose docstring says what it does; without a `path` its name is the path."""

    def register(function: Function) -> Function:
        name = function.__name__
        OPERATIONS[name] = Operation(function, group, quick, job, path or f"/{name.replace('_', '-')}", posted)
        return function

    return register
