// Checks certificates, files that are dropped or chosen, with the program `sito-certificate`.
import { h } from "vue";
import { Engine } from "live_engine";
import { button, dropped, examples, fileField, packed, title } from "live_parts";
import { say } from "live_words";

const { certificates } = SITO; // packed files by their games

export default {
  data() {
    return { verdict: null, checking: false, done: "", seconds: 0 };
  },
  created() {
    this.checker = new Engine("checker");
  },
  methods: {
    async check(file) {
      if (!file || this.checking) return;
      const begun = performance.now();
      Object.assign(this, { verdict: null, checking: true, done: "" });
      const bytes = await file.arrayBuffer().then((read) => new Uint8Array(read), (error) => this.refuse(error));
      if (!bytes || !this.checking) return;
      const body = bytes.length - bytes.indexOf(10); // of one that is not compressed
      const told = (place) => (this.done = Math.floor((100 * place) / body));
      const asked = this.checker.ask(bytes, bytes[0] === 123 ? told : undefined);
      await asked.then((verdict) => (this.verdict = verdict), this.refuse);
      this.seconds = (performance.now() - begun) / 1000;
      this.checking = false;
    },
    refuse(error) {
      if (this.checking) Object.assign(this, { verdict: { accepted: false, text: error.message }, checking: false });
    },
    stop() {
      this.checking = false;
      this.checker.stop();
    },
  },
  render() {
    const { verdict } = this;
    const told = verdict ? `${verdict.accepted ? "✓" : "✗"} ${verdict.text}` : this.checking ? say("checking the certificate") : "";
    const seconds = say("{seconds} s", { seconds: this.seconds.toFixed(1) });
    return h("section", { class: "card", "aria-labelledby": "check", ...dropped(this.check) }, [
      h("h2", { id: "check" }, title(say("Check a certificate."))),
      h("p", { class: "hint" }, say("Check certificates, which prove how much any strategy costs.")),
      fileField(say("The certificate; it may be compressed with gzip."), this.check, { disabled: this.checking }),
      examples(Object.keys(certificates), (name) => this.check(packed(certificates[name]))),
      h("p", { role: "status", lang: "en", class: verdict && !verdict.accepted ? "fault" : "" }, told),
      this.done !== "" && this.checking && h("p", { class: "count" }, say("{range} % done", { range: this.done })),
      this.checking && button(say("Stop"), this.stop),
      verdict && h("p", { class: "count" }, `${say("time")}: ${seconds}`),
    ]);
  },
};
