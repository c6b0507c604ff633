// Walks through a strategy tree: one that comes with the page, or a file in the text form (docs/trees.md).
import { h } from "vue";
import Bars from "sito_bars";
import Code from "sito_code";
import Choice from "sito_choice";
import { say as announce } from "sito_drawing";
import { button, dropped, faultLine, fileField, histogram, packed } from "live_parts";
import { say, sayCount, whole } from "live_words";

const { trees } = SITO; // packed texts by their names
const DEEPEST = 200; // guesses of a game
const FIRST = "sito-tree 1";
const NODE = /^( *)(?:(\S+) )?([=?]) (\S+)$/;

async function unpack(blob) {
  const start = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const zipped = start[0] === 0x1f && start[1] === 0x8b;
  return new Response(zipped ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob).text();
}

/** Reads a tree: its lines before the first node, and the nodes {answer, wins, guess, next}. */
function read(text) {
  const lines = text.split("\n");
  const at = (number, fault) => new Error(say("line {number}: {fault}", { number: number + 1, fault: fault ?? lines[number].slice(0, 40) }));
  if (lines[0].trim() !== FIRST) throw at(0);
  const above = [];
  const tree = { facts: {}, root: null };
  let ended = false;
  lines.forEach((line, number) => {
    const [, indent, answer, mark, guess] = NODE.exec(line.trimEnd()) ?? [];
    if (!number || !line.trim() || line.startsWith("#")) return;
    if (line === "end") return void (ended = true);
    if (mark) {
      const depth = indent.length / 2;
      const node = { answer, wins: mark === "=", guess, next: [] };
      if (ended || depth > DEEPEST || (depth ? !above[depth - 1] || !answer : tree.root)) throw at(number);
      if (depth) above[depth - 1].next.push(node);
      else tree.root = node;
      above.splice(depth, above.length, node);
    } else if (tree.root) throw at(number);
    else tree.facts[line.split(" ", 1)[0]] = line.slice(line.indexOf(" ") + 1);
  });
  if (!tree.root || !ended) throw at(lines.length - 1, say("the certificate ends too early"));
  return tree;
}

/** How many codes are found by each guess from here on, and so many in all. Where answers may lie, a code has several ways. */
function spread(node) {
  const counts = [];
  const visit = ({ wins, next }, depth) => {
    counts[depth] = (counts[depth] ?? 0) + (wins ? 1 : 0);
    for (const child of next) visit(child, depth + 1);
  };
  visit(node, 0);
  return { counts, games: counts.reduce((all, count) => all + count, 0) };
}

export default {
  data() {
    return { name: Object.keys(trees)[0], tree: null, path: [], fault: "" };
  },
  created() {
    this.choose(this.name);
  },
  computed: {
    node() {
      return this.path.at(-1);
    },
  },
  methods: {
    choose(name) {
      return this.open(name, unpack(packed(trees[name])));
    },
    take(file) {
      if (file) this.open(file.name, unpack(file));
    },
    async open(name, text) {
      try {
        const tree = Object.freeze(read(await text));
        Object.assign(this, { name, tree, path: [tree.root], fault: "" });
      } catch (error) {
        this.fault = error.message;
      }
    },
    walk(answer) {
      this.path = [...this.path, this.node.next.find((node) => node.answer === answer)];
      this.tell();
    },
    goBack(length) {
      this.path = this.path.slice(0, length);
      this.tell();
    },
    tell() {
      announce(`${this.node.guess}. ${this.codesText(this.node)}`);
    },
    codesText(node) {
      return sayCount("{count} code", "{count} codes", spread(node).games);
    },
    /** How a code is drawn: as pegs, or as the letters of a word. */
    draw(guess) {
      const letters = !/^\d/.test(this.tree.facts.rules);
      const symbols = letters ? [...guess] : [...new Set(guess.match(/\d+(?=\.)|./g))];
      const all = /^[A-Z]+$/.test(guess) ? [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"] : /^\d+$/.test(guess) ? [..."0123456789"] : symbols;
      const colors = [...guess].map((symbol) => all.indexOf(symbol));
      return h(Code, { about: { symbols: all, names: all, letters, empty: "" }, colors, small: true });
    },
    answerOf(text) {
      if (!/^(?:-|[xo]+)$/.test(text) || !/^\d+x\d+(?!.*(?:total|position|naive))/.test(this.tree.facts.rules)) return { plain: text, text };
      return { black: text.split("x").length - 1, white: text.split("o").length - 1, text };
    },
    drawTree() {
      const { node, path, tree } = this;
      const { counts, games } = spread(node);
      const pegs = node.guess.length;
      const rows = node.next.map((child) => ({ key: child.answer, name: child.answer, value: spread(child).games, text: whole(spread(child).games), answer: this.answerOf(child.answer), title: child.guess }));
      const steps = path.slice(1).map(({ answer }, place) => button(`${path[place].guess}: ${answer}`, () => this.goBack(place + 1), "quiet"));
      return [
        h("div", { class: "side", role: "group", "aria-label": say("Steps") }, steps),
        h("h3", [`${path.length}. `, this.draw(node.guess)]),
        h("p", { class: "count", role: "status" }, this.codesText(node)),
        node.wins && games > 1 && h("p", { class: "hint" }, say("{guess} may be the code itself, one of the {before}.", { guess: node.guess, before: whole(games) })),
        path.length > 1 && button(say("Back"), () => this.goBack(path.length - 1)),
        node.next.length > 0 && h("p", { class: "hint" }, say("Choose an answer to go on from there.")),
        h(Bars, { caption: say("answers that are possible"), heads: [say("answer"), say("codes")], rows, pegs, choose: true, onChoose: this.walk }),
        games > 1 && histogram(tree.facts.rules, counts),
      ];
    },
  },
  render() {
    const options = Object.keys(trees).map((value) => ({ value, text: value }));
    const own = this.name in trees ? [] : [{ value: this.name, text: this.name }];
    return h("section", { class: "card", "aria-labelledby": "tree", ...dropped(this.take) }, [
      h("h2", { id: "tree" }, say("Strategy tree")),
      h(Choice, { key: this.name, name: "tree-of", label: say("Game"), value: this.name, options: [...options, ...own], onValue: this.choose }),
      fileField(say("The tree; compressed if its name ends in .gz."), this.take, { accept: ".tree,.gz" }),
      faultLine(this.fault),
      ...(this.tree ? this.drawTree() : []),
    ]);
  },
};
