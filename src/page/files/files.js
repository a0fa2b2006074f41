// Games in and out of files: opened, dropped, and the board as a picture.

/** @import { Board } from "./board.js" */

import { byId, el, notice, save, targetOf } from "./dom.js";
import { latin, textOf } from "./encodings.js";
import { t } from "./words.js";

/** @typedef {(text: string, file?: { format?: string }) => Promise<unknown> | unknown} Take */

/** The server takes no longer text. */
const LONGEST = 200_000;
/** The log of a match stays in the browser. */
const LONGEST_LOG = 128_000_000;
/** The longest log that came packed. */
const LONGEST_UNPACKED = 64_000_000;
/** How many pixels of a PNG a unit of the drawing gets. */
const SHARPNESS = 2;
/** What styles give to parts of a drawing, which a picture has to bring along. */
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
  "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "visibility"];

/** The text of a packed file, or null where it has more bytes than are taken: a small file may stand for very many.
 *  @param {File} file */
async function unpacked(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder();
  const parts = [];
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return parts.join("") + decoder.decode();
    bytes += value.length;
    if (bytes > LONGEST_UNPACKED) {
      await reader.cancel();
      return null;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

/** The text of a packed file, taken by `take`; what is wrong with the file is said.
 *  @param {File} file
 *  @param {Take} take */
async function takeUnpacked(file, take) {
  let text;
  try {
    text = await unpacked(file);
  } catch {
    notice(t("notPacked", file.name));
    return;
  }
  if (text === null) notice(t("fileTooLarge", file.name));
  else await take(text);
}

/** Reads a file and gives its text to `take`, with its format where that is no text.
 *  @param {File | undefined} file
 *  @param {Take} take */
async function read(file, take) {
  if (!file) return;
  const isLog = /\.(jsonl?|proof|gz)$/i.test(file.name);
  if (file.size > (isLog ? LONGEST_LOG : LONGEST)) notice(t("fileTooLarge", file.name));
  else if (/\.gz$/i.test(file.name)) await takeUnpacked(file, take);
  else if (/\.lib$/i.test(file.name)) await take(latin(new Uint8Array(await file.arrayBuffer())), { format: "lib" });
  else await take(await (isLog ? file.text() : textOf(file)), /\.pos$/i.test(file.name) ? { format: "pos" } : {});
}

/** A button that opens a file and gives its text to `take`.
 *  @param {Take} take
 *  @param {string} accept */
export function chooser(take, accept) {
  const input = el("input", { type: "file", class: "hidden", "data-label": "openFile", tabindex: -1, accept, change: async () => {
    await read(input.files?.[0], take);
    input.value = "";
  } });
  return el("span", {}, input,
    el("button", { type: "button", "data-word": "openFile", click: () => input.click() }));
}

/** The same; files that are dropped anywhere are taken, too, once `welcome` has brought the board into sight.
 *  @param {Take} take
 *  @param {() => void} welcome */
export function opener(take, welcome) {
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("drop");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("drop");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("drop");
    const [file] = event.dataTransfer?.files ?? [];
    if (!file || targetOf(event)?.matches("input[type=file]")) return;
    event.preventDefault();
    welcome();
    read(file, take);
  });
  return chooser(take, ".psq,.sgf,.pgn,.pos,.moves,.fen,.txt,.lib,.proof,.gz,.jsonl");
}

/** A part of a drawing with what styles give to it.
 *  @template {Element} Part
 *  @param {Part} node
 *  @returns {Part} */
function copied(node) {
  /** @type {any} a copy is what it is a copy of */
  const clone = node.cloneNode(false);
  const look = getComputedStyle(node);
  for (const name of STYLES) {
    if (!node.hasAttribute(name)) clone.setAttribute(name, look.getPropertyValue(name));
  }
  for (const name of ["class", "aria-hidden", "role"]) clone.removeAttribute(name);
  clone.append(...[...node.childNodes].map((child) => (child instanceof Element ? copied(child) : child.cloneNode(false))));
  return clone;
}

/** A drawing of the board that needs no styles: the text of an SVG with its width and height.
 *  @param {Board} board */
export function picture(board) {
  const { width, height } = board.svg.viewBox.baseVal;
  const whole = copied(board.svg);
  for (const axis of board.root.querySelectorAll(".axis:not(.corner)")) {
    whole.append(...[...axis.querySelectorAll("text")].map(copied));
  }
  whole.setAttribute("width", String(width));
  whole.setAttribute("height", String(height));
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

/** Saves the board as `svg` or `png`.
 *  @param {Board} board
 *  @param {"svg" | "png"} format */
export async function savePicture(board, format) {
  const { text, width, height } = picture(board);
  if (format === "svg") return save("board.svg", text, "image/svg+xml");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = el("canvas", { width: width * SHARPNESS, height: height * SHARPNESS });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const done = await new Promise((resolve) => { canvas.toBlob(resolve); });
  return done && save("board.png", done, "image/png");
}

/** Shows that part of the page. */
export const goToAnalysis = () => {
  if (byId("debug").hidden) location.hash = "analysis";
};
