"use client";

import { SmilePlus } from "lucide-react";
import { EmojiPicker } from "@/components/emoji/emoji-picker";
import type { MessageDto } from "@/lib/messages/dto";
import { ReactionChip } from "./reaction-chip";

/** The reactions under a message. `onReact` is missing for who can only look. */
export function ReactionRow({ message, readerId, onReact }: ReactionRowProps) {
  if (message.reactions.length === 0) return null;
  return (
    <ul aria-label="Reactions" className="flex flex-wrap items-center gap-1">
      {message.reactions.map((reaction) => (
        <li key={reaction.emoji}>
          <ReactionChip reaction={reaction} readerId={readerId} onReact={onReact} />
        </li>
      ))}
      {onReact && (
        <li>
          <EmojiPicker
            onPick={(emoji) => onReact(emoji, true)}
            trigger={
              <button
                type="button"
                aria-label="Add another reaction"
                className="target inline-flex items-center justify-center rounded-full text-text-muted transition-colors hover:bg-surface-hover hover:text-text data-[state=open]:bg-surface-hover"
              >
                <SmilePlus aria-hidden="true" className="size-4" />
              </button>
            }
          />
        </li>
      )}
    </ul>
  );
}

type ReactionRowProps = {
  message: MessageDto;
  readerId: string;
  onReact: ((emoji: string, on: boolean) => void) | null;
};
