"use client";

import { Dialog } from "radix-ui";
import { useBackCloses } from "@/components/ui/hooks/use-back-closes";
import { Sheet } from "@/components/ui/overlays/sheet";
import { EmojiPanel } from "./emoji-panel";

/** The emoji panel on a phone, as a sheet at the bottom. Going back closes it. */
export function EmojiSheet({ onPick, focusAfter, onClose }: EmojiSheetProps) {
  useBackCloses(onClose);
  return (
    <Sheet aria-describedby={undefined} focusAfter={focusAfter} onClose={onClose}>
      <Dialog.Title className="px-4 pt-4 pb-2 font-semibold">Emoji</Dialog.Title>
      <div className="flex h-[60dvh] flex-col">
        <EmojiPanel onPick={onPick} />
      </div>
    </Sheet>
  );
}

type EmojiSheetProps = { onPick: (emoji: string) => void; focusAfter: () => HTMLElement | null; onClose: () => void };
