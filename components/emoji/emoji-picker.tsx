"use client";

import { type ReactNode, useState } from "react";
import { late } from "@/components/ui/late";
import { Popover } from "@/components/ui/popover";
import { rememberEmoji } from "./recent-emoji";

const panel = late(() => import("./emoji-panel"));

/** A button that opens the emoji panel, which closes after a pick. */
export function EmojiPicker({ trigger, onPick }: { trigger: ReactNode; onPick: (emoji: string) => void }) {
  const [open, setOpen] = useState(false);
  const EmojiPanel = panel.use()?.EmojiPanel;
  const pick = (emoji: string) => {
    setOpen(false);
    rememberEmoji(emoji);
    onPick(emoji);
  };
  return (
    <Popover
      load={panel.load}
      trigger={trigger}
      label="Emoji"
      open={open}
      onOpenChange={setOpen}
      className="h-96 w-[min(23rem,calc(100vw-1rem))]"
    >
      {EmojiPanel ? <EmojiPanel onPick={pick} /> : null}
    </Popover>
  );
}
