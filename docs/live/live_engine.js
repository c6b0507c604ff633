// A module of WebAssembly in a worker: a question in JSON, or bytes, goes in, and an answer comes out.
const { modules } = window.SITO;

function work() {
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

/** Asks a module ("core" or "checker") in a worker of its own, one question after the other; `stop` ends what it does. */
export class Engine {
  constructor(name) {
    this.name = name;
    this.before = Promise.resolve();
  }

  /** Gives the answer; the error has what the module says of a fault, see `told` of live_words. */
  ask(question) {
    const said = this.before.then(() => this.send(question));
    this.before = said.catch(() => {});
    return said;
  }

  send(question) {
    const bytes = question instanceof Uint8Array ? question : new TextEncoder().encode(JSON.stringify(question));
    const packed = this.worker ? null : modules[this.name];
    this.worker ??= new Worker(URL.createObjectURL(new Blob([`(${work})()`])));
    return new Promise((resolve, reject) => {
      this.drop = () => reject(new Error("stopped"));
      this.worker.onmessage = ({ data }) => (data.fault ? reject(Object.assign(new Error(data.fault[0]), data)) : resolve(data));
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
    this.drop?.();
  }
}
