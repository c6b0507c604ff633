"""Strategy trees: building, text and files, proof, export, and playing from them."""

import json
import pickle
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito import _native
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.errors import InconsistentError, InputError, LimitError, StrategyError, TreeError
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.from_tree import FromTree
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.data import to_json
from sito.strategies.tree.export import sizes, to_dot, to_svg
from sito.strategies.tree.node import Node
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.text import read_file
from sito.strategies.tree.verify import verify
from sito.words.files import read_word_list
from sito.words.words import WordList
from tests.cases import cases

GAMES = [
    *map(
        Rules.parse,
        [
            "2x3",
            "3x4-black",
            "3x3-total",
            "3x3-position",
            "3x3-naive",
            "3x5-distinct",
            "2x40",
            "1x9",
            "1x1",
            "3x12-numbers",
        ],
    ),
    *(Rules.of_words(WordList.of(["TALE", "LATE", "TEAL", "?#=-", "LIKE"]), kind) for kind in FeedbackKind),
]


def build(rules: Rules, strategy: str = "first-consistent", seed: int = 0) -> StrategyTree:
    return StrategyTree.build(parse_strategy(strategy), Knowledge(rules), seed)


def refused(text: str, rules: Rules | None = None) -> str:
    with pytest.raises(TreeError) as raised:
        verify(text, rules)
    return str(raised.value)


MASTERMIND = build(Rules.parse("3x4"))
TEXT = str(MASTERMIND)
LINES = TEXT.splitlines()


def indent(number: int) -> int:
    """Counts the blanks before a node; -1 in the lines before and after the nodes."""
    line = LINES[number - 1]
    return len(line) - len(line.lstrip()) if line.lstrip() != line or line.startswith("= ") else -1


def subtree(number: int) -> list[str]:
    """Gives the line of a node and those of the nodes below it."""
    after = next(at for at in range(number + 1, len(LINES) + 1) if indent(at) <= indent(number))
    return LINES[number - 1 : after - 1]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.sampled_from(["first-consistent", "random-consistent", "distinct-first"]), st.data())
def test_trees_read_back_and_are_right(rules: Rules, strategy: str, data: st.DataObject) -> None:
    secrets, guesses = CodeSpace.both(rules)
    secret = secrets[data.draw(st.integers(0, secrets.size - 1))]
    known = Knowledge(rules)
    for number in data.draw(st.lists(st.integers(0, guesses.size - 1), max_size=2)):
        known = known.after(guesses[number], score(rules, guesses[number], secret))
    tree = StrategyTree.build(parse_strategy(strategy), known, data.draw(st.integers(0, 9)))
    text = str(tree)
    again = StrategyTree.parse(text)
    assert again == tree
    assert str(again) == text
    assert again.histogram == tree.histogram == verify(text, rules) == verify(tree)
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert sorted(guesses_[-1] for guesses_ in tree.games()) == list(known)


def test_word_trees_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("TALE LATE TEAL ?#=- LIKE =TAL\n", encoding="utf-8")
    tree = build(Rules.parse("words-position:words.txt", read_word_list))
    Path("words.txt").unlink()  # the tree carries its words
    assert StrategyTree.parse(str(tree)) == tree
    assert verify(str(tree)) == tree.histogram
    assert "= ?#=-" in str(tree)


@pytest.mark.parametrize("name", ["a.tree", "a.tree.gz"])
def test_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    MASTERMIND.save(path)
    first = path.read_bytes()
    assert StrategyTree.load(path) == MASTERMIND
    MASTERMIND.save(path)
    assert path.read_bytes() == first
    assert (len(first) < len(TEXT) / 3) == name.endswith(".gz")


