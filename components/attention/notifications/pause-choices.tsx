"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Time } from "@/components/ui/time/time";
import type { Pause, PauseDto } from "@/lib/people/notifications/dto";
import { changePause, PAUSE_CHOICES } from "./change-pause";

/** Do not disturb: its state, and the durations to choose from. */
export function PauseChoices({ pause: { paused, until } }: { pause: PauseDto }) {
  const router = useRouter();
  const [busy, setBusy] = useState<Pause | null>(null);

  async function choose(pause: Pause): Promise<void> {
    setBusy(pause);
    await changePause(pause);
    router.refresh();
    setBusy(null);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status" className="text-sm text-text-muted empty:hidden">
        {paused && until === null && "On until you turn it off."}
        {paused && until !== null && (
          <>
            On until <Time at={until} format="date" />.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {paused ? (
          <Button busy={busy === "off"} onClick={() => void choose("off")}>
            Turn off do not disturb
          </Button>
        ) : (
          PAUSE_CHOICES.map(({ pause, label }) => (
            <Button key={pause} busy={busy === pause} onClick={() => void choose(pause)}>
              {label}
            </Button>
          ))
        )}
      </div>
    </div>
  );
}
