"""The commands by name: where each is, and a line of help."""

from __future__ import annotations

from sito.errors import N_

# name on the command line: (module in this package, one line of help)
COMMANDS = {
    "break": ("play.break_", N_("Break a code that you give.")),
    "keep": ("play.keep", N_("Keep a code and let the computer guess.")),
    "play": ("play.play", N_("Guess the computer's code.")),
    "duel": ("play.duel", N_("Guess in turn with the computer; fewer guesses win.")),
    "games": ("games.command", N_("List, show, resume, count, share and carry the games that are kept.")),
    "advise": ("play.advise", N_("Say which codes are possible in a game, and what to guess next.")),
    "explain": ("play.explain", N_("Explain an answer: which peg earned which mark, and why.")),
    "review": ("review.command", N_("Say what each guess of a game cost, and what was luck.")),
    "compare": ("compare", N_("Compare strategies over every code of a game.")),
    "solve": ("solve.command", N_("Find the best strategy there is, and prove it.")),
    "atlas": ("atlas", N_("Show what is proven of games, and what is open.")),
    "odds": ("odds", N_("Work out the chances of two strategies in a duel.")),
    "respond": ("respond", N_("Find, and prove, what does best against a strategy.")),
    "jugs": ("jugs.command", N_("Measure water with jugs: the fewest actions, all plans, or why not.")),
    "tree": ("tree", N_("Build, show, prove, export and play strategy trees.")),
    "certificate": ("certificate.command", N_("Check certificates, which prove how much any strategy costs.")),
    "pegs": ("pegs.command", N_("Solve peg solitaire on any board, or say why not.")),
    "web": ("web", N_("Open the web page, for you alone or for others.")),
    "config": ("config", N_("Show and save your settings: language, plain lines, colors.")),
    "help": ("manual", N_("Explain a command, or list strategies, levels and games.")),
    "completion": ("completion", N_("Let bash, zsh or fish complete what you type.")),
    "rules": ("rules", N_("List the games by name, and explain any rules.")),
}