def test_the_text_is_what_the_documentation_says() -> None:
    known = Knowledge(Rules.parse("2x3")).after(Code([0, 0]), Feedback.of(Rules.parse("2x3"), 0))
    tree = StrategyTree(
        known.rules, StrategyTree.build(parse_strategy("first-consistent"), known).root, None, known.history
    )
    assert str(tree) == ("sito-tree 1\nrules 2x3\nafter - AA\n\n= BB\n  - = CC\n  x = BC\n    oo = CB\nend\n")
    commented = (
        str(tree)
        .replace("\n\n", "\n# after AA there is no A\n\n")
        .replace("  - = CC", "  0 0 = CC".replace("0 0", "0,0"))
    )
    assert StrategyTree.parse(commented) == tree


# The five corruptions, and more: each is refused with the line and the reason.


def test_a_right_tree_is_proven() -> None:
    assert verify(TEXT) == MASTERMIND.histogram
    assert sum(verify(TEXT)) == 64


def test_one_wrong_guess() -> None:
    """Every guess of the tree but a root that could be any code, changed to another."""
    rng = random.Random(1)
    space = CodeSpace(MASTERMIND.rules)
    for number, line in enumerate(LINES, 1):
        if not line.startswith("  "):
            continue
        lead, _, guess = line.rpartition(" ")
        other = rng.choice([space.text(code) for code in space if space.text(code) != guess])
        message = refused("\n".join([*LINES[: number - 1], f"{lead} {other}", *LINES[number:]]))
        told = re.match(r"line (\d+): ", message)
        assert told, message
        # Another guess may cut the codes as well: then it is the branches that are wrong.
        assert number <= int(told[1]) <= number + len(subtree(number)) - 1, (line, other, message)


def test_one_missing_branch() -> None:
    for number, line in enumerate(LINES, 1):
        if not line.startswith("  "):
            continue
        rest = [*LINES[: number - 1], *LINES[number - 1 + len(subtree(number)) :]]
        parent = max(at for at in range(1, number) if indent(at) == indent(number) - 2)
        assert refused("\n".join(rest)).startswith(f"line {parent}: the answer {line.split()[0]} to "), line


def test_one_duplicated_secret() -> None:
    leaves = [number for number, line in enumerate(LINES) if line.startswith("  ")]
    changed = [*LINES]
    last, earlier = leaves[-1], leaves[3]
    changed[last] = changed[last].rpartition(" ")[0] + " " + changed[earlier].rpartition(" ")[2]
    assert refused("\n".join(changed)).startswith(f"line {last + 1}: ")
    assert "cannot be the secret here and is marked =" in refused("\n".join(changed))
    message = refused("\n".join([*LINES[: last + 1], LINES[last], *LINES[last + 1 :]]))
    assert re.match(rf"line {last + 2}: the answer \S+ to \S+ has a branch already in line {last + 1}", message)
    with pytest.raises(TreeError, match=rf"line {last + 2}: the answer \S+ has a second branch here"):
        StrategyTree.parse("\n".join([*LINES[: last + 1], LINES[last], *LINES[last + 1 :]]))


def test_truncated_texts() -> None:
    for cut in range(len(TEXT) - len("\n") - 1):
        refused(TEXT[:cut])
    assert refused("\n".join(LINES[:20])).splitlines()[0] == (
        "line 20: the text is cut off after this line: its last line must be 'end'"
    )
    assert "begins with 'sito-tree 1'" in refused("")


