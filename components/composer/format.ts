import type { TextEdit } from "./text-edit";

/** How a selection can be set apart. */
export type Style = "bold" | "italic" | "code" | "link";

const signs = { bold: "**", italic: "_", code: "`" };

/** What a style does to the selection; asked for again, it takes itself back. */
export function formatSelection(text: string, from: number, to: number, style: Style): TextEdit {
  const { start, end } = withoutSpace(text, from, to);
  if (style === "link") return link(text, start, end);
  if (style === "code" && text.slice(start, end).includes("\n")) return fence(text, start, end);
  const sign = signs[style];
  const inside = text.slice(start, end);
  if (isInside(text, start, end, sign)) {
    const at = start - sign.length;
    return { start: at, end: end + sign.length, insert: inside, select: [at, at + inside.length] };
  }
  const at = start + sign.length;
  return { start, end, insert: `${sign}${inside}${sign}`, select: [at, at + inside.length] };
}

function isInside(text: string, start: number, end: number, sign: string): boolean {
  return text.slice(Math.max(0, start - sign.length), start) === sign && text.startsWith(sign, end);
}

/** With an address as the text, what is left to write is the text; with anything else, the address. */
function link(text: string, start: number, end: number): TextEdit {
  const inside = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(inside)) {
    return { start, end, insert: `[](${inside})`, select: [start + 1, start + 1] };
  }
  const at = start + inside.length + 3;
  return { start, end, insert: `[${inside}](https://)`, select: [at, at + "https://".length] };
}

function fence(text: string, start: number, end: number): TextEdit {
  const inside = text.slice(start, end);
  const before = start === 0 || text[start - 1] === "\n" ? "" : "\n";
  const after = end === text.length || text[end] === "\n" ? "" : "\n";
  const at = start + before.length + 4;
  return { start, end, insert: `${before}\`\`\`\n${inside}\n\`\`\`${after}`, select: [at, at + inside.length] };
}

// "**word **" would not be bold.
function withoutSpace(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  return { start, end };
}
