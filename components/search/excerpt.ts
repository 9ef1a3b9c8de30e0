import { firstHit, type Segment, toSegments } from "./hits";

/** Returns about `atMost` characters around the first hit, on one line. Without a hit, the start of the first text. */
export function excerptOf(texts: readonly string[], terms: readonly string[], atMost: number): Segment[] {
  const lines = texts.map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean);
  const line = lines.find((text) => firstHit(text, terms) !== null) ?? lines[0] ?? "";
  const { text, before, after } = window(line, firstHit(line, terms) ?? 0, atMost);
  const parts = toSegments(text, terms);
  return [...(before ? [{ text: "…", hit: false }] : []), ...parts, ...(after ? [{ text: "…", hit: false }] : [])];
}

/** Returns the part of a line around `at`, starting at a word if one is near, and whether text was cut on either side. */
function window(line: string, at: number, atMost: number): { text: string; before: boolean; after: boolean } {
  if (line.length <= atMost) return { text: line, before: false, after: false };
  const early = Math.max(0, Math.min(at - Math.floor(atMost / 3), line.length - atMost));
  const space = early === 0 ? -1 : line.slice(early, at).indexOf(" ");
  const start = wholeAt(line, space === -1 ? early : early + space + 1);
  const end = wholeAt(line, Math.min(line.length, start + atMost));
  return { text: line.slice(start, end).trimEnd(), before: start > 0, after: end < line.length };
}

/** Returns the index, moved by one where it would split a surrogate pair. */
function wholeAt(text: string, index: number): number {
  return /^[\udc00-\udfff]/.test(text.slice(index)) && index > 0 ? index + 1 : index;
}
