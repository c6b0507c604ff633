"""What lets a shell complete what is typed after `sito`: the scripts of `sito completion`, and what they ask for.

A script sets SITO_COMPLETE to the name of its shell and SITO_COMPLETE_LINE to the line as far
as it is written, and reads a line for each word that may follow. Nothing is printed where the
shell should offer files. Only the module of the command that was named is imported.
"""

from __future__ import annotations

import os
from contextlib import suppress
from enum import StrEnum
from typing import Annotated

from click.shell_completion import CompletionItem, ShellComplete, split_arg_string

from sito.cli.command import command
from sito.cli.output import emit_json, settings
from sito.errors import N_
from sito.operations.operation import Ask

_ASKED = "SITO_COMPLETE"
_LINE = f"{_ASKED}_LINE"


class Shell(StrEnum):
    """A shell that completes."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


class _Completes(ShellComplete):
    """What shells share: they give the whole line, and take words alone; without any they offer files.

    Click's own scripts break `level:easy` (bash) and `entropy,minimax` (fish) apart, and put a blank behind `tree:`
    (zsh).
    """

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ.get(_LINE, "")
        words = split_arg_string(line)[1:]
        return (words[:-1], words[-1]) if words and not line[-1:].isspace() else (words, "")

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        option, equals, _value = incomplete.partition("=")
        before = option + equals if equals and option.startswith("-") else ""
        found = super().get_completions(list(args), incomplete)
        return [CompletionItem(before + item.value, help=" ".join((item.help or "").split())) for item in found]


class _Bash(_Completes):
    name = Shell.BASH
    source_template = """_sito_completion() {
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(%(complete_var)s=bash %(complete_var)s_LINE="${COMP_LINE:0:COMP_POINT}" "$1" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then
        compopt -o nospace
    fi
}
complete -o bashdefault -o default -F _sito_completion sito
"""

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Gives a name without what stands before a mark at which bash breaks words of its own accord."""
        typed = self.get_completion_args()[1]
        return str(item.value[max(typed.rfind(mark) for mark in ":=") + 1 :])


class _Zsh(_Completes):
    name = Shell.ZSH
    source_template = """#compdef sito
_sito() {
    local line
    local -a words_with_lines open_words
    while IFS= read -r line; do
        if [[ $line == *'\\:':* ]]; then
            open_words+=("$line")
        else
            words_with_lines+=("$line")
        fi
    done < <(%(complete_var)s=zsh %(complete_var)s_LINE="${(j: :)words[1,CURRENT-1]} $PREFIX" "${words[1]}" 2>/dev/null)
    if (( ! $#words_with_lines && ! $#open_words )); then
        _files
        return
    fi
    (( $#words_with_lines )) && _describe -V sito words_with_lines
    (( $#open_words )) && _describe -V sito open_words -S ''
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _sito "$@"
else
    compdef _sito sito
fi
"""

    def format_completion(self, item: CompletionItem[str]) -> str:
        return item.value.replace(":", "\\:") + f":{item.help}"


class _Fish(_Completes):
    name = Shell.FISH
    source_template = """function __sito_complete
    set -l found (env %(complete_var)s=fish %(complete_var)s_LINE=(commandline -cp | string collect) sito 2>/dev/null)
    if test (count $found) -gt 0
        printf '%%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command sito --no-files --arguments '(__sito_complete)'
"""

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.value}\t{item.help}"


def shell_complete(shell: str) -> ShellComplete:
    """Gives what a shell needs to complete: `source()` is its script, `complete()` answers it.

    >>> shell_complete("fish").source().splitlines()[-1]
    "complete --command sito --no-files --arguments '(__sito_complete)'"
    """
    from sito.cli.app import root

    return {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}[shell](root(), {}, "sito", _ASKED)


def answer(shell: str) -> int:
    """Prints what may come next; a command line that makes no sense has no answer, and nothing is said about it."""
    with suppress(Exception):
        if found := shell_complete(shell).complete():
            print(found)
    return 0


@command(
    help=N_(
        "Prints what lets a shell complete commands, options, rules, strategies, levels, boards and saved games "
        'when the tabulator is pressed. For bash and zsh: put eval "$(sito completion bash)" into ~/.bashrc, or '
        "zsh into ~/.zshrc, after compinit. For fish: write it to ~/.config/fish/completions/sito.fish."
    ),
    examples=(
        'eval "$(sito completion bash)"',
        'eval "$(sito completion zsh)"',
        "sito completion fish > ~/.config/fish/completions/sito.fish",
    ),
)
def completion(shell: Annotated[Shell, Ask(N_("bash, zsh or fish."))]) -> None:
    if settings.json:
        emit_json({"shell": shell.value, "script": shell_complete(shell).source()})
    else:
        print(shell_complete(shell).source(), end="")
