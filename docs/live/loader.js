// Loads Sito in the reader's own browser. `parts.js`, which docs/live writes, has all scripts, and the sentences in five
// languages. A page from the disk may import nothing from it, but texts that it has become modules.
const urls = {};
const load = (name) => (urls[name] ??= URL.createObjectURL(new Blob([linked(name)], { type: "text/javascript" })));
const linked = (name) => {
  const text = window.SITO.scripts[name];
  return name === "vue" ? text : text.replace(/^(import .*?")(\w+)(";)$/gms, (all, before, other, after) => before + load(other) + after);
};

// A module of WebAssembly comes as a script, too, once it is needed.
const fetched = (name) => new Promise((resolve, reject) => {
  const script = Object.assign(document.createElement("script"), { src: `${name}.js`, onload: resolve });
  script.onerror = () => delete compiled[name] && reject(new Error(`${name}.js`));
  document.head.append(script);
});
const compile = async (name) => {
  await fetched(name);
  const { body } = await fetch(`data:;base64,${window.SITO.modules[name]}`);
  return WebAssembly.compile(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
};
const compiled = {};
window.SITO.compiled = (name) => (compiled[name] ??= compile(name));
window.SITO.compiled("core").catch(() => {}); // while the scripts are read; who asks the core is told what went wrong

import(load("live_site"));
if (location.protocol !== "file:") navigator.serviceWorker?.register("offline.js");
