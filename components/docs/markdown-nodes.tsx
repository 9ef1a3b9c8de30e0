"use client";

import { renderNodes } from "@/components/message/markdown/render";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";

/** Markdown that the server has read. */
export function MarkdownNodes({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return renderNodes(nodes);
}
