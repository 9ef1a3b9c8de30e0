"use client";

import { clsx } from "clsx";
import { memo } from "react";
import { cleanText } from "@/lib/text";
import { useParser } from "./late-parser";
import { withNames } from "./mentions";
import { useMentions, useParsed } from "./mentions-context";
import { renderNodes } from "./render";

/**
 * A Markdown text as elements. It is never made into an HTML string on the way. The server has read the texts of its messages; what
 * it hasn't seen yet stands as it was written until the parser is there.
 */
export const Markdown = memo(function Markdown({ source, plain = false, className }: MarkdownProps) {
  const mentions = useMentions();
  const known = useParsed(source);
  const parse = useParser(!plain && known === undefined);
  const nodes = plain ? null : (known ?? (known === undefined && parse ? parse(source, mentions.everyone) : null));
  return (
    <div dir="auto" className={clsx("flex min-w-0 flex-col gap-(--message-part) [overflow-wrap:anywhere]", className)}>
      {nodes ? renderNodes(nodes) : <p className="whitespace-pre-wrap">{withNames(cleanText(source), mentions)}</p>}
    </div>
  );
});

type MarkdownProps = {
  source: string;
  /** Show it as it was written: the message has had its share of work. */
  plain?: boolean;
  className?: string;
};
