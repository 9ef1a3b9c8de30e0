"use client";

import { useState, useSyncExternalStore } from "react";
import { SelectField } from "@/components/ui/controls/select-field";
import { Switch } from "@/components/ui/controls/switch";
import { TextField } from "@/components/ui/controls/text-field";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useSaved } from "@/components/ui/forms/use-saved";
import { toast } from "@/components/ui/overlays/toaster";
import { useTimeZone } from "@/components/ui/time/time-zone";
import type { QuietHoursDto } from "@/lib/people/notifications/dto";

type QuietHoursProps = {
  quietHours: QuietHoursDto | null;
  saveQuietHours: FormAction;
  removeQuietHours: FormAction;
};

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const USUAL = { from: "22:00", to: "07:00", days: [1, 2, 3, 4, 5, 6, 7] };

type Hours = Omit<QuietHoursDto, "days"> & { days: readonly number[] };

/** A switch for quiet hours, and their hours, days and time zone while they're on. Each change is saved immediately. */
export function QuietHours({ quietHours, saveQuietHours, removeQuietHours }: QuietHoursProps) {
  const own = useTimeZone();
  const [hours, setHours] = useState<Hours | null>(quietHours);
  const { send, mark } = useSaved((input) => (input === null ? removeQuietHours({}) : saveQuietHours(input)));

  async function change(next: Hours | null): Promise<void> {
    setHours(next);
    if (next?.days.length === 0) return;
    const failure = await send(next && { ...next, days: next.days.join("") });
    if (failure === null) return;
    toast.error(failure);
    setHours(quietHours);
  }

  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Pause notifications on a schedule"
        aside={mark}
        checked={hours !== null}
        onCheckedChange={(on) => void change(on ? { ...USUAL, timeZone: own } : null)}
      />
      {hours && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <TimeField label="From" value={hours.from} change={(from) => void change({ ...hours, from })} />
            <TimeField label="To" value={hours.to} change={(to) => void change({ ...hours, to })} />
          </div>
          <Days
            chosen={hours.days}
            setChosen={(days) => void change({ ...hours, days })}
            error={hours.days.length === 0 ? "Choose at least one day." : null}
          />
          <ZoneField zone={hours.timeZone} setZone={(timeZone) => void change({ ...hours, timeZone })} />
        </>
      )}
    </div>
  );
}

type TimeFieldProps = { label: string; value: string; change: (time: string) => void };

/** A time, saved once it's complete and the focus leaves it. */
function TimeField({ label, value, change }: TimeFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  return (
    <TextField
      label={label}
      type="time"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => {
        if (text === "") setText(value);
        else if (text !== value) change(text);
      }}
    />
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

type ZoneFieldProps = { zone: string; setZone: (zone: string) => void };

let zones: readonly string[] | null = null;
const never = () => () => {};
const none: readonly string[] = [];

/** The browser's list of time zones. Not rendered on the server, whose list may differ. */
function ZoneField({ zone, setZone }: ZoneFieldProps) {
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
      value={zone}
      onChange={(event) => setZone(event.target.value)}
      options={all.map((name) => ({ value: name, label: name.replaceAll("_", " ") }))}
    />
  );
}
