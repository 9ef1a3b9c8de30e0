"use client";

import { Clock } from "@/components/ui/icons";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu-items";
import { ScrollText } from "@/components/ui/more-icons";
import { clock } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { paths } from "@/lib/paths";
import { sendTimes } from "./schedule-times";

type ScheduleItemsProps = {
  /** Why it can't be scheduled. */
  problem: string | null;
  onSchedule: (at: Date) => void;
  onChoose: () => void;
};

/** The menu of times at which a message can be sent. */
export function ScheduleItems({ problem, onSchedule, onChoose }: ScheduleItemsProps) {
  const zone = useTimeZone();
  return (
    <>
      <MenuLabel>{problem ?? "Send later"}</MenuLabel>
      {sendTimes(new Date()).map(({ label, at }) => (
        <MenuItem key={label} icon={<Clock />} disabled={problem !== null} onSelect={() => onSchedule(at)}>
          {label} at {clock(at, zone)}
        </MenuItem>
      ))}
      <MenuItem icon={<Clock />} disabled={problem !== null} onSelect={onChoose}>
        Choose a date and time…
      </MenuItem>
      <MenuSeparator />
      <MenuLink href={paths.scheduled} icon={<ScrollText />}>
        Scheduled messages
      </MenuLink>
    </>
  );
}
