"use client";

import { type ReactNode, useRef, useState } from "react";
import { deferred, deferredPart } from "@/components/ui/deferred/deferred";
import { isPhone } from "@/components/ui/hooks/is-phone";
import { Popover } from "@/components/ui/overlays/popover";

const panel = deferred(async () => {
  const part = await import("./emoji-panel");
  part.preloadEmoji();
  return part;
});
const EmojiSheet = deferredPart(async () => (await import("./emoji-sheet")).EmojiSheet);

/**
 * A button that opens the emoji panel, which closes after a pick: beside the button, or as a sheet on a phone. Without
 * `open`, it keeps that itself.
 */
export function EmojiPicker({ trigger, onPick, open: given, onOpenChange, focusAfter }: EmojiPickerProps) {
  const [own, setOwn] = useState(false);
  const open = given ?? own;
  const opener = useRef<Element | null>(null);
  const asSheet = open && isPhone();
  const EmojiPanel = panel.use()?.EmojiPanel;
  const change = (next: boolean) => {
    if (next) opener.current = document.activeElement;
    setOwn(next);
    onOpenChange?.(next);
  };
  const pick = (emoji: string) => {
    change(false);
    onPick(emoji);
  };
  return (
    <>
      <Popover
        load={panel.load}
        trigger={trigger}
        label="Emoji"
        open={open && !asSheet}
        onOpenChange={change}
        focusAfter={focusAfter}
        className="h-[27rem] w-[min(22rem,calc(100vw-1rem))]"
      >
        {EmojiPanel ? <EmojiPanel onPick={pick} /> : null}
      </Popover>
      {asSheet && (
        <EmojiSheet
          onPick={pick}
          focusAfter={() => focusAfter?.() ?? (opener.current instanceof HTMLElement ? opener.current : null)}
          onClose={() => change(false)}
        />
      )}
    </>
  );
}

type EmojiPickerProps = {
  trigger: ReactNode;
  onPick: (emoji: string) => void;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Returns what to focus after closing; the trigger by default. */
  focusAfter?: (() => HTMLElement | null) | undefined;
};
