"use client";

import { useLayoutEffect, useState } from "react";
import { onDraftsChange, readDraft, writeDraft } from "@/lib/browser/drafts";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";

type AlsoSendProps = { channel: ChannelDto; checked: boolean; onChange: (checked: boolean) => void };

/** The checkbox below a thread's composer. */
export function AlsoSend({ channel, checked, onChange }: AlsoSendProps) {
  return (
    <label className="target-y flex w-fit max-w-full items-center gap-2 px-2 pt-1.5 text-sm text-text-muted">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="truncate">
        Also send to {channel.kind === "direct" ? "this conversation" : channelTitle(channel)}
      </span>
    </label>
  );
}

/**
 * Returns whether the reply will also appear in the channel, and a function that changes it. The thread's draft keeps
 * it, also on other devices; while nothing is written, only this page does.
 */
export function useAlsoSend(key: string): [checked: boolean, check: (checked: boolean) => void] {
  const [checked, setChecked] = useState(false);
  useLayoutEffect(() => {
    const look = () => {
      const draft = readDraft(key);
      if (draft) setChecked(draft.inChannel === true);
    };
    look();
    return onDraftsChange(look);
  }, [key]);
  const check = (next: boolean) => {
    setChecked(next);
    const draft = readDraft(key);
    if (draft) writeDraft(key, { ...draft, inChannel: next, at: Date.now() });
  };
  return [checked, check];
}
