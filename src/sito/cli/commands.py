"""The commands by name, grouped by what they are for: where each is, and a line of help."""

from __future__ import annotations

from sito.errors import N_

# heading: {name on the command line: (module in this package and the command in it, one line of help)}
SECTIONS = {
    N_("Play"): {
        "play": ("play.play:play_command", N_("Guess the computer's code.")),
        "keep": ("play.keep:keep", N_("Keep a code and let the computer guess.")),
        "duel": ("play.duel:duel", N_("Guess in turn with the computer; fewer guesses win.")),
        "games": ("games.command:games", N_("List, show, resume, count, share and carry the games that are kept.")),
    },
    N_("Learn"): {
        "advise": ("play.advise:advise", N_("Say which codes are possible in a game, and what to guess next.")),
        "explain": ("play.explain:explain_command", N_("Explain an answer: which peg earned which mark, and why.")),
        "review": ("review:review_command", N_("Say what each guess of a game cost, and what was luck.")),
        "train": ("training:train", N_("Solve exercises, and positions where you could have guessed better.")),
        "worksheet": ("training:worksheet", N_("Make a work sheet of exercises for the printer.")),
        "break": ("play.break_:break_", N_("Break a code that you give.")),
        "rules": ("rules:rules", N_("List the games by name, and explain any rules.")),
    },
    N_("Research"): {
        "compare": ("compare:compare", N_("Compare strategies over every code of a game.")),
        "solve": ("solve.command:solve_", N_("Find the best strategy there is, and prove it.")),
        "value": ("value:value_", N_("Find, and prove, what a game is worth where both sides mix strategies.")),
        "atlas": ("atlas:atlas", N_("Show what is proven of games, and what is open.")),
        "tree": ("tree:tree", N_("Build, show, prove, export and play strategy trees.")),
        "certificate": ("certificate:certificate", N_("Check certificates, which prove how much any strategy costs.")),
        "odds": ("duels:odds", N_("Work out the chances of two strategies in a duel.")),
        "respond": ("duels:respond", N_("Find, and prove, what does best against a strategy.")),
    },
    N_("Puzzles"): {
        "jugs": ("jugs.command:jugs", N_("Measure water with jugs: the fewest actions, all plans, or why not.")),
        "pegs": ("pegs.command:pegs", N_("Solve peg solitaire on any board, or say why not.")),
    },
    N_("Data, as JSON"): {
        "feedback": ("derived:feedback", N_("Say what a guess earns.")),
        "sieve": ("derived:sieve", N_("Count and list the codes that are possible in a game.")),
        "rank": ("derived:rank", N_("Rank the guesses in a game by a metric.")),
        "conflict": ("derived:conflict", N_("Find which answers of a game are wrong.")),
    },
    N_("Setup"): {
        "web": ("web:web", N_("Open the web page, for you alone or for others.")),
        "config": ("config:config", N_("Show and save your settings: language, plain lines, colors.")),
        "help": ("manual:help_", N_("Explain a command, or list strategies, levels and games.")),
        "completion": ("completion:completion", N_("Let bash, zsh or fish complete what you type.")),
    },
}
COMMANDS = {name: about for commands in SECTIONS.values() for name, about in commands.items()}
