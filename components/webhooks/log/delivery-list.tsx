"use client";

import { type ReactNode, type Ref, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { SegmentedControl } from "@/components/ui/controls/segmented-control";
import { Banner } from "@/components/ui/display/banner";
import { useFirstRows } from "@/components/ui/lists/use-first-rows";
import { Time } from "@/components/ui/time/time";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { type DeliveryFilter, hiddenFailure, shownDeliveries } from "./deliveries";
import { columns, DeliveryRow } from "./delivery-row";
import { isFailed } from "./describe-delivery";

const FIRST_ROWS = 30;

type DeliveryListProps = {
  ref: Ref<HTMLUListElement>;
  deliveries: DeliveryDto[];
  /** How many failures the log keeps, including those not loaded. */
  failures: number;
  older: { loading: boolean; load: () => void } | null;
  /** Renders the payload of the open delivery. */
  panelOf: (delivery: DeliveryDto) => ReactNode;
  action: ReactNode;
};

const NOTHING: Record<DeliveryFilter, string> = {
  all: "No requests are in the log. Send a test message to add one.",
  failed:
    "No requests failed in the last 30 days. Failed requests appear here with the reason, so you can correct them and send them again.",
  succeeded:
    "No requests have succeeded yet. Send a test message, or correct a failed request's payload and send it again.",
};

/** The requests, newest first. At most one is open. */
export function DeliveryList({ ref, deliveries, failures, older, panelOf, action }: DeliveryListProps) {
  const [filter, setFilter] = useState<DeliveryFilter>("all");
  const [open, setOpen] = useState<DeliveryDto | null>(null);
  const shown = shownDeliveries(deliveries, filter, open);
  const successes = deliveries.filter((delivery) => !isFailed(delivery)).length;
  const options = [
    { value: "all", label: "All", count: successes + failures },
    { value: "failed", label: "Failed", count: failures },
    { value: "succeeded", label: "Succeeded", count: successes },
  ] as const;
  const rows = useFirstRows(shown, FIRST_ROWS);
  return (
    <section aria-label="Requests" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl label="Show" value={filter} options={options} choose={setFilter} />
        {action}
      </div>
      {filter === "all" && <HiddenFailures deliveries={deliveries} count={failures} show={() => setFilter("failed")} />}
      {shown.length === 0 && (
        <p className="rounded-xl border px-4 py-10 text-balance text-center text-sm text-text-muted">
          {NOTHING[filter]}
        </p>
      )}
      <div className="rounded-xl border" hidden={shown.length === 0}>
        <div
          aria-hidden="true"
          className={`${columns} border-b py-1.5 font-medium text-text-muted text-xs max-lg:hidden`}
        >
          <span>Status</span>
          <span>Request</span>
          <span>Tool</span>
          <span className="text-end">Time</span>
        </div>
        {/* `keepScrollPosition` replaces the browser's scroll anchoring, which not all browsers have. */}
        <ul ref={ref} aria-label="Requests, newest first" className="divide-y [overflow-anchor:none]">
          {rows.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              open={open?.id === delivery.id}
              panel={delivery.hasPayload && panelOf(delivery)}
              toggle={() => setOpen(open?.id === delivery.id ? null : delivery)}
            />
          ))}
        </ul>
      </div>
      {older && filter !== "succeeded" && (
        <Button size="small" className="self-center" busy={older.loading} onClick={older.load}>
          Show older failures
        </Button>
      )}
    </section>
  );
}

type HiddenFailuresProps = { deliveries: DeliveryDto[]; count: number; show: () => void };

/** Points to failures further down the list, so that newer successes don't hide them. */
function HiddenFailures({ deliveries, count, show }: HiddenFailuresProps) {
  const latest = hiddenFailure(deliveries);
  if (!latest) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" onClick={show}>
          Show failed
        </Button>
      }
    >
      {count === 1 ? "1 request" : `${count} requests`} failed in the last 30 days, the latest{" "}
      <Time at={latest.createdAt} format="relative" className="min-w-0!" />.
    </Banner>
  );
}
