// Asks a module for pages: `node tests/modules.mjs MODULE` reads a JSON list of questions (texts, or files as {"file": NAME}) and
// writes the answers as JSON lines.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), { env: { tell() {} } });
const { room, ask, answer, memory } = instance.exports;
for (const question of JSON.parse(await text(process.stdin))) {
  const bytes = question.file ? await readFile(question.file) : new TextEncoder().encode(question);
  const place = room(bytes.length); // which may move the memory
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  const length = ask();
  console.log(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
}
