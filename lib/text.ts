/** The text as PostgreSQL and every reader can hold it: no NUL characters, lone surrogates as U+FFFD. */
export function cleanText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

// They turn round what is around them, so that a name looks like another.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text as one line: cleaned, nothing in it that reorders others, every run of white space one space, none at its ends. */
export function oneLine(text: string): string {
  return cleanText(text).replace(REORDERING, "").replace(/\s+/g, " ").trim();
}

// What nobody sees: control and formatting characters, joiners and selectors of variants, blank fillers.
const INVISIBLE = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]`;

// Scripts in which a joiner between two letters makes a difference that is seen, and the signs after which one may end a word
// (RFC 5892, appendix A).
const JOINED =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Adlam}\\p{Script=Mongolian}]";
const INDIC =
  "[\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]";
const VIRAMA =
  "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2]";

// Where an invisible character belongs to what is seen: in emoji and flags, in variants of letters, and between letters.
const BELONGS = [
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]{0,6})[\u{e0061}-\u{e007a}\u{e007f}]`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\u1820-\u18aa])(?:[\u180b-\u180d\u180f]|\u180e(?=[\u1820-\u18aa]))`,
  String.raw`(?<=${JOINED})\u200c(?=${JOINED})`,
  String.raw`(?<=${INDIC})[\u200c\u200d](?=${INDIC})`,
  String.raw`(?<=${VIRAMA})[\u200c\u200d]`,
];
const HIDDEN = new RegExp(`(?!${BELONGS.join("|")})${INVISIBLE}`, "gu");

/** The text as a name that is shown whatever was sent: one line, without invisible characters but those that emoji and scripts need. */
export function cleanName(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").replace(HIDDEN, "").replace(/ +/g, " ").trim();
}

/**
 * A name as somebody has typed or pasted it: one line, and nothing invisible around it. What is still hidden within it shows as NUL
 * characters, of which the text had none: see `hidesSomething`.
 */
export function typedName(text: string): string {
  const line = cleanText(text).replace(/\s+/g, " ").replace(HIDDEN, "\0");
  let [start, end] = [0, line.length];
  while (start < end && isNothing(line.charAt(start))) start += 1;
  while (end > start && isNothing(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

/** Whether a name that `typedName` made has invisible characters within it. */
export function hidesSomething(name: string): boolean {
  return name.includes("\0");
}

function isNothing(character: string): boolean {
  return character === " " || character === "\0";
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
