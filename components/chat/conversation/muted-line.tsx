"use client";

import { useId, useLayoutEffect, useRef } from "react";
import { addMutedLine } from "@/components/chat/conversation/actions/message-focus";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { BellOff } from "@/components/ui/icons/icons";
import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";
import type { MutedRow } from "./rows";

/**
 * Represents consecutive messages from muted people and webhooks, and shows them on request. While closed, arrow keys
 * reach it in place of the last of them.
 */
export function MutedLine({ row, tabbable, onToggle }: MutedLineProps) {
  const id = useId();
  const { webhooks } = useWebhooks();
  const { messages, open } = row;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    return button.current ? addMutedLine({ messages, button: button.current }) : undefined;
  }, [messages]);
  const seq = messages.at(-1)?.seq;
  const reached = seq === tabbable;
  return (
    <article
      aria-labelledby={id}
      data-muted-from={messages[0]?.seq}
      data-muted-to={seq}
      {...(!open && { "data-seq": seq, tabIndex: reached ? 0 : -1 })}
      className="grid grid-cols-[var(--message-column)_minmax(0,1fr)] items-center gap-x-3 border-transparent border-s-2 px-4.5 py-1 text-text-muted -outline-offset-2"
    >
      <BellOff aria-hidden="true" className="size-4 justify-self-end" />
      <div className="flex min-w-0 items-center gap-1.5 text-sm">
        <span id={id} className="min-w-0 [overflow-wrap:anywhere] [unicode-bidi:isolate]">
          {mutedText(messages, webhooks)}
        </span>
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          tabIndex={open || reached ? 0 : -1}
          onClick={() => onToggle(row)}
          className="target-y shrink-0 rounded-md px-2 font-medium text-accent hover:bg-surface-hover"
        >
          {open ? "Hide" : "Show"}
          <span className="sr-only"> muted messages</span>
        </button>
      </div>
    </article>
  );
}

type MutedLineProps = {
  row: MutedRow;
  /** The `seq` of the one message that Tab reaches. */
  tabbable: number | null;
  onToggle: (row: MutedRow) => void;
};

type MutedAuthor = { id: string; name: string };

/** Returns "CI is muted, 4 messages": which people and webhooks posted these, and how many there are. */
export function mutedText(messages: readonly MessageDto[], webhooks: readonly MutedAuthor[]): string {
  const known = new Map(webhooks.map(({ id, name }) => [id, name]));
  const authors = new Map(messages.map(({ author }) => [author.id ?? "", author.name]));
  const names = [...authors].map(([id, name]) => cleanText(known.get(id) ?? name));
  const count = messages.length === 1 ? "1 message" : `${messages.length} messages`;
  return `${inWords(names)} ${names.length === 1 ? "is" : "are"} muted, ${count}`;
}

function inWords(names: readonly string[]): string {
  const [first = "", second = "", ...others] = names;
  if (names.length < 2) return first;
  if (others.length === 0) return `${first} and ${second}`;
  return `${first}, ${second} and ${others.length} more`;
}
