"use client";

import { TextField } from "@/components/ui/text-field";
import { toColor } from "./payload";

type ColorFieldProps = { value: string; onChange: (value: string) => void; problem: string | null };

/** A colour, picked or written: decimal as senders write it, or #rrggbb. */
export function ColorField({ value, onChange, problem }: ColorFieldProps) {
  const color = toColor(value);
  const known = typeof color === "number" && color <= 0xffffff;
  const hex = known ? `#${color.toString(16).padStart(6, "0")}` : null;
  return (
    <div className="flex items-start gap-2">
      <TextField
        label="Colour"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={problem}
        hint={hex && (value.trim() === `${color}` ? hex : `${color} in JSON`)}
        placeholder="#2ecc71 or 3066993"
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      <input
        type="color"
        aria-label="Pick a colour"
        value={hex ?? "#000000"}
        onChange={(event) => onChange(event.target.value)}
        className="mt-6.5 h-9 target w-11 shrink-0 cursor-pointer rounded-md border border-border-strong bg-surface-raised p-1"
      />
    </div>
  );
}
