// Tells every few seconds that this page is open, so that a friend sees who is there. A lost connection tells nothing.
import { h } from "vue";

export default {
  props: { seconds: Number },
  emits: ["beat"],
  mounted() {
    this.timer = setInterval(() => this.beat(), 1000 * this.seconds);
    this.onShown = () => document.visibilityState === "visible" && this.beat();
    document.addEventListener("visibilitychange", this.onShown);
  },
  unmounted() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.onShown);
  },
  methods: {
    beat() {
      // What is sent without a connection would come later, when it is no longer true.
      if (window.socket?.connected) this.$emit("beat");
    },
  },
  render() {
    return h("span", { hidden: true });
  },
};
