// The service worker of the engine: keeps what the engine loads, so that the next visit finds it
// here. It stands beside the engine and sees nothing of the pages. Its address names the version.

const STORE = `ono-engine ${self.location.href}`;
const HOME = new URL("./", self.location.href).href;
const KEPT = /(?:\/pyodide\/[^/]+|\.whl)(?:\?|$)/;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(`ono-engine ${HOME}`) && name !== STORE;
  const tidy = async () => Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

async function find(event) {
  const { request } = event;
  const store = await caches.open(STORE).catch(() => null);
  const kept = await store?.match(request).catch(() => null);
  if (kept) return kept;
  const answer = await fetch(request);
  // A store that is full keeps nothing, and the engine starts all the same.
  if (answer.status === 200 && store) event.waitUntil(store.put(request, answer.clone()).catch(() => {}));
  return answer;
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && KEPT.test(event.request.url)) event.respondWith(find(event));
});
