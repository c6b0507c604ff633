// A module of WebAssembly in a worker: a question in JSON, or bytes, goes in, and an answer comes out.
import { say } from "live_words";

function work() {
  let opened;
  let last = 0;
  const tell = (told) => {
    if (performance.now() < last + 200) return;
    last = performance.now();
    self.postMessage({ told });
  };
  const open = async (module) => {
    const { body } = await fetch(`data:;base64,${module}`);
    const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
    return (await WebAssembly.instantiateStreaming(unpacked, { env: { tell } })).instance.exports;
  };
  self.onmessage = async ({ data: { module, question } }) => {
    try {
      if (module) opened = open(module);
      const exports = await opened;
      if (!question) return;
      const place = exports.room(question.length); // which may move the memory
      new Uint8Array(exports.memory.buffer, place, question.length).set(question);
      const length = exports.ask();
      const said = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
      self.postMessage(JSON.parse(said));
    } catch {
      self.postMessage({ died: true }); // what is left of the module is not to be asked again
    }
  };
}

/**
 * Asks a module ("core" or "checker"), or a program of its own, in a worker, one question after the other; `stop` ends what
 * it does.
 */
export class Engine {
  constructor(name, program) {
    Object.assign(this, { name, program });
    this.before = Promise.resolve();
  }

  /** Starts the worker, which opens the module as soon as it is there. */
  start() {
    const worker = (this.worker = new Worker(URL.createObjectURL(new Blob([this.program ?? `(${work})()`]))));
    this.ready = Promise.resolve(this.program ?? SITO.module(this.name).then((module) => worker.postMessage({ module })));
    this.ready.catch(() => this.stop()); // who asks is told what went wrong
  }

  /** Gives the answer, while `onTold` hears how far it is; the error has what is said of a fault, see `told` of live_words. */
  ask(question, onTold) {
    const said = this.before.then(() => this.send(question, onTold));
    this.before = said.catch(() => {});
    return said;
  }

  async send(question, onTold) {
    const bytes = question instanceof Uint8Array ? question : new TextEncoder().encode(JSON.stringify(question));
    if (!this.worker) this.start();
    const { worker, ready } = this;
    await ready;
    if (this.worker !== worker) throw new Error(say("Stopped."));
    return new Promise((resolve, reject) => {
      this.drop = () => reject(new Error(say("Stopped.")));
      worker.onmessage = ({ data }) => {
        if ("told" in data) onTold?.(data.told);
        else if ("died" in data) worker.onerror({ message: say("the process that did this ended; it may have taken too much memory or time") });
        else if (data.fault || data.error) reject(Object.assign(new Error(data.error), data));
        else resolve(data);
      };
      worker.onerror = (event) => {
        reject(new Error(event.message));
        this.stop();
      };
      worker.postMessage({ question: bytes });
    });
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.drop?.();
  }
}
