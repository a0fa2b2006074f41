// Elements, made and found without a framework.

/** What an attribute may be: `false` and nothing leave it out, and a function listens.
 *  @typedef {string | number | boolean | null | undefined | Handler} Value */
/** @typedef {{
 *    [name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[name]) => unknown
 *  } & { [name: string]: Value }} Attributes */
/** @typedef {Node | string | number | null | undefined} Child */
/** What is called for an event. It takes the kind of event that its name has, which types cannot tell for any name.
 *  @typedef {(event: any) => unknown} Handler */
/** @typedef {Record<string, Handler>} Handlers */

const SVG = "http://www.w3.org/2000/svg";

/** Where an element keeps what is called for its events, so that it can be exchanged. */
const HANDLERS = Symbol("handlers");

/** Has `handler` called for an event of that name, and no longer the one before.
 *  @param {Node & { [HANDLERS]?: Handlers }} node
 *  @param {string} name
 *  @param {Handler} handler */
function listen(node, name, handler) {
  const handlers = (node[HANDLERS] ??= {});
  if (!handlers[name]) node.addEventListener(name, (event) => handlers[name](event));
  handlers[name] = handler;
}

/** Gives an element and its children the handlers of others that look the same.
 *  @param {Node} node
 *  @param {Node & { [HANDLERS]?: Handlers }} from */
function inherit(node, from) {
  for (const [name, handler] of Object.entries(from[HANDLERS] ?? {})) listen(node, name, handler);
  node.childNodes.forEach((child, index) => inherit(child, from.childNodes[index]));
}

/** Gives an element its attributes (functions listen), then its children.
 *  @template {Element} Made
 *  @param {Made} node
 *  @param {Attributes | null | undefined} attributes
 *  @param {Child[]} children
 *  @returns {Made} */
function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") listen(node, name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, String(value));
  }
  node.append(
    ...
    /** @type {(Node | string)[]} */
    (children.filter((child) => child != null)));
  return node;
}

/** A new element of HTML.
 *  @template {keyof HTMLElementTagNameMap} Tag
 *  @param {Tag} tag
 *  @param {Attributes | null} [attributes]
 *  @param {...Child} children
 *  @returns {HTMLElementTagNameMap[Tag]} */
export function el(tag, attributes, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** A button that is called by a word of the page.
 *  @param {string} word
 *  @param {() => unknown} click
 *  @param {Attributes} [more] */
export const button = (word, click, more) => el("button", { type: "button", "data-word": word, click, ...more });

/** A button that opens the dialog for an engine of one's own; `take` is called with the name of one that was added.
 *  @param {(name: string) => void} take */
export const engineButton = (take) => button("addOwnEngine", async () => (await import("./addengine.js")).addEngine(take), { class: "quiet" });

/** A new element of a drawing.
 *  @template {keyof SVGElementTagNameMap} Tag
 *  @param {Tag} tag
 *  @param {Attributes | null} [attributes]
 *  @param {...Child} children
 *  @returns {SVGElementTagNameMap[Tag]} */
export function draw(tag, attributes, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** The element with that id, which the page has.
 *  @param {string} id */
export const byId = (id) =>
  /** @type {HTMLElement} */
  (document.getElementById(id));

/** The elements below another one that fit a selector.
 *  @param {ParentNode} root
 *  @param {string} selector */
export const within = (root, selector) =>
  /** @type {NodeListOf<HTMLElement>} */
  (root.querySelectorAll(selector));

/** The element that an event is about; nothing where that is the document or none.
 *  @param {Event} event */
export const targetOf = ({ target }) => (target instanceof Element ? target : null);

/** A list of choices: pairs of value and text, or plain values.
 *  @param {Attributes} attributes
 *  @param {(string | string[])[]} choices
 *  @param {string} [value] */
export function select(attributes, choices, value) {
  /** @param {string | string[]} choice */
  const option = (choice) => {
    const [own, text] = Array.isArray(choice) ? choice : [choice, choice];
    const isWord = text.startsWith("@");
    return el("option", { value: own, "data-word": isWord ? text.slice(1) : null }, isWord ? "" : text);
  };
  const node = el("select", attributes, ...choices.map(option));
  if (value !== undefined) node.value = value;
  return node;
}

/** Replaces children where they differ: what is being clicked must not be exchanged
 *  under the finger. Those that stay do what the new ones would do.
 *  @param {ParentNode & Node} parent
 *  @param {...Node} nodes */
export function renew(parent, ...nodes) {
  const old = [...parent.childNodes];
  nodes.forEach((node, index) => {
    const there = old[index];
    if (!there) parent.append(node);
    else if (!there.isEqualNode(node)) there.replaceWith(node);
    else inherit(there, node);
  });
  for (const node of old.slice(nodes.length)) node.remove();
}

/** Longest text that is said above the page: what has to be read in a few seconds. */
const LONGEST = 180;

/** @type {number | undefined} */
let hiding;

/** Where the page was pressed last, from its upper edge down: what is said is mostly about that. */
let pressed = 0;
document.addEventListener("pointerdown", (event) => { pressed = event.clientY; }, true);

/** Says something above the page for a while, and above what the page asks just now; it does not cover what was pressed.
 *  @param {string} text */
export function notice(text) {
  const place = byId("notice");
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  place.textContent = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  place.hidden = false;
  place.classList.toggle("high", pressed > innerHeight * 0.6);
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, 6000);
}

/** Takes back what was said above the page: something else is going on. */
export function hush() {
  byId("notice").hidden = true;
}

/** Puts text on the clipboard; where that is not allowed, shows it to be copied by hand.
 *  @param {string} text
 *  @param {string} done */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    notice(done);
  } catch {
    window.prompt("", text);
  }
}

/** Offers text, or a blob, as a file.
 *  @param {string} name
 *  @param {BlobPart} content
 *  @param {string} [type] */
export function save(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** What this browser remembers; a browser that may not remember forgets. */
export const memory = {
  /** @param {string} key */
  get(key) {
    try { return localStorage.getItem(`tengen.${key}`); } catch { return null; }
  },
  /** @param {string} key
   *  @param {string} value */
  set(key, value) {
    try { localStorage.setItem(`tengen.${key}`, value); } catch { /* it forgets */ }
  },
  /** What was remembered as an object, else `usual`.
   *  @param {string} key
   *  @param {any} [usual] */
  read(key, usual = null) {
    try { return JSON.parse(this.get(key) ?? "null") ?? usual; } catch { return usual; }
  },
};
