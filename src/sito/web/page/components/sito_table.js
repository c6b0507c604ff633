// A table of texts, codes and answers; one that is too wide scrolls by itself and can be reached by keys.
import { h } from "vue";
import { answer, code } from "sito_drawing";

export default {
  props: {
    about: Object, pegs: Number, caption: String, hides: Boolean, headings: Array, rows: { type: Array, default: () => [] },
    numeric: { type: Array, default: () => [] },
  },
  methods: {
    draw(cell) {
      if (cell === null || typeof cell !== "object") return cell === null ? "" : String(cell);
      if (cell.colors) return h("span", { class: "drawn drawn-small" }, [code(cell.colors, this.about, cell.answer?.marks), cell.answer ? answer(cell.answer, this.pegs) : null]);
      if (cell.answer) return h("span", { class: "drawn drawn-small" }, [answer(cell.answer, this.pegs), cell.answer.marks ? cell.answer.text : null]);
      if (cell.href) return h("a", { href: cell.href }, cell.text);
      return cell.text;
    },
    drawRow(row, number) {
      const cells = row.map((cell, column) => {
        const classes = this.numeric.includes(column) ? "numeric" : undefined;
        if (column > 0) return h("td", { class: classes }, [this.draw(cell)]);
        return h("th", { scope: "row", class: classes }, [this.draw(cell)]);
      });
      return h("tr", { key: number }, cells);
    },
  },
  render() {
    const headings = this.headings.map((text, column) => h("th", { scope: "col", class: this.numeric.includes(column) ? "numeric" : undefined }, text));
    return h("div", { class: "table", tabindex: 0, role: "region", "aria-label": this.caption }, [
      h("table", [
        h("caption", { class: this.hides ? "visually-hidden" : "" }, this.caption),
        h("thead", [h("tr", headings)]),
        h("tbody", this.rows.map((row, number) => this.drawRow(row, number))),
      ]),
    ]);
  },
};
