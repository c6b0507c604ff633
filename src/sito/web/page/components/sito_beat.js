// Tells every few seconds that this page is open, so that a friend sees who is there. A lost connection tells nothing.
import { h } from "vue";

export default {
  props: { seconds: Number, on: Boolean },
  emits: ["beat"],
  mounted() {
    this.timer = setInterval(() => this.beat(), 1000 * this.seconds);
    this.onShown = () => document.visibilityState === "visible" && this.beat();
    document.addEventListener("visibilitychange", this.onShown);
    this.listen();
  },
  unmounted() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.onShown);
  },
  methods: {
    listen() {
      if (!window.socket) {
        setTimeout(() => this.listen(), 20);
        return;
      }
      window.socket.on("connect", () => this.beat());
      this.beat();
    },
    beat() {
      // What is sent without a connection would come later, when it is no longer true.
      if (this.on && window.socket?.connected) this.$emit("beat");
    },
  },
  render() {
    return h("span", { hidden: true });
  },
};
