// A native dialog: the browser keeps the focus within it, closes it at Escape and gives the focus back.
import { h } from "vue";

export default {
  props: { name: String, title: String, open: Boolean, opens: { type: Number, default: 0 }, close: String },
  emits: ["closed"],
  watch: {
    opens: "follow",
  },
  mounted() {
    this.follow();
  },
  methods: {
    follow() {
      const dialog = this.$refs.dialog;
      if (this.open && !dialog.open) {
        this.back = document.activeElement;
        dialog.showModal();
      } else if (!this.open && dialog.open) dialog.close();
    },
    onClose() {
      // Unless something else has been given the focus already: what the dialog was for may go on there.
      const now = document.activeElement;
      if (this.back?.isConnected && (!now || now === document.body || this.$refs.dialog.contains(now))) this.back.focus();
      this.$emit("closed");
    },
  },
  render() {
    const id = `${this.name}-title`;
    return h("dialog", { ref: "dialog", class: "dialog", "aria-labelledby": id, onClose: this.onClose }, [
      h("div", { class: "dialog-head" }, [
        h("h2", { id }, this.title),
        h("button", { type: "button", class: "button quiet icon", "aria-label": this.close, onClick: () => this.$refs.dialog.close() }, "✕"),
      ]),
      h("div", { class: "dialog-body" }, this.$slots.default?.()),
    ]);
  },
};
