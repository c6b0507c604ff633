// Which peg of a guess claims which peg of the code: the guess above, the code below, and a line for each claim.
import { h } from "vue";
import { place } from "sito_drawing";

const [STEP, PEG, GAP, MARK] = [52, 40, 84, 22];

export default {
  props: {
    about: Object, guess: { type: Array, default: () => [] }, secret: { type: Array, default: () => [] }, claims: { type: Array, default: () => [] },
    marks: { type: Array, default: () => [] }, names: { type: Object, default: () => ({}) }, told: String,
  },
  methods: {
    row(name, colors) {
      const cells = colors.map((color, index) => h("span", { class: "claims-peg", style: { left: `${index * STEP}px` }, key: index }, [place(color, undefined, this.about, { hidden: true })]));
      return [h("span", { class: "claims-name" }, name), h("span", { class: "claims-pegs" }, cells)];
    },
    line(target, index) {
      if (target === null) return null;
      const [from, to] = [index * STEP + PEG / 2, target * STEP + PEG / 2];
      const kind = target === index ? "claim-right" : "claim-other";
      return h("path", { class: ["claim", kind], key: index, d: `M${from} 2C${from} ${GAP * 0.6} ${to} ${GAP * 0.4} ${to} ${GAP - 2}` });
    },
  },
  render() {
    if (!this.guess.length) return h("div");
    const width = (this.guess.length - 1) * STEP + PEG;
    const marks = this.marks.map((mark, index) => h("span", { class: ["claims-mark", `claims-mark-${mark.kind}`], style: { left: `${index * STEP}px` }, key: index }, mark.text));
    const lines = h("svg", { class: "claims-lines", width, height: GAP, viewBox: `0 0 ${width} ${GAP}` }, this.claims.map(this.line));
    return h("div", { class: "claims", role: "img", "aria-label": this.told, style: { "--claims-width": `${width}px`, "--claims-gap": `${GAP}px`, "--claims-mark": `${MARK}px` } }, [
      h("div", { class: "claims-row claims-marks" }, [h("span", { class: "claims-name" }, this.names.mark), h("span", { class: "claims-pegs" }, marks)]),
      h("div", { class: "claims-row" }, this.row(this.names.guess, this.guess)),
      h("div", { class: "claims-row claims-between" }, [h("span", { class: "claims-name" }), lines]),
      h("div", { class: "claims-row" }, this.row(this.names.code, this.secret)),
    ]);
  },
};
