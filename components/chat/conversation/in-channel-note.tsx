"use client";

import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import type { MessageDto } from "@/lib/messages/dto";
import { openThread } from "./open-pane";

/** Above a reply that is also in the channel: there, what it replies to, which opens the thread. */
export function InChannelNote({ message: { threadId, inChannel }, inThread }: InChannelNoteProps) {
  if (inThread || threadId === null) return <span className="text-text-muted text-xs">Also outside this thread</span>;
  const { root = "" } = inChannel ?? {};
  return (
    <button
      type="button"
      onClick={() => openThread(threadId)}
      className="target-y -my-1 max-w-full self-start truncate text-start text-text-muted text-xs hover:underline"
    >
      Replied to {root === "" ? "a deleted message" : "a thread: "}
      <span className="text-accent">{withCustomEmoji(root)}</span>
    </button>
  );
}

type InChannelNoteProps = { message: MessageDto; inThread: boolean };
