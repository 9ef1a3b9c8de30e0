import { clsx } from "clsx";
import { memo } from "react";
import { cleanText } from "../clean-text";
import { withNames } from "../mentions";
import { useMentions } from "../mentions-context";
import { parseMarkdown } from "./parse";
import { renderNodes } from "./render";
import { buildTree } from "./tree";

/** A Markdown text as elements. It is never made into an HTML string on the way. */
export const Markdown = memo(function Markdown({ source, plain = false, className }: MarkdownProps) {
  const text = cleanText(source);
  const mentions = useMentions();
  const tokens = plain ? null : parseMarkdown(text, mentions);
  return (
    <div dir="auto" className={clsx("flex min-w-0 flex-col gap-2 [overflow-wrap:anywhere]", className)}>
      {tokens ? (
        renderNodes(buildTree(tokens))
      ) : (
        <p className="max-w-[72ch] whitespace-pre-wrap">{withNames(text, mentions)}</p>
      )}
    </div>
  );
});

type MarkdownProps = {
  source: string;
  /** Show it as it was written: the message has had its share of work. */
  plain?: boolean;
  className?: string;
};
