// What went wrong with the last action, in words, where it is seen and heard; it can be put away.
import { h } from "vue";

// What a person wrote is shown as it was written: such a line begins with it, and with no capital.
const QUOTED = /^['"‘“„«「『]/;

export default {
  props: { lines: { type: Array, default: () => [] }, times: { type: Number, default: 0 }, close: String },
  data() {
    return { closed: 0 };
  },
  updated() {
    // It may lie over the row that a guess is made in, which comes out from under it.
    document.querySelector(".open-row")?.scrollIntoView({ block: "nearest" });
  },
  render() {
    const shown = this.lines.length && this.closed !== this.times;
    const lines = shown ? this.lines.map((line, index) => h("p", { key: `${this.times}-${index}`, class: { quoted: QUOTED.test(line) } }, line)) : [];
    const close = shown
      ? [h("button", { type: "button", class: "button quiet icon", "aria-label": this.close, onClick: () => (this.closed = this.times) }, "✕")]
      : [];
    return h("div", { class: ["faults", shown ? "faults-shown" : ""] }, [h("div", { role: "alert" }, lines), ...close]);
  },
};
