// Sito in the reader's own browser: the core and the checker of certificates run as WebAssembly in workers. `parts.js`, which
// docs/live.py writes, has the modules, the components of `sito web` and the sentences in five languages.
const { modules, components, languages } = window.SITO;

/** Asks a module, in a worker of its own; `stop` ends what it does. */
class Engine {
  constructor(name) {
    this.name = name;
  }

  static work() {
    let exports;
    self.onmessage = async ({ data: { packed, question } }) => {
      if (packed) {
        const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
        exports = (await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {})).instance.exports;
      }
      const place = exports.room(question.length); // which may move the memory
      new Uint8Array(exports.memory.buffer, place, question.length).set(question);
      const length = exports.ask();
      const said = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
      self.postMessage(JSON.parse(said));
    };
  }

  ask(question) {
    const bytes = question instanceof Uint8Array ? question : new TextEncoder().encode(JSON.stringify(question));
    const packed = this.worker ? null : modules[this.name];
    this.worker ??= new Worker(URL.createObjectURL(new Blob([`(${Engine.work.toString().replace("work", "function")})()`])));
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => resolve(data);
      this.worker.onerror = (event) => {
        this.stop();
        reject(new Error(event.message));
      };
      this.worker.postMessage({ packed, question: bytes });
    });
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
  }
}

const GAME = /^([1-9]\d?)x([1-9]\d?)(-distinct)?$/;
const MEMORY = 2 ** 29;

async function begin() {
  // A page from the disk may import nothing from the disk, but texts that it has become modules all the same.
  const urls = Object.entries(components).map(([name, text]) => [name, URL.createObjectURL(new Blob([text], { type: "text/javascript" }))]);
  const map = JSON.stringify({ imports: Object.fromEntries(urls) });
  document.head.append(Object.assign(document.createElement("script"), { type: "importmap", textContent: map }));
  const { createApp, h } = await import("vue");
  const { default: Bounds } = await import("sito_bounds");

  createApp({
    data() {
      const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages) ?? "en";
      return { language, game: "4x6", points: [], found: null, fault: "", searching: false, verdict: null, checking: false };
    },
    created() {
      this.core = new Engine("core");
      this.checker = new Engine("checker");
    },
    methods: {
      say(sentence, values = {}) {
        const text = languages[this.language][sentence] ?? sentence;
        return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
      },
      async prove() {
        const [, pegs, colors, distinct] = GAME.exec(this.game.trim()) ?? [];
        Object.assign(this, { points: [], found: null, fault: pegs ? "" : `${this.game}? 4x6, 4x10-distinct` });
        if (!pegs) return;
        this.searching = true;
        const start = performance.now();
        // The search is asked again with four times the work until it is done, so that its bounds are seen on the way.
        for (let positions = 1; this.searching && !this.found?.proven; positions *= 4) {
          const question = { pegs: Number(pegs), colors: Number(colors), distinct: Boolean(distinct), memory: MEMORY, positions };
          const found = await this.core.ask(question).catch((error) => ({ error: error.message }));
          if (!this.searching) return;
          if (found.error) {
            this.fault = found.error;
            break;
          }
          this.found = { ...found, seconds: (performance.now() - start) / 1000 };
          this.points.push([this.found.seconds, found.lower[0], found.upper[0] ?? null]);
        }
        this.searching = false;
      },
      stop() {
        this.core.stop();
        this.searching = false;
      },
      async check(file) {
        if (!file) return;
        Object.assign(this, { verdict: null, checking: true });
        const bytes = new Uint8Array(await file.arrayBuffer());
        this.verdict = await this.checker.ask(bytes).catch((error) => ({ accepted: false, text: error.message }));
        this.checking = false;
      },
      number(name, value) {
        return h("div", [h("dt", this.say(name)), h("dd", value)]);
      },
      proof() {
        const { found } = this;
        const texts = { lower: this.say("no strategy beats"), upper: this.say("best found"), seconds: "{seconds} s", told: found ? `${found.lower[0]} - ${found.upper[0]}` : "" };
        return h("section", { class: "card", "aria-labelledby": "prove" }, [
          h("h2", { id: "prove" }, this.say("Prove")),
          h("p", { class: "hint" }, this.say("The search finds a best strategy, and proves that no other beats it.")),
          h("label", { class: "field" }, [
            h("span", this.say("Rules")),
            h("input", { class: "input input-code", value: this.game, spellcheck: false, autocapitalize: "off", "aria-invalid": this.fault ? "true" : undefined, onInput: (event) => (this.game = event.target.value), onKeydown: (event) => event.key === "Enter" && this.prove() }),
          ]),
          h("p", { class: "fault", role: "alert" }, this.fault),
          this.searching
            ? h("button", { type: "button", class: "button", onClick: this.stop }, this.say("Stop"))
            : h("button", { type: "button", class: "button primary", onClick: this.prove }, this.say("Prove")),
          h(Bounds, { points: this.points.length > 1 ? [...this.points] : [], texts }),
          found && h("dl", { class: "numbers" }, [
            this.number("no strategy beats", found.lower[0]),
            this.number("best found", found.upper[0] ?? "-"),
            this.number("positions", found.positions),
            this.number("time", this.say("{seconds} s", { seconds: found.seconds.toFixed(2) })),
          ]),
          h("p", { role: "status" }, found?.proven ? this.say("Proven best: {values}.", { values: found.upper.join(", ") }) : ""),
        ]);
      },
      certificate() {
        const { verdict } = this;
        const take = (event) => {
          event.preventDefault();
          this.check(event.dataTransfer.files[0]);
        };
        return h("section", { class: "card", "aria-labelledby": "check", onDragover: (event) => event.preventDefault(), onDrop: take }, [
          h("h2", { id: "check" }, this.say("Check a certificate.")),
          h("label", { class: "field" }, [
            h("span", this.say("The certificate; it may be compressed with gzip.")),
            h("input", { type: "file", class: "input", disabled: this.checking, onChange: (event) => this.check(event.target.files[0]) }),
          ]),
          h("p", { role: "status", lang: "en", class: verdict && !verdict.accepted ? "fault" : "" }, verdict ? `${verdict.accepted ? "✓" : "✗"} ${verdict.text}` : this.checking ? this.say("checking the certificate") : ""),
        ]);
      },
    },
    watch: {
      language: { immediate: true, handler: (language) => (document.documentElement.lang = language) },
    },
    render() {
      const names = Object.keys(languages);
      return [
        h("h1", "Sito"),
        h("p", { class: "languages" }, names.map((name) => h("button", { type: "button", class: "button quiet", lang: name, "aria-pressed": String(name === this.language), onClick: () => (this.language = name) }, languages[name][""]))),
        this.proof(),
        this.certificate(),
        h("p", h("a", { href: "../index.html" }, "docs")),
      ];
    },
  }).mount("#live");
}

begin();
