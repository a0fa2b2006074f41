// A page without a server: a worker of the browser stands in for the connection.

/** How long a page waits for its new version before it begins with the old one, in ms. */
const PATIENCE = 2000;

/** Keeps the site in this browser. */
async function keepSite() {
  const isFirst = !navigator.serviceWorker.controller;
  const { active } = await navigator.serviceWorker.register(new URL("../serviceworker.js", import.meta.url));
  // A first visit loads no more than it needs.
  if (!isFirst) active?.postMessage("later");
}

/** Begins a version that has come since the last visit: now there is nothing to lose. The worker of the old one makes way
 *  once it has nothing to do, so that nothing else is asked for meanwhile. A browser that lets it wait does so until
 *  the page is opened again; until then all of the old version is there. */
async function renew() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting.postMessage("begin");
  await new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
}

/** What the page needs of a connection; a `WebSocket` is one. */
export class LocalSocket extends EventTarget {
  /** One of a page that is kept in the browser, or of one that has a server.
   *  @param {boolean} isKept */
  constructor(isKept) {
    super();
    /** @type {number} as that of a `WebSocket` */
    this.readyState = WebSocket.CONNECTING;
    /** @type {Worker | null} */
    this.worker = null;
    this.start(isKept && Boolean(navigator.serviceWorker));
  }

  /** @param {boolean} isKept */
  async start(isKept) {
    // Without it, as in a private window, the site still works with a network.
    if (isKept) await renew().catch(() => {});
    this.worker = new Worker(new URL("./hostworker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.open) {
        this.readyState = WebSocket.OPEN;
        this.dispatchEvent(new Event("open"));
      } else if (data.text !== undefined) {
        this.dispatchEvent(new MessageEvent("message", { data: data.text }));
      } else if (data.failed !== undefined) {
        this.close();
      }
    };
    this.worker.onerror = () => this.close();
    if (isKept) keepSite().catch(() => {});
  }

  /** @param {string} text */
  send(text) {
    this.worker?.postMessage({ text });
  }

  /** Ends the worker; the page connects again to a new one, and finds its table as it was kept. */
  close() {
    this.worker?.terminate();
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }
}
