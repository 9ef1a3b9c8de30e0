"use client";

import type { ReactNode } from "react";
import { dayName } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { useNow } from "@/components/ui/use-now";
import type { AuditEntryDto } from "@/lib/audit/dto";
import { AuditEntry } from "./audit-entry";
import { byDay } from "./by-day";

type AuditDaysProps<E extends AuditEntryDto> = {
  entries: readonly E[];
  markOf?: (entry: E) => ReactNode;
  linkOf?: (entry: E) => ReactNode;
};

/**
 * Entries in the order they come, each of the reader's days under its name. `markOf` gives what stands before an entry's time, and
 * `linkOf` where it leads.
 */
export function AuditDays<E extends AuditEntryDto>({ entries, markOf, linkOf }: AuditDaysProps<E>) {
  const timeZone = useTimeZone();
  const now = useNow();
  return byDay(entries, timeZone).map((day) => {
    const id = `day-${day.key}`;
    return (
      <section key={day.key} aria-labelledby={id}>
        <h2 id={id} className="mb-2 font-medium text-sm text-text-muted">
          {dayName(new Date(day.entries[0].createdAt), timeZone, now)}
        </h2>
        <ol aria-labelledby={id} className="divide-y rounded-xl border">
          {day.entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} mark={markOf?.(entry)} link={linkOf?.(entry)} />
          ))}
        </ol>
      </section>
    );
  });
}
