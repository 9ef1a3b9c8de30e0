"use client";

import { clsx } from "clsx";
import { useId, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { EyeOff } from "@/components/ui/icons/more-icons";
import type { SeenEventDto } from "@/lib/webhooks/rules/model";

// About as many as a screen shows below the title.
const FIRST = 12;

type EventsSeenProps = {
  events: readonly SeenEventDto[];
  hide: (event: string) => void;
  unhide: (event: string, ruleId: string) => void;
};

/** The events that the webhook got, the most frequent first. Each can be hidden with one press. */
export function EventsSeen({ events, hide, unhide }: EventsSeenProps) {
  const [all, setAll] = useState(false);
  const shown = all ? events : events.slice(0, FIRST);
  return (
    <section aria-labelledby="events-seen" className="flex flex-col gap-3">
      <div>
        <h3 id="events-seen" className="font-semibold text-base">
          Events seen
        </h3>
        <p className="text-sm text-text-muted">
          What tools sent in the last seven days. Hidden events are still in the delivery log.
        </p>
      </div>
      {events.length === 0 ? (
        <p className="text-balance rounded-xl border px-4 py-8 text-center text-sm text-text-muted">
          No events yet. Once a tool posts to this webhook, its events appear here, and you can hide those you don't
          need.
        </p>
      ) : (
        <ul className="divide-y rounded-xl border">
          {shown.map((event) => (
            <EventRow key={event.event} event={event} hide={hide} unhide={unhide} />
          ))}
        </ul>
      )}
      {shown.length < events.length && (
        <Button size="small" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          Show all {events.length} events
        </Button>
      )}
    </section>
  );
}

type EventRowProps = { event: SeenEventDto } & Pick<EventsSeenProps, "hide" | "unhide">;

function EventRow({ event: { event, thisWeek, hiddenBy }, hide, unhide }: EventRowProps) {
  const id = useId();
  const isHidden = hiddenBy !== null;
  return (
    <li aria-labelledby={id} className="flex min-h-11 items-center gap-3 px-4 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span id={id} className={clsx("min-w-0 font-mono text-sm wrap-anywhere", isHidden && "text-text-muted")}>
          {event}
        </span>
        <span className="text-text-muted text-xs tabular-nums">
          {thisWeek === 0 ? "None" : thisWeek.toLocaleString("en-US")} this week
        </span>
        {isHidden && (
          <span className="inline-flex items-baseline gap-1 text-text-muted text-xs">
            <EyeOff aria-hidden="true" className="size-3.5 self-center" />
            Hidden by a rule
          </span>
        )}
      </div>
      {/* One button, so that it keeps the focus. */}
      <Button
        size="small"
        variant={isHidden ? "ghost" : "secondary"}
        aria-describedby={id}
        onClick={() => (isHidden ? unhide(event, hiddenBy) : hide(event))}
      >
        {isHidden ? "Show" : "Hide"}
      </Button>
    </li>
  );
}
