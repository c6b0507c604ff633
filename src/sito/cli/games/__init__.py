"""`sito games`: the games that are kept, on disk by the modules of `cli/play`.

`kinds` is the registry of the kinds of games, `which` chooses some, `tally` counts them, `stats` and `views` show
them, `transfer` exports and imports them; `command` has the commands.
"""
