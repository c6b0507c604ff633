// A button that copies a text, and says so; where the browser does not allow it, the text is selected to be copied by keys.
import { h } from "vue";
import { say } from "sito_drawing";

export default {
  props: { text: String, label: String, done: String },
  data() {
    return { copied: false };
  },
  watch: {
    text() {
      this.copied = false;
    },
  },
  methods: {
    async copy() {
      try {
        await navigator.clipboard.writeText(this.text);
        this.copied = true;
        say(this.done);
      } catch {
        getSelection().selectAllChildren(this.$refs.text);
      }
    },
  },
  render() {
    return h("div", { class: "shared" }, [
      h("pre", { ref: "text", class: "share-text" }, this.text),
      h("button", { type: "button", class: "button", onClick: () => this.copy() }, this.copied ? `${this.done}` : this.label),
    ]);
  },
};
