// What is refused, in the words of people: found by the code of the refusal, never by its text.

import { called, t } from "./words.js";

/** A refusal of the server or of an engine in one sentence: `code`, what is `at` fault, and the line about it as `text`.
 *  Without a code the line stays as it came; an error of the page itself has its `message`. */
export const plainly = ({ code, at = "", text, message }) => (code ? t(`refused-${code}`, called(at), text) : text ?? message);

/** What `ask` throws where something was refused. */
export class Refused extends Error {
  constructor({ code, at, text }) {
    super(text);
    Object.assign(this, { code, at, text });
  }
}
