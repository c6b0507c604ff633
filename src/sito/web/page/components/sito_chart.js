// A chart of bars or of curves as SVG, with the same numbers in a table behind it.
import { h } from "vue";

const LEFT = 44;
const BOTTOM = 34;
const TOP = 16;

export default {
  data() {
    return { width: 560 };
  },
  mounted() {
    // Drawn as wide as there is room, so that letters keep their size.
    this.watcher = new ResizeObserver(([entry]) => (this.width = Math.max(240, Math.round(entry.contentRect.width))));
    this.watcher.observe(this.$el);
  },
  unmounted() {
    this.watcher.disconnect();
  },
  props: {
    kind: String, // "bars" or "curve"
    label: String, across: String, up: String, table: String,
    names: { type: Array, default: () => [] }, // what stands below: one for each bar, or for each point of a curve
    series: { type: Array, default: () => [] }, // {name, values, texts, marks}: a value may be null
    height: { type: Number, default: 220 },
    reversed: Boolean,
  },
  computed: {
    top() {
      const values = this.series.flatMap((one) => one.values).filter((value) => value !== null);
      return nice(Math.max(0, ...values));
    },
  },
  methods: {
    y(value) {
      return TOP + (1 - value / (this.top || 1)) * (this.height - TOP - BOTTOM);
    },
    x(index, part = 0.5) {
      return LEFT + ((index + part) * (this.width - LEFT - 8)) / Math.max(1, this.names.length);
    },
    axes() {
      const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => part * this.top).filter((value) => this.top >= 4 || value === 0 || value === this.top || this.top > 0);
      const lines = [...new Set(steps)].map((value) => [
        h("line", { class: "chart-line", x1: LEFT, x2: this.width - 8, y1: this.y(value), y2: this.y(value) }),
        h("text", { class: "chart-text chart-end", x: LEFT - 6, y: this.y(value) }, short(value)),
      ]);
      const every = Math.ceil(this.names.length / Math.max(1, (this.width - LEFT) / 34));
      const names = this.names.map((name, index) =>
        index % every ? null : h("text", { class: "chart-text chart-middle", x: this.x(index), y: this.height - BOTTOM + 14 }, String(name)),
      );
      const titles = [
        this.across ? h("text", { class: "chart-title chart-middle", x: (LEFT + this.width) / 2, y: this.height - 5 }, this.across) : null,
        this.up ? h("text", { class: "chart-title", x: 0, y: 8 }, this.up) : null,
      ];
      return [...lines.flat(), ...names, ...titles];
    },
    bars() {
      const count = Math.max(1, this.series.length);
      const room = 0.82 / count;
      return this.series.flatMap((one, which) =>
        one.values.map((value, index) => {
          if (value === null) return null;
          const x = this.x(index, 0.09 + which * room);
          const width = Math.max(1, this.x(index, 0.09 + (which + 1) * room) - x - 1);
          return h("rect", { class: ["chart-bar", `chart-${which % 4}`, one.marks?.[index] ? "chart-marked" : ""], x, width, y: this.y(value), height: Math.max(value > 0 ? 1.5 : 0, this.y(0) - this.y(value)), rx: Math.min(3, width / 3) });
        }),
      );
    },
    curves() {
      return this.series.flatMap((one, which) => {
        const points = one.values.map((value, index) => (value === null ? null : [this.x(index), this.y(value)])).filter(Boolean);
        const path = points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
        const dots = one.values.map((value, index) =>
          value === null ? null : h("circle", { class: ["chart-dot", `chart-${which % 4}`, one.marks?.[index] ? "chart-marked" : ""], cx: this.x(index), cy: this.y(value), r: one.marks?.[index] ? 6 : 4 }),
        );
        return [h("path", { class: ["chart-curve", `chart-${which % 4}`], d: path }), ...dots];
      });
    },
    legend() {
      if (this.series.length < 2) return null;
      const items = this.series.map((one, which) => h("li", { key: which }, [h("span", { class: `chart-key chart-${which % 4}` }), one.name]));
      return h("ul", { class: "chart-legend", "aria-hidden": "true" }, items);
    },
    numbers() {
      const head = ["", ...this.series.map((one) => one.name)].map((name, index) => h("th", { scope: "col", class: index ? "numeric" : undefined }, index ? name : this.across));
      const rows = this.names.map((name, index) =>
        h("tr", { key: index }, [h("th", { scope: "row" }, String(name)), ...this.series.map((one) => h("td", { class: "numeric" }, one.texts ? one.texts[index] : String(one.values[index] ?? "")))]),
      );
      return h("details", { class: "chart-table" }, [
        h("summary", this.table),
        h("div", { class: "table", tabindex: 0, role: "region", "aria-label": this.label }, [h("table", [h("caption", { class: "visually-hidden" }, this.label), h("thead", [h("tr", head)]), h("tbody", rows)])]),
      ]);
    },
  },
  render() {
    const drawn = this.kind === "curve" ? this.curves() : this.bars();
    return h("figure", { class: "chart" }, [
      h("figcaption", this.label),
      this.legend(),
      h("svg", { viewBox: `0 0 ${this.width} ${this.height}`, role: "img", "aria-label": this.label }, [...this.axes(), ...drawn]),
      this.numbers(),
    ]);
  },
};

function nice(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 8, 10].map((step) => step * power).find((step) => step >= value);
}

function short(value) {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
