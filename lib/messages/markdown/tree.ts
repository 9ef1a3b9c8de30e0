import type { Token } from "markdown-it";

/**
 * A part of a Markdown text, as it is sent to browsers: what kind it is, and as much of the rest as the kind has. Nothing in it
 * depends on who reads.
 */
export type MarkdownNode = {
  /** The parser's word for it: "paragraph", "strong", "fence", …; "mention" is ours. */
  type: string;
  /** What it says: of a text, of code; "@everyone" of a mention of all. */
  text?: string;
  /** What stands inside it; of an image, its description. */
  children?: MarkdownNode[];
  /** Where a link leads, or where an image is. */
  href?: string;
  title?: string;
  /** Of a heading, from 1 on. */
  level?: number;
  /** The number with which a list begins, unless that is 1. */
  start?: number;
  align?: "center" | "right";
  /** Of a fence of code: its language, and whatever else was written there. */
  info?: string;
  /** Of a task in a list. */
  done?: boolean;
  /** Of a mention: the person's id. */
  id?: string;
};

/** How deep the tree may grow: blocks are bounded by the parser, but emphasis in emphasis isn't. */
const maxDepth = 24;

/** Flat tokens as a tree, without recursion. What would be too deep joins its parent, so that no text is lost. */
export function buildTree(tokens: readonly Token[], depth = 0): MarkdownNode[] {
  const roots: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [];
  let level = roots;
  for (const token of tokens) {
    if (token.nesting === -1) {
      level = open.pop() ?? roots;
      continue;
    }
    const transparent = token.hidden || token.type === "inline";
    if (token.type === "inline") level.push(...buildTree(token.children ?? [], depth + open.length));
    const tooDeep = token.nesting === 1 && depth + open.length >= maxDepth;
    const children: MarkdownNode[] = [];
    if (!transparent && !tooDeep) level.push(token.nesting === 1 ? { ...toNode(token), children } : toNode(token));
    if (token.nesting !== 1) continue;
    open.push(level);
    if (!transparent && !tooDeep) level = children;
  }
  return roots;
}

function toNode(token: Token): MarkdownNode {
  const type = token.type.replace(/_open$/, "");
  switch (type) {
    case "link":
      return { type, href: attribute(token, "href"), ...withTitle(attribute(token, "title")) };
    case "image":
      return { type, href: attribute(token, "src"), children: buildTree(token.children ?? []) };
    case "heading":
      return { type, level: Number(token.tag.slice(1)) };
    case "ordered_list":
      return { type, start: Number(token.attrGet("start") ?? 1) };
    case "list_item":
      return typeof token.meta?.done === "boolean" ? { type, done: token.meta.done } : { type };
    case "th":
    case "td":
      return { type, ...withAlign(attribute(token, "style")) };
    case "fence":
    case "code_block":
      return { type, text: token.content.replace(/\n$/, ""), info: token.info.trim() };
    case "mention":
      return typeof token.meta?.id === "string" ? { type, id: token.meta.id } : { type, text: token.content };
    default:
      return token.content === "" ? { type } : { type, text: token.content };
  }
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

function withTitle(title: string): { title?: string } {
  return title === "" ? {} : { title };
}

// The parser gives a cell's alignment (the colons in a table's second line) as a style attribute.
function withAlign(style: string): { align?: "center" | "right" } {
  if (style.includes("center")) return { align: "center" };
  return style.includes("right") ? { align: "right" } : {};
}
