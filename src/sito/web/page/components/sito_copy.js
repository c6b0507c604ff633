// A button that copies a text, and says so; where the browser does not allow it, the text is selected to be copied by keys.
import { h } from "vue";
import { say } from "sito_drawing";

const SIZE = 32; // of a letter of the picture

export default {
  props: { text: String, label: String, done: String, picture: String },
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
    /** Draws the lines, and saves what was drawn. */
    draw() {
      const lines = this.text.split("\n");
      const canvas = document.createElement("canvas");
      const pen = canvas.getContext("2d");
      const font = `${SIZE}px system-ui, sans-serif`;
      pen.font = font;
      canvas.width = Math.ceil(Math.max(...lines.map((line) => pen.measureText(line).width))) + 2 * SIZE;
      canvas.height = (1.4 * lines.length + 1.4) * SIZE;
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      Object.assign(pen, { font, fillStyle: "#1d1c1a", textBaseline: "top" });
      lines.forEach((line, index) => pen.fillText(line, SIZE, (1.4 * index + 0.8) * SIZE));
      canvas.toBlob((blob) => {
        const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: "sito.png" });
        link.click();
        URL.revokeObjectURL(link.href);
      });
    },
  },
  render() {
    return h("div", { class: "shared" }, [
      h("pre", { ref: "text", class: "share-text" }, this.text),
      h("button", { type: "button", class: "button", onClick: () => this.copy() }, this.copied ? `${this.done}` : this.label),
      this.picture ? h("button", { type: "button", class: "button quiet", onClick: () => this.draw() }, this.picture) : null,
    ]);
  },
};
