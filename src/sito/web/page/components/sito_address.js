// What the view shows, in the address: a reload and a link to it show the same again.
import { h } from "vue";

export default {
  props: { query: String },
  watch: {
    query() {
      history.replaceState(history.state, "", `${location.pathname}${this.query}`);
    },
  },
  render() {
    return h("span", { hidden: true });
  },
};
