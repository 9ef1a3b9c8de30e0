"use client";

import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

type TimestampFieldProps = { value: string; onChange: (value: string) => void; problem: string | null };

/** A moment as ISO 8601, with the present one at hand. */
export function TimestampField({ value, onChange, problem }: TimestampFieldProps) {
  return (
    <div className="flex items-start gap-2">
      <TextField
        label="Timestamp"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={problem}
        placeholder="2026-11-21T09:30:00Z"
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      <Button className="mt-6.5" onClick={() => onChange(`${new Date().toISOString().slice(0, 19)}Z`)}>
        Now
      </Button>
    </div>
  );
}
