"use client";

import { useState } from "react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { ChevronDown } from "@/components/ui/icons/icons";
import { Menu } from "@/components/ui/overlays/menu";
import { useSidebar } from "@/lib/browser/sidebar";
import { paths } from "@/lib/text/paths";
import { loadWriting, useWritingParts } from "./deferred-writing";
import type { Schedulable, ScheduleStart } from "./schedule";

/** The menu beside Send: when to send the message instead. */
export function ScheduleMenu(draft: Schedulable) {
  const [started, start] = useState<ScheduleStart | null>(null);
  const parts = useWritingParts();
  return (
    <>
      <Menu
        load={loadWriting}
        side="top"
        trigger={<IconButton label="Schedule" icon={<ChevronDown />} className="compact:hidden" />}
      >
        {parts && <parts.ScheduleItems {...draft} onStart={start} />}
      </Menu>
      {parts && started && <parts.ScheduleDraftDialog {...draft} {...started} onStart={start} />}
    </>
  );
}

/** Says how many messages wait to be sent here. */
export function ScheduledLine({ conversationId }: { conversationId: string }) {
  const count = useSidebar(({ scheduled }) => scheduled?.waiting[conversationId] ?? 0);
  if (count === 0) return null;
  return (
    <p className="px-2 pt-1 text-text-muted text-xs">
      <Link href={paths.scheduled} className="underline">
        {count === 1 ? "1 scheduled message" : `${count} scheduled messages`}
      </Link>{" "}
      here
    </p>
  );
}
