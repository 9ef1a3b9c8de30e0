"use client";

import { usePathname } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { useState } from "react";
import { afterDialog, dialogContent } from "@/components/ui/after-dialog";
import { dialogOverlay } from "@/components/ui/dialog-style";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { WorkspaceRole } from "@/lib/users/dto";
import { actionItems } from "./action-items";
import { channelItems, channelOf, joinableItems, settingsItems } from "./channel-items";
import { hasMarkedText, isPaletteKey } from "./keys";
import { pageItems } from "./page-items";
import { PaletteContent } from "./palette-content";
import type { PaletteItem } from "./palette-item";
import { usePanel } from "./panels";
import { rememberChoice } from "./recent";
import { useDeed } from "./use-deed";
import { isDialogOpen, useKey } from "./use-key";
import { isMac } from "./use-mac";
import { usePaletteChannels } from "./use-palette-channels";
import { useReturnFocus } from "./use-return-focus";

const panel =
  "fixed inset-x-4 top-[min(14vh,9rem)] z-40 mx-auto flex max-h-[min(70vh,32rem)] max-w-xl animate-appear flex-col overflow-hidden rounded-xl bg-surface-raised text-text shadow-float max-sm:inset-0 max-sm:h-dvh max-sm:max-h-none max-sm:rounded-none";

/** Goes to any channel or page, and does what can be done from anywhere, by typing a part of its name. */
export function CommandPalette({ channels, role }: { channels: SidebarChannelDto[]; role: WorkspaceRole }) {
  const [open, setOpen] = useState(false);
  const { mine, joinable, load } = usePaletteChannels(channels);
  const here = channelOf(usePathname());
  const focus = useReturnFocus();
  const act = useDeed();

  function show(): void {
    focus.remember();
    setOpen(true);
    void load();
  }

  function close(): void {
    afterDialog(focus.giveBack);
    setOpen(false);
  }

  function choose(item: PaletteItem): void {
    // A message, or a search for it, is nobody's habit.
    if (item.group !== "Messages") rememberChoice(item.id);
    const deed = act(item.deed);
    close();
    if (deed) afterDialog(deed);
  }

  usePanel("palette", show);
  useKey((event) => {
    if (!isPaletteKey(event, isMac()) || (!open && (isDialogOpen() || hasMarkedText(event.target)))) return false;
    if (open) close();
    else show();
    return true;
  });

  const current = mine.find(({ id }) => id === here);
  const items = () => [
    ...channelItems(mine, here),
    ...joinableItems(joinable),
    ...(current && current.kind !== "direct" ? settingsItems(current) : []),
    ...actionItems(current?.kind === "direct" ? undefined : current),
    ...pageItems(role),
  ];
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content {...dialogContent} aria-describedby={undefined} className={panel}>
          <Radix.Title className="sr-only">Search</Radix.Title>
          {open && <PaletteContent items={items()} channels={mine} choose={choose} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
