"use client";

import { type Dispatch, type SetStateAction, useState } from "react";
import { removeFile } from "@/components/chat/composer/files/file-tray";
import { trayOf, useTray } from "@/components/chat/composer/files/tray";
import { UploadDialog } from "@/components/chat/composer/files/upload-dialog";
import { Clock } from "@/components/ui/icons/icons";
import { ScrollText } from "@/components/ui/icons/more-icons";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/overlays/menu-items";
import { toast } from "@/components/ui/overlays/toaster";
import { clock } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { sendTimes, tomorrow } from "@/lib/text/moments";
import { paths } from "@/lib/text/paths";
import { commandOf } from "./commands";
import { EveryoneDialog } from "./everyone-dialog";
import { contentOf, notifiesMany } from "./mention-text";
import { bodyOf, onScheduled, type Schedulable, type ScheduleStart, schedule } from "./schedule";
import { ScheduleDialog } from "./schedule-dialog";
import { charactersLeft } from "./text-edit";

type ScheduleProps = Schedulable & { onStart: Dispatch<SetStateAction<ScheduleStart | null>> };

/** The menu of times at which a message can be sent. `onStart` opens the dialog below. */
export function ScheduleItems({ onStart, ...draft }: ScheduleProps) {
  const zone = useTimeZone();
  useTray(draft.tray);
  const problem = problemOf(draft);
  const choose = (at: Date) => {
    const stage = stageAfter("choose", draft);
    if (stage) onStart({ at, stage });
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
        onSelect={() => onStart({ at: tomorrow(new Date()), stage: "choose" })}
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

/** Chooses when a draft is sent, asks before it's scheduled if it notifies many people, and uploads its files. */
export function ScheduleDraftDialog({ at, stage, onStart, ...draft }: ScheduleProps & ScheduleStart) {
  if (stage === "upload") return <ScheduleUpload at={at} draft={draft} onClose={() => onStart(null)} />;
  if (stage === "ask") {
    return (
      <EveryoneDialog
        channel={draft.channel}
        open
        onOpenChange={(open) => !open && onStart(null)}
        onConfirm={() => {
          if (stageAfter("ask", draft)) onStart({ at, stage: "upload" });
          else void scheduleAt(draft, at);
        }}
      />
    );
  }
  return (
    <ScheduleDialog
      title="Schedule message"
      at={at}
      confirmText="Schedule message"
      onChoose={async (time) => {
        const next = stageAfter("choose", draft);
        if (next === null) return schedule(draft, time);
        onStart({ at: time, stage: next });
        return null;
      }}
      // Another dialog may follow.
      onClose={() => onStart((now) => (now?.stage === "choose" ? null : now))}
    />
  );
}

/** Schedules a draft with files. It stays until they're uploaded, so nothing is lost if that fails. */
function ScheduleUpload({ at, draft, onClose }: { at: Date; draft: Schedulable; onClose: () => void }) {
  const [{ text, fields, files }] = useState(() => {
    const chosen = trayOf(draft.tray).files;
    const keys = chosen.map(({ key }) => key);
    const { threadId, inChannel, ...body } = bodyOf(draft, at, keys);
    const reply = threadId === undefined ? {} : { threadId, inChannel: `${inChannel ?? false}` };
    return { text: draft.latest().text, fields: { ...body, ...reply }, files: chosen };
  });
  return (
    <UploadDialog
      title="Scheduling message"
      address={paths.api.scheduled}
      fields={fields}
      files={files.map(({ file }) => file)}
      onEnd={(error) => {
        onClose();
        if (error !== null) return void toast.error(error);
        for (const { key } of files) removeFile(draft.tray, key);
        onScheduled(draft, text, at);
      }}
      onCancel={onClose}
    />
  );
}

/** Returns which dialog follows this one before the draft is scheduled; null for none. */
function stageAfter(stage: "choose" | "ask", { channel, latest, tray }: Schedulable): "ask" | "upload" | null {
  if (stage === "choose" && notifiesMany(channel, contentOf(latest()))) return "ask";
  return trayOf(tray).files.length > 0 ? "upload" : null;
}

async function scheduleAt(draft: Schedulable, at: Date): Promise<void> {
  const failure = await schedule(draft, at);
  if (failure !== null) toast.error(failure);
}

/** Returns why a draft can't be sent later; null if it can. */
function problemOf({ latest, tray }: Schedulable): string | null {
  const { adding, files } = trayOf(tray);
  if (adding) return "Adding files";
  const content = contentOf(latest());
  if (content === "" && files.length === 0) return "Write a message to schedule";
  if (commandOf(latest())) return "Commands can't be scheduled";
  return charactersLeft(content) < 0 ? "Too long to send" : null;
}
