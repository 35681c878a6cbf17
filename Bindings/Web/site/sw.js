// Keeps the files of the page, so that it opens without a network. Scripts/web writes the list and its name.
const [name, files] = ['@NAME@', '@FILES@'.split(' ')];

addEventListener('install', (event) => {
  // Those of the browser's own cache may be of another version: it asks the host.
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))));
});
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((other) => other !== name).map((other) => caches.delete(other))))
    .then(() => globalThis.clients.claim()));
});
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((known) => known ?? fetch(event.request).then((answer) => {
    // A model that was chosen stays.
    if (answer.ok) {
      const copy = answer.clone();
      event.waitUntil(caches.open(name).then((cache) => cache.put(event.request, copy)));
    }
    return answer;
  })));
});
