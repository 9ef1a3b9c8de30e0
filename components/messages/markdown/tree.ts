import type { Token } from "markdown-it";

/** A token with what stands inside it. */
export type MarkdownNode = { token: Token; children: MarkdownNode[] };

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
    const children = token.type === "inline" ? buildTree(token.children ?? [], depth + open.length) : [];
    const transparent = token.hidden || token.type === "inline";
    if (transparent) level.push(...children);
    const tooDeep = token.nesting === 1 && depth + open.length >= maxDepth;
    const node = { token, children };
    if (!transparent && !tooDeep) level.push(node);
    if (token.nesting !== 1) continue;
    open.push(level);
    if (!transparent && !tooDeep) level = node.children;
  }
  return roots;
}
