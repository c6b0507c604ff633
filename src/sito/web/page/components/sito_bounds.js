// Two bounds that close on each other: what no strategy beats from below, and the best strategy found from above.
import { h } from "vue";

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [56, 12, 14, 30, 240];

/** Steps of 1, 2 or 5 times a power of ten, so that about `most` of them fit between two values. */
function ticks(low, high, most) {
  const rough = Math.max((high - low) / most, 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-6; value += step) found.push(Number(value.toPrecision(12)));
  return found;
}

export default {
  props: { points: { type: Array, default: () => [] }, texts: { type: Object, default: () => ({}) } },
  data() {
    return { width: 640 };
  },
  mounted() {
    this.observer = new ResizeObserver(([entry]) => (this.width = Math.max(280, entry.contentRect.width)));
    this.observer.observe(this.$el);
  },
  unmounted() {
    this.observer.disconnect();
  },
  methods: {
    scales() {
      const last = this.points.at(-1);
      const values = this.points.flatMap(([, lower, upper]) => [lower, upper]).filter((value) => value !== null);
      let [low, high] = [Math.min(...values), Math.max(...values)];
      const margin = Math.max((high - low) * 0.08, 0.5);
      [low, high] = [Math.max(0, low - margin), high + margin];
      const end = Math.max(last[0], 1e-3);
      const x = (time) => LEFT + ((this.width - LEFT - RIGHT) * time) / end;
      const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
      return { x, y, low, high, end };
    },
    path(index, { x, y }) {
      let drawn = "";
      let before = null;
      for (const point of this.points) {
        const value = point[index];
        if (value === null) continue;
        drawn += before === null ? `M${x(point[0])} ${y(value)}` : `H${x(point[0])}V${y(value)}`;
        before = value;
      }
      return drawn;
    },
    area({ x, y }) {
      const both = this.points.filter(([, lower, upper]) => lower !== null && upper !== null);
      if (both.length < 2) return "";
      const [, , first] = both[0];
      let drawn = `M${x(both[0][0])} ${y(first)}`;
      for (const [time, , upper] of both.slice(1)) drawn += `H${x(time)}V${y(upper)}`;
      drawn += `V${y(both.at(-1)[1])}`;
      for (let place = both.length - 1; place > 0; place--) drawn += `V${y(both[place - 1][1])}H${x(both[place - 1][0])}`;
      return `${drawn}Z`;
    },
    drawScale({ x, y, low, high, end }) {
      const across = ticks(low, high, 5).filter((value) => Number.isInteger(value) || high - low < 3).map((value) =>
        h("g", { key: `y${value}` }, [
          h("path", { class: "bounds-line", d: `M${LEFT} ${y(value)}H${this.width - RIGHT}` }),
          h("text", { class: "bounds-scale", x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, String(value)),
        ]),
      );
      const up = ticks(0, end, Math.max(2, this.width / 130)).map((value) =>
        h("text", { class: "bounds-scale", x: x(value), y: HEIGHT - 10, "text-anchor": value === 0 ? "start" : "middle", key: `x${value}` }, this.texts.seconds.replace("{seconds}", value)),
      );
      return [...across, ...up];
    },
  },
  render() {
    if (this.points.length === 0) return h("div", { class: "bounds-box" });
    const props = { class: "bounds", width: this.width, height: HEIGHT, viewBox: `0 0 ${this.width} ${HEIGHT}`, role: "img", "aria-label": this.texts.told };
    const scales = this.scales();
    const [time, lower, upper] = this.points.at(-1);
    const dot = (value, kind) => (value === null ? null : h("circle", { class: `bounds-dot-${kind}`, cx: scales.x(time), cy: scales.y(value), r: 4 }));
    const drawing = h("svg", props, [
      ...this.drawScale(scales),
      h("path", { class: "bounds-gap", d: this.area(scales) }),
      h("path", { class: "bounds-upper", d: this.path(2, scales) }),
      h("path", { class: "bounds-lower", d: this.path(1, scales) }),
      dot(upper, "upper"),
      dot(lower, "lower"),
    ]);
    const key = h("p", { class: "bounds-key", "aria-hidden": "true" }, [
      h("span", { class: "bounds-key-upper" }, this.texts.upper),
      h("span", { class: "bounds-key-lower" }, this.texts.lower),
    ]);
    return h("div", { class: "bounds-box" }, [drawing, key]);
  },
};
