// A switch that is on or off.
import { h } from "vue";

export default {
  props: { name: String, label: String, hint: String, value: Boolean, sets: { type: Number, default: 0 } },
  emits: ["value"],
  data() {
    return { on: this.value };
  },
  watch: {
    sets() {
      this.on = this.value;
    },
  },
  render() {
    const id = `${this.name}-switch`;
    return h("div", { class: "field switch" }, [
      h("label", { for: id }, [
        h("input", {
          type: "checkbox", role: "switch", id, checked: this.on, "aria-describedby": this.hint ? `${id}-hint` : undefined,
          onChange: (event) => { this.on = event.target.checked; this.$emit("value", this.on); },
        }),
        h("span", { class: "switch-track", "aria-hidden": "true" }),
        h("span", { class: "switch-label" }, this.label),
      ]),
      this.hint ? h("p", { class: "hint", id: `${id}-hint` }, this.hint) : null,
    ]);
  },
};
