// A page without a server: a worker of the browser stands in for the connection.

/** Keeps the site in this browser. A version that has come meanwhile is begun now, when there is nothing to lose. */
async function keepSite() {
  const isFirst = !navigator.serviceWorker?.controller;
  const registration = await navigator.serviceWorker?.register(new URL("../serviceworker.js", import.meta.url));
  if (!registration?.waiting) {
    // A first visit loads no more than it needs.
    if (!isFirst) registration?.active?.postMessage("later");
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting.postMessage("begin");
}

/** What the page needs of a connection; a `WebSocket` is one. */
export class LocalSocket extends EventTarget {
  constructor() {
    super();
    // Without it, as in a private window, the site still works with a network.
    keepSite().catch(() => {});
    /** @type {number} as that of a `WebSocket` */
    this.readyState = WebSocket.CONNECTING;
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
  }

  /** @param {string} text */
  send(text) {
    this.worker.postMessage({ text });
  }

  /** Ends the worker; the page connects again to a new one, and finds its table as it was kept. */
  close() {
    this.worker.terminate();
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }
}
