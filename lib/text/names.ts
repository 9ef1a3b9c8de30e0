import { storableText } from "@/lib/text/text";

// Invisible characters: control and formatting characters, joiners, variation selectors, blank fillers.
const INVISIBLE = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]`;

// Scripts in which a joiner between letters changes how they look, and the characters after which one may end a word
// (RFC 5892, appendix A).
const JOINED =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Adlam}\\p{Script=Mongolian}]";
const INDIC =
  "[\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]";
const VIRAMA =
  "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2]";

// Where invisible characters are legitimate: in emoji and flags, in letter variants, and between letters.
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
const PRINTABLE_ASCII = /^[ -~]*$/;
// Made when it's first needed: looking up so many kinds of characters takes 50 ms.
let hidden: RegExp | null = null;

function replaceHidden(text: string, replacement: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  hidden ??= new RegExp(`(?!${BELONGS.join("|")})${INVISIBLE}`, "gu");
  return text.replace(hidden, replacement);
}

/** Cleans a name for display: one line, without invisible characters except where emoji and scripts need them. */
export function cleanName(text: string): string {
  return replaceHidden(storableText(text).replace(/\s+/g, " "), "").replace(/ +/g, " ").trim();
}

/**
 * Cleans a name that was typed or pasted: one line, with nothing invisible around it. Invisible characters inside
 * become NUL (see `hidesSomething`).
 */
export function typedName(text: string): string {
  const line = replaceHidden(storableText(text).replace(/\s+/g, " "), "\0");
  let [start, end] = [0, line.length];
  while (start < end && isNothing(line.charAt(start))) start += 1;
  while (end > start && isNothing(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

/** Whether a name from `typedName` contains invisible characters. */
export function hidesSomething(name: string): boolean {
  return name.includes("\0");
}

function isNothing(character: string): boolean {
  return character === " " || character === "\0";
}
