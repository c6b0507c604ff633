"""`sito games`: the games that are kept, on disk by the modules of `cli/play`.

`kinds` is the registry of the kinds of games, `views` chooses and shows some, `stats` counts them, `transfer` exports
and imports them; `command` has the commands.
"""
