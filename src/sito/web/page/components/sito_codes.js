// A list of codes. Those that leave it fall through the sieve, where things may move.
import { h, TransitionGroup } from "vue";
import { code } from "sito_drawing";

export default {
  props: { about: Object, codes: { type: Array, default: () => [] }, label: String },
  methods: {
    drawItem({ key, colors, text, note }) {
      const parts = [code(colors, this.about), note ? h("span", { class: "code-note" }, note) : null];
      return h("li", { key: key ?? text, class: "code-item" }, parts);
    },
  },
  render() {
    const items = this.codes.map((item) => this.drawItem(item));
    return h(TransitionGroup, { tag: "ul", name: "sieve", class: "codes drawn-small", "aria-label": this.label }, () => items);
  },
};
