"use client";

import { clsx } from "clsx";
import { memo } from "react";
import { cleanText } from "@/lib/text/text";
import { useParser } from "./deferred-parser";
import { withMentionNames } from "./mentions";
import { useMentions, useParsed } from "./mentions-context";
import { renderNodes } from "./render";

/**
 * Renders Markdown as elements, never through an HTML string. The server parses messages; a text it hasn't seen is
 * shown as written until the parser has loaded.
 */
export const Markdown = memo(function Markdown({ source, plain = false, className }: MarkdownProps) {
  const mentions = useMentions();
  const known = useParsed(source);
  const parse = useParser(!plain && known === undefined);
  const nodes = plain ? null : (known ?? (known === undefined && parse ? parse(source, mentions.everyone) : null));
  return (
    <div
      dir="auto"
      className={clsx("flex min-w-0 flex-col gap-(--message-part) [overflow-wrap:break-word]", className)}
    >
      {nodes ? (
        renderNodes(nodes)
      ) : (
        <p className="max-w-measure whitespace-pre-wrap">{withMentionNames(cleanText(source), mentions)}</p>
      )}
    </div>
  );
});

type MarkdownProps = {
  source: string;
  /** Shows the text as written, because rendering the message has cost enough. */
  plain?: boolean;
  className?: string;
};
