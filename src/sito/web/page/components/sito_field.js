// A labelled field for a line or several lines of text; what is typed stays, whatever else changes.
import { h } from "vue";

export default {
  props: {
    name: String, label: String, hint: String, fault: String, value: { type: String, default: "" },
    sets: { type: Number, default: 0 }, focus: { type: Number, default: 0 }, lines: { type: Number, default: 1 },
    kind: { type: String, default: "text" }, mode: String, code: Boolean, most: Number, bounds: Object,
  },
  emits: ["value", "enter"],
  data() {
    return { text: this.value };
  },
  watch: {
    sets() {
      this.text = this.value;
    },
    focus() {
      this.$nextTick(() => this.$refs.input.focus());
    },
  },
  mounted() {
    if (this.focus) this.$refs.input.focus();
  },
  methods: {
    input(event) {
      this.text = event.target.value;
      clearTimeout(this.telling);
      this.telling = setTimeout(() => this.$emit("value", this.text), 120);
    },
    done(event) {
      if (event.key !== "Enter" || (this.lines > 1 && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      clearTimeout(this.telling);
      this.$emit("enter", this.text);
    },
  },
  render() {
    const id = `${this.name}-input`;
    const described = [this.hint ? `${id}-hint` : null, this.fault ? `${id}-fault` : null].filter(Boolean).join(" ");
    const props = {
      id, ref: "input", value: this.text, class: ["input", this.code ? "input-code" : ""],
      "aria-describedby": described || undefined, "aria-invalid": this.fault ? "true" : undefined,
      autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: this.most, inputmode: this.mode,
      onInput: this.input, onKeydown: this.done,
      onChange: (event) => { clearTimeout(this.telling); this.$emit("value", event.target.value); },
    };
    const control = this.lines > 1 ? h("textarea", { ...props, rows: this.lines }) : h("input", { ...props, type: this.kind, ...this.bounds });
    return h("div", { class: "field" }, [
      h("label", { for: id, class: "label" }, this.label),
      this.hint ? h("p", { class: "hint", id: `${id}-hint` }, this.hint) : null,
      control,
      this.fault ? h("p", { class: "fault", id: `${id}-fault` }, this.fault) : null,
    ]);
  },
};
