"use client";

import { usePathname, useRouter } from "next/navigation";
import { changeLevel } from "@/components/notifications/change-level";
import { choiceOf } from "@/components/notifications/levels";
import { openPanel } from "@/components/panels/panels";
import { leave } from "@/components/people/leave";
import { openDirect } from "@/components/people/open-direct";
import { chooseDensity } from "@/components/people/use-density";
import { chooseTheme } from "@/components/people/use-theme";
import { toast } from "@/components/ui/toaster";
import { markAllRead } from "@/components/unread/mark-all-read";
import type { NotificationLevel } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import type { Deed } from "./palette-item";

/** Does at once what can be done at once, and answers what has to wait until the palette is gone, or null. */
export function useDeed(): (deed: Deed) => (() => void) | null {
  const router = useRouter();
  const pathname = usePathname();
  return (deed) => {
    if (deed.kind === "go") {
      router.push(deed.href);
      return deed.href === pathname ? null : focusPage;
    }
    if (deed.kind === "direct") {
      void write(deed.userId, (href) => router.push(href));
      return focusPage;
    }
    if (deed.kind === "open") return () => openPanel(deed.panel);
    if (deed.kind === "theme") chooseTheme(deed.theme);
    if (deed.kind === "density") chooseDensity(deed.density);
    if (deed.kind === "mark-all-read") void markAllRead();
    if (deed.kind === "notifications") void notify(deed.channelId, deed.level);
    if (deed.kind === "sign-out") void leave();
    return null;
  };
}

async function write(userId: string, go: (href: string) => void): Promise<void> {
  const opened = await openDirect([userId]);
  if ("channelId" in opened) go(paths.channel(opened.channelId));
  else toast.error(opened.error);
}

async function notify(channelId: string, level: NotificationLevel): Promise<void> {
  // The bell in the channel's header may be out of sight by then.
  if (await changeLevel(channelId, level)) toast(`Notifications: ${choiceOf(level).label}`);
}

/** What had the focus belongs to the page that goes. */
function focusPage(): void {
  document.getElementById("content")?.focus({ preventScroll: true });
}
