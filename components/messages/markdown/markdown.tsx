import { clsx } from "clsx";
import { memo } from "react";
import { cleanText } from "../clean-text";
import { parseMarkdown } from "./parse";
import { renderNodes } from "./render";
import { buildTree } from "./tree";

/** A Markdown text as elements. It is never made into an HTML string on the way. */
export const Markdown = memo(function Markdown({ source, plain = false, className }: MarkdownProps) {
  const text = cleanText(source);
  const tokens = plain ? null : parseMarkdown(text);
  return (
    <div dir="auto" className={clsx("flex min-w-0 flex-col gap-2 [overflow-wrap:anywhere]", className)}>
      {tokens ? renderNodes(buildTree(tokens)) : <p className="max-w-[72ch] whitespace-pre-wrap">{text}</p>}
    </div>
  );
});

type MarkdownProps = {
  source: string;
  /** Show it as it was written: the message has had its share of work. */
  plain?: boolean;
  className?: string;
};
