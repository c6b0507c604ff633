// A table whose rows a person can sort by a column and choose from; what is chosen and sorted stays when rows change.
import { h } from "vue";
import { answer, code } from "sito_drawing";

export default {
  props: {
    caption: String, about: Object, columns: { type: Array, default: () => [] }, rows: { type: Array, default: () => [] },
    chosen: String, choose: Boolean, pegs: Number,
  },
  emits: ["choose"],
  data() {
    return { column: -1, falling: false, picked: this.chosen };
  },
  watch: {
    chosen() {
      this.picked = this.chosen;
    },
  },
  computed: {
    sorted() {
      if (this.column < 0) return this.rows;
      const value = (row) => row.cells[this.column]?.sort ?? row.cells[this.column]?.text ?? "";
      const order = (one, other) => {
        const [a, b] = [value(one), value(other)];
        return (a < b ? -1 : a > b ? 1 : 0) * (this.falling ? -1 : 1);
      };
      return [...this.rows].sort(order);
    },
  },
  methods: {
    sortBy(column) {
      this.falling = this.column === column && !this.falling;
      this.column = column;
    },
    pick(row) {
      this.picked = row.key;
      this.$emit("choose", row.key);
    },
    drawHead({ text, number, title }, index) {
      const sorted = this.column === index ? (this.falling ? "descending" : "ascending") : undefined;
      const arrow = h("span", { class: "sort-arrow", "aria-hidden": "true" }, sorted ? (this.falling ? "▼" : "▲") : "");
      const button = h("button", { type: "button", class: "sort", title, onClick: () => this.sortBy(index) }, [text, arrow]);
      return h("th", { scope: "col", class: number ? "number" : "", "aria-sort": sorted, key: index }, [button]);
    },
    drawContent({ text, colors, answer: given }) {
      if (given) return [answer(given, this.pegs), h("span", { class: "cell-text" }, text)];
      if (!colors) return [h("span", text)];
      return [h("span", { class: "cell-code drawn-small" }, [code(colors, this.about, null, { hidden: true })]), h("span", { class: "cell-text" }, text)];
    },
    drawCell(row, cell, index) {
      const content = this.drawContent(cell);
      if (index > 0) return h("td", { class: this.columns[index]?.number ? "number" : "", key: index }, content);
      if (!this.choose) return h("th", { scope: "row", key: index }, content);
      const props = { type: "button", class: "row-button", "aria-pressed": String(row.key === this.picked), onClick: () => this.pick(row) };
      return h("th", { scope: "row", key: index }, [h("button", props, content)]);
    },
  },
  render() {
    const head = h("thead", [h("tr", this.columns.map((column, index) => this.drawHead(column, index)))]);
    const rows = this.sorted.map((row) =>
      h("tr", { key: row.key, class: row.key === this.picked ? "row-chosen" : "" }, row.cells.map((cell, index) => this.drawCell(row, cell, index))),
    );
    const table = h("table", { class: "figures" }, [h("caption", { class: "visually-hidden" }, this.caption), head, h("tbody", rows)]);
    return h("div", { class: "scroller" }, [table]);
  },
};
