// A module of WebAssembly in a worker: a question in JSON, or bytes, goes in, and an answer comes out.
const { modules } = window.SITO;

/** A module comes as a script, once it is needed: a page from the disk may read no other files. */
function fetched(name) {
  return (modules[name] ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const failed = () => delete modules[name] && reject(new Error(`${name}.js`));
    Object.assign(script, { src: `${name}.js`, onload: () => resolve(modules[name]), onerror: failed });
    document.head.append(script);
  }));
}

function work() {
  let exports;
  let last = 0;
  const tell = (told) => {
    if (performance.now() < last + 200) return;
    last = performance.now();
    self.postMessage({ told });
  };
  self.onmessage = async ({ data: { packed, question } }) => {
    if (packed) {
      const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      exports = (await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), { env: { tell } })).instance.exports;
    }
    const place = exports.room(question.length); // which may move the memory
    new Uint8Array(exports.memory.buffer, place, question.length).set(question);
    const length = exports.ask();
    const said = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
    self.postMessage(JSON.parse(said));
  };
}

/** Asks a module ("core" or "checker") in a worker of its own, one question after the other; `stop` ends what it does. */
export class Engine {
  constructor(name) {
    this.name = name;
    this.before = Promise.resolve();
  }

  /** Gives the answer; what the module says of a fault is the message of the error, and `onTold` hears how far it is. */
  ask(question, onTold) {
    const said = this.before.then(() => this.send(question, onTold));
    this.before = said.catch(() => {});
    return said;
  }

  async send(question, onTold) {
    const bytes = question instanceof Uint8Array ? question : new TextEncoder().encode(JSON.stringify(question));
    const run = (this.run = {});
    const packed = this.worker ? null : await fetched(this.name);
    if (this.run !== run) throw new Error("stopped");
    this.worker ??= new Worker(URL.createObjectURL(new Blob([`(${work})()`])));
    return new Promise((resolve, reject) => {
      this.drop = () => reject(new Error("stopped"));
      this.worker.onmessage = ({ data }) => {
        if ("told" in data) onTold?.(data.told);
        else if (data.error) reject(new Error(data.error));
        else resolve(data);
      };
      this.worker.onerror = (event) => {
        this.stop();
        reject(new Error(event.message));
      };
      this.worker.postMessage({ packed, question: bytes });
    });
  }

  stop() {
    this.worker?.terminate();
    this.worker = this.run = null;
    this.drop?.();
  }
}
