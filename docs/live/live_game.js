// What the views of games have: the choice of a game, its board, and the core, which is asked about games as text.
import { h } from "vue";
import Answer from "sito_answer";
import Board from "sito_board";
import Choice from "sito_choice";
import Codes from "sito_codes";
import { Engine } from "live_engine";
import { faultLine, field, Stop } from "live_parts";
import { games, say, sayCount, told } from "live_words";

const core = new Engine("core");
core.start(); // before there is a question
const OTHER = "rules";
const presets = new Map(Object.entries(SITO.presets));
const COLORS = [
  () => say("orange"), () => say("sky blue"), () => say("green"), () => say("yellow"),
  () => say("blue"), () => say("red"), () => say("pink"), () => say("black"),
];

/** A text in which the name of a game stands for its rules: `mastermind CBFF:o`. */
export const named = (text) => text.trim().replace(/^\S+/, (head) => presets.get(head.toLowerCase()) ?? head);

/** A turn as it stands in the text of a game. */
export const turn = (guess, answer) => `${guess.trim().replace(/[ ,]+/g, ",")}:${answer.trim().replace(/ +/g, ",")}`;

/** The text of a game without its last turn. */
export const before = (game) => game.split(" ").slice(0, -1).join(" ");

/** How many codes are possible. */
export const possible = (count) => sayCount("{count} code is possible", "{count} codes are possible", count);

/** What a code of a game looks like, in words. */
export function described({ pegs, symbols, distinct, example }) {
  const values = { pegs, symbols: symbols.join(" ") };
  const sentence = symbols.every((symbol) => /^\d$/.test(symbol))
    ? sayCount("{pegs} digit from {symbols}", "{pegs} digits from {symbols}", pegs, values)
    : sayCount("{pegs} peg in the colors {symbols}", "{pegs} pegs in the colors {symbols}", pegs, values);
  return distinct ? say("{sentence}, all different, such as {example}", { sentence, example }) : say("{sentence}, such as {example}", { sentence, example });
}

/** How the codes of a game look. */
export function about({ symbols }) {
  const name = (symbol, color) => (color < COLORS.length ? say("{symbol}, {color}", { symbol, color: COLORS[color]() }) : symbol);
  return { symbols, names: symbols.map(name), letters: false, shapes: false, faces: null, empty: say("empty"), unknown: say("not known") };
}

/** An answer to a guess with what it says in words. */
export function spoken({ symbols }, guess, answer) {
  const { marks, black, white, total } = answer;
  const places = [(symbol) => say("{symbol}: not in the code", { symbol }), (symbol) => say("{symbol}: another place", { symbol }), (symbol) => say("{symbol}: in place", { symbol })];
  if (marks) return { ...answer, text: marks.map((mark, place) => places[mark](symbols[guess.colors[place]])).join("; ") };
  if (total !== undefined) return { ...answer, text: sayCount("{count} right, wherever it is", "{count} right, wherever they are", total) };
  const inPlace = sayCount("{count} in place", "{count} in place", black);
  const elsewhere = white !== undefined && sayCount("{count} in another place", "{count} in another place", white);
  return { ...answer, text: elsewhere ? say("{in_place}, {elsewhere}", { in_place: inPlace, elsewhere }) : inPlace };
}

/** The rows of a board: those of `wrong` clash, `notes` tell how many codes were left, and `next` waits for its answer. */
function rows(look, { wrong, notes, next }) {
  const given = look.turns.map(({ guess, answer }, index) => ({
    number: index + 1, code: guess.colors, answer: spoken(look, guess, answer), state: wrong?.clash.includes(index) ? "wrong" : undefined,
    choose: say("Correct answer {number}", { number: index + 1 }), note: notes ? sayCount("{count} left", "{count} left", look.left[index + 1]) : undefined,
  }));
  return next ? [...given, { number: given.length + 1, code: next.colors, state: "new" }] : given;
}

export function board(look, props) {
  const texts = {
    board: say("Guesses and answers"), open: say("Your next guess"), place: say("Place {place}: {peg}"), put: say("Place {place}: {peg}"),
    missing: say("A place is still empty."), palette: say("Colors"), send: say("Guess"), rub: say("Take the last one out"), secret: say("The code"),
  };
  const keys = [look.symbols.map((_, color) => color)];
  return h(Board, { key: look.rules, about: about(look), pegs: look.pegs, separator: look.separator, keys, texts, ...props });
}

export function answerEntry(look, props) {
  const texts = {
    name: "answer", label: say("Your answer"), black: say("in the right place"), white: say("right, in another place"), total: say("right, wherever they are"),
    unknown: say("not known"), said: "{part}: {count}", marked: say("{place}: {peg}, {mark}"), marks: [say("not in the code"), say("in another place"), say("in place"), say("not known")], marksLabel: say("A mark for each place"), missing: say("Count the pegs of the answer first."), send: say("Answer"),
  };
  return h(Answer, { key: look.rules, about: about(look), pegs: look.pegs, kind: look.kind, texts, ...props });
}

/** The first codes that are possible, if they are not more than are shown. */
export const codes = (look) => h(Codes, { about: about(look), codes: look.first, label: say("Possible codes") });

/**
 * A view of a game: `game` is its text, `look` what the core says of it; `begin` is told what to do with another one, and
 * `shown` tells what the rows of the board have beside guesses and answers.
 */
export const playing = {
  data() {
    return { chosen: games()[0][0], rules: "5x6", game: "", look: null, faults: {}, asks: 0, focus: 0 };
  },
  computed: {
    /** The same until something of them changes, which clears the row that is typed. */
    rows() {
      return this.look && rows(this.look, this.shown());
    },
  },
  methods: {
    /** Asks the core; a fault is shown `where` it was made, and gives nothing. */
    async ask(question, where = "game") {
      this.faults = {};
      this.asks += 1;
      const fault = (error) => (this.faults = { [where]: told(error) }) && null;
      return core.ask(question).catch(fault).finally(() => (this.asks -= 1));
    },
    stopping() {
      return this.asks > 0 && h(Stop, { onClick: () => core.stop() });
    },
    /** Goes on with this game, unless something is wrong with it; `anew` is all that was told of the game before. */
    async show(game, anew = {}, where = "game") {
      const look = await this.ask({ ask: "game", game: named(game), first: 24 }, where);
      if (look) Object.assign(this, { look, game: look.game, ...anew });
      return look;
    },
    /** A code, drawn from those that are possible. */
    async draw(look) {
      const skip = Math.floor(Math.random() * look.left.at(-1));
      return (await this.ask({ ask: "game", game: look.game, first: 1, skip }))?.first[0];
    },
    /** Begins the game that is chosen, of which nothing but the rules counts. */
    beginChosen() {
      return this.begin(this.chosen === OTHER ? this.rules.replace(/\s+/g, "") : this.chosen);
    },
    choice() {
      const options = [...games(), [OTHER, say("Other rules")]].map(([value, text]) => ({ value, text }));
      const choose = (value) => {
        this.chosen = value;
        if (value !== OTHER) this.beginChosen();
      };
      return [
        h(Choice, { name: this.$options.name, label: say("Game"), options, value: this.chosen, onValue: choose }),
        this.chosen === OTHER && field(say("Rules"), this, "rules", this.beginChosen, this.faults.game),
        this.chosen === OTHER && h("p", { class: "hint" }, say("Pegs and colors, as in 5x6, 4x10-distinct or 3x8-black.")),
        faultLine(this.faults.game),
        this.stopping(),
      ];
    },
  },
};
