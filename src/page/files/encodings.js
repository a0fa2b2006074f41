// The text of a file, whatever it was written in: what it begins with, what it declares, and what it looks like.

/** The longest file that is looked at so closely, in bytes. */
const LONGEST = 4_000_000;
/** Names that browsers do not know, by their last digits: the code pages of Windows.
 *  @type {Record<string, string>} */
const PAGES = { 932: "shift_jis", 936: "gb18030", 949: "euc-kr", 950: "big5" };

/** Pairs of bytes that are a letter, and those that most letters of a text are: the common ones of each encoding.
 *  @type {[string, RegExp, RegExp][]} */
const LIKELY = [
  ["gb18030", /[\x81-\xfe][\x40-\xfe]/g, /^[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/],
  ["big5", /[\x81-\xfe][\x40-\xfe]/g, /^[\xa1-\xa3\xa4-\xc6]/],
  ["shift_jis", /[\x81-\x9f\xe0-\xfc][\x40-\xfc]|[\xa1-\xdf]/g, /^[\x81-\x83\x88-\x97]/],
  ["euc-jp", /[\x8e\xa1-\xfe][\xa1-\xfe]/g, /^[\xa1\xa4\xa5\xb0-\xcf]/],
  ["euc-kr", /[\x81-\xfe][\x41-\xfe]/g, /^[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]/],
];

/** The text of bytes in an encoding; null where they cannot be in it, or nobody knows it.
 *  @param {BufferSource} bytes
 *  @param {string} encoding */
function decoded(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The encodings that a file may be in, the likeliest first; `letters` are its bytes as letters, one each.
 *  @param {string} letters */
function encodings(letters) {
  if (/^(\xff\xfe|[\x01-\x7f]\0[\x01-\x7f]\0)/.test(letters)) return ["utf-16le"];
  if (/^(\xfe\xff|\0[\x01-\x7f]\0[\x01-\x7f])/.test(letters)) return ["utf-16be"];
  const [, charset, coding] = /\bCA\[ *([\w.:-]+) *\]|^\s*<\?xml[^>]*encoding *= *["']([\w.:-]+)/.exec(letters) ?? [];
  const name = charset ?? coding ?? "";
  const told = /^(cp|ms)9\d\d$/i.test(name) ? PAGES[name.slice(2)] : name;
  // Letters of seven bits are those of ASCII, unless an escape says that others follow.
  const escaped = letters.includes("\x1b$") ? ["iso-2022-jp"] : [];
  const shares = LIKELY.map(([encoding, letter, common]) => {
    const all = letters.match(letter) ?? [];
    const share = all.filter((it) => common.test(it)).length / all.length;
    // What is common in Korean is common in Chinese, too, but there never all of it.
    return { encoding, share: encoding === "euc-kr" && share === 1 && all.length >= 8 ? 2 : share };
  });
  const likely = shares.filter(({ share }) => share > 0.7).sort((one, other) => other.share - one.share);
  const single = /[\xc0-\xff]{3}/.test(letters) ? "windows-1251" : "windows-1252";
  return [told, ...escaped, "utf-8", ...likely.map(({ encoding }) => encoding), single, "windows-1252"];
}

/** The bytes of a file as letters, one each.
 *  @param {Uint8Array} bytes */
export const latin = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** The text of a file.
 *  @param {Blob} file */
export async function textOf(file) {
  if (file.size > LONGEST) return file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const encoding of encodings(latin(bytes))) {
    const text = decoded(bytes, encoding);
    if (text !== null) return text;
  }
  return new TextDecoder().decode(bytes);
}
