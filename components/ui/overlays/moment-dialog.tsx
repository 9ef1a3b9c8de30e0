"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { controlStyle } from "@/components/ui/controls/control-style";
import { clock, dayKey, shortDate } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { isChoosable, toFieldValue, tomorrow, usualMoments } from "@/lib/text/moments";
import { Dialog } from "./dialog";

type MomentDialogProps = {
  title: string;
  description?: string;
  /** What the button for a chosen date does: "Set reminder". */
  verb: string;
  /** The moment that is set already. */
  current?: string | null;
  /** Called with the moment, or null to remove the current one. */
  onChoose: (at: Date | null) => void;
  onClose: () => void;
};

/** Chooses a moment in the future: a usual one, or any date and time. */
export function MomentDialog({ title, description, verb, current = null, onChoose, onClose }: MomentDialogProps) {
  const zone = useTimeZone();
  const [now] = useState(() => new Date());
  const choose = (at: Date | null) => {
    onChoose(at);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      {...(description !== undefined && { description })}
    >
      <ul aria-label="Usual times" className="-mx-2">
        {usualMoments(now).map(({ label, at }) => (
          <li key={label}>
            <button
              type="button"
              onClick={() => choose(at)}
              className="flex min-h-10 pointer-coarse:min-h-11 w-full items-center justify-between gap-4 rounded-md px-2 text-start text-sm hover:bg-surface-hover"
            >
              {label}
              <span className="text-text-muted tabular-nums">{momentText(at, zone, now)}</span>
            </button>
          </li>
        ))}
      </ul>
      <OtherMoment verb={verb} from={current === null ? null : new Date(current)} onChoose={choose} />
      {current !== null && (
        <Button variant="ghost" className="mt-3 text-danger" onClick={() => choose(null)}>
          Remove the reminder
        </Button>
      )}
    </Dialog>
  );
}

type OtherMomentProps = { verb: string; from: Date | null; onChoose: (at: Date) => void };

function OtherMoment({ verb, from, onChoose }: OtherMomentProps) {
  const id = useId();
  const [value, setValue] = useState(() => toFieldValue(from ?? tomorrow(new Date())));
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = new Date(value);
    if (!Number.isNaN(at.getTime()) && isChoosable(at, new Date())) onChoose(at);
    else setIsWrong(true);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-2 border-border border-t pt-4">
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        Another time
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="datetime-local"
          value={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setValue(event.target.value);
            setIsWrong(false);
          }}
          className={`${controlStyle} h-9 min-w-0 flex-1 text-sm`}
        />
        <Button type="submit">{verb}</Button>
      </div>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-danger text-sm">
          Choose a time in the future, at most a year away.
        </p>
      )}
    </form>
  );
}

/** Describes a moment: "14:30" today, otherwise "28 Nov 2026, 09:00". */
export function momentText(at: Date, timeZone: string, now: Date): string {
  const time = clock(at, timeZone);
  return dayKey(at, timeZone) === dayKey(now, timeZone) ? time : `${shortDate(at, timeZone)}, ${time}`;
}
