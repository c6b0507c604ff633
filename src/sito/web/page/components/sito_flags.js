// The codes of a game as dots, a flag for each: those that have been crossed out fade.
import { h } from "vue";

export default {
  props: {
    flags: { type: String, default: "" }, // for each code 1 while it is possible, else 0
    label: String,
  },
  watch: {
    flags: "draw",
  },
  mounted() {
    this.look = window.matchMedia("(prefers-color-scheme: dark)");
    this.look.addEventListener("change", this.draw);
    this.dress = new MutationObserver(this.draw);
    this.dress.observe(document.documentElement, { attributes: true, attributeFilter: ["style"] });
    this.draw();
  },
  unmounted() {
    this.look.removeEventListener("change", this.draw);
    this.dress.disconnect();
  },
  methods: {
    draw() {
      const canvas = this.$refs.canvas;
      const context = canvas.getContext("2d");
      const styles = getComputedStyle(canvas);
      const side = Math.ceil(Math.sqrt(this.flags.length));
      const step = canvas.width / side;
      context.clearRect(0, 0, canvas.width, canvas.height);
      for (let code = 0; code < this.flags.length; code++) {
        const there = this.flags[code] === "1";
        context.fillStyle = there ? styles.color : styles.outlineColor;
        const size = there ? step - 1 : 1;
        const aside = (step - size) / 2;
        context.fillRect((code % side) * step + aside, Math.floor(code / side) * step + aside, size, size);
      }
    },
  },
  render() {
    return h("canvas", { ref: "canvas", class: "flags", width: 500, height: 500, role: "img", "aria-label": this.label });
  },
};
