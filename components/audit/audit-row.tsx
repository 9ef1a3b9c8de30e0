"use client";

import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { Time } from "@/components/ui/time";
import { dayKey, dayName } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { useNow } from "@/components/ui/use-now";
import type { AuditEntryDto } from "@/lib/audit/dto";
import { changesOf, type SentencePart, type ShownChange, sentenceOf } from "./describe";

/** Groups entries by day in the reader's time zone, in their order. `key` is the day, such as "2026-11-20". */
export function byDay<E extends { createdAt: string }>(
  entries: readonly E[],
  timeZone: string,
): { key: string; entries: [E, ...E[]] }[] {
  const days: { key: string; entries: [E, ...E[]] }[] = [];
  for (const entry of entries) {
    const key = dayKey(new Date(entry.createdAt), timeZone);
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, entries: [entry] });
  }
  return days;
}

/** One entry: what happened, the reason if one was given, the changed values and the time. */
function AuditEntry({ entry }: { entry: AuditEntryDto }) {
  const changes = changesOf(entry);
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Who entry={entry} size={28} />
      <div className="min-w-0 flex-1 pt-1">
        <p className="break-words text-sm text-text-muted">
          <Sentence parts={sentenceOf(entry)} />
        </p>
        {entry.messageId && (
          <p className="mt-0.5 break-all text-sm text-text-muted tabular-nums">Message {entry.messageId}</p>
        )}
        <Reason reason={entry.reason} />
        {changes.length > 0 && (
          <dl className="mt-1.5 flex flex-col gap-1 text-sm">
            {changes.map((change) => (
              <Change key={change.label} change={change} />
            ))}
          </dl>
        )}
      </div>
      <Time at={entry.createdAt} format="clock" className="shrink-0 pt-1 text-sm text-text-muted" />
    </li>
  );
}

/** The person who did it, or the webhook it happened to. */
export function Who({ entry, ...shown }: { entry: AuditEntryDto; size: number; className?: string }) {
  const { actorName, actorId, actorAvatarUrl, webhookName, webhookId } = entry;
  if (actorName === null && webhookName !== null) {
    return <Avatar name={webhookName} seed={webhookId ?? webhookName} src={null} shape="square" {...shown} />;
  }
  const name = actorName ?? "?";
  return <Avatar name={name} seed={actorId ?? name} src={actorAvatarUrl} {...shown} />;
}

/** A sentence with its names emphasized. */
export function Sentence({ parts }: { parts: SentencePart[] }) {
  return parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
      <strong key={index} className="font-medium text-text">
        {part.strong}
      </strong>
    ),
  );
}

/** The reason given by the person. */
function Reason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return <p className="mt-1 whitespace-pre-line break-words text-sm">“{reason}”</p>;
}

function Change({ change: { label, from, to } }: { change: ShownChange }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="shrink-0 text-text-muted">{label}</dt>
      <dd className="min-w-0 break-words">
        <span className="sr-only">from </span>
        <span className={clsx("text-text-muted", from && "line-through decoration-border-strong")}>
          {from ?? "none"}
        </span>
        <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 text-text-muted" />
        <span className="sr-only"> to </span>
        {to ?? <span className="text-text-muted">none</span>}
      </dd>
    </div>
  );
}

/** Entries grouped by day in the reader's time zone. */
export function AuditDays({ entries }: { entries: readonly AuditEntryDto[] }) {
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
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      </section>
    );
  });
}
