// Loads Sito in the reader's own browser. `parts.js`, which docs/live writes, has the modules of WebAssembly, all scripts and
// the sentences in five languages. A page from the disk may import nothing from it, but texts that it has become modules.
const unpack = async (packed) => {
  const { body } = await fetch(`data:;base64,${packed}`);
  return WebAssembly.compile(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
};
const modules = {};
window.SITO.compiled = (name) => (modules[name] ??= unpack(window.SITO.modules[name]));
window.SITO.compiled("core"); // while the scripts are read
const urls = Object.entries(window.SITO.scripts).map(([name, text]) => [name, URL.createObjectURL(new Blob([text], { type: "text/javascript" }))]);
const map = JSON.stringify({ imports: Object.fromEntries(urls) });
document.head.append(Object.assign(document.createElement("script"), { type: "importmap", textContent: map }));
import("live_site");
