"use client";

import { useRef, useState } from "react";
import { Clock } from "@/components/ui/icons";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu-items";
import { ScrollText } from "@/components/ui/more-icons";
import { clock } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { toast } from "@/components/ui/toaster";
import { sendTimes, tomorrow } from "@/lib/moments";
import { paths } from "@/lib/paths";
import { commandOf } from "./commands";
import { EveryoneDialog } from "./everyone-dialog";
import { notifiesMany, toSent } from "./mention-text";
import { type Schedulable, type ScheduleStart, schedule } from "./schedule";
import { ScheduleDialog } from "./schedule-dialog";
import { charactersLeft } from "./text-edit";

/** The menu of times at which a message can be sent. `onStart` gets a time about which something is to be asked. */
export function ScheduleItems({ onStart, ...draft }: Schedulable & { onStart: (start: ScheduleStart) => void }) {
  const zone = useTimeZone();
  const problem = problemOf(draft);
  const choose = (at: Date) => {
    if (asks(draft)) onStart({ at, isChosen: true });
    else void scheduleAt(draft, at);
  };
  return (
    <>
      <MenuLabel>{problem ?? "Send later"}</MenuLabel>
      {sendTimes(new Date()).map(({ label, at }) => (
        <MenuItem key={label} icon={<Clock />} disabled={problem !== null} onSelect={() => choose(at)}>
          {label} at {clock(at, zone)}
        </MenuItem>
      ))}
      <MenuItem
        icon={<Clock />}
        disabled={problem !== null}
        onSelect={() => onStart({ at: tomorrow(new Date()), isChosen: false })}
      >
        Choose a date and time…
      </MenuItem>
      <MenuSeparator />
      <MenuLink href={paths.scheduled} icon={<ScrollText />}>
        Scheduled messages
      </MenuLink>
    </>
  );
}

/** Chooses when a draft is sent, and asks before it's scheduled if it notifies many people. */
export function ScheduleDraftDialog({ at, isChosen, onClose, ...draft }: ScheduleDraftDialogProps) {
  const [chosen, setChosen] = useState(isChosen ? at : null);
  const asking = useRef(false);
  if (chosen) {
    return (
      <EveryoneDialog
        channel={draft.channel}
        open
        onOpenChange={(open) => !open && onClose()}
        onConfirm={() => void scheduleAt(draft, chosen)}
      />
    );
  }
  return (
    <ScheduleDialog
      title="Schedule message"
      at={at}
      confirmText="Schedule message"
      onChoose={async (time) => {
        asking.current = asks(draft);
        if (!asking.current) return schedule(draft, time);
        setChosen(time);
        return null;
      }}
      // The other dialog follows.
      onClose={() => asking.current || onClose()}
    />
  );
}

type ScheduleDraftDialogProps = Schedulable & ScheduleStart & { onClose: () => void };

function asks({ channel, latest }: Schedulable): boolean {
  return notifiesMany(channel, toSent(latest()));
}

async function scheduleAt(draft: Schedulable, at: Date): Promise<void> {
  const failure = await schedule(draft, at);
  if (failure !== null) toast.error(failure);
}

/** Returns why a draft can't be sent later; null if it can. */
function problemOf({ latest, files }: Schedulable): string | null {
  if (files > 0) return "Files can't be scheduled";
  const content = toSent(latest()).trim();
  if (content === "") return "Write a message to schedule";
  if (commandOf(latest())) return "Commands can't be scheduled";
  return charactersLeft(content) < 0 ? "Too long to send" : null;
}
