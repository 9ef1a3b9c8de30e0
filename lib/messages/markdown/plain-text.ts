import type { MarkdownNode } from "./tree";

const INLINE = new Set([
  "text",
  "code_inline",
  "strong",
  "em",
  "s",
  "link",
  "image",
  "mention",
  "softbreak",
  "hardbreak",
]);

/** The nodes' text without markup, blocks separated by spaces. `nameOf` returns a mentioned person's name. */
export function plainText(nodes: readonly MarkdownNode[], nameOf: (id: string) => string): string {
  let text = "";
  for (const node of nodes) {
    if (node.type === "softbreak" || node.type === "hardbreak") text += " ";
    const own = node.id === undefined ? (node.text ?? "") : nameOf(node.id);
    text += own + plainText(node.children ?? [], nameOf);
    if (!INLINE.has(node.type) && !text.endsWith(" ")) text += " ";
  }
  return text;
}
