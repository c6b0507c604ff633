// Histograms below each other on one scale: how many games took 1, 2, 3 … guesses, with a line at the mean.
import { h } from "vue";

const HEIGHT = 92;

export default {
  props: { rows: { type: Array, default: () => [] }, unit: String },
  computed: {
    longest() {
      return Math.max(1, ...this.rows.map((row) => row.counts.length));
    },
    tallest() {
      return Math.max(0.0001, ...this.rows.map((row) => Math.max(0, ...row.counts) / Math.max(1, row.games)));
    },
  },
  methods: {
    drawColumn(row, count, index) {
      const share = count / Math.max(1, row.games) / this.tallest;
      const bar = h("span", { class: "column-bar", style: { height: `${share * HEIGHT}px` } });
      return h("span", { class: "column", key: index }, [h("span", { class: "column-count" }, count || ""), bar, h("span", { class: "column-place" }, index + 1)]);
    },
    drawRow(row) {
      const counts = Array.from({ length: this.longest }, (_none, index) => row.counts[index] ?? 0);
      const mean = row.mean === null ? null : h("span", { class: "column-mean", style: { left: `${((row.mean - 0.5) / this.longest) * 100}%` } });
      const columns = counts.map((count, index) => this.drawColumn(row, count, index));
      return h("figure", { class: ["histogram", row.state ? `histogram-${row.state}` : ""], key: row.key }, [
        h("figcaption", [h("strong", row.name), " ", h("span", { class: "histogram-text" }, row.text)]),
        h("div", { class: "histogram-columns", role: "img", "aria-label": row.told }, [...columns, mean]),
      ]);
    },
  },
  render() {
    return h("div", { class: "histograms" }, this.rows.map((row) => this.drawRow(row)));
  },
};
