"use client";

import { usePathname } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { useEffect } from "react";
import { afterDialog, dialogContent } from "@/components/ui/hooks/after-dialog";
import { dialogOverlay } from "@/components/ui/overlays/dialog-style";
import { ask, useData } from "@/lib/browser/data";
import { changeSidebar, useMyChannels, withLaterCounts } from "@/lib/browser/sidebar";
import { useWorkspace } from "@/lib/browser/workspace";
import type { PaletteDto } from "@/lib/channels/dto";
import type { WorkspaceRole } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { actionItems } from "./action-items";
import { channelItems, channelOf, groupItems, joinableItems, settingsItems } from "./channel-items";
import { pageItems } from "./page-items";
import type { PaletteItem } from "./palette-item";
import { PaletteList } from "./palette-list";
import { palettePanel } from "./palette-style";
import { rememberChoice } from "./recent";
import { useCommand } from "./use-command";

type PaletteDialogProps = {
  open: boolean;
  onClose: () => void;
  role: WorkspaceRole;
  /** What was typed before the palette was loaded, and whether Enter was pressed after it. */
  typed: string;
  entered: boolean;
};

/** The loaded palette: lists its items and runs the one chosen. */
export function PaletteDialog({ open, onClose, role, ...early }: PaletteDialogProps) {
  const mine = useMyChannels();
  const { joinable = none, groups = none } = useOffered(open) ?? {};
  const here = channelOf(usePathname());
  const run = useCommand();
  const workspace = useWorkspace();

  function choose(item: PaletteItem): void {
    // Messages stay out of "Recent": people rarely go back to the same one.
    if (item.group !== "Messages") rememberChoice(item.id);
    const afterwards = run(item.command);
    onClose();
    if (afterwards) afterDialog(afterwards);
  }

  const current = mine.find(({ id }) => id === here);
  const items = () => [
    ...channelItems(mine, here),
    ...joinableItems(joinable),
    ...groupItems(groups),
    ...(current && current.kind !== "direct" ? settingsItems(current) : []),
    ...actionItems(current?.kind === "direct" ? undefined : current, workspace),
    ...pageItems(role),
  ];
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content {...dialogContent} aria-describedby={undefined} className={palettePanel}>
          <Radix.Title className="sr-only">Search</Radix.Title>
          {open && <PaletteList items={items()} channels={mine} choose={choose} {...early} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Returns what the server offers, requested whenever the palette opens. The answer also updates the sidebar. */
function useOffered(open: boolean): PaletteDto | null {
  const { data } = useData<PaletteDto>(paths.api.palette);
  useEffect(() => {
    if (open) ask(paths.api.palette);
  }, [open]);
  useEffect(() => {
    if (data) changeSidebar((sidebar) => ({ ...sidebar, channels: withLaterCounts(data.mine, sidebar.channels) }));
  }, [data]);
  return data;
}

const none: readonly never[] = [];
