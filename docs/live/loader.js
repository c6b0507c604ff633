// Loads Sito in the reader's own browser. `parts.js`, which docs/live writes, has all scripts, and the sentences in five
// languages. A page from the disk may import nothing from it, but texts that it has become modules.
const urls = {};
const load = (name) => (urls[name] ??= URL.createObjectURL(new Blob([linked(name)], { type: "text/javascript" })));
const linked = (name) => {
  const text = window.SITO.scripts[name];
  return name === "vue" ? text : text.replace(/^(import .*?")(\w+)(";)$/gms, (all, before, other, after) => before + load(other) + after);
};
import(load("live_site"));
if (location.protocol !== "file:") navigator.serviceWorker?.register("offline.js");
