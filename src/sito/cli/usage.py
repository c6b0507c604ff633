"""What is wrong with a command line, in Sito's words: what was read, what is allowed, an example."""

from __future__ import annotations

import click

from sito.cli.as_click import first_example
from sito.errors import N_, Fault, nearest


def usage_fault(error: click.UsageError) -> Fault:
    """Says what is wrong with a command line that Click refuses."""
    ctx = error.ctx
    assert ctx is not None
    if isinstance(error, click.BadOptionUsage):
        takes_none = any(
            error.option_name in (*param.opts, *param.secondary_opts)
            for param in ctx.command.get_params(ctx)
            if isinstance(param, click.Option) and param.is_flag
        )
        alone = N_("{option} takes no value; write {option} alone")
        with_value = N_("{option} needs a value after it, as in {option} VALUE")
        return Fault(alone if takes_none else with_value, option=error.option_name)
    if isinstance(error, click.NoSuchOption):
        return _no_such_option(error.option_name, ctx)
    if isinstance(error, click.NoSuchCommand) and isinstance(ctx.command, click.Group):
        return no_such_command(error.command_name, ctx.command.list_commands(ctx), ctx.command_path)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        example = first_example(ctx.command) or ctx.get_usage()
        return Fault(N_("{name} is missing; write it as in: {example}"), name=error.param.type.name, example=example)
    return Fault(N_("the command line cannot be read; {help}"), help=explains(ctx))


def explains(ctx: click.Context) -> Fault:
    """Says where a command is explained."""
    return Fault(N_("'{command} --help' explains it"), command=ctx.command_path)


def no_such_command(word: str, names: list[str], command: str) -> Fault:
    """Says that there is no such command, and which one may have been meant."""
    meant = nearest(word, names)
    if meant is not None:
        wrong = N_("there is no command '{command} {word}'; did you mean '{command} {meant}'?")
        return Fault(wrong, command=command, word=word, meant=meant)
    wrong = N_("there is no command '{command} {word}'; there are {names}, as in {command} {example}")
    return Fault(wrong, command=command, word=word, names=", ".join(names), example=names[0])


def no_command(ctx: click.Context, group: click.Group) -> Fault:
    """Says which commands there are, with a whole command as an example; of a single one just that it is missing."""
    names = group.list_commands(ctx)
    first = group.get_command(ctx, names[0])
    example = None if first is None else first_example(first)
    if len(names) == 1 and example is not None:
        return Fault(N_("{name} is missing; write it as in: {example}"), name=names[0], example=example)
    missing = N_("which command? After '{command}' there must be one of {names}, as in {command} {example}")
    whole = names[0] if example is None else example.removeprefix(f"{ctx.command_path} ")
    return Fault(missing, command=ctx.command_path, names=", ".join(names), example=whole)


def _no_such_option(option: str, ctx: click.Context) -> Fault:
    known = [name for param in ctx.command.get_params(ctx) for name in (*param.opts, *param.secondary_opts)]
    meant = nearest(option, (name for name in known if name.startswith("--")), 0.7)
    if meant is not None:
        wrong = N_("'{command}' has no option {option}; did you mean {meant}?")
        return Fault(wrong, command=ctx.command_path, option=option, meant=meant)
    wrong = N_("'{command}' has no option {option}; '{command} --help' lists those it has")
    return Fault(wrong, command=ctx.command_path, option=option)
