// The page that says "no link" when the house cannot be reached. Nothing else is kept: every other answer comes from
// the house or not at all. A new build registers a new worker, which throws away what the old one kept.
const worker = /** @type {any} */ (globalThis);
const CACHE = `houseway-${new URL(location.href).searchParams.get("build")}`;
const OFFLINE = "/offline";
const SHELL = [OFFLINE, "/static/base.css", "/static/pages.css", "/static/theme.js", "/static/icon.svg"];

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((one) => new Request(one, { cache: "no-cache", credentials: "omit" })));
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.registration.navigationPreload?.enable(); // the house is asked before this worker has started
  await worker.clients.claim();
}

/** @param {any} event */
async function answer({ request, preloadResponse }) {
  try {
    return await preloadResponse ?? await fetch(request);
  } catch {
    const page = await caches.match(request.mode === "navigate" ? OFFLINE : request, { cacheName: CACHE });
    return page ?? Response.error();
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  const isShell = SHELL.includes(new URL(url).pathname);
  if (method === "GET" && (mode === "navigate" || isShell)) event.respondWith(answer(event));
});
