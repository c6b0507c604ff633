"""Every parameter of what the door gives stands in its docstring: of functions, of classes, and of their methods."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from enum import Enum

import pytest

import sito


def functions() -> Iterator[tuple[str, Callable[..., object], str]]:
    """Yields each function with its docstring; of a class what it is made with, and its public methods."""
    for name in sito.__all__:
        value = getattr(sito, name)
        if inspect.iscoroutinefunction(value):
            continue  # what they take is said where the function is that they await
        if inspect.isfunction(value):
            yield name, value, value.__doc__ or ""
        if not inspect.isclass(value) or issubclass(value, Enum):
            continue
        yield name, value.__init__, f"{fields(value)} {vars(value).get('__init__', value).__doc__} {value.__doc__}"
        for member, static in inspect.getmembers_static(value):
            method = static.__func__ if isinstance(static, classmethod | staticmethod) else static
            if not member.startswith("_") and inspect.isfunction(method) and method.__module__.startswith("sito."):
                yield f"{name}.{member}", method, method.__doc__ or ""


def fields(value: type) -> str:
    """Names the fields of a class that have a docstring of their own, below them."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(value))).body
    explained = [
        field.target.id
        for field, text in zip(definition.body, definition.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    ]
    return " ".join(explained)


FUNCTIONS = {name: (function, text) for name, function, text in functions()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_stands_in_the_docstring(name: str) -> None:
    function, text = FUNCTIONS[name]
    told = text.partition(">>>")[0]
    parameters = [
        each for each in inspect.signature(function).parameters if each not in ("self", "cls", "args", "kwargs")
    ]
    missing = [each for each in parameters if not re.search(rf"\b{each}\b", told)]
    assert missing == [], f"say in the docstring of {name} what {', '.join(missing)} is"
