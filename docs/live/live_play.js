// You break the computer's code.
import { h } from "vue";
import Switch from "sito_switch";
import { before, board, codes, described, named, playing, possible, turn } from "live_game";
import { button, faultLine } from "live_parts";
import { say, sayCount } from "live_words";

const ANSWERS = {
  "black-white": () => say("Black: right, and in its place. White: right, but in another place."),
  black: () => say("Black: right, and in its place."),
  total: () => say("Each peg of the answer stands for one that is right, in its place or in another."),
  position: () => say("Green: in its right place. Yellow: in another place. Grey: not there."),
  naive: () => say("Green: in its right place. Yellow: in another place, however often the guess has it. Grey: not there."),
};

export default {
  name: "play",
  mixins: [playing],
  data() {
    return { secret: null, givenUp: false, counts: false, drafts: 0 };
  },
  created() {
    this.begin(this.chosen);
  },
  methods: {
    async begin(rules) {
      const look = await this.ask({ ask: "game", game: named(rules), first: 0 });
      const secret = look && (await this.draw(look));
      if (secret) await this.show(rules, { secret, givenUp: false, drafts: this.drafts + 1, focus: this.focus + 1 });
    },
    shown() {
      return { notes: this.counts };
    },
    async guess(text) {
      const found = await this.ask({ ask: "explain", game: this.look.rules, guess: text, secret: this.secret.text }, "board");
      if (found) await this.show(`${this.game} ${turn(found.guess.text, found.answer.text)}`);
    },
    async takeBack() {
      await this.show(before(this.game));
      this.focus += 1;
    },
    ending() {
      const { look, secret } = this;
      if (look.won) return sayCount("You have found it in {count} guess.", "You have found it in {count} guesses.", look.turns.length);
      return this.givenUp ? `${say("You have given up.")} ${say("The code was {code}.", { code: secret.text })}` : "";
    },
  },
  render() {
    const { look } = this;
    if (!look || !this.secret) return h("section", { class: "card" }, this.choice());
    const over = look.won || this.givenUp;
    const left = look.left.at(-1);
    return h("div", { class: "columns" }, [
      h("section", { class: "game", "aria-labelledby": "play" }, [
        h("h2", { id: "play" }, say("Play")),
        h("p", say("I have a code: {rules}.", { rules: described(look) })),
        h("p", { class: "hint" }, ANSWERS[look.kind]()),
        !look.turns.length && h("p", { class: "hint keys-hint" }, say("Choose by clicks, by keys or by dragging; + or a right-click fills the row, Enter makes the guess.")),
        board(look, {
          rows: this.rows, open: !over, secret: over ? this.secret.colors : null, focus: this.focus,
          draft: null, drafts: this.drafts, onGuess: this.guess,
        }),
        faultLine(this.faults.board),
        h("p", { role: "status", class: "count" }, this.ending()),
      ]),
      h("section", { class: "game-side card", "aria-label": say("Game") }, [
        ...this.choice(),
        h(Switch, { name: "counts", label: say("Count the possible codes"), value: this.counts, onValue: (counts) => (this.counts = counts) }),
        this.counts && [h("p", { class: "count" }, possible(left)), left <= look.first.length && codes(look)],
        h("div", { class: "side" }, [
          button(say("New game"), this.beginChosen, over ? "primary" : ""),
          over && h("a", { class: "button", href: `#analyse=${encodeURIComponent(this.game)}` }, say("Analyse")),
          !over && look.turns.length > 0 && button(say("Take back"), this.takeBack),
          !over && button(say("Give up"), () => (this.givenUp = true), "quiet"),
        ]),
      ]),
    ]);
  },
};
