"""Playing at the terminal: the commands that play code-breaking games with a person, or advise on them.

The commands: `play` (the computer keeps the code), `keep` (the person does), `duel` (both
do), `break_` (no person, the computer breaks a code that is given), `advise` (what is
left in a game that is played elsewhere, and what to guess next) and `explain` (which peg
of a guess earned which mark).

What they share: `human`, the person as a codebreaker and as a codemaker; `saved`, a game of
a terminal in the store; `makers`, who keeps a code or guesses while a person waits;
`hints`, what is advised and said of a guess; `pictures` and its neighbours, how games look.
"""
