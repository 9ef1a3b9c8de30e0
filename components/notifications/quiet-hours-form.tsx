"use client";

import { useState, useSyncExternalStore } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { useTimeZone } from "@/components/ui/time-zone";
import { toast } from "@/components/ui/toaster";
import type { QuietHoursDto } from "@/lib/notifications/dto";

type QuietHoursFormProps = {
  quietHours: QuietHoursDto | null;
  saveQuietHours: FormAction;
  removeQuietHours: FormAction;
};

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const USUAL = { from: "22:00", to: "07:00", days: [1, 2, 3, 4, 5, 6, 7] };

/** Sets the hours, days and time zone of quiet hours. */
export function QuietHoursForm({ quietHours, saveQuietHours, removeQuietHours }: QuietHoursFormProps) {
  const own = useTimeZone();
  const { from, to, days } = quietHours ?? USUAL;
  const [chosen, setChosen] = useState<readonly number[]>(days);
  const [zone, setZone] = useState(quietHours?.timeZone);
  const [removing, setRemoving] = useState(false);
  const form = useForm({
    fields: ["from", "to", "days", "timeZone"],
    send: saveQuietHours,
    done: () => void toast.success("Quiet hours saved"),
  });

  async function remove(): Promise<void> {
    setRemoving(true);
    const result = await removeQuietHours({}).catch(() => null);
    if (result?.ok) toast.success("Quiet hours removed");
    else toast.error(result?.error ?? "That didn't work. Check your connection and try again.");
    setRemoving(false);
  }

  return (
    <Form state={form}>
      <p role="status" className="text-sm text-text-muted">
        {quietHours ? "On." : "Off. Save to turn them on."}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <TextField label="From" name="from" type="time" defaultValue={from} required error={form.errorOf("from")} />
        <TextField label="To" name="to" type="time" defaultValue={to} required error={form.errorOf("to")} />
      </div>
      <Days chosen={chosen} setChosen={setChosen} error={form.errorOf("days")} />
      <input type="hidden" name="days" value={chosen.join("")} />
      <ZoneField zone={zone ?? own} setZone={setZone} error={form.errorOf("timeZone")} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save quiet hours
        </Button>
        {quietHours && (
          <Button busy={removing} onClick={() => void remove()}>
            Remove quiet hours
          </Button>
        )}
      </div>
    </Form>
  );
}

type DaysProps = { chosen: readonly number[]; setChosen: (days: readonly number[]) => void; error: string | null };

/** The days on which quiet hours start. If they go past midnight, they end on the next day. */
function Days({ chosen, setChosen, error }: DaysProps) {
  const toggle = (day: number) =>
    setChosen(chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day].sort());
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Starts on</legend>
      <div className="flex flex-wrap gap-1.5">
        {DAYS.map((name, index) => (
          <label
            key={name}
            className="relative inline-flex min-h-8 min-w-11 items-center justify-center rounded-md border border-border-strong px-2 font-medium text-sm text-text-muted transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-surface-selected has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              aria-label={name}
              checked={chosen.includes(index + 1)}
              onChange={() => toggle(index + 1)}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <span aria-hidden="true">{name.slice(0, 2)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type ZoneFieldProps = { zone: string; setZone: (zone: string) => void; error: string | null };

let zones: readonly string[] | null = null;
const never = () => () => {};
const none: readonly string[] = [];

/** The browser's list of time zones. Not rendered on the server, whose list may differ. */
function ZoneField({ zone, setZone, error }: ZoneFieldProps) {
  const known = useSyncExternalStore(
    never,
    () => {
      zones ??= Intl.supportedValuesOf("timeZone");
      return zones;
    },
    () => none,
  );
  const all = known.includes(zone) ? known : [zone, ...known];
  return (
    <SelectField
      label="Time zone"
      name="timeZone"
      value={zone}
      onChange={(event) => setZone(event.target.value)}
      options={all.map((name) => ({ value: name, label: name.replaceAll("_", " ") }))}
      error={error}
    />
  );
}
