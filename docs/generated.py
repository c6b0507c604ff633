"""The parts of the reference that are not written by hand: each is derived from the place where its fact stands.

A page of the reference has a line `<!-- generated: NAME -->`; `conf.py` puts there what the function of that name in
`PARTS` gives, as Markdown. So the site cannot say something else than the program does.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import click

import sito
from sito.cli.app import root
from sito.cli.manual import EXITS, TOPIC_LISTS, VARIABLES, ManualPage, write_commands
from sito.cli.preferences import SETTINGS
from sito.web.settings import Settings

DOCS = Path(__file__).parent


def rows(heads: Iterable[str], cells: Iterable[Iterable[object]]) -> str:
    """Writes a table."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *([str(cell).replace("|", "\\|") for cell in line] for line in cells)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


class MarkdownPage(ManualPage):
    """The page of help as Markdown."""

    def write_command(self, path: str) -> None:
        """Begins the part about a command."""
        self.write(f"\n## {path}\n\n")

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Adds the line that shows how the command is written."""
        self.write(f"```text\n{prog} {args}\n```\n\n")

    def write_paragraph(self) -> None:
        """Does nothing: what follows begins its own paragraph."""

    def write_heading(self, heading: str) -> None:
        """Adds a heading within the part of one command."""
        self.write(f"**{heading}**\n\n")

    def write_text(self, text: str) -> None:
        """Adds a paragraph; the lines of one that begins with `\\b` are kept apart."""
        raw = text.removeprefix("\b\n")
        self.write(f"{escaped(text)}\n\n" if raw == text else f"```text\n{raw}\n```\n\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Adds names, each with what is said about it."""
        self.write("".join(f"`{name.strip()}`\n: {escaped(text) or '-'}\n\n" for name, text in rows))


def escaped(text: str) -> str:
    """Writes a text so that Markdown takes none of it for a mark."""
    return re.sub(r"([\\`*_<>\[\]{}#~$|])", r"\\\1", text)


def commands() -> str:
    """Every command with its options."""
    ctx = click.Context(root(), info_name="sito")
    page = MarkdownPage()
    assert isinstance(ctx.command, click.Group)
    root().format_common_options(ctx, page)
    write_commands(page, ctx)
    return page.getvalue()


def exits() -> str:
    """What exit codes mean."""
    return rows(("code", "meaning"), ((f"`{code}`", text) for code, text in EXITS))


def variables() -> str:
    """Variables of the environment."""
    return rows(("variable", "meaning"), ((f"`{name}`", text) for name, text in VARIABLES))


def settings() -> str:
    """What `sito config` saves."""
    return rows(
        ("setting", "meaning", "may be", "without it", "variable"),
        (
            (f"`{one.name}`", one.help, ", ".join(f"`{word}`" for word in one.words()), f"`{one.usual}`", one.variable)
            for one in SETTINGS.values()
        ),
    )


def service() -> str:
    """The settings of `sito web`: the docstrings of its fields."""
    text = inspect.getsource(Settings)
    told = dict(re.findall(r'^    (\w+): .*\n    """(.*?)\.?"""$', text, re.MULTILINE))
    here = {"workers": "as many as processors", "heavy_workers": "half as many as processors"}
    here["data"] = "`web` in Sito's folder of data"
    usual = ((one.name, here.get(one.name) or one.default or "nothing") for one in fields(Settings))
    return rows(("setting", "without it", "meaning"), ((f"`{name}`", default, told[name]) for name, default in usual))


def names() -> str:
    """Strategies, levels, games by name and notations of answers, as `sito help TOPIC` lists them."""
    parts = []
    for topic, (named, more) in TOPIC_LISTS.items():
        table = rows(("name", "meaning"), ((f"`{name}`", text) for name, text in named()))
        parts.append(f"## {topic.capitalize()}\n\n{table}\n{escaped(more)}\n")
    return "\n".join(parts)


