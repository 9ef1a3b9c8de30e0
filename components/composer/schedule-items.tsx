"use client";

import { Clock } from "@/components/ui/icons";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu-items";
import { ScrollText } from "@/components/ui/more-icons";
import { clock } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { toast } from "@/components/ui/toaster";
import { sendTimes, tomorrow } from "@/lib/moments";
import { paths } from "@/lib/paths";
import { commandOf } from "./commands";
import { toSent } from "./mention-text";
import { type Schedulable, schedule } from "./schedule";
import { ScheduleDialog } from "./schedule-dialog";
import { charactersLeft } from "./text-edit";

/** The menu of times at which a message can be sent. `onChoose` gets the time that the dialog suggests. */
export function ScheduleItems({ onChoose, ...draft }: Schedulable & { onChoose: (suggested: Date) => void }) {
  const zone = useTimeZone();
  const problem = problemOf(draft);
  const scheduleAt = async (at: Date) => {
    const failure = await schedule(draft, at);
    if (failure !== null) toast.error(failure);
  };
  return (
    <>
      <MenuLabel>{problem ?? "Send later"}</MenuLabel>
      {sendTimes(new Date()).map(({ label, at }) => (
        <MenuItem key={label} icon={<Clock />} disabled={problem !== null} onSelect={() => void scheduleAt(at)}>
          {label} at {clock(at, zone)}
        </MenuItem>
      ))}
      <MenuItem icon={<Clock />} disabled={problem !== null} onSelect={() => onChoose(tomorrow(new Date()))}>
        Choose a date and time…
      </MenuItem>
      <MenuSeparator />
      <MenuLink href={paths.scheduled} icon={<ScrollText />}>
        Scheduled messages
      </MenuLink>
    </>
  );
}

/** Chooses when a draft is sent. */
export function ScheduleDraftDialog({ at, onClose, ...draft }: Schedulable & { at: Date; onClose: () => void }) {
  return (
    <ScheduleDialog
      title="Schedule message"
      at={at}
      confirmText="Schedule message"
      onChoose={(chosen) => schedule(draft, chosen)}
      onClose={onClose}
    />
  );
}

/** Returns why a draft can't be sent later; null if it can. */
function problemOf({ latest, files }: Schedulable): string | null {
  if (files > 0) return "Files can't be scheduled";
  const content = toSent(latest()).trim();
  if (content === "") return "Write a message to schedule";
  if (commandOf(latest())) return "Commands can't be scheduled";
  return charactersLeft(content) < 0 ? "Too long to send" : null;
}