def test_truncated_compressed_files(tmp_path: Path) -> None:
    path = tmp_path / "a.tree.gz"
    MASTERMIND.save(path)
    whole = path.read_bytes()
    for cut in (0, 5, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(TreeError):
            verify(read_file(path))
    path.write_bytes(whole[:40] + bytes([whole[40] ^ 1]) + whole[41:])
    with pytest.raises(TreeError, match="damaged"):
        read_file(path)


@pytest.mark.parametrize("other", ["3x5", "3x3", "4x4", "3x4-black", "3x4-distinct", "3x4-total", "2x4", "3x4-digits"])
def test_other_rules(other: str) -> None:
    assert refused(TEXT.replace("rules 3x4", f"rules {other}")).startswith("line ")
    assert refused(TEXT, Rules.parse(other)) == f"line 2: the tree is for the rules 3x4, not for {other}"


def test_branches_that_no_secret_reaches() -> None:
    root = next(number for number, line in enumerate(LINES) if line.startswith("= "))
    message = refused("\n".join([*LINES[: root + 1], "  xxx = DDD", *LINES[root + 1 :]]))
    assert message == f"line {root + 2}: the winning answer xxx to AAA ends the game"
    message = refused("\n".join([*LINES[: root + 1], "  o = DDD", *LINES[root + 1 :]]))
    assert message == f"line {root + 2}: no possible code gives the answer o to AAA"


def test_marks_tell_whether_a_guess_may_be_the_secret() -> None:
    root = next(number for number, line in enumerate(LINES) if line.startswith("= "))
    message = refused("\n".join([*LINES[:root], "? AAA", *LINES[root + 1 :]]))
    assert message.startswith(
        f"line {root + 1}: AAA may be the secret here and is marked ?; possible are AAA, AAB, AAC, "
    )


@cases("text", "message")
def test_texts_that_cannot_be_read(text: str, message: str) -> None:
    assert message in refused(text)


def test_every_fault_is_told_at_once_but_not_thousands() -> None:
    text = re.sub("= .", "= E", TEXT)
    assert refused(text).count("line ") == 20
    assert re.search(r"and \d+ more$", refused(text))


def test_verification_uses_nothing_of_the_native_core() -> None:
    import sito.strategies.tree.text
    import sito.strategies.tree.verify

    for module in (sito.strategies.tree.verify, sito.strategies.tree.text):
        assert not re.search(r"^from sito\.(knowledge|_native|tree|strategy) ", Path(module.__file__).read_text(), re.M)


# Statistics and lookup


def test_statistics() -> None:
    tree = MASTERMIND
    lengths = [len(game) for game in tree.games()]
    assert tree.size == len(lengths) == 64
    assert tree.total == sum(lengths)
    assert tree.maximum == max(lengths)
    assert tree.mean == sum(lengths) / 64
    assert [lengths.count(guesses) for guesses in range(1, tree.maximum + 1)] == list(tree.histogram)
    assert sizes(tree)[id(tree.root)] == 64


def test_deep_trees() -> None:
    """Words without common letters: each guess rules out one word, so the tree is as deep as there are words."""
    words = WordList.of([chr(0x4E00 + number) for number in range(60)])
    tree = build(Rules.of_words(words))
    assert tree.maximum == 60
    assert json.loads(to_json(tree))["histogram"] == [1] * 60
    node = Node(Code([0]), wins=True)
    rules = Rules(1, 1)
    for _ in range(5000):
        node = Node(Code([0]), wins=False, branches={Feedback.of(rules, 0): node})
    deep = StrategyTree(rules, node)
    assert deep.maximum == 5001
    assert StrategyTree.parse(str(deep)).total == 5001
    assert to_json(deep).count('"guess"') == 5001
    with pytest.raises(LimitError, match="too deep"):
        deep.to_dict()
    with pytest.raises(LimitError, match="too deep"):
        StrategyTree.from_json(to_json(deep))


# Trees from the native core


ONE_PLY = json.loads((Path(__file__).parent / "data" / "code_breaking.json").read_text())["one_ply"]
GAMES_AND_METRICS = [
    (game, metric) for game, values in ONE_PLY.items() if isinstance(values, dict) for metric in values
]


@pytest.mark.parametrize(("game", "metric"), GAMES_AND_METRICS)
def test_native_trees_are_right_and_have_the_known_totals(game: str, metric: str) -> None:
    tree = build(Rules.parse(game), metric.replace("_", "-"))
    assert tree.total == ONE_PLY[game][metric]["total"]
    assert list(tree.histogram) == ONE_PLY[game][metric]["histogram"]
    assert verify(str(tree)) == tree.histogram


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_native_trees_are_right_from_any_moment_on(rules: Rules) -> None:
    secrets, guesses = CodeSpace.both(rules)
    rng = random.Random(2)
    known = Knowledge(rules)
    for _ in range(2):
        history = [(bytes(guess), answer.number) for guess, answer in known.history]
        built, _, _ = _native.build_tree(known.native, history, "first-consistent")
        tree = StrategyTree.from_native(known, *built)
        plain = StrategyTree.build(parse_strategy("first-consistent"), known)
        assert list(tree.games()) == list(plain.games())
        assert tree.histogram == plain.histogram
        guess = guesses.draw(rng)
        known = known.after(guess, score(rules, guess, secrets[0]))


def test_the_picture_in_the_docs_is_that_of_most_parts() -> None:
    picture = Path(__file__).parent.parent / "docs" / "images" / "tree-4x6.svg"
    assert picture.read_text(encoding="utf-8") == to_svg(build(Rules.parse("4x6"), "most-parts"))


# Playing from a tree


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a=b, 50%.tree"
    MASTERMIND.save(path)
    return path


def test_a_tree_plays_as_its_strategy(file: Path) -> None:
    strategy = FromTree(StrategyTree.load(file), str(file))
    again = parse_strategy(str(strategy), StrategyTree.load)
    assert str(again) == str(strategy)
    assert strategy.deterministic
    assert strategy.consistent
    assert pickle.loads(pickle.dumps(strategy)).tree == MASTERMIND
    rules = MASTERMIND.rules
    for secret in CodeSpace(rules):
        keeper = SecretKeeper(rules, secret)
        played = play(Transcript(rules), StrategyBreaker(again, 1), keeper)
        assert played == play(Transcript(rules), StrategyBreaker(parse_strategy("first-consistent"), 1), keeper)
    assert StrategyTree.build(strategy, Knowledge(rules)).histogram == MASTERMIND.histogram


def test_games_that_leave_the_tree_are_refused_with_the_reason(file: Path, tmp_path: Path) -> None:
    strategy, rng = FromTree(StrategyTree.load(file), str(file)), random.Random(0)
    with pytest.raises(StrategyError, match="does not play 4x6: the tree is for 3x4"):
        strategy.choose(Knowledge(Rules.parse("4x6")), rng)
    with pytest.raises(StrategyError, match=r"guess 1 was ABC, and .* guesses AAA"):
        strategy.choose(Knowledge.of(MASTERMIND.rules, Transcript.parse("3x4 ABC:x").turns), rng)
    with pytest.raises(InconsistentError):
        strategy.choose(Knowledge.of(MASTERMIND.rules, Transcript.parse("3x4 AAA:- AAA:xxx").turns), rng)
    begun = Knowledge.of(MASTERMIND.rules, Transcript.parse("3x4 ABC:x").turns)
    StrategyTree.build(parse_strategy("first-consistent"), begun).save(tmp_path / "later.tree")
    later = FromTree(StrategyTree.load(tmp_path / "later.tree"), "later.tree")
    assert later.choose(begun, rng) in begun
    numbers = Knowledge(Rules.parse("2x11-numbers"))
    with pytest.raises(TreeError, match=r"begins after 1,11:x; the game began otherwise"):
        StrategyTree.build(parse_strategy("first-consistent"), numbers.after("1 11", "x")).find("1,2:-")
    assert repr(numbers.after("1 11", "x")) == "<Knowledge 2x11-numbers 1,11:x: 20 codes left>"
    with pytest.raises(StrategyError, match="begins after ABC:x; the game began otherwise"):
        later.choose(Knowledge(MASTERMIND.rules), rng)
    (tmp_path / "cut.tree").write_text("sito-tree 1\nrules 1x2\n= A\nend\n")
    with pytest.raises(StrategyError, match="has no branch for the answer - to A; verify it"):
        FromTree(StrategyTree.load(tmp_path / "cut.tree"), "cut.tree").choose(
            Knowledge.of(Rules.parse("1x2"), Transcript.parse("1x2 A:-").turns), rng
        )


# Export


def test_json_has_the_whole_tree() -> None:
    value = json.loads(to_json(MASTERMIND))
    space = CodeSpace(MASTERMIND.rules)

    def same(found: dict[str, object], node: Node) -> bool:
        branches = found["branches"]
        assert isinstance(branches, dict)
        return (
            (found["guess"], found["wins"]) == (space.text(node.guess), node.wins)
            and [*branches] == [*map(str, node.branches)]
            and all(same(branches[str(answer)], child) for answer, child in node.branches.items())
        )

    assert same(value["root"], MASTERMIND.root)
    assert value["total"] == MASTERMIND.total
    assert value["rules"] == "3x4"


def test_dot_has_every_node_and_edge_or_the_top_levels() -> None:
    nodes = [node for _, _, node in MASTERMIND.walk()]
    text = to_dot(MASTERMIND)
    assert text.count("label=") == 2 * len(nodes) - 1
    assert text.count("->") == len(nodes) - 1
    top = to_dot(MASTERMIND, levels=2)
    assert top.count("->") == len(MASTERMIND.root.branches)
    for levels in (0, -1, True, "2", 1.5):
        for draw in (MASTERMIND.to_dot, MASTERMIND.to_svg):
            with pytest.raises(InputError, match="levels is"):
                draw(levels)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_pictures_are_whole(rules: Rules) -> None:
    tree = build(rules)
    picture = ElementTree.fromstring(to_svg(tree, 2))
    space = CodeSpace(rules)
    titles = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 2 + len(tree.root.branches)
    assert titles[1] == f"{space.text(tree.root.guess)} ({tree.size})"
    boxes = list(picture.iter("{http://www.w3.org/2000/svg}rect"))
    assert all(float(box.attrib["height"]) > 0 for box in boxes)


@pytest.mark.parametrize("nodes", ["? A", "? A\n  - ? B", "= A\n  - ? B"])
def test_a_tree_that_finds_nothing_can_be_shown(nodes: str) -> None:
    tree = StrategyTree.parse(f"sito-tree 1\nrules 1x2\n{nodes}\nend")
    assert tree.mean == tree.size
    assert "<svg" in (tree._repr_svg_() or "")
    assert "<table" in tree._repr_html_()


# JSON, files and finding

OWN = Rules.custom([3, 5, 8, 9], lambda guess, secret: (guess > secret) - (guess < secret), "near")


@pytest.mark.parametrize("rules", [*GAMES, OWN], ids=str)
def test_json_reads_back(rules: Rules) -> None:
    known = Knowledge(rules)
    first = known.guesses[0]
    for start in (known, known.after(first, score(rules, first, known.secrets[-1]))):
        tree = StrategyTree.build(parse_strategy("first-consistent"), start)
        for again in (
            StrategyTree.from_json(tree.to_json()),
            StrategyTree.from_dict(tree.to_dict()),
            StrategyTree.parse(json.dumps(tree.to_dict(), sort_keys=True, indent=1)),
        ):
            assert str(again) == str(tree)


LEAF = {"guess": "B", "wins": True, "branches": {}}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "made of an object with rules, root; [] was read"),
        ({"root": LEAF}, "rules must be a text such as '4x6'; None was read"),
        ({"rules": "1x2", "root": LEAF, "version": 9}, "version 9 of the JSON form; this Sito reads version 1"),
        ({"rules": "1x101", "root": LEAF}, "101"),
        ({"rules": "1x2"}, 'at root: a node is an object such as {"guess": "A", "wins": true, "branches": {}}; None'),
        ({"rules": "1x2", "root": {"guess": "C", "wins": True, "branches": {}}}, "at root: 'C' is not a code"),
        ({"rules": "1x2", "root": {**LEAF, "branches": {"-": LEAF, "0b": LEAF}}}, "second branch here"),
        ({"rules": "1x2", "root": {**LEAF, "branches": {"q": LEAF}}}, "at root q: the answer 'q' cannot be read"),
        ({"rules": "1x2", "root": {**LEAF, "branches": {"-": {}}}}, "at root -: a node is"),
        ({"rules": "1x2", "root": LEAF, "history": [5]}, "at history 1: a turn is an object such as"),
        ({"rules": "1x2", "root": LEAF, "history": [{"guess": "A", "answer": "q"}]}, "at history 1: the answer 'q'"),
        ({"rules": "1x2", "root": LEAF, "history": 7}, "at history 1: a turn is an object such as"),
    ],
)
def test_what_is_no_tree_in_json_is_told_with_its_place(value: object, message: str) -> None:
    for read in (StrategyTree.from_dict, lambda value: StrategyTree.from_json(json.dumps(value))):
        with pytest.raises(TreeError) as caught:
            read(value)
        assert message in str(caught.value)


