// All words in Chinese, as browsers are sent them: they are put here when the page is packed.

/** @type {Record<string, string>} */
const words = {};

export default words;
