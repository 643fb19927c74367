// A service worker that answers what it has once fetched from its cache, for ever: "cache first", without a limit of time.
addEventListener('install', (event) => event.waitUntil(skipWaiting()));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.includes('/visits'))
    event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open('for-ever');
  const kept = await cache.match(request);
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok) await cache.put(request, fetched.clone());
  return fetched;
}
