/** The text as PostgreSQL and every reader can hold it: no NUL characters, lone surrogates as U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

// They turn round what is around them, so that a name looks like another.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text as one line: cleaned, nothing in it that reorders others, every run of white space one space, none at its ends. */
export function oneLine(text: string): string {
  return storableText(text).replace(REORDERING, "").replace(/\s+/g, " ").trim();
}

/** Whether a reader would see nothing of this text: white space, control and formatting characters, blank fillers. */
export function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text);
}

/** Length in Unicode code points, which is how every limit of the contract counts. */
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

/** The text without case and accents, for comparing what people type: "Zoë" as "zoe". */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The text in at most `most` code points; what is cut away leaves a "…". */
export function cut(text: string, most: number): string {
  if (codePoints(text) <= most) return text;
  return `${firstCodePoints(text, most - 1).trimEnd()}…`;
}

/** The first `count` code points of a text. */
export function firstCodePoints(text: string, count: number): string {
  return [...text.slice(0, count * 2)].slice(0, count).join("");
}

// Control characters, and those that reorder the text around them: nobody sees them, but they can make
// a name or an address look like another.
const invisible = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text from outside without characters that could mislead the eye. Line ends become "\n". */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(invisible, "");
}

const LARGEST = 2n ** 63n - 1n;

/** The id written in `text`, or null when that is not 1 to 19 decimal digits of a 64-bit number. */
export function parseId(text: string): bigint | null {
  if (!/^[1-9]\d{0,18}$/.test(text)) return null;
  const id = BigInt(text);
  return id <= LARGEST ? id : null;
}