def test_text_that_is_no_json() -> None:
    with pytest.raises(TreeError, match="this is not a strategy tree in JSON: "):
        StrategyTree.parse("{")
    for value in (None, 5, {}):
        with pytest.raises(TreeError, match="read from text"):
            StrategyTree.from_json(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["a.tree", "a.txt", "a.TREE.gz", "a.json", "a.json.gz", "a.dot", "a.svg", "a.dot.gz"])
def test_a_tree_is_saved_as_the_name_ends(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    MASTERMIND.save(path)
    if ".dot" in name or ".svg" in name:
        whole = MASTERMIND.to_dot() if ".dot" in name else MASTERMIND.to_svg()
        assert read_file(path).rstrip() == whole.rstrip()
        MASTERMIND.save(path, levels=1)
        assert len(read_file(path)) < len(whole)
    else:
        assert StrategyTree.load(path) == MASTERMIND


@pytest.mark.parametrize("name", ["a", "a.png", "a.gz", "json"])
def test_other_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"ends in \.tree, \.json, \.dot, \.svg, \.txt, and in \.gz after that"):
        MASTERMIND.save(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_node_is_found_by_text() -> None:
    node = MASTERMIND.find("AAA:- BBB:x")
    assert node is MASTERMIND.find("3x4 AAA:- BBB:x") is MASTERMIND.find([("AAA", "-"), ("BBB", "1b")])
    assert node is MASTERMIND.find(Transcript.parse("3x4 AAA:- BBB:x"))
    assert MASTERMIND.find("") is MASTERMIND.find(()) is MASTERMIND.root
    for text, message in (
        ("AAA:x CCC:-", "the game has left the tree: guess 2 was CCC, and the tree guesses ABB"),
        ("AAA:xxx", "the game is won with guess 1, AAA, and the tree ends there"),
        ("AAA", "'AAA' has no answer; write GUESS:ANSWER"),
    ):
        with pytest.raises(InputError, match=message):
            MASTERMIND.find(text)
    with pytest.raises(InconsistentError):
        MASTERMIND.find("AAA:- AAA:xxx")
    with pytest.raises(InputError, match="is no list of turns"):
        MASTERMIND.find(5)  # type: ignore[arg-type]


def test_the_guesses_for_a_secret() -> None:
    assert {tuple(MASTERMIND.guesses(game[-1])) for game in MASTERMIND.games()} == set(MASTERMIND.games())
    begun = Knowledge("3x4").after("ABC", "x")
    later = StrategyTree.build(parse_strategy("first-consistent"), begun)
    assert later.guesses(begun.first())[-1] == begun.first()
    with pytest.raises(InputError, match="the code DDD does not agree with the game before the tree: 3x4 ABC:x"):
        later.guesses("DDD")
