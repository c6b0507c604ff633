// The computer breaks your code. Answers that contradict each other are found, and may be repaired.
import { h } from "vue";
import Choice from "sito_choice";
import { answerEntry, before, board, codes, described, playing, possible, turn } from "live_game";
import { button, faultLine, field } from "live_parts";
import { clashing, repairs } from "live_repairs";
import { say, sayCount } from "live_words";

const LEVELS = { easy: () => say("Easy"), medium: () => say("Medium"), hard: () => say("Hard"), expert: () => say("Expert") };
const METRICS = { hard: "minimax", expert: "entropy" };

export default {
  name: "keep",
  mixins: [playing],
  data() {
    return { level: "expert", next: null, wrong: null, correcting: null, givenUp: false, written: "", code: "", verdicts: null, clears: 0 };
  },
  created() {
    this.begin(this.chosen);
  },
  methods: {
    async begin(rules) {
      Object.assign(this, { givenUp: false, code: "", verdicts: null });
      await this.goOn(rules);
    },
    /** Shows a game and what follows: a guess, or which answers are wrong. */
    async goOn(game, where) {
      const look = await this.show(game, { next: null, wrong: null, correcting: null }, where);
      if (!look) return;
      const [next, wrong] = look.won ? [] : look.left.at(-1) ? [await this.chooses(look)] : [null, await this.ask(repairs(look))];
      Object.assign(this, { next, wrong, correcting: null, written: "", clears: this.clears + 1 });
      if (look.turns.length) this.focus += 1;
    },
    shown() {
      return { wrong: this.wrong, notes: true, next: this.givenUp ? null : this.next };
    },
    async chooses(look) {
      if (this.level === "easy") return look.first[0];
      if (this.level === "medium") return this.draw(look);
      const found = await this.ask({ ask: "rank", game: look.game, metric: METRICS[this.level], top: 1 });
      return found?.guesses[0].guess;
    },
    answer(text) {
      if (this.correcting === null) return this.goOn(`${this.game} ${turn(this.next.text, text)}`, "answer");
      const turns = this.game.split(" ");
      turns[this.correcting] = turn(this.look.turns[this.correcting - 1].guess.text, text);
      return this.goOn(turns.join(" "), "answer");
    },
    takeBack() {
      return this.goOn(before(this.game));
    },
    /** Compares the answers with the code, once it is known. */
    async check() {
      const verdicts = [];
      for (const [index, { guess, answer }] of this.look.turns.entries()) {
        const found = await this.ask({ ask: "explain", game: this.look.rules, guess: guess.text, secret: this.code }, "code");
        if (!found) return;
        const values = { number: index + 1, guess: guess.text, answer: answer.text, right: found.answer.text };
        if (found.answer.text !== answer.text) verdicts.push(say("answer {number}, {guess}:{answer}, should have been {right}", values));
      }
      this.verdicts = verdicts.length ? verdicts : [say("All your answers were right.")];
    },
    ending() {
      const count = this.look.turns.length;
      if (this.look.won) return sayCount("I have found it in {count} guess.", "I have found it in {count} guesses.", count);
      return this.givenUp ? say("You have given up.") : "";
    },
    asking() {
      const { look, correcting, next } = this;
      const number = correcting ?? look.turns.length + 1;
      const title = correcting === null ? say("My guess {number}", { number }) : say("Correct answer {number}", { number });
      const guess = correcting === null ? next : look.turns[correcting - 1].guess;
      return [
        h("h3", title),
        answerEntry(look, { guess: guess.colors, focus: this.focus, clears: this.clears, onAnswer: this.answer }),
        h("details", [
          h("summary", say("Write the answer")),
          field(say("Your answer"), this, "written", () => this.answer(this.written), this.faults.answer),
        ]),
        faultLine(this.faults.answer),
        correcting !== null && button(say("Cancel"), () => (this.correcting = null), "quiet"),
      ];
    },
    revealing() {
      return [
        field(say("What was your code?"), this, "code", this.check, this.faults.code),
        faultLine(this.faults.code),
        button(say("Check my answers"), this.check),
        h("ul", { class: "sentences" }, (this.verdicts ?? []).map((text) => h("li", text))),
      ];
    },
  },
  render() {
    const { look, next, wrong } = this;
    if (!look) return h("section", { class: "card" }, this.choice());
    const over = look.won || this.givenUp;
    const left = look.left.at(-1);
    const levels = Object.entries(LEVELS).map(([value, text]) => ({ value, text: text() }));
    const choose = (level) => {
      this.level = level;
      if (!over) this.goOn(this.game);
    };
    return h("div", { class: "columns" }, [
      h("section", { class: "game kept", "aria-labelledby": "keep" }, [
        h("h2", { id: "keep" }, say("Keep")),
        h("p", say("Think of a code: {rules}.", { rules: described(look) })),
        board(look, { rows: this.rows, correct: !over, onRow: (number) => Object.assign(this, { correcting: number, clears: this.clears + 1, focus: this.focus + 1 }) }),
        h("p", { role: "status", class: "count" }, over ? this.ending() : left === 1 ? say("This must be it.") : possible(left)),
        !over && look.turns.length > 0 && h("p", { class: "hint" }, say("A guess is answered wrongly? Correct it with ✎ beside it.")),
      ]),
      h("div", { class: "game-side" }, [
        !over && (next || this.correcting !== null) && h("section", { class: "card asking", "aria-label": say("Your answer") }, this.asking()),
        !over && left > 0 && left <= look.first.length && h("section", { class: "card" }, codes(look)),
        wrong && this.correcting === null && h("section", { class: "card", "aria-label": say("No code fits") }, [h("h3", say("The answers contradict each other")), ...clashing(look, wrong, this.goOn)]),
        this.givenUp && h("section", { class: "card", "aria-label": say("The code") }, this.revealing()),
        h("section", { class: "card", "aria-label": say("Game") }, [
          ...this.choice(),
          h(Choice, { name: "level", label: say("How well the computer guesses"), options: levels, value: this.level, onValue: choose }),
          h("div", { class: "side" }, [
            button(say("New game"), this.beginChosen, over ? "primary" : ""),
            !over && look.turns.length > 0 && button(say("Take back"), this.takeBack),
            !over && button(say("Give up"), () => Object.assign(this, { givenUp: true, wrong: null }), "quiet"),
            over && h("a", { class: "button", href: `#analyse=${encodeURIComponent(this.game)}` }, say("Analyse")),
          ]),
        ]),
      ]),
    ]);
  },
};
