// What is refused, in the words of people: found by the code of the refusal, never by its text.

/** @import { Code } from "./envelope.d.ts" */

import { called, t } from "./words.js";

/** What was refused, and why.
 *  @typedef {{ code?: Code, at?: string, text?: string, message?: string }} Refusal */

/** A refusal of the server or of an engine in one sentence: `code`, what is `at` fault, and the line about it as `text`.
 *  Without a code the line stays as it came; an error of the page itself has its `message`.
 *  @param {unknown} refusal what `ask` threw, among others
 *  @returns {string} */
export function plainly(refusal) {
  /** @type {Refusal} */
  const { code, at = "", text, message } = Object(refusal);
  return code ? t(`refused-${code}`, called(at), text) : text ?? message ?? "";
}

/** What `ask` throws where something was refused. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor({ code, at, text }) {
    super(text);
    this.code = code;
    this.at = at;
    this.text = text;
  }
}
