"use client";

import { usePathname, useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { useEffect } from "react";
import { chooseDensity, chooseTheme } from "@/components/account/document-choice";
import { choiceOf } from "@/components/attention/notifications/levels";
import { changeLevel } from "@/components/channels/change-level";
import { openPanel } from "@/components/frame/panels";
import { markAllRead } from "@/components/frame/unread/mark-all-read";
import { openProfile } from "@/components/people/open-profile";
import { openDirect } from "@/components/people/use-open-direct";
import { signOutHere } from "@/components/sign-in/sign-out";
import { afterDialog, dialogContent } from "@/components/ui/hooks/after-dialog";
import { isPhone } from "@/components/ui/hooks/is-phone";
import { Backdrop } from "@/components/ui/overlays/backdrop";
import { toast } from "@/components/ui/overlays/toaster";
import { ask, useData } from "@/lib/browser/data";
import { changeSidebar, useMyChannels, withLaterCounts } from "@/lib/browser/sidebar";
import { useWorkspace } from "@/lib/browser/workspace";
import type { NotificationLevel, PaletteDto } from "@/lib/channels/dto";
import type { WorkspaceRole } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { actionItems } from "./action-items";
import { channelItems, channelOf, groupItems, joinableItems, settingsItems } from "./channel-items";
import { pageItems } from "./page-items";
import type { Command, PaletteItem } from "./palette-item";
import { PaletteList } from "./palette-list";
import { palettePanel } from "./palette-style";
import { rememberChoice } from "./recent";

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
        <Backdrop />
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

/** Runs a command, and returns whatever has to wait until the palette is closed, or null. */
function useCommand(): (command: Command) => (() => void) | null {
  const router = useRouter();
  const pathname = usePathname();
  return (command) => {
    if (command.kind === "go") {
      router.push(command.href);
      return command.href === pathname ? null : focusPage;
    }
    if (command.kind === "direct") {
      void write(command.userId, (href) => router.push(href));
      return focusPage;
    }
    if (command.kind === "group") return () => showGroup(command);
    if (command.kind === "open") return () => openPanel(command.panel);
    if (command.kind === "theme") chooseTheme(command.theme);
    if (command.kind === "density") chooseDensity(command.density);
    if (command.kind === "mark-all-read") void markAllRead();
    if (command.kind === "notifications") void notify(command.channelId, command.level);
    if (command.kind === "sign-out") void signOutHere();
    return null;
  };
}

/** Shows a user group's card beside the palette's button, or on a phone, where that is hidden, over the page. */
function showGroup(group: { id: string; name: string }): void {
  const anchor = document.querySelector<HTMLElement>(isPhone() ? "#content" : "[data-search]");
  if (anchor) openProfile({ ...group, isGroup: true }, anchor);
}

async function write(userId: string, go: (href: string) => void): Promise<void> {
  const opened = await openDirect([userId]);
  if ("channelId" in opened) go(paths.channel(opened.channelId));
  else toast.error(opened.error);
}

async function notify(channelId: string, level: NotificationLevel): Promise<void> {
  // The bell in the channel's header shows the level too, but another page may be open.
  if (await changeLevel(channelId, level)) toast(`Notifications: ${choiceOf(level).label}`);
}

/** Moves the focus to the new page: the element that had it is gone. */
function focusPage(): void {
  document.getElementById("content")?.focus({ preventScroll: true });
}
