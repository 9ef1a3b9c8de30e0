"use client";

import { type ReactNode, useState } from "react";
import { Popover } from "../actions/popover";
import { EmojiPanel } from "./emoji-panel";
import { rememberEmoji } from "./recent-emoji";

/** A button that opens a choice of emoji; picking one closes it. */
export function EmojiPicker({ trigger, onPick }: { trigger: ReactNode; onPick: (emoji: string) => void }) {
  const [open, setOpen] = useState(false);
  const pick = (emoji: string) => {
    setOpen(false);
    rememberEmoji(emoji);
    onPick(emoji);
  };
  return (
    <Popover
      trigger={trigger}
      label="Emoji"
      open={open}
      onOpenChange={setOpen}
      className="h-96 w-[min(23rem,calc(100vw-1rem))]"
    >
      <EmojiPanel onPick={pick} />
    </Popover>
  );
}
