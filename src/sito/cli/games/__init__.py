"""`sito games`: the games that are kept, in the store of `sito.games`.

`kinds` is the registry of the kinds of games, `views` chooses and shows some, `stats` counts them, `transfer` exports
and imports them; `command` has the commands.
"""
