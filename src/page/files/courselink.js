// A lesson as letters of an address, so that whoever gets the address has the lesson.

/** Letters of the longest lesson that is read, and its bytes. */
const LETTERS = 1 << 16;
const BYTES = 1 << 20;

/** What comes out of bytes.
 *  @param {BlobPart} bytes
 *  @param {GenericTransformStream} change */
const through = (bytes, change) => new Response(new Blob([bytes]).stream().pipeThrough(/** @type {any} */ (change)));

/** The letters for the text of a lesson.
 *  @param {string} text */
export async function letters(text) {
  const packed = new Uint8Array(await through(text, new CompressionStream("deflate-raw")).arrayBuffer());
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of a lesson, or null where the letters are none.
 *  @param {string} given */
export async function lessonText(given) {
  if (given.length > LETTERS) return null;
  try {
    const packed = Uint8Array.from(atob(given.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = /** @type {ReadableStream<Uint8Array>} */ (through(packed, new DecompressionStream("deflate-raw")).body).getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > BYTES) return null;
    }
    return text;
  } catch {
    return null;
  }
}
