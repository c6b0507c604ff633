// Checks certificates, files that are dropped or chosen, with the program `sito-certificate`; the checker in
// JavaScript, which shares nothing with it, gives a second opinion.
import { h } from "vue";
import { Engine } from "live_engine";
import { button, dropped, examples, fileField, packed, title } from "live_parts";
import { say } from "live_words";

const { certificates } = SITO; // packed files by their games

export default {
  data() {
    return { verdicts: [], checking: false, done: "", seconds: 0 };
  },
  created() {
    this.engines = [new Engine("checker"), new Engine("second", SITO.second)];
  },
  methods: {
    async check(file) {
      if (!file || this.checking) return;
      this.verdicts = [];
      this.file = file;
      await this.judge();
    },
    /** Asks the next of both programs. */
    async judge() {
      const begun = performance.now();
      const engine = this.engines[this.verdicts.length];
      Object.assign(this, { checking: true, done: "" });
      const asked = this.file.arrayBuffer().then((read) => {
        const bytes = new Uint8Array(read);
        const body = bytes.length - bytes.indexOf(10); // of one that is not compressed
        const told = (place) => (this.done = Math.floor((100 * place) / body));
        return this.checking && engine.ask(bytes, bytes[0] === 123 ? told : undefined);
      });
      const verdict = await asked.catch((error) => ({ accepted: false, text: error.message }));
      if (!this.checking) return;
      this.verdicts.push(verdict);
      this.seconds = (performance.now() - begun) / 1000;
      this.checking = false;
    },
    stop() {
      this.checking = false;
      for (const engine of this.engines) engine.stop();
    },
  },
  render() {
    const { verdicts } = this;
    const told = ({ accepted, text }) =>
      h("p", { class: accepted ? "" : "fault" }, `${accepted ? "✓" : "✗"} ${text}`);
    const checking = this.checking && h("p", say("checking the certificate"));
    const waits = verdicts.length > 0 && !this.checking;
    const second = `${title(say("Check a certificate."))} · JavaScript`;
    const seconds = say("{seconds} s", { seconds: this.seconds.toFixed(1) });
    return h("section", { class: "card", "aria-labelledby": "check", ...dropped(this.check) }, [
      h("h2", { id: "check" }, title(say("Check a certificate."))),
      h("p", { class: "hint" }, say("Check certificates, which prove how much any strategy costs.")),
      fileField(say("The certificate; it may be compressed with gzip."), this.check, { disabled: this.checking }),
      examples(Object.keys(certificates), (name) => this.check(packed(certificates[name]))),
      h("div", { role: "status", lang: "en" }, [...verdicts.map(told), checking]),
      this.done !== "" && this.checking && h("p", { class: "count" }, say("{range} % done", { range: this.done })),
      this.checking && button(say("Stop"), this.stop),
      waits && h("p", { class: "count" }, `${say("time")}: ${seconds}`),
      waits && verdicts.length < this.engines.length && button(second, this.judge),
    ]);
  },
};
