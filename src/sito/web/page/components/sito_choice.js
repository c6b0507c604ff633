// A labelled choice: a native list, or buttons side by side of which one is pressed.
import { h } from "vue";

export default {
  props: {
    name: String, label: String, hint: String, options: { type: Array, default: () => [] }, value: [String, Number],
    sets: { type: Number, default: 0 }, buttons: Boolean,
  },
  emits: ["value"],
  data() {
    return { chosen: this.value };
  },
  watch: {
    sets() {
      this.chosen = this.value;
    },
  },
  methods: {
    choose(value) {
      this.chosen = value;
      this.$emit("value", value);
    },
    drawList(id) {
      const options = this.options.map(({ value, text, lang }) => h("option", { value, lang, selected: value === this.chosen, key: value }, text));
      const props = { id, class: "select", "aria-describedby": this.hint ? `${id}-hint` : undefined };
      return h("select", { ...props, value: this.chosen, onChange: (event) => this.choose(this.options[event.target.selectedIndex].value) }, options);
    },
    drawButtons(id) {
      return h("div", { class: "segments" }, this.options.map(({ value, text, lang }, index) =>
        h("label", { class: "segment", key: value, lang }, [
          h("input", { type: "radio", name: id, value, checked: value === this.chosen, id: `${id}-${index}`, onChange: () => this.choose(value) }),
          h("span", text),
        ]),
      ));
    },
  },
  render() {
    const id = `${this.name}-choice`;
    const hint = this.hint ? h("p", { class: "hint", id: `${id}-hint` }, this.hint) : null;
    if (this.buttons) return h("fieldset", { class: "field" }, [h("legend", { class: "label" }, this.label), hint, this.drawButtons(id)]);
    return h("div", { class: "field" }, [h("label", { for: id, class: "label" }, this.label), hint, this.drawList(id)]);
  },
};
