// The service worker: after the first visit the page works without a network. Its list of files is made by vite.config.js.
const files = [/* files */];
const cacheName = "vellum-/* version */";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith("vellum-") && name !== cacheName).map((name) => caches.delete(name)),
  )).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true, cacheName }).then((found) => found ?? fetch(event.request)));
});
