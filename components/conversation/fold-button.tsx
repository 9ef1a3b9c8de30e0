"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { Time } from "@/components/ui/time";
import type { Fold } from "./fold";

/** Below the message that stands for several that say the same: how many more there are, and until when. Shows and hides them. */
export function FoldButton({ fold, onToggle }: FoldButtonProps) {
  const { messages, open } = fold;
  const toggle = ({ currentTarget }: MouseEvent) => {
    flushSync(() => onToggle?.(fold));
    // At the channel's end the page grows upwards, away from who has pressed.
    currentTarget.closest("article")?.scrollIntoView({ block: "nearest" });
  };
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={toggle}
      className="target-y -my-1 -ms-2 inline-flex max-w-full items-center gap-1.5 self-start rounded-md px-2 text-sm hover:bg-surface-hover"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <span className="font-medium text-accent">
        {open ? "Show fewer" : `Show ${messages.length - 1} more like this`}
      </span>
      {!open && (
        <span className="text-text-muted text-xs">
          until <Time at={messages.at(-1)?.createdAt ?? ""} format="clock" />
        </span>
      )}
    </button>
  );
}

type FoldButtonProps = { fold: Fold; onToggle: ((fold: Fold) => void) | undefined };
