// Gives an element the focus when the one that had it is gone: at the end of a game, when the open row closes.
import { h } from "vue";

export default {
  props: { target: String, within: String, times: { type: Number, default: 0 } },
  watch: {
    times() {
      const now = document.activeElement;
      if (this.within && now && now !== document.body && !now.closest(this.within)) return;
      this.$nextTick(() => {
        const there = document.getElementById(this.target);
        (there?.querySelector(".slot-active") ?? there)?.focus();
      });
    },
  },
  render() {
    return h("span", { hidden: true });
  },
};
