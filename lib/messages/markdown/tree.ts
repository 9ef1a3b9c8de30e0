import type { Token } from "markdown-it";
import type { Destination } from "./leads-to";

/**
 * A node of parsed Markdown as sent to browsers: its type and the fields that this type has. It's the same for every
 * reader.
 */
export type MarkdownNode = {
  /** The parser's word for it: "paragraph", "strong", "fence", …; "mention" is ours. */
  type: string;
  /** The text of a text or code node; "@everyone" for a mention of everyone. */
  text?: string;
  /** Its content; for an image, its description. */
  children?: MarkdownNode[];
  /** Where a link leads, or where an image is. */
  href?: string;
  /** Where it leads, if its text names another place. */
  leads?: Destination;
  title?: string;
  /** A heading's level, from 1. */
  level?: number;
  /** A list's first number, unless it's 1. */
  start?: number;
  align?: "center" | "right";
  /** A code fence's info string: its language and anything else after it. */
  info?: string;
  /** Whether a task is done. */
  done?: boolean;
  /** A mentioned person's id. */
  id?: string;
};

/** The maximum depth of the tree: the parser bounds blocks, but not nested emphasis. */
const maxDepth = 24;

/** Builds a tree from flat tokens, without recursion. Nodes that are too deep join their parent, so no text is lost. */
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
