// A web space: a small server of static files, which sends the page without a server as others would.

import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { gzipSync } from "node:zlib";

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json", ".json": "application/json" };

/** A web space with the site below `/tengen/`: texts are sent packed, and nothing is sent to who has the latest already;
 *  `change` gives the bytes that it sends for a file, or null where it sends none. */
export class Space {
  /** @param {string} folder What scripts/site.sh has written. */
  constructor(folder) {
    this.change = (_name, bytes) => bytes;
    this.asked = [];
    this.server = http.createServer((request, response) => {
      const { pathname } = new URL(request.url, "http://space");
      const name = pathname === "/tengen/" ? "index.html" : pathname.replace("/tengen/", "");
      const file = path.join(folder, name);
      if (!pathname.startsWith("/tengen/") || !fs.existsSync(file)) {
        response.writeHead(404);
        return response.end();
      }
      const plain = this.change(name, fs.readFileSync(file));
      const kind = KINDS[path.extname(name)];
      const bytes = plain && kind ? gzipSync(plain) : plain;
      const etag = plain && `"${createHash("sha256").update(plain).digest("hex")}"`;
      const isKnown = etag === request.headers["if-none-match"];
      const status = !plain ? 404 : isKnown ? 304 : 200;
      const body = status === 200 ? bytes : Buffer.alloc(0);
      this.asked.push({ name, status, bytes: body.length });
      response.writeHead(status, { "content-type": kind ?? "application/octet-stream", "cache-control": "no-cache",
        ...(etag ? { etag } : {}), ...(kind && status === 200 ? { "content-encoding": "gzip" } : {}) });
      return response.end(body);
    });
  }

  async open() {
    await new Promise((resolve) => { this.server.listen(0, "127.0.0.1", resolve); });
    this.url = `http://127.0.0.1:${this.server.address().port}/tengen/`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}
