"use client";

import { type FormEvent, useState } from "react";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Dialog } from "@/components/ui/overlays/dialog";
import { toFieldValue } from "@/lib/text/moments";
import { fromFieldValue } from "./schedule-times";

type ScheduleDialogProps = {
  title: string;
  /** The time that it starts with. */
  at: Date;
  confirmText: string;
  /** Resolves to null on success, or to an error. */
  onChoose: (at: Date) => Promise<string | null>;
  onClose: () => void;
};

/** Chooses the date and time at which a message is sent. */
export function ScheduleDialog({ title, at, confirmText, onChoose, onClose }: ScheduleDialogProps) {
  const [value, setValue] = useState(() => toFieldValue(at));
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function choose(event: FormEvent): Promise<void> {
    event.preventDefault();
    // The composer's form is around this one in React's tree.
    event.stopPropagation();
    if (busy) return;
    const chosen = fromFieldValue(value, new Date());
    if (typeof chosen === "string") return setError(chosen);
    setBusy(true);
    const failure = await onChoose(chosen);
    setBusy(false);
    if (failure === null) onClose();
    else setError(failure);
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form noValidate onSubmit={(event) => void choose(event)} className="flex flex-col gap-4">
        <TextField
          label="Date and time"
          hint="In your time zone."
          type="datetime-local"
          required
          value={value}
          min={toFieldValue(new Date())}
          error={error}
          onChange={(event) => {
            setValue(event.target.value);
            setError(null);
          }}
        />
        <DialogButtons busy={busy}>{confirmText}</DialogButtons>
      </form>
    </Dialog>
  );
}
