// Gives an element the focus when the one that had it is gone: at the end of a game, when the open row closes.
import { h } from "vue";

export default {
  props: { target: String, times: { type: Number, default: 0 } },
  watch: {
    times() {
      this.$nextTick(() => document.getElementById(this.target)?.focus());
    },
  },
  render() {
    return h("span", { hidden: true });
  },
};
