// What the scripts of the live pages share: `parts.js` adds sentences and problems, and modules of WebAssembly come as scripts, once
// they are needed, for a page from the disk may read no other files.
const SITO = { modules: {} };

const waiting = {};
const fetched = (name) => new Promise((resolve, reject) => {
  const script = Object.assign(document.createElement("script"), { src: `${name}.js`, onload: () => resolve(SITO.modules[name]) });
  script.onerror = () => delete waiting[name] && reject(new Error(`${name}.js`));
  document.head.append(script);
});

/** The text of a module. */
SITO.module = (name) => (waiting[name] ??= fetched(name));
SITO.module("core").catch(() => {}); // while the scripts are read; who asks the core is told what went wrong

if (location.protocol !== "file:") navigator.serviceWorker?.register("offline.js");
