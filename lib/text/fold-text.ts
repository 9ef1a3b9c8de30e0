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
