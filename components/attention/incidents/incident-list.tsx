"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { closeIncident } from "@/components/chat/incidents/close-incident";
import { IncidentLine } from "@/components/chat/incidents/incident-line";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { EmptyState } from "@/components/ui/display/empty-state";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { Siren } from "@/components/ui/icons/icons";
import { CheckCheck } from "@/components/ui/icons/more-icons";
import { useLivePages } from "@/components/ui/lists/use-pages";
import { toast } from "@/components/ui/overlays/toaster";
import { Time } from "@/components/ui/time/time";
import { ask, useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { channelTitle } from "@/lib/channels/dto";
import { type IncidentActKind, isAcknowledged } from "@/lib/messages/dto";
import { excerpt } from "@/lib/messages/excerpt";
import type { IncidentItemDto, IncidentPageDto } from "@/lib/messages/incidents/dto";
import { paths, withParameters } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import type { IncidentFilterValues } from "./incident-controls";

const AssignDialog = deferredPart(async () => (await import("@/components/chat/incidents/assign-dialog")).AssignDialog);

const FAILED = "Couldn't load more. Check your connection and try again.";

type IncidentListProps = { filter: IncidentFilterValues; first: IncidentPageDto; readerId: string };

/** The open incidents, the worst and newest first, live. */
export function IncidentList({ filter, first, readerId }: IncidentListProps) {
  const address = withParameters(paths.api.incidents, filter);
  const live = useData<IncidentPageDto>(address, { rendered: first, current: true }).data ?? first;
  const { items, more, busy } = useLivePages(live, async (after) => {
    const answer = await request<IncidentPageDto>(withParameters(paths.api.incidents, { ...filter, after }));
    return answer.ok ? answer : { ok: false, error: FAILED };
  });
  const [assigning, setAssigning] = useState<IncidentItemDto | null>(null);

  async function send({ message }: IncidentItemDto, body: Act): Promise<string | null> {
    const answer = await request(paths.api.incident(message.channelId, message.id), { method: "PATCH", body });
    ask(address);
    return answer.ok ? null : (answer.error ?? UNREACHABLE);
  }

  async function act(item: IncidentItemDto, body: Act): Promise<void> {
    if (body.act === "close") return closeIncident(item.message, (kind) => send(item, { act: kind }));
    const error = await send(item, body);
    if (error !== null) toast.error(error);
  }

  if (items.length === 0) return <Nothing isFiltered={filter.channel + filter.tool !== "" || filter.show !== "all"} />;
  return (
    <>
      <ul aria-label="Incidents" className="overflow-hidden border-border max-md:-mx-4 md:rounded-xl md:border">
        {items.map((item) => (
          <IncidentRow
            key={item.message.id}
            item={item}
            act={(kind) => void act(item, { act: kind })}
            onAssign={() => setAssigning(item)}
          />
        ))}
      </ul>
      {more && (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      )}
      {assigning && (
        <AssignDialog
          message={assigning.message}
          readerId={readerId}
          onAssign={(to) => void act(assigning, to ? { act: "assign", to: to.id } : { act: "unassign" })}
          onClose={() => setAssigning(null)}
        />
      )}
    </>
  );
}

type Act = { act: IncidentActKind; to?: string };

type IncidentRowProps = { item: IncidentItemDto; act: (kind: IncidentActKind) => void; onAssign: () => void };

function IncidentRow({ item, act, onAssign }: IncidentRowProps) {
  const { incident, message, channel, tool, canAct } = item;
  const isRed = incident.severity === "danger";
  const isTaken = isAcknowledged(incident);
  return (
    <li
      className={clsx(
        "flex flex-col gap-1 border-s-4 px-4 py-3 not-first:border-t",
        isRed ? "border-s-danger" : "border-s-warning",
        isTaken && "bg-surface-sunken",
      )}
    >
      <div className="flex min-w-0 items-baseline gap-2">
        <span className={clsx("shrink-0 font-semibold text-xs", isRed ? "text-danger" : "text-warning")}>
          {isRed ? "Critical" : "Warning"}
        </span>
        <Link
          href={paths.message(channel.id, message.seq)}
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 font-medium text-sm wrap-anywhere hover:underline"
        >
          {withCustomEmoji(excerpt(message, 200))}
        </Link>
        <Time at={incident.openedAt} format="relative" className="min-w-0! shrink-0 text-text-muted text-xs" />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <p className="min-w-0 flex-1 text-text-muted text-xs wrap-anywhere max-md:basis-full">
          {cleanText(tool)} in {cleanText(channelTitle(channel))}
          {message.updateCount > 0 &&
            `, updated ${message.updateCount === 1 ? "once" : `${message.updateCount} times`}`}
        </p>
        <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
          <IncidentLine
            incident={incident}
            onAcknowledge={canAct ? () => act("acknowledge") : null}
            onAssign={onAssign}
          />
          {canAct && isTaken && (
            <Button size="small" variant="ghost" onClick={() => act("unacknowledge")}>
              Take back
            </Button>
          )}
          {canAct && (
            <Button size="small" variant="ghost" onClick={() => act("close")}>
              Close
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<CheckCheck />}
        title="No incident matches"
        action={
          <Link href={paths.incidents} className={buttonStyle("secondary")}>
            Show all
          </Link>
        }
      >
        Nothing is open with these filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Siren />} title="No open incidents">
      Alerts appear here until they're resolved.
    </EmptyState>
  );
}
