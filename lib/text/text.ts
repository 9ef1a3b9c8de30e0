/** Makes a text storable: removes NUL characters and replaces lone surrogates with U+FFFD. */
export function storableText(text: string): string {
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();
}

// These change the direction of the text around them, so a name can look like another.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

// Most texts of payloads are a clean line already.
const UNCLEAN = /[^ -~]|^ | $| {2}/;

/** Cleans a text to one line, without direction controls, with single spaces and none at the ends. */
export function oneLine(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  return storableText(text).replace(REORDERING, "").replace(/\s+/g, " ").trim();
}

/** Returns whether a text shows nothing: only white space, control and formatting characters or blank fillers. */
export function isBlank(text: string | undefined): boolean {
  return (
    text === undefined || (!/^[!-~]/.test(text) && /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text))
  );
}

/** Returns the length in Unicode code points, which all limits use. */
export function codePoints(text: string): number {
  let surrogatePairs = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) surrogatePairs += 1;
    }
  }
  return text.length - surrogatePairs;
}

/** Shortens a text to `most` code points, with "…" if it was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most || codePoints(text) <= most) return text;
  return `${firstCodePoints(text, most - 1).trimEnd()}…`;
}

/** Returns the first `count` code points of a text. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  return [...text.slice(0, count * 2)].slice(0, count).join("");
}

// Invisible control characters, including those that reorder the text around them and can disguise a name or URL.
const invisible = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Removes characters that could mislead readers. Line ends become "\n". */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(invisible, "");
}

const LARGEST = 2n ** 63n - 1n;

/** Parses an id. Returns null unless `text` is 1 to 19 decimal digits of a 64-bit number. */
export function parseId(text: string): bigint | null {
  if (!/^[1-9]\d{0,18}$/.test(text)) return null;
  const id = BigInt(text);
  return id <= LARGEST ? id : null;
}
