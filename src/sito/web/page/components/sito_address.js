// What the view shows, in the address: a reload and a link to it show the same again.
import { h } from "vue";

export default {
  props: { query: String },
  watch: {
    query: {
      immediate: true,
      handler(query) {
        if (query !== undefined) history.replaceState(history.state, "", `${location.pathname}${query}`);
      },
    },
  },
  render() {
    return h("span", { hidden: true });
  },
};
