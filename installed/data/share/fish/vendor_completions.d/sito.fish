function __sito_complete
    set -l found (env SITO_COMPLETE=fish SITO_COMPLETE_LINE=(commandline -cp | string collect) sito 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command sito --no-files --arguments '(__sito_complete)'
