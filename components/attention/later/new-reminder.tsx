"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/text-field";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import { parseMoment } from "@/lib/text/moments";
import { paths } from "@/lib/text/paths";

const MomentDialog = deferredPart(async () => (await import("@/components/ui/overlays/moment-dialog")).MomentDialog);

/** Writes a reminder. A time in its text sets it; without one, a dialog asks. */
export function NewReminder({ onAdded }: { onAdded: () => void }) {
  const [text, setText] = useState("");
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function add(said: string, at: Date): Promise<void> {
    setBusy(true);
    const body = { text: said, remindAt: at.toISOString() };
    const answer = await request(paths.api.reminders, { method: "POST", body });
    setBusy(false);
    if (!answer.ok)
      return void toast.error(answer.error ?? "The reminder wasn't saved. Check your connection and try again.");
    setText("");
    onAdded();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === "") return;
    const said = parseMoment(text, new Date());
    if (said && said.rest !== "") void add(said.rest, said.at);
    else setAsking(true);
  }

  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <TextField
        label="New reminder"
        hint="For example: water the plants tomorrow 9:00"
        className="min-w-0 flex-1"
        maxLength={1_000}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy} className="mt-6.5">
        Remind me
      </Button>
      {asking && (
        <MomentDialog
          title="When?"
          verb="Set reminder"
          onChoose={(at) => at && void add(text.trim(), at)}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
