/** Makes a text storable: removes NUL characters and replaces lone surrogates with U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

// These change the direction of the text around them, so a name can look like another.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Cleans a text to one line, without direction controls, with single spaces and none at the ends. */
export function oneLine(text: string): string {
  return storableText(text).replace(REORDERING, "").replace(/\s+/g, " ").trim();
}

/** Returns whether a text shows nothing: only white space, control and formatting characters or blank fillers. */
export function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text);
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

// Accents and other marks on letters of Latin, Greek, Cyrillic, Hebrew and Arabic, and what no one sees. The vowel signs of
// Thai or Hindi aren't accents: without them, a word is another word.
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: These are ranges of marks.
  /[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{1f3fb}-\u{1f3ff}\u{e0100}-\u{e01ef}]+/gu;
// Letters and digits that Unicode doesn't take apart, as people without them on their keyboard write them.
const WRITTEN = new Map([
  ...Object.entries({
    ß: "ss",
    æ: "ae",
    œ: "oe",
    þ: "th",
    ς: "σ",
    ı: "i",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    ħ: "h",
    ŧ: "t",
  }),
  ...[..."٠١٢٣٤٥٦٧٨٩"].map((digit, value) => [digit, `${value}`] as const),
  ...[..."۰۱۲۳۴۵۶۷۸۹"].map((digit, value) => [digit, `${value}`] as const),
]);
const WRITTEN_ONCE = /[ßæœþςıøłđðħŧ٠-٩۰-۹]/g;

/**
 * Removes case, width and accents to compare what people type: "Zoë" becomes "zoe", "Straße" "strasse". The database's
 * `parley_fold` does the same.
 */
export function foldText(text: string): string {
  const letters = text.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return letters.replace(WRITTEN_ONCE, (letter) => WRITTEN.get(letter) ?? letter);
}

/** Shortens a text to `most` code points, with "…" if it was cut. */
export function cut(text: string, most: number): string {
  if (codePoints(text) <= most) return text;
  return `${firstCodePoints(text, most - 1).trimEnd()}…`;
}

/** Returns the first `count` code points of a text. */
export function firstCodePoints(text: string, count: number): string {
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
