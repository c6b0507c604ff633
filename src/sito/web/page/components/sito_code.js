// A code, or an answer, within a text or a table.
import { h } from "vue";
import { answer, code } from "sito_drawing";

export default {
  props: { about: Object, colors: Array, answer: Object, pegs: Number, small: Boolean },
  render() {
    const marks = this.answer?.marks ?? null;
    const parts = [];
    if (this.colors) parts.push(code(this.colors, this.about, marks));
    if (this.answer) parts.push(answer(this.answer, this.pegs));
    return h("span", { class: ["drawn", this.small ? "drawn-small" : ""] }, parts);
  },
};
