"use client";

import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { ChevronDown } from "@/components/ui/icons";
import { latePart } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { useSidebar } from "@/lib/browser/sidebar";
import { paths } from "@/lib/paths";
import { loadWriting, useWritingParts, writingParts } from "./late-writing";
import type { Draft } from "./mention-text";

const ScheduleDialog = latePart(async () => (await import("./schedule-dialog")).ScheduleDialog);

/** A draft that can be scheduled, and where. */
export type Schedulable = {
  channelId: string;
  threadId: string | undefined;
  latest: () => Draft;
  clear: () => void;
};

/** The menu beside Send: when to send the message instead. */
export function ScheduleMenu({ problem, ...draft }: Schedulable & { problem: string | null }) {
  const [chosen, setChosen] = useState<Date | null>(null);
  const parts = useWritingParts();
  const schedule = async (at: Date) => (await writingParts()?.schedule(draft, at)) ?? null;
  return (
    <>
      <Menu
        load={loadWriting}
        side="top"
        trigger={<IconButton label="Schedule" icon={<ChevronDown />} className="compact:hidden" />}
      >
        {parts && (
          <parts.ScheduleItems
            problem={problem}
            onSchedule={(at) => void schedule(at).then(parts.tellFailure)}
            onChoose={() => setChosen(parts.tomorrow())}
          />
        )}
      </Menu>
      {chosen && (
        <ScheduleDialog
          title="Schedule message"
          at={chosen}
          confirmText="Schedule message"
          onChoose={schedule}
          onClose={() => setChosen(null)}
        />
      )}
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
