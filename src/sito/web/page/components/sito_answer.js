// The answer to a guess, given by buttons or keys: counts of pegs, or a mark for every place.
import { h } from "vue";
import { MANY, answer, code, fill, nameOf, place, say } from "sito_drawing";

export default {
  props: {
    about: Object, pegs: Number, kind: String, // "black-white", "black", "total", "position" or "naive"
    guess: { type: Array, default: null }, unknown: Boolean, texts: Object,
    focus: { type: Number, default: 0 }, clears: { type: Number, default: 0 },
  },
  emits: ["answer"],
  data() {
    return this.fresh();
  },
  watch: {
    clears() {
      Object.assign(this, this.fresh());
    },
    focus() {
      this.$nextTick(() => this.grasp());
    },
  },
  mounted() {
    if (this.focus) this.grasp();
  },
  methods: {
    fresh() {
      return { counts: {}, marks: Array(this.pegs).fill(0), place: 0 };
    },
    grasp() {
      this.$el.querySelector("[tabindex='0'], input")?.focus();
    },
    isMarked() {
      return ["position", "naive"].includes(this.kind);
    },
    parts() {
      return { "black-white": ["black", "white"], black: ["black"], total: ["total"] }[this.kind] ?? [];
    },
    text() {
      // The notation that `sito.codes.feedback.read_noted` reads.
      if (this.isMarked()) return this.marks.map((mark) => (mark === null ? "?" : "-yg"[mark])).join("");
      const counts = this.parts().map((part) => this.counts[part] ?? 0);
      if (counts.every((count) => count === "?")) return "?";
      return counts.join(" ");
    },
    given() {
      return this.isMarked() || this.parts().some((part) => part in this.counts);
    },
    send() {
      if (this.given()) this.$emit("answer", this.text()); // what was not counted beside another count is 0
      else say(this.texts.missing);
    },
    count(part, value) {
      this.counts = { ...this.counts, [part]: value };
    },
    onKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (event.key === "Enter" && !event.target.closest?.(".button")) this.send();
      else if (this.isMarked() && "gy-?".includes(key) && key.length === 1 && (key !== "?" || this.unknown)) this.setMark(this.place, { g: 2, y: 1, "-": 0, "?": null }[key], true);
      else if (this.isMarked() && (key === "arrowleft" || key === "arrowright")) this.go(this.place + (key === "arrowright" ? 1 : -1));
      else if (!this.isMarked() && this.adds(key) !== undefined) this.add(this.adds(key));
      else if (!this.isMarked() && (key === "backspace" || key === "delete")) {
        this.counts = {};
        say(this.say());
      } else return;
      event.preventDefault();
    },
    adds(key) {
      // The letters of the terminal: x for a peg in its place, o for one elsewhere.
      return { x: "black", o: "white" }[key] && this.parts().includes({ x: "black", o: "white" }[key]) ? { x: "black", o: "white" }[key] : undefined;
    },
    add(part) {
      const now = this.counts[part] ?? 0;
      this.count(part, now === "?" || now >= this.pegs ? 0 : now + 1);
      say(this.say());
    },
    say() {
      return this.parts().map((part) => fill(this.texts.said, { part: this.texts[part], count: this.counts[part] ?? 0 })).join("; ");
    },
    setMark(index, mark, forward) {
      this.marks[index] = mark;
      say(this.markName(index));
      if (forward) this.go(Math.min(index + 1, this.pegs - 1));
    },
    markName(index) {
      const mark = this.marks[index];
      const name = this.guess ? nameOf(this.guess[index], this.about) : String(index + 1);
      return fill(this.texts.marked, { place: index + 1, peg: name, mark: this.texts.marks[mark === null ? 3 : mark] });
    },
    go(index) {
      this.place = (index + this.pegs) % this.pegs;
      this.$nextTick(() => this.$refs[`mark${this.place}`]?.focus());
    },
    drawNumber(part) {
      // Of many pegs the number is written; one that cannot be is refused as it is sent.
      const { [part]: count, ...others } = this.counts;
      return h("label", { class: "answer-number", key: part }, [
        answer({ [part]: 1, text: "" }, 1, { hidden: true }),
        h("span", this.texts[part]),
        h("input", { class: "input", type: "number", min: 0, max: this.pegs, value: count ?? "", onInput: ({ target }) => (this.counts = target.value === "" ? others : { ...others, [part]: Number(target.value) }) }),
      ]);
    },
    drawCount(part) {
      const values = [...Array(this.pegs + 1).keys()];
      if (this.unknown) values.push("?");
      const name = `${this.texts.name}-${part}`;
      return h("fieldset", { class: "answer-count", key: part }, [
        h("legend", [answer({ [part]: 1, text: "" }, 1, { hidden: true }), h("span", this.texts[part])]),
        h("div", { class: "segments" }, values.map((value) =>
          h("label", { class: "segment", key: value }, [
            h("input", { type: "radio", name, value, checked: this.counts[part] === value, "aria-label": value === "?" ? this.texts.unknown : undefined, onChange: () => this.count(part, value) }),
            h("span", String(value)),
          ]),
        )),
      ]);
    },
    drawMarks() {
      const cycle = (mark) => (mark === null ? 0 : mark === 2 ? (this.unknown ? null : 0) : mark + 1);
      return h("div", { class: ["code", "marks-entry", this.about.letters ? "code-letters" : ""], role: "group", "aria-label": this.texts.marksLabel },
        this.marks.map((mark, index) =>
          h("button", {
            type: "button", ref: `mark${index}`, class: "slot", tabindex: index === this.place ? 0 : -1, "aria-label": this.markName(index),
            onClick: () => { this.place = index; this.setMark(index, cycle(mark), false); }, onFocus: () => (this.place = index),
          }, [place(this.guess ? this.guess[index] : null, mark, this.about, { hidden: true })]),
        ));
    },
  },
  render() {
    const body = this.isMarked() ? [this.drawMarks()] : this.parts().map((part) => (this.pegs > MANY ? this.drawNumber(part) : this.drawCount(part)));
    const guess = this.guess && !this.isMarked() ? [h("div", { class: "answer-guess" }, [code(this.guess, this.about)])] : [];
    return h("div", { class: "answer-entry", role: "group", "aria-label": this.texts.label, onKeydown: this.onKey }, [
      ...guess,
      ...body,
      h("button", { type: "button", class: "button primary", "aria-disabled": this.given() ? undefined : "true", onClick: () => this.send() }, this.texts.send),
    ]);
  },
};
