import { foldText } from "@/lib/text/fold-text";

/** A word of a text, folded, and for each of its UTF-16 units, where the letter it comes from starts and ends in the text. */
export type SaidWord = { text: string; starts: number[]; ends: number[] };

// ASCII characters between words. All others that aren't letters or digits are signs.
const SEPARATOR = /^[\0- "'\\_`\x7f]$/;
const SIGN = /^[!#-&(-/:-@[\]^{-~]$/;
// One of these alone only separates words.
const PUNCTUATION = /^[!(),\-./:;?[\]{}]$/;
const WIDE_SEPARATOR =
  /^[\u0080-\u00a1\u00a6\u00a8\u00ab\u00af\u00b4\u00b7\u00b8\u00bb\u00bf\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u060d\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u2000-\u2029\u202f-\u205f\u3000-\u3004\u3008-\u3020\u3030\ufe10-\ufe1f\ufe30-\ufe6f]$/;
// Currencies, arrows and mathematical signs.
const WIDE_SIGNS = String.raw`\u00a2-\u00a5\u00a7\u00a9\u00ac\u00ae\u00b0\u00b1\u00b6\u00d7\u00f7\u20a0-\u20cf\u2190-\u22ff`;
// Chinese, Japanese, emoji and others that are written without spaces.
const ALONE = String.raw`\u2300-\u2bff\u2e80-\u2fff\u3005-\u3007\u3021-\u302f\u3031-\u30ff\u3400-\u9fff\uf900-\ufaff\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}`;
const STANDS_ALONE = new RegExp(`^[${WIDE_SIGNS}${ALONE}]$`, "u");
const IS_SIGN = new RegExp(`^(?:[!#-&(-/:-@[\\]^{-~]+|[${WIDE_SIGNS}])$`, "u");
const ESCAPABLE = /^[!-/:-@[-`{-~]$/;

/** The signs, for a set of characters in a regular expression of JavaScript or PostgreSQL. */
export const SIGNS = String.raw`!#-&(-/:-@[\]^{-~${WIDE_SIGNS}`;

/** Returns whether a word is made of signs: "!=", "#" or "→". */
export function isSign(word: string): boolean {
  return IS_SIGN.test(word);
}

/** Returns whether signs are only such as sentences have: "...", ")", "::". */
export function isPunctuation(sign: string): boolean {
  return /^[!(),.:;?[\]{}]+$/.test(sign);
}

/** A folded character, and where the letter it comes from starts and ends. */
type Letter = { character: string; start: number; end: number };

/**
 * Returns the words of a text. A word is a row of letters and digits, or a row of two or more signs, or one sign that isn't
 * punctuation. A character of a script without spaces is a word of its own, as is an emoji. Before ".", the number at the end
 * of a word is also a word, so that "1.2" finds "v1.2". The database's `parley_search_text` does the same.
 */
export function wordsOf(text: string): SaidWord[] {
  const letters = lettersOf(text);
  const words: SaidWord[] = [];
  let at = 0;
  while (at < letters.length) {
    const kind = kindOf(letters[at]?.character ?? " ");
    let end = at + 1;
    if (kind === "letter" || kind === "sign") while (end < letters.length && kindAt(letters, end) === kind) end += 1;
    const row = letters.slice(at, end);
    if (kind === "sign") words.push(...signsIn(row));
    else if (kind !== "separator") words.push(wordFrom(row));
    if (kind === "letter") words.push(...versionIn(row, letters[end], letters[end + 1]));
    at = end;
  }
  return words;
}

// A text has many letters but few different ones, so folded letters are cached.
const folds = new Map<string, string>();
const MOST_FOLDS = 4_096;

function folded(character: string): string {
  let fold = folds.get(character);
  if (fold === undefined) {
    if (folds.size >= MOST_FOLDS) folds.clear();
    fold = foldText(character);
    folds.set(character, fold);
  }
  return fold;
}

/** Returns the folded characters of a text, without Markdown's backslashes. */
function lettersOf(text: string): Letter[] {
  const letters: Letter[] = [];
  let at = 0;
  for (const character of text) {
    const start = at;
    at += character.length;
    const fold = folded(character);
    const last = letters.at(-1);
    // A mark belongs to the letter before it.
    if (fold === "" && last) last.end = at;
    for (const each of fold) letters.push({ character: each, start, end: at });
  }
  if (!text.includes("\\") && !letters.some(({ character }) => character === "\\")) return letters;
  let escaped = false;
  return letters.filter(({ character }, index) => {
    const escapes = !escaped && character === "\\" && ESCAPABLE.test(letters[index + 1]?.character ?? "");
    escaped = escapes;
    return !escapes;
  });
}

type Kind = "letter" | "sign" | "alone" | "separator";
const kinds = new Map<string, Kind>();

function kindOf(character: string): Kind {
  let kind = kinds.get(character);
  if (kind === undefined) {
    if (kinds.size >= MOST_FOLDS) kinds.clear();
    if (SIGN.test(character)) kind = "sign";
    else if (SEPARATOR.test(character) || WIDE_SEPARATOR.test(character)) kind = "separator";
    else kind = STANDS_ALONE.test(character) ? "alone" : "letter";
    kinds.set(character, kind);
  }
  return kind;
}

function kindAt(letters: readonly Letter[], at: number): Kind {
  return kindOf(letters[at]?.character ?? " ");
}

function wordFrom(letters: readonly Letter[]): SaidWord {
  const word: SaidWord = { text: "", starts: [], ends: [] };
  for (const { character, start, end } of letters) {
    word.text += character;
    for (let unit = 0; unit < character.length; unit += 1) {
      word.starts.push(start);
      word.ends.push(end);
    }
  }
  return word;
}

/** Returns the signs of a row. What every link has, and Markdown's bold, aren't signs. */
function signsIn(row: readonly Letter[]): SaidWord[] {
  const text = row
    .map(({ character }) => character)
    .join("")
    .replaceAll("://", "   ")
    .replaceAll("**", "  ");
  return [...text.matchAll(/[^ ]+/g)].flatMap(({ 0: signs, index }) =>
    PUNCTUATION.test(signs) ? [] : [wordFrom(row.slice(index, index + signs.length))],
  );
}

function versionIn(row: readonly Letter[], next: Letter | undefined, afterNext: Letter | undefined): SaidWord[] {
  if (next?.character !== "." || !/^[0-9]$/.test(afterNext?.character ?? "")) return [];
  let from = row.length;
  while (from > 0 && /^[0-9]$/.test(row[from - 1]?.character ?? "")) from -= 1;
  return from === 0 || from === row.length ? [] : [wordFrom(row.slice(from))];
}
