// A sieve of codes: all codes of a small game, and an empty mesh where one has left. A person chooses a guess, sees
// into which cells it divides the codes that are left, and lets an answer through. The server does the sieving.
import { h } from "vue";
import { answer, code } from "sito_drawing";

const WAYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

export default {
  props: {
    about: Object, // how codes look, as in sito_drawing
    pegs: Number,
    codes: Array, // {name, colors}
    left: { type: Array, default: () => [] }, // for each code the turn with whose answer it left; 0 while it is there
    cell: { type: Array, default: () => [] }, // for each code its cell; -1 where it has none
    cells: { type: Array, default: () => [] }, // {answer, label, count, part}: the answer, a sentence, and a share
    chosen: { type: Number, default: -1 },
    lit: { type: Number, default: -1 }, // the cell that is shown alone
    texts: Object,
  },
  emits: ["choose", "cell"],
  data() {
    return { here: 0, over: -1 };
  },
  methods: {
    shown(index) {
      const cell = this.over >= 0 ? this.over : this.lit;
      return cell < 0 || this.cell[index] === cell;
    },
    onKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const way = WAYS[event.key];
      const last = this.codes.length - 1;
      const buttons = [...this.$el.querySelectorAll("[data-code]")];
      let to = this.here;
      if (way === "left" || way === "right") to += way === "right" ? 1 : -1;
      else if (way) to = this.beside(buttons, way);
      else if (event.key === "Home") to = 0;
      else if (event.key === "End") to = last;
      else return;
      event.preventDefault();
      this.here = Math.min(last, Math.max(0, to));
      buttons[this.here].focus();
    },
    beside(buttons, way) {
      // The button in the same column of the row above or below, wherever the lines break.
      const here = buttons[this.here].getBoundingClientRect();
      const sign = way === "down" ? 1 : -1;
      const found = buttons.findIndex((button) => {
        const there = button.getBoundingClientRect();
        return Math.abs(there.left - here.left) < 2 && (there.top - here.top) * sign > 2 && (there.top - here.top) * sign < here.height * 1.9;
      });
      return found < 0 ? this.here : found;
    },
    drawCode(each, index) {
      const gone = this.left[index] > 0;
      const cell = this.cell[index] ?? -1;
      const state = gone ? "mesh-gone" : this.shown(index) ? "" : "mesh-faint";
      return h("li", { key: each.name, class: "mesh-place" }, [
        h(
          "button",
          {
            type: "button",
            class: ["mesh", state, index === this.chosen ? "mesh-chosen" : ""],
            "data-code": index,
            "aria-pressed": String(index === this.chosen),
            "aria-label": gone ? `${each.name}, ${this.texts.gone}` : each.name,
            tabindex: index === this.here ? 0 : -1,
            onClick: () => {
              this.here = index;
              this.$emit("choose", index);
            },
            onFocus: () => (this.here = index),
          },
          [
            h("span", { class: "mesh-code" }, [code(each.colors, this.about, null, { hidden: true })]),
            h("span", { class: "mesh-cell", "aria-hidden": "true" }, gone || cell < 0 ? "" : this.cells[cell].short),
          ],
        ),
      ]);
    },
    drawCell(cell, index) {
      const show = (shown) => () => (this.over = shown ? index : -1);
      return h("li", { key: index }, [
        h(
          "button",
          {
            type: "button",
            class: ["cell", index === this.lit ? "cell-lit" : ""],
            "aria-label": cell.label,
            onClick: () => {
              this.over = -1;
              this.$emit("cell", index);
            },
            onMouseenter: show(true),
            onMouseleave: show(false),
            onFocus: show(true),
            onBlur: show(false),
          },
          [
            answer(cell.answer, this.pegs, { hidden: true }),
            h("span", { class: "cell-short" }, cell.short),
            h("span", { class: "cell-bar", style: { "--part": cell.part } }),
            h("span", { class: "cell-count" }, `${cell.count}`),
          ],
        ),
      ]);
    },
  },
  render() {
    const meshes = h("ul", { class: "meshes", "aria-label": this.texts.codes, onKeydown: this.onKey }, this.codes.map(this.drawCode));
    const cells = this.cells.length ? [h("ul", { class: "cells", "aria-label": this.texts.cells }, this.cells.map(this.drawCell))] : [];
    return h("div", { class: "sieve" }, [meshes, ...cells]);
  },
};
