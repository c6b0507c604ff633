// Water jugs: a tap, glasses with water that rises and falls, and a drain. A person takes one and says where it goes.
// Which steps can be taken, and what they lead to, the server knows; this draws, and tells what was asked for.
import { h } from "vue";
import { fill, say } from "sito_drawing";

const FLOWING = 900; // milliseconds that a stream is shown
const TAP = "tap";
const DRAIN = "drain";

export default {
  props: {
    jugs: Array, // {name, capacity, amount, label}
    marks: { type: Array, default: () => [] }, // the amounts asked for, jug by jug; null for none
    tap: { type: Object, default: null }, // {label, left}
    drain: { type: Object, default: null }, // {label}
    met: { type: Boolean, default: false },
    hint: { type: Array, default: null }, // [source, target], null for the tap and the drain
    last: { type: Array, default: null }, // [source, target, number of the step]
    address: { type: String, default: "" }, // what stands behind the path, so that a reload finds the puzzle as it is
    texts: Object,
  },
  emits: ["pour"],
  data() {
    return { held: null, flow: null };
  },
  watch: {
    address(now) {
      if (now) window.history.replaceState(window.history.state, "", now);
    },
    last(now, before) {
      if (!now || now[2] === before?.[2]) return;
      this.flow = now;
      clearTimeout(this.ebbing);
      this.ebbing = setTimeout(() => (this.flow = null), FLOWING);
    },
    jugs() {
      if (typeof this.held === "number" && this.held >= this.jugs.length) this.held = null;
    },
  },
  mounted() {
    document.addEventListener("keydown", this.onStray);
  },
  unmounted() {
    document.removeEventListener("keydown", this.onStray);
    clearTimeout(this.ebbing);
  },
  methods: {
    nameOf(vessel) {
      return vessel === TAP ? this.tap.label : vessel === DRAIN ? this.drain.label : this.jugs[vessel].name;
    },
    pick(vessel) {
      const held = this.held;
      if (held === null) {
        if (vessel === DRAIN) return say(this.texts.first);
        this.held = vessel;
        return say(vessel === TAP ? this.texts.tapTaken : fill(this.texts.taken, { jug: this.nameOf(vessel) }));
      }
      this.held = null;
      if (held === vessel || (held === TAP && vessel === DRAIN)) return say(this.texts.back);
      // A jug that is brought to the tap is filled there.
      const fills = held === TAP || vessel === TAP;
      const jug = held === TAP ? vessel : held;
      if (fills) this.$emit("pour", null, jug);
      else this.$emit("pour", held, vessel === DRAIN ? null : vessel);
    },
    onStray(event) {
      // Keys that nothing else has, as on a page that was just opened.
      if (event.target === document.body && !event.defaultPrevented && this.$el.offsetParent) this.onKey(event);
    },
    onKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const letter = event.key.toLocaleUpperCase();
      let jug = this.jugs.findIndex((each) => each.name === letter);
      if (jug < 0 && /^[1-9]$/.test(event.key) && Number(event.key) <= this.jugs.length) jug = Number(event.key) - 1;
      if (jug >= 0) this.take(jug);
      else if (event.key === "0" && this.tap) this.take(TAP);
      else if ((event.key === "-" || event.key === "Delete") && this.drain) this.take(DRAIN);
      else if (event.key === "Escape" && this.held !== null) this.pick(this.held);
      else return;
      event.preventDefault();
    },
    take(vessel) {
      this.pick(vessel);
      this.$el.querySelector(`[data-vessel="${vessel}"]`)?.focus();
    },
    vessel(name, kind, label, content) {
      const hinted = this.hint && this.hinted(name);
      return h(
        "button",
        {
          type: "button",
          class: ["vessel", `vessel-${kind}`, hinted ? "vessel-hint" : "", this.held !== null && this.held !== name ? "vessel-open" : ""],
          "data-vessel": name,
          "aria-pressed": kind === DRAIN ? undefined : String(this.held === name),
          "aria-label": label,
          onClick: () => this.pick(name),
        },
        content,
      );
    },
    hinted(name) {
      const [source, target] = this.hint;
      return name === (source === null ? TAP : source) || name === (target === null ? DRAIN : target);
    },
    drawJug(jug, index) {
      const largest = Math.max(...this.jugs.map((each) => each.capacity));
      const mark = this.marks[index] ?? null;
      const [source, target] = this.flow ?? [undefined, undefined];
      const pours = this.flow && source === index && target !== null;
      const parts = [
        h("span", { class: "jug-water", style: { height: `${(100 * jug.amount) / jug.capacity}%` } }),
        jug.capacity <= 30 ? h("span", { class: "jug-ticks", style: { "--steps": jug.capacity } }) : null,
        mark === null ? null : h("span", { class: "jug-mark", style: { bottom: `${(100 * mark) / jug.capacity}%` } }, h("span", `${mark}`)),
        this.flow && source === null && target === index ? h("span", { class: "jug-stream" }) : null,
      ];
      const reached = this.met && mark !== null && mark === jug.amount;
      return this.vessel(index, "jug", jug.label, [
        h("span", { class: "jug-room" }, [
          h(
            "span",
            {
              class: ["jug-glass", pours ? (target < index ? "jug-tips-left" : "jug-tips-right") : "", reached ? "jug-met" : ""],
              style: { height: `${Math.max(22, (100 * jug.capacity) / largest)}%` },
            },
            parts,
          ),
        ]),
        h("span", { class: "jug-name" }, [h("strong", jug.name), ` ${jug.amount}/${jug.capacity}`]),
      ]);
    },
    drawTap() {
      const flows = this.flow && this.flow[0] === null;
      const picture = h("svg", { viewBox: "0 0 64 44", class: ["tap-picture", flows ? "tap-flows" : ""], "aria-hidden": "true" }, [
        h("path", { class: "tap-metal", d: "M2 16 H22 V10 H18 V6 H38 V10 H34 V16 H44 Q56 16 56 28 V34 H46 V30 Q46 26 42 26 H2 Z" }),
        h("path", { class: "tap-drop", d: "M51 35 Q46 41 51 43 Q56 41 51 35 Z" }),
      ]);
      const left = this.tap.left === null || this.tap.left === undefined ? null : h("span", { class: "tap-left" }, `${this.tap.left}`);
      return this.vessel(TAP, TAP, this.tap.spoken ?? this.tap.label, [picture, h("span", this.tap.label), left]);
    },
    drawDrain() {
      const flows = this.flow && this.flow[1] === null;
      const picture = h("svg", { viewBox: "0 0 64 30", class: ["drain-picture", flows ? "drain-flows" : ""], "aria-hidden": "true" }, [
        h("ellipse", { class: "drain-rim", cx: 32, cy: 14, rx: 28, ry: 11 }),
        h("ellipse", { class: "drain-water", cx: 32, cy: 15, rx: 21, ry: 7.5 }),
        h("path", { class: "drain-grid", d: "M20 15 H44 M24 11 H40 M24 19 H40" }),
      ]);
      return this.vessel(DRAIN, DRAIN, this.drain.label, [picture, h("span", this.drain.label)]);
    },
  },
  render() {
    const names = { role: "group", "aria-label": this.texts.scene, class: ["jugs", this.jugs.length > 5 ? "jugs-many" : ""], onKeydown: this.onKey };
    return h("div", names, [
      this.tap ? this.drawTap() : null,
      h("div", { class: "jugs-row" }, this.jugs.map((jug, index) => this.drawJug(jug, index))),
      this.drain ? this.drawDrain() : null,
    ]);
  },
};
