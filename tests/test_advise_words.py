"""The helper for word games: sessions on golden screens, several boards, screens to be hacked, Absurdle."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from sito.advice.advice import advise
from sito.advice.written_turns import WrittenTurns
from sito.base.limits import Limits
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.codes.hard_mode import allowed_after
from sito.errors import InputError
from sito.exact import Problem, solve
from sito.makers import AdversarialMaker
from sito.playing.game import Transcript
from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.words.screen_words import screen_words
from sito.words.words import WordList
from tests.cases import cases
from tests.conftest import Sito, written
from tests.screens import Terminal
from tests.test_boards import WORDS

SCREEN = """0xF4A0 ..<TRUST$].!  0xF56C (=/BRAVE.!'%
0xF4AC (;SHORE{]-+;  0xF578 ;GHOST/!<*:G
0xF4B8 %CRAVE;}>=|?  0xF584 RAVE,<!(+='/"""
PATIENT = ["--time", "600"]

Talk = Callable[..., Terminal]


@pytest.fixture
def words_file(tmp_path: Path) -> Path:
    return written(tmp_path / "few.txt", "\n".join(WORDS))


@pytest.fixture
def talk(tmp_path: Path, words_file: Path) -> Iterator[Talk]:
    """Starts `sito advise` at a terminal; every line is written when the prompt before it is to be seen."""
    terminals: list[Terminal] = []

    def start(*arguments: str, said: Sequence[tuple[str, str]], columns: int = 80) -> Terminal:
        given = [each.format(words=words_file) for each in arguments]
        terminal = Terminal(tmp_path, "advise", *given, *PATIENT, columns=columns, lines=120)
        terminals.append(terminal)
        for prompt, line in said:
            _wait_for_prompt(terminal, prompt)
            before = terminal.text()
            terminal.enter(line)
            _wait_for_change(terminal, before)
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()


def _wait_for_prompt(terminal: Terminal, prompt: str) -> None:
    terminal.wait_until(lambda: terminal.text().splitlines()[-1:] == [prompt])


def _wait_for_change(terminal: Terminal, before: str) -> None:
    terminal.wait_until(lambda: terminal.text() != before)


WORD_RULES = "words-position:{words}"


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_helper_session(talk: Talk, columns: int) -> None:
    said = [
        (">", "caper"),
        ("CAPER:", "-g-gg"),
        (">", "/undo"),
        (">", "caper actor"),
        ("CAPER:", "⬛🟩⬛🟩🟩"),
        ("ACTOR:", "10002"),
        (">", "/more"),
        (">", "bakrr"),
        (">", "baker ggggg"),
    ]
    terminal = talk(WORD_RULES, said=said, columns=columns)
    terminal.check(f"advise-word-{columns}")
    assert terminal.end() == 0


def test_a_wrong_answer_is_found_and_corrected(talk: Talk) -> None:
    said = [(">", "caper -g-gg"), (">", "actor yy---"), ("Which repair? (1 to 5):", "1"), (">", "/quit")]
    terminal = talk(WORD_RULES, said=said)
    terminal.check("advise-word-mended")
    assert terminal.end() == 0


@pytest.mark.parametrize("columns", [40, 80])
def test_a_quordle_session(talk: Talk, columns: int) -> None:
    said = [
        (">", "caper"),
        ("CAPER 1:", "-g-gg"),
        ("CAPER 2:", "-g---"),
        ("CAPER 3:", "gg--- yy--g"),
        (">", "cabin -gy-- -g--- ggggg yy---"),
        (">", "/undo"),
        (">", "cabin -gy-- -g--- ggggg yy---"),
        (">", "baker"),
        ("BAKER 1:", "ggggg"),
        ("BAKER 2:", "-g---"),
        ("BAKER 4:", "/undo"),
        (">", "/quit"),
    ]
    terminal = talk(WORD_RULES, "--boards", "4", said=said, columns=columns)
    terminal.check(f"advise-quordle-{columns}")
    assert terminal.end() == 0


@pytest.mark.parametrize("columns", [40, 80])
def test_a_terminal_to_be_hacked(talk: Talk, columns: int) -> None:
    said = [(">", line) for line in (*SCREEN.splitlines(), "")]
    said += [("guess 1 of 4:", "trust 1"), ("guess 2 of 4:", "brave"), ("BRAVE:", "4"), ("guess 3 of 4:", "crave 5")]
    terminal = talk("terminal-hacking", said=said, columns=columns)
    terminal.check(f"advise-hacking-{columns}")
    assert terminal.end() == 0


def test_the_words_of_the_package(talk: Talk) -> None:
    terminal = talk("words-5", "--strategy", "first-consistent", said=[(">", "raise --y-g"), (">", "quit")])
    assert terminal.end() == 0
    assert "words are possible" in terminal.text()


# In pipes


def test_turns_in_every_way_are_the_same(sito: Sito, words_file: Path) -> None:
    rules = f"words-position:{words_file}"
    ways = [
        "caper -g-gg\nactor y---g\n",
        "caper\n-g-gg\nactor\ny---g\n",
        "CAPER:-g-gg ACTOR:y---g\n",
        "caper actor\nWordle 1,234 4/6*\n\n⬛🟩⬛🟩🟩\n🟨⬛⬛⬛🟩\n",
        "⬛🟩⬛🟩🟩\n🟨⬛⬛⬛🟩\ncaper\nactor\n",
        "⬜🟧⬜🟧🟧 caper\n🟦⬜⬜⬜🟧 actor\n",
        "02022 caper\nactor 10002\n",
        "caper bgbgg\nactor\ny - - - g\n",
        "caper actor -g-gg y---g\n",
        "c a p e r -g-gg\na c t o r y---g\n",
    ]
    for way in ways:
        done = sito("advise", rules, "-", "--json", *PATIENT, stdin=way, code=0)
        last = json.loads(done.out.splitlines()[-1])
        assert (last["left"], last["codes"]) == (2, ["BAKER", "MAKER"]), way
    assert json.loads(sito("advise", rules, "caper:-g-gg", "actor:y---g", "--json").out)["codes"] == ["BAKER", "MAKER"]


@cases("line", "says")
def test_what_cannot_be_read_is_said_with_its_line(sito: Sito, words_file: Path, line: str, says: str) -> None:
    done = sito("advise", "--rules", f"words-position:{words_file}", stdin=f"# mine\n{line}\n", code=2)
    assert "line 2:" in done.err
    assert says in done.err


def test_boards_in_a_pipe_and_as_json(sito: Sito, words_file: Path) -> None:
    rules = f"words-position:{words_file}"
    piped = sito("advise", rules, "-", "--boards", "2", "--json", *PATIENT, stdin="caper -g-gg gg---\n")
    given = sito("advise", rules, "caper:-g-gg/gg---", "--boards", "2", "--json", *PATIENT)
    assert piped == given
    told = json.loads(given.out)
    assert [board["left"] for board in told["boards"]] == [3, 1]
    assert told["boards"][1]["codes"] == ["CABIN"]
    assert told["guesses"][0]["boards"]
    assert not told["won"]
    won = sito("advise", rules, "caper:-g-gg/gg---", "cabin:-gy--/ggggg", "baker:ggggg", "--boards", "2", "--json")
    assert json.loads(won.out)["won"]


def test_a_board_that_contradicts_is_named(sito: Sito, words_file: Path) -> None:
    done = sito("advise", f"words-position:{words_file}", "caper:-g-gg/-----", "--boards", "2", code=3)
    assert "board 2: no code agrees" in done.err
    sito("advise", f"words-position:{words_file}", "caper:-g-gg/--", "--boards", "2", code=2)


def test_hard_mode_is_for_one_board(sito: Sito, words_file: Path) -> None:
    done = sito("advise", f"words-position:{words_file}", "--boards", "2", "--hard", "caper:-g-gg/-----", code=2)
    assert "hard mode is played on one board" in done.err


@pytest.mark.parametrize("more", [["--hard"], []])
def test_advice_in_hard_mode_keeps_to_it(sito: Sito, words_file: Path, more: list[str]) -> None:
    rules = f"words-position:{words_file}" if more else f"words-position-hard:{words_file}"
    done = sito("advise", rules, "caper:-g---", *more, "--top", "30", "--json", *PATIENT)
    told = json.loads(done.out)
    words = WordList.of(WORDS)
    hard = Rules.of_words(words, FeedbackKind.POSITION, hard=HardMode.HARD)
    turns = Transcript(hard).after("caper", "-g---").turns
    space = CodeSpace(hard)
    assert 2 <= len(told["guesses"]) < len(WORDS)
    assert all(allowed_after(hard, turns, space.parse(guess["guess"])) for guess in told["guesses"])
    free = json.loads(sito("advise", f"words-position:{words_file}", "caper:-g---", "--json", *PATIENT).out)
    assert told["guesses"][0]["expected"] >= free["guesses"][0]["expected"]


# The screen of a terminal


def test_words_are_found_between_garbage_and_across_lines() -> None:
    assert screen_words(SCREEN.splitlines())[0] == ["TRUST", "SHORE", "CRAVE", "BRAVE", "GHOST", "GRAVE"]


@pytest.mark.parametrize("end", ["\n\n", "\n"])
def test_a_screen_in_a_pipe(sito: Sito, end: str) -> None:
    done = sito("advise", "terminal-hacking", "--json", stdin=f"{SCREEN}{end}TRUST 1\nBRAVE 4\n", code=0)
    assert json.loads(done.out.splitlines()[-1])["codes"] == ["CRAVE", "GRAVE"]
    given = sito("advise", "terminal-hacking", "TRUST:1", "BRAVE:4", "--json", stdin=SCREEN)
    assert json.loads(given.out)["codes"] == ["CRAVE", "GRAVE"]


def test_a_screen_of_very_many_lines_is_read(sito: Sito) -> None:
    garbage = " ".join("x" * (count % 40 + 20) for count in range(100))
    done = sito(
        "advise", "terminal-hacking", *PATIENT, stdin=f"{SCREEN}\n" * 20_000 + f"{garbage}\n\nTRUST 5\n", code=0
    )
    assert "TRUST" in done.out
    assert len(done.err) < 2000


def test_a_screen_without_words_is_refused(sito: Sito) -> None:
    assert "there are no words on the screen" in sito("advise", "terminal-hacking", stdin="0xF4A0 .,;:\n", code=2).err


# Absurdle


def test_absurdle_answers_as_long_lists_do_and_ends() -> None:
    letters = "abcdefgh"
    words = [a + b + c + d for a in letters for b in letters for c in "rst" for d in "xyz"]
    rules = Rules.of_words(WordList.of(words), FeedbackKind.POSITION)
    maker = AdversarialMaker(rules)
    game = Transcript(rules)
    while not game.won:
        guess = advise(game, 1, limits=Limits(work=2_000), within=1)[0]
        cells = game.knowledge.cells(guess.code)
        reply = maker.reply(game, guess.code)
        game = game.after(guess.code, reply.answer)
        if not reply.exact:
            assert reply.codes == max(cells.values())
    assert 4 <= len(game) <= 16
    assert all(score(rules, turn.guess, maker.code(game)) == turn.answer for turn in game)


@pytest.mark.parametrize("hard", [None, HardMode.HARD, HardMode.CONSISTENT])
def test_absurdle_plays_words_that_weigh_and_hard_mode(hard: HardMode | None) -> None:
    words = WordList.of(WORDS, weights=range(1, len(WORDS) + 1))
    rules = Rules.of_words(words, FeedbackKind.POSITION, hard=hard)
    reply = AdversarialMaker(rules).reply(Transcript(rules), "caper")
    assert reply.codes == len(Transcript(rules).after("caper", reply.answer).knowledge)
    assert reply.exact == (hard is None)


def test_the_worst_case_comes_first_where_it_is_asked_for() -> None:
    known = Transcript(Rules.of_words(WordList.of(WORDS), FeedbackKind.POSITION))
    found = advise(known, 20, limits=Limits(work=1_000_000), within=1)
    worst = [guess.prospect.worst for guess in found if guess.prospect]
    assert worst == sorted(worst)
    within = advise(known, 20, limits=Limits(work=1_000_000), within=99)
    assert [guess.expected for guess in within] == sorted(guess.expected or 0 for guess in within)


def test_advice_against_absurdle(sito: Sito, words_file: Path) -> None:
    done = sito("advise", f"words-position:{words_file}", "--worst", "--json", *PATIENT)
    guesses = json.loads(done.out)["guesses"]
    assert [guess["most"] for guess in guesses] == sorted(guess["most"] for guess in guesses)


# Pairs of guesses and answers


def test_what_cannot_be_read_leaves_what_waits() -> None:
    written = WrittenTurns(Rules.of_words(WordList.of(WORDS), FeedbackKind.POSITION))
    written.read("caper")
    for line in ("capex", "gggg", "caper gg"):
        with pytest.raises(InputError):
            written.read(line)
    written.read("table -g---")
    turns = [written.take(), written.take()]
    assert written.space.text(turns[0].guess) == "TABLE"
    assert turns[1] is None
    assert written.forget()
    assert not written.forget()


def test_too_many_answers_are_refused() -> None:
    written = WrittenTurns(Rules.of_words(WordList.of(WORDS), FeedbackKind.POSITION))
    written.read("caper", 3)
    written.read("-g-gg", 3)
    with pytest.raises(InputError, match="3 answers were given, and 2 boards"):
        written.read("----- ----- -----", 3)
    written.read("-----/-----", 3)
    turn = written.take(3)
    assert [str(answer) for answer in turn.answers] == ["-g-gg", "-----", "-----"]


@pytest.mark.parametrize("weights", [None, range(1, 41)])
def test_values_in_hard_mode_are_those_of_guesses_that_are_allowed(weights: range | None) -> None:
    """The exact search numbers the guesses that are left, not all of them."""
    chance = random.Random(5)
    words = WordList.of(sorted({"".join(chance.choices("ABCD", k=4)) for _ in range(80)})[:40], weights=weights)
    rules = Rules.of_words(words, FeedbackKind.POSITION, hard=HardMode.HARD)
    space = CodeSpace(rules)
    for secret in list(space)[:8]:
        turns = Transcript(rules).after(space[20], score(rules, space[20], secret))
        advice = advise(turns, limits=Limits())
        best = solve(Problem(rules, history=turns.turns))
        assert all(allowed_after(rules, turns.turns, guess.code) for guess in advice)
        assert (advice.exact, advice.guesses[0].prospect.total) == (True, best.upper[0])
