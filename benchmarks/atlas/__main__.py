"""python -m benchmarks.atlas [pages | add | cheap | certificates | take | verify]; see `--help`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import date
from pathlib import Path

from benchmarks.atlas.add import add, first_text, machine, search_commit, take
from benchmarks.atlas.certificates import certify, certify_cheap, check_kept, kept_certificates
from benchmarks.atlas.cheap import problems
from benchmarks.atlas.check import check_all
from benchmarks.atlas.pages import write_pages
from benchmarks.atlas.places import load, save
from sito.atlas.record import Published, Run, SolvedGame
from sito.base.limits import Limits
from sito.exact.problem import Objective, Problem


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.atlas")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("pages", help="write docs/atlas from the data; so does no command at all")
    verify = commands.add_parser(
        "verify", help="verify every tree and certificate in the repository, and solve cheap games again"
    )
    verify.add_argument("--y", type=float, default=1.0, help="solve games again that took at most so many Y")
    adding = commands.add_parser("add", help="solve games, verify their trees and write them into the atlas")
    adding.add_argument("rules", nargs="+")
    cheap = commands.add_parser("cheap", help="add all cheap games that the atlas does not have")
    told = commands.add_parser("published", help="note what others have published about a game of the atlas")
    told.add_argument("name", help="as in '4x6 total'")
    told.add_argument("source")
    told.add_argument("value", type=int, nargs="+")
    told.add_argument("--exact", action="store_true", help="they say that no value is less")
    certifying = commands.add_parser("certify", help="check a certificate, and keep its digest with its game")
    certifying.add_argument("name", help="as in '4x6 total'")
    certifying.add_argument("file", type=Path)
    all_of_them = commands.add_parser("certificates", help="certify all games that took at most so many Y to prove")
    all_of_them.add_argument("--y", type=float, default=1.0)
    all_of_them.add_argument("--seconds", type=float, help="leave out what takes longer to write")
    taking = commands.add_parser("take", help="add a tree that another run has found")
    taking.add_argument("rules")
    taking.add_argument("file", type=Path)
    taking.add_argument("--lower", type=int, nargs="+", required=True, help="what the run has proven")
    taking.add_argument("--lower-by", default="search", choices=["search", "two guesses", "counting", "certificate"])
    taking.add_argument("--y", type=float, help="processor time of the run")
    taking.add_argument("--positions", type=int)
    taking.add_argument("--at-least", action="store_true", help="the positions are those of the last report")
    taking.add_argument("--commit", default=search_commit())
    taking.add_argument("--date", default=date.today().isoformat())
    taking.add_argument("--log", type=Path, help="what sito solve reported, to see how the bounds came together")
    for each in (adding, taking):
        each.add_argument("--objective", type=Objective, default=Objective.TOTAL)
        each.add_argument("--depth", type=int)
        each.add_argument("--consistent", action="store_true")
        each.add_argument("--first")
        each.add_argument("--width", type=int)
    for each in (adding, cheap, taking):
        each.add_argument("--threads", type=int, default=1)
    for each in (adding, cheap):
        each.add_argument("--seconds", type=float, help="give up after so many")
        each.add_argument("--memory", type=int, default=4 << 30)
    return parser


def problem_of(rules: str, given: argparse.Namespace) -> Problem:
    return Problem(
        rules,
        given.objective,
        depth=given.depth,
        first_guess=given.first,
        consistent=given.consistent,
        width=given.width,
    )


def name_of(problem: Problem) -> str:
    """Names the record that a problem has, or would have."""
    return SolvedGame(
        str(problem.rules), problem.objective, (), (), 0, problem.depth, problem.consistent, first_text(problem)
    ).name


def main() -> None:
    given = options().parse_args()
    if given.command in (None, "pages"):
        write_pages(load())
    elif given.command == "verify":
        check_all(load(), given.y)
        certified = kept_certificates(load())
        for game in certified:
            check_kept(game)
        print(f"{len(certified)} certificates prove what the atlas says.", flush=True)
    elif given.command == "add":
        for rules in given.rules:
            problem = problem_of(rules, given)
            add(problem, given.threads, Limits(seconds=given.seconds, memory=given.memory))
    elif given.command == "cheap":
        for problem in problems():
            if name_of(problem) not in load():
                add(problem, given.threads, Limits(seconds=given.seconds, memory=given.memory), proven_only=True)
    elif given.command == "published":
        note_published(given.name, Published(tuple(given.value), given.exact, given.source))
    elif given.command == "certify":
        print(certify(given.name, given.file).certificate)
    elif given.command == "certificates":
        certify_cheap(given.y, given.seconds)
    elif given.command == "take":
        run = Run(
            given.threads,
            machine(),
            given.date,
            given.commit,
            given.y,
            positions=given.positions,
            at_least=given.at_least,
            width=given.width,
        )
        game = take(
            problem_of(given.rules, given),
            given.file,
            tuple(given.lower),
            run,
            lower_by=given.lower_by,
            log=given.log.read_text(encoding="utf-8") if given.log else "",
        )
        print(f"{game.name}: {game.lower} .. {game.upper}")


def note_published(name: str, found: Published) -> None:
    """Keeps a published value with its game; a value of the same source gives way."""
    games = load()
    others = tuple(each for each in games[name].published if each.source != found.source)
    games[name] = replace(games[name], published=(*others, found))
    save(games)


if __name__ == "__main__":
    main()
