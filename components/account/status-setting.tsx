"use client";

import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { opened } from "@/components/people/open-profile";
import { clearStatus } from "@/components/people/status-ends";
import { Button } from "@/components/ui/controls/button";
import { SmilePlus } from "@/components/ui/icons/icons";
import { toast } from "@/components/ui/overlays/toaster";
import { useStatus } from "@/lib/browser/people";

/** Your status, with buttons to set and clear it. */
export function StatusSetting({ userId }: { userId: string }) {
  const status = useStatus(userId);

  async function clear(): Promise<void> {
    const failure = await clearStatus();
    if (failure) toast.error(failure);
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {status && (
        <p className="me-2 min-w-0 text-sm [overflow-wrap:anywhere]">
          <span aria-hidden="true">{withCustomEmoji(status.emoji)}</span> {status.text}
        </p>
      )}
      <Button onClick={() => opened.set({ kind: "status", userId })}>
        <SmilePlus aria-hidden="true" />
        {status ? "Change status" : "Set a status"}
      </Button>
      {status && (
        <Button variant="ghost" onClick={() => void clear()}>
          Clear status
        </Button>
      )}
    </div>
  );
}
