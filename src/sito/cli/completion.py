"""`sito completion`: the script that lets a shell complete what is typed after `sito`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from sito.cli.output import command, emit_json, examples, new_app, settings
from sito.show.i18n import _

app = new_app()


ASKED, LINE = "SITO_COMPLETE", "SITO_COMPLETE_LINE"
"""The variables in which a script says which shell asks, and what is written so far."""


class Shell(StrEnum):
    """A shell that completes."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


_SCRIPTS = {
    Shell.BASH: f"""_sito_completion() {{
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <({ASKED}=bash {LINE}="${{COMP_LINE:0:COMP_POINT}}" "$1" 2>/dev/null)
    if [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *: ]]; then
        compopt -o nospace
    fi
}}
complete -o bashdefault -o default -F _sito_completion sito
""",
    Shell.ZSH: f"""#compdef sito
_sito() {{
    local line
    local -a words_with_lines open_words
    while IFS= read -r line; do
        if [[ $line == *'\\:':* ]]; then
            open_words+=("$line")
        else
            words_with_lines+=("$line")
        fi
    done < <({ASKED}=zsh {LINE}="${{(j: :)words[1,CURRENT-1]}} $PREFIX" "${{words[1]}}" 2>/dev/null)
    if (( ! $#words_with_lines && ! $#open_words )); then
        _files
        return
    fi
    (( $#words_with_lines )) && _describe -V sito words_with_lines
    (( $#open_words )) && _describe -V sito open_words -S ''
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _sito "$@"
else
    compdef _sito sito
fi
""",
    Shell.FISH: f"""function __sito_complete
    set -l found (env {ASKED}=fish {LINE}=(commandline -cp | string collect) sito 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command sito --no-files --arguments '(__sito_complete)'
""",
}


def script(shell: Shell) -> str:
    """Gives the script of a shell.

    >>> script(Shell.FISH).splitlines()[-1]
    "complete --command sito --no-files --arguments '(__sito_complete)'"
    """
    return _SCRIPTS[shell]


@command(
    app,
    help=_(
        "Prints what lets a shell complete commands, options, rules, strategies, levels, boards and saved games "
        'when the tabulator is pressed. For bash and zsh: put eval "$(sito completion bash)" into ~/.bashrc, or '
        "zsh into ~/.zshrc, after compinit. For fish: write it to ~/.config/fish/completions/sito.fish."
    ),
    epilog=examples(
        'eval "$(sito completion bash)"',
        'eval "$(sito completion zsh)"',
        "sito completion fish > ~/.config/fish/completions/sito.fish",
    ),
)
def completion(shell: Annotated[Shell, typer.Argument(metavar="SHELL", help=_("bash, zsh or fish."))]) -> None:
    if settings.json:
        emit_json({"shell": shell.value, "script": script(shell)})
    else:
        print(script(shell), end="")
