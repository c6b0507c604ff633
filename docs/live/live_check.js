// Checks certificates, files that are dropped or chosen, with the program `sito-certificate`.
import { h } from "vue";
import { Engine } from "live_engine";
import { say } from "live_words";

export default {
  data() {
    return { verdict: null, checking: false };
  },
  created() {
    this.checker = new Engine("checker");
  },
  methods: {
    async check(file) {
      if (!file) return;
      Object.assign(this, { verdict: null, checking: true });
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.verdict = await this.checker.ask(bytes).catch((error) => ({ accepted: false, text: error.message }));
      this.checking = false;
    },
    take(event) {
      event.preventDefault();
      this.check(event.dataTransfer.files[0]);
    },
  },
  render() {
    const { verdict } = this;
    const told = verdict ? `${verdict.accepted ? "✓" : "✗"} ${verdict.text}` : this.checking ? say("checking the certificate") : "";
    return h("section", { class: "card", "aria-labelledby": "check", onDragover: (event) => event.preventDefault(), onDrop: this.take }, [
      h("h2", { id: "check" }, say("Check a certificate.")),
      h("label", { class: "field" }, [
        h("span", say("The certificate; it may be compressed with gzip.")),
        h("input", { type: "file", class: "input", disabled: this.checking, onChange: (event) => this.check(event.target.files[0]) }),
      ]),
      h("p", { role: "status", lang: "en", class: verdict && !verdict.accepted ? "fault" : "" }, told),
    ]);
  },
};
