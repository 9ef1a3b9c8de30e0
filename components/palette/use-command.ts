"use client";

import { usePathname, useRouter } from "next/navigation";
import { chooseDensity, chooseTheme } from "@/components/account/document-choice";
import { choiceOf } from "@/components/attention/notifications/levels";
import { changeLevel } from "@/components/channels/change-level";
import { openPanel } from "@/components/frame/panels";
import { markAllRead } from "@/components/frame/unread/mark-all-read";
import { openProfile } from "@/components/people/open-profile";
import { openDirect } from "@/components/people/use-open-direct";
import { signOutHere } from "@/components/sign-in/sign-out";
import { isPhone } from "@/components/ui/hooks/is-phone";
import { toast } from "@/components/ui/overlays/toaster";
import type { NotificationLevel } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import type { Command } from "./palette-item";

/** Runs a command, and returns whatever has to wait until the palette is closed, or null. */
export function useCommand(): (command: Command) => (() => void) | null {
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
