// Bars that lie: a row for each part of a whole, with its name, its length and its number; a table for those who hear it.
import { h } from "vue";
import { answer, code } from "sito_drawing";

export default {
  props: {
    caption: String, heads: { type: Array, default: () => [] }, rows: { type: Array, default: () => [] }, most: Number,
    pegs: Number, choose: Boolean, about: Object,
  },
  emits: ["choose"],
  beforeUpdate() {
    this.focused = this.$el.contains(document.activeElement);
  },
  updated() {
    // A row that was chosen may be gone; the focus goes on at the first that there is now.
    if (this.focused && !this.$el.contains(document.activeElement)) this.$el.querySelector("button")?.focus();
  },
  methods: {
    drawName(row) {
      // The marks of an answer by position are drawn on the guess; other answers as small pegs.
      const marks = row.answer?.marks;
      const drawn = marks && row.colors ? code(row.colors, this.about, marks, { hidden: true }) : row.answer ? answer(row.answer, this.pegs, { hidden: true }) : null;
      const parts = [drawn, h("span", { class: "bar-name" }, row.name)];
      if (!this.choose || row.fixed) return [h("span", { class: "row-name" }, parts)];
      return [h("button", { type: "button", class: "row-button", title: row.title, onClick: () => this.$emit("choose", row.key) }, parts)];
    },
    drawRow(row, most) {
      const width = most > 0 ? Math.max(row.value > 0 ? 0.5 : 0, (100 * row.value) / most) : 0;
      const bar = h("span", { class: "bar-track", "aria-hidden": "true" }, [h("span", { class: ["bar", row.state ? `bar-${row.state}` : ""], style: { width: `${width}%` } })]);
      return h("tr", { key: row.key }, [h("th", { scope: "row" }, this.drawName(row)), h("td", [bar, h("span", { class: "bar-number" }, row.text), row.note === undefined ? null : h("span", { class: row.note ? "bar-note" : "bar-note bar-noted" }, row.note)])]);
    },
  },
  render() {
    const most = this.most ?? Math.max(0, ...this.rows.map((row) => row.value));
    return h("table", { class: "bars" }, [
      h("caption", { class: "visually-hidden" }, this.caption),
      h("thead", { class: "visually-hidden" }, [h("tr", this.heads.map((text) => h("th", { scope: "col", key: text }, text)))]),
      h("tbody", this.rows.map((row) => this.drawRow(row, most))),
    ]);
  },
};
