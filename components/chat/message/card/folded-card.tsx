"use client";

import { useMentions, useMessage } from "@/components/chat/message/markdown/mentions-context";
import { ChevronRight } from "@/components/ui/icons/icons";
import type { Embed } from "@/lib/messages/dto";
import { timeOf } from "./card-head";
import { CardLine } from "./card-line";

/** A card that is over, in one line. */
export function FoldedCard({ embed, onOpen }: { embed: Embed; onOpen: () => void }) {
  return (
    <div className="flex min-w-0 items-center gap-2 py-1 ps-4 pe-1">
      <span className="min-w-0 flex-1 truncate text-card">
        <CardLine embed={embed} mentions={useMentions()} tool link="font-medium" />
      </span>
      <span className="shrink-0 text-text-muted text-xs @max-md:hidden">{timeOf(embed, useMessage()?.createdAt)}</span>
      <button
        type="button"
        aria-expanded={false}
        aria-label="Show the whole card"
        onClick={onOpen}
        className="flex size-6 shrink-0 items-center justify-center rounded-md text-text-muted hover:bg-surface-hover pointer-coarse:size-11"
      >
        <ChevronRight aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
