// Keeps the site in the browser, so that it opens without a network, and asks that pages stand alone: only those
// may share memory between threads.

/** @typedef {{ waitUntil: (work: Promise<unknown>) => void }} Lasting */
/** @typedef {Lasting & { request: Request, respondWith: (response: Promise<Response>) => void }} Fetching */

/** Changes with every file: replaced when the site is written. */
const VERSION = "$VERSION";
/** Every file of the site: replaced when the site is written. */
const FILES = "$FILES".split(" ");
/** What only some games need: kept when a game needs it, and all of it after the first visit. */
const LATER = "$LATER".split(" ");
/** The names of the caches of this site begin so; another site on the same host may have others.
 *  @type {string} */
const PREFIX = `tengen ${new URL("./", self.location.href).pathname} `;

/** @type {any} what a service worker is, to those who check scripts of pages */
const worker = self;

worker.addEventListener("install", (/** @type {Lasting} */ event) => {
  // Whole or not at all: a site of two versions would not work. What the network kept may be older.
  event.waitUntil(keep(FILES));
});

/** Fetches files and keeps them, but those that are kept already. The web space is asked whether what the network kept
 *  is its latest; then nothing is sent twice.
 *  @param {string[]} files */
async function keep(files) {
  const cache = await caches.open(PREFIX + VERSION);
  const kept = await Promise.all(files.map((file) => cache.match(file)));
  const wanted = files.filter((_, place) => !kept[place]);
  return cache.addAll(wanted.map((file) => new Request(file, { cache: "no-cache" })));
}

// A page that has just begun has nothing to lose: it asks for the new version at once.
worker.addEventListener("message", (/** @type {MessageEvent & Lasting} */ event) => {
  if (event.data === "begin") event.waitUntil(worker.skipWaiting());
  if (event.data === "later") event.waitUntil(keep(LATER));
});

worker.addEventListener("activate", (/** @type {Lasting} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION;
  const forget = async () => Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(forget().then(() => worker.clients.claim()));
});

/** The response as one of a page that stands alone. Its body comes whole: a worker whose response is still read by
 *  somebody, or by nobody any more, does not make way for that of a new version.
 *  @param {Response} response */
async function alone(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(await response.blob(), { status: response.status, statusText: response.statusText, headers });
}

worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const found = async () => {
    const cache = await caches.open(PREFIX + VERSION);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return alone(kept);
    const response = await fetch(request);
    const isLater = LATER.some((file) => new URL(file, self.location.href).href === request.url);
    if (isLater && response.ok) await cache.put(request, response.clone());
    return alone(response);
  };
  event.respondWith(found());
});
