// Keeps the whole app, so that it opens without network. Pages are all the one page; everything else has its content in
// its name, or changes with the version.
const VERSION = 'qaissa-VERSION_OF_THE_BUILD';
const FILES = ['FILES_OF_THE_BUILD'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('qaissa-') && name !== VERSION) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/')) return;
  const wanted = event.request.mode === 'navigate' ? '/' : url.pathname;
  event.respondWith(
    caches.open(VERSION).then(async (cache) => (await cache.match(wanted)) ?? fetch(event.request)),
  );
});
