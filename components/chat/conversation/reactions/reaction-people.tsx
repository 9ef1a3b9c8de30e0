"use client";

import { Dialog } from "radix-ui";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { useBackCloses } from "@/components/ui/hooks/use-back-closes";
import { Sheet } from "@/components/ui/overlays/sheet";
import type { ReactionDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

/** Who reacted with what, as a sheet on touch screens. Going back closes it. */
export function ReactionPeople({ reactions, readerId, onClose }: ReactionPeopleProps) {
  useBackCloses(onClose);
  return (
    <Sheet aria-describedby={undefined} focusAfter={() => null} onClose={onClose}>
      <Dialog.Title className="px-4 pt-4 pb-2 font-semibold">Reactions</Dialog.Title>
      <ul className="divide-y overflow-y-auto overscroll-contain px-4 pb-3">
        {reactions.map(({ emoji, people }) => (
          <li key={emoji} className="flex gap-3 py-3">
            <span className="w-8 shrink-0 text-center text-xl">{withCustomEmoji(emoji)}</span>
            <span className="min-w-0 flex-1 break-words pt-0.5">
              {people.map(({ id, name }) => (id === readerId ? "You" : cleanText(name))).join(", ")}
            </span>
            <span className="pt-0.5 text-sm text-text-muted tabular-nums">{people.length}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

type ReactionPeopleProps = { reactions: readonly ReactionDto[]; readerId: string; onClose: () => void };
