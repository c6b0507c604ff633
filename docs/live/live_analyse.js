// Analyses a game: what may be the code, which guesses are good, why an answer is right, and which one is wrong.
import { h } from "vue";
import Bars from "sito_bars";
import Choice from "sito_choice";
import Claims from "sito_claims";
import SortedTable from "sito_sorted";
import { about, answerEntry, before, board, codes, playing, possible, spoken, turn } from "live_game";
import { button, faultLine, field } from "live_parts";
import { clashing, repairs } from "live_repairs";
import { say, whole } from "live_words";

const METRICS = ["entropy", "minimax", "expected-size", "most-parts"];
const MARKS = { position: "gy-", naive: "gy-", total: "++-" };

function inAddress() {
  const text = /^#analyse=(.*)/.exec(location.hash)?.[1] ?? "";
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // which the core refuses
  }
}

export default {
  name: "analyse",
  mixins: [playing],
  data() {
    return {
      typed: inAddress() || "4x6 CBFF:o EAAB:xxo", metric: METRICS[0], ranked: null, cells: null, wrong: null, asked: null, other: "", drafts: 0, draft: null,
      guess: "", code: "", explained: null, answerFocus: 0,
    };
  },
  created() {
    this.begin(this.typed);
    addEventListener("hashchange", () => inAddress() && inAddress() !== this.game && this.begin((this.typed = inAddress())));
  },
  methods: {
    async begin(game, where) {
      const { typed } = this;
      const look = await this.show(game, { asked: null, ranked: null, cells: null, explained: null, wrong: null }, where);
      if (!look) return;
      const code = look.first[0]?.text ?? look.example;
      const guess = look.turns.at(-1)?.guess.text ?? code;
      Object.assign(this, { typed: this.typed === typed ? look.game : this.typed, guess, code }); // not what is being typed
      if (!look.left.at(-1)) this.wrong = await this.ask(repairs(look));
      if (!this.wrong && !look.won) await this.rank();
    },
    shown() {
      return { wrong: this.wrong, notes: true, next: this.asked };
    },
    async rank() {
      this.ranked = await this.ask({ ask: "rank", game: this.game, metric: this.metric, top: 10 });
      if (this.ranked) await this.weigh(this.ranked.guesses[0].guess.text);
    },
    /** Counts what each answer to a guess leaves. */
    async weigh(guess) {
      this.cells = (await this.ask({ ask: "cells", game: this.game, guess }, "other")) ?? this.cells;
    },
    async explain() {
      this.explained = await this.ask({ ask: "explain", game: this.look.rules, guess: this.guess, secret: this.code }, "explain");
    },
    /** Takes a guess from the board, unless it is none, and asks for its answer. */
    async take(text) {
      const found = await this.ask({ ask: "cells", game: this.game, guess: text }, "board");
      if (found) [this.asked, this.answerFocus] = [found.guess, this.answerFocus + 1];
    },
    goOn(guess, answer) {
      this.focus += 1;
      return this.begin(`${this.game} ${turn(guess.text, answer)}`, "board");
    },
    entering() {
      const { look, asked } = this;
      return [
        board(look, { rows: this.rows, open: !asked && !look.won, focus: this.focus, draft: this.draft, drafts: this.drafts, onGuess: this.take }),
        asked && answerEntry(look, { guess: asked.colors, focus: this.answerFocus, onAnswer: (text) => this.goOn(asked, text) }),
        faultLine(this.faults.board),
        h("div", { class: "side" }, [
          asked && button(say("Cancel"), () => (this.asked = null), "quiet"),
          look.turns.length > 0 && button(say("Take the last turn back"), () => this.begin(before(this.game))),
        ]),
      ];
    },
    ranking() {
      const columns = [
        { text: say("guess") }, { text: say("bits"), number: true, title: say("what the answer tells on average") },
        { text: say("cells"), number: true, title: say("answers that are possible") },
        { text: say("worst"), number: true, title: say("the most codes that an answer leaves") }, { text: say("code"), title: say("whether it may be the code") },
      ];
      const row = ({ guess, bits, cells, worst, possible }) => ({
        key: guess.text,
        cells: [guess, { text: bits.toFixed(2), sort: bits }, { text: `${cells}`, sort: cells }, { text: whole(worst), sort: worst }, { text: possible ? say("yes") : say("no") }],
      });
      const other = () => this.weigh(this.other);
      const choose = (metric) => {
        this.metric = metric;
        this.rank();
      };
      return h("section", { class: "card", "aria-labelledby": "best" }, [
        h("h2", { id: "best" }, say("Best guesses")),
        h(Choice, { name: "metric", label: say("strategy"), options: METRICS.map((value) => ({ value, text: value })), value: this.metric, onValue: choose }),
        !this.ranked.complete && h("p", { class: "hint" }, say("Too many codes are possible to compare all guesses.")),
        h(SortedTable, { caption: say("Best guesses"), about: about(this.look), columns, rows: this.ranked.guesses.map(row), choose: true, chosen: this.cells?.guess.text, pegs: this.look.pegs, onChoose: this.weigh }),
        field(say("Another guess"), this, "other", other, this.faults.other),
        faultLine(this.faults.other),
        button(say("Show"), other),
      ]);
    },
    dividing() {
      const { look } = this;
      const { guess, cells } = this.cells;
      const row = ({ answer, codes }) => ({ key: answer.text, name: answer.text, title: spoken(look, guess, answer).text, answer: spoken(look, guess, answer), colors: guess.colors, value: codes, text: whole(codes) });
      const props = { caption: say("Answers to the guess"), heads: [say("answer"), say("codes")], choose: true, about: about(look), pegs: look.pegs, rows: cells.map(row), onChoose: (answer) => this.goOn(guess, answer) };
      return h("section", { class: "card", "aria-labelledby": "cells" }, [
        h("h2", { id: "cells" }, say("Answers to the guess")),
        h("p", { class: "count" }, guess.text),
        button(say("Put it on the board"), () => Object.assign(this, { draft: guess.colors, drafts: this.drafts + 1, focus: this.focus + 1 })),
        h("p", { class: "hint" }, say("Choose an answer to go on from there.")),
        h("div", { class: "scroller tall", tabindex: 0, role: "group", "aria-label": say("Answers to the guess") }, h(Bars, props)),
      ]);
    },
    explaining() {
      const { explained } = this;
      const [right, elsewhere, none] = MARKS[this.look.kind] ?? "xo-";
      const earned = (claim, place) => (claim === null ? [none, "none", say("not in the code")] : claim === place ? [right, "right", say("in place")] : [elsewhere, "other", say("in another place")]);
      const pegs = explained?.claims.map((claim, place) => earned(claim, place)) ?? [];
      const symbols = (place) => this.look.symbols[explained.guess.colors[place]];
      const steps = pegs.map(([, , mark], place) => say("{place}: {peg}, {mark}", { place: place + 1, peg: symbols(place), mark }));
      const names = { mark: say("mark"), guess: say("guess"), code: say("code") };
      const claims = explained && { about: about(this.look), guess: explained.guess.colors, secret: explained.secret.colors, claims: explained.claims, marks: pegs.map(([text, kind]) => ({ text, kind })), names, told: steps.join("; ") };
      const values = explained && { guess: explained.guess.text, answer: explained.answer.text, code: explained.secret.text };
      return h("section", { class: "card", "aria-labelledby": "explain" }, [
        h("h2", { id: "explain" }, say("Explain an answer")),
        h("p", { class: "hint" }, say("Which peg of a guess earns which mark, for any code.")),
        field(say("guess"), this, "guess", this.explain),
        field(say("code"), this, "code", this.explain),
        faultLine(this.faults.explain),
        button(say("Explain"), this.explain),
        explained && h("p", { class: "count" }, say("The answer to {guess} is {answer} if the code is {code}.", values)),
        explained && h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": say("Explain an answer") }, h(Claims, claims)),
        explained && h("ul", { class: "sentences" }, steps.map((step) => h("li", step))),
      ]);
    },
  },
  render() {
    const { look, wrong } = this;
    const begin = () => this.begin(this.typed);
    const game = h("section", { class: "card game", "aria-labelledby": "analyse" }, [
      h("h2", { id: "analyse" }, say("Analyse")),
      h("p", { class: "hint" }, say("The rules, and GUESS:ANSWER for each turn.")),
      field(say("The game"), this, "typed", begin, this.faults.game),
      faultLine(this.faults.game),
      button(say("Analyse"), begin, "primary"),
      this.stopping(),
      look && this.entering(),
    ]);
    // the field is the same before the first answer and after it, so that no key is lost that is pressed meanwhile
    return h("div", { class: "study" }, [
      h("div", [game, look && this.explaining()]),
      look && h("div", [
        h("section", { class: "card", "aria-labelledby": "codes" }, [
          h("h2", { id: "codes" }, say("Possible codes")),
          h("p", { role: "status", class: "count" }, possible(look.left.at(-1))),
          codes(look),
        ]),
        wrong && h("section", { class: "card", "aria-labelledby": "wrong" }, [h("h2", { id: "wrong" }, say("No code fits")), ...clashing(look, wrong, this.begin)]),
        this.ranked && this.ranking(),
        this.cells && this.dividing(),
      ]),
    ]);
  },
};
