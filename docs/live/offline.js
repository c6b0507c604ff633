// The service worker of the live pages: it keeps their files, so that they work without a network. docs/live writes VERSION, a
// digest of all of them, and FILES before this.
const CACHE = `sito-${VERSION}`;

self.addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES))));

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("sito-") && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

// One version serves all files of a page.
self.addEventListener("fetch", (event) => {
  const found = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((kept) => kept ?? fetch(event.request)));
});
