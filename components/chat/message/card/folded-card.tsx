"use client";

import { type ReactNode, useState } from "react";
import { useMentions, useMessage } from "@/components/chat/message/markdown/mentions-context";
import { ChevronRight } from "@/components/ui/icons/icons";
import type { Embed } from "@/lib/messages/dto";
import { timeOf } from "./card-head";
import { CardLine } from "./card-line";

// What a reader has opened stays so until the page is left, even if its message leaves the list in between.
const opened = new Set<string>();

/** A card that is over, in one line, with a button that shows all of it, `children`. */
export function FoldedCard({ embed, part, children }: { embed: Embed; part: string; children: ReactNode }) {
  const message = useMessage();
  const mentions = useMentions();
  const key = `${message?.id} ${part}`;
  const [open, setOpen] = useState(() => opened.has(key));
  if (open) return children;
  return (
    <div className="flex min-w-0 items-center gap-2 py-1 ps-4 pe-1">
      <span className="min-w-0 flex-1 truncate text-card">
        <CardLine embed={embed} mentions={mentions} tool link="font-medium" />
      </span>
      <span className="shrink-0 text-text-muted text-xs @max-md:hidden">{timeOf(embed, message?.createdAt)}</span>
      <button
        type="button"
        aria-expanded={false}
        aria-label="Show the whole card"
        onClick={() => {
          opened.add(key);
          setOpen(true);
        }}
        className="flex size-6 shrink-0 items-center justify-center rounded-md text-text-muted hover:bg-surface-hover pointer-coarse:size-11"
      >
        <ChevronRight aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
