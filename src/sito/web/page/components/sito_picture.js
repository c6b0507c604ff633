// A picture that the library drew as SVG; it follows the theme that the person has chosen.
import { h } from "vue";

const DARK = /@media \(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/g;

export default {
  props: { svg: String },
  data() {
    return { scheme: "" };
  },
  mounted() {
    this.watcher = new MutationObserver(() => this.look());
    this.watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["style"] });
    this.look();
  },
  unmounted() {
    this.watcher.disconnect();
  },
  methods: {
    look() {
      this.scheme = document.documentElement.style.colorScheme;
    },
  },
  render() {
    const dark = { dark: "$1", light: "" }[this.scheme];
    const svg = dark === undefined ? this.svg : this.svg.replace(DARK, dark);
    return h("div", { class: "picture", innerHTML: svg });
  },
};