def rest() -> str:
    """Every path of the REST service with the fields that it takes."""
    told = json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
    schemas = told["components"]["schemas"]
    parts = []
    for path, methods in told["paths"].items():
        for method, about in methods.items():
            parts.append(f"## {method.upper()} {path.replace('{', '&#123;')}\n\n{about.get('description', '')}\n")
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {})
            asked = schemas.get(_reference(body.get("schema", {})), {})
            given = [
                (name, field, name in asked.get("required", ())) for name, field in asked.get("properties", {}).items()
            ]
            given += [
                (one["name"], {**one["schema"], **one}, one.get("required")) for one in about.get("parameters", ())
            ]
            if given:
                parts.append(rows(("field", "type", "default", "meaning"), map(_field, given)))
            examples = body.get("examples", {}).values()
            parts += [f"{one['summary']}:\n\n```json\n{json.dumps(one['value'])}\n```\n" for one in list(examples)[:1]]
    return "\n".join(parts)


def _reference(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _field(given: tuple[str, dict[str, Any], bool]) -> tuple[str, str, str, str]:
    name, schema, required = given
    default = f"`{json.dumps(schema['default'])}`" if "default" in schema else "optional"
    return f"`{name}`", _type(schema), "required" if required else default, schema.get("description", "")


def _type(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    kind = schema.get("type") or _reference(schema) or ", ".join(map(str, schema.get("enum", ())))
    return f"list of {_type(schema['items'])}" if kind == "array" else str(kind)


def door() -> str:
    """Every name that `import sito` gives."""
    return "\n".join(_object(name, getattr(sito, name)) for name in sorted(sito.__all__, key=str.lower))


def _object(name: str, thing: object) -> str:
    if isinstance(thing, str):
        return f"## `{name}`\n\nThe version, a text such as `{thing}`.\n"
    parts = [f"## `{name}`\n", _signature(f"sito.{name}", thing), _docstring(thing)]
    if isinstance(thing, type) and issubclass(thing, Enum):
        parts.append(rows(("member", "value"), ((f"`{one.name}`", f"`{one.value}`") for one in thing)))
    if isinstance(thing, type):
        parts += [_member(name, *member) for member in _members(thing)]
    return "\n".join(parts)


def _members(thing: type) -> Iterator[tuple[str, object]]:
    """Gives the public methods and properties of a class that have a docstring, those of its bases in Sito too."""
    ours = [vars(base) for base in reversed(thing.__mro__) if base.__module__.startswith("sito")]
    members = {name: member for own in ours for name, member in own.items()}
    plain = {one.name for one in fields(thing)} if is_dataclass(thing) else set()
    for name, member in sorted(members.items()):
        told = not name.startswith("_") and name not in plain and not isinstance(member, Enum)
        if told and inspect.getdoc(getattr(thing, name)):
            yield name, member


def _member(owner: str, name: str, member: object) -> str:
    if isinstance(member, classmethod | staticmethod):
        member = member.__func__
    inner = member.fget if isinstance(member, property) else getattr(member, "func", member)
    title = f"### `{owner}.{name}`\n"
    is_method = inspect.isfunction(member) or callable(member)
    return "\n".join((title, _signature(f"{owner}.{name}", member) if is_method else "", _docstring(inner)))


def _signature(name: str, thing: object) -> str:
    if not callable(thing):
        return ""
    try:
        signature = inspect.signature(thing)
    except ValueError:  # of what is native and has none
        return ""
    given = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    line = f"{name}{signature.replace(parameters=given)}"
    if len(line) > 100:
        line = f"{name}(\n" + "".join(f"    {one},\n" for one in given) + ")"
        line += "" if signature.return_annotation is inspect.Signature.empty else f" -> {signature.return_annotation}"
    line = re.sub(r"'([\w\[\], |.*]+)'(?=[,)]| = |$)", r"\1", line)  # annotations are texts
    return f"```python\n{line}\n```\n"


def _docstring(thing: object) -> str:
    """Writes a docstring: examples become blocks, the rest is Markdown already."""
    parts = [
        f"```pycon\n{part}\n```" if part.lstrip().startswith(">>>") else part
        for part in (inspect.getdoc(thing) or "").split("\n\n")
    ]
    return "\n\n".join(parts) + "\n"


PARTS: dict[str, Callable[[], str]] = {
    part.__name__: part for part in (commands, exits, variables, settings, service, names, rest, door)
}
