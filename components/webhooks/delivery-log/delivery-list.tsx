"use client";

import { type ReactNode, type Ref, useState } from "react";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { Choice } from "../choice";
import { columns } from "./columns";
import { type DeliveryFilter, shownDeliveries } from "./deliveries";
import { DeliveryRow } from "./delivery-row";
import { isFailed } from "./describe-delivery";

type DeliveryListProps = {
  ref: Ref<HTMLUListElement>;
  deliveries: DeliveryDto[];
  /** What stands below the delivery that is open. */
  panelOf: (delivery: DeliveryDto) => ReactNode;
  action: ReactNode;
};

/** The requests, newest first; one of them may be open. */
export function DeliveryList({ ref, deliveries, panelOf, action }: DeliveryListProps) {
  const [filter, setFilter] = useState<DeliveryFilter>("all");
  const [open, setOpen] = useState<DeliveryDto | null>(null);
  const shown = shownDeliveries(deliveries, filter, open);
  const options = [
    { value: "all", label: "All", count: deliveries.length },
    { value: "failed", label: "Failed", count: deliveries.filter(isFailed).length },
  ] as const;
  return (
    <section aria-label="Requests" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Choice label="Show" value={filter} options={options} choose={setFilter} />
        {action}
      </div>
      {shown.length === 0 && (
        <p className="rounded-xl border px-4 py-10 text-center text-sm text-text-muted">No request has failed.</p>
      )}
      <div className="rounded-xl border" hidden={shown.length === 0}>
        <div
          aria-hidden="true"
          className={`${columns} border-b py-1.5 font-medium text-text-muted text-xs max-md:hidden`}
        >
          <span>Status</span>
          <span>Time</span>
          <span>Request</span>
          <span className="text-end">Took</span>
          <span className="text-end">Size</span>
        </div>
        {/* Rows that come in above are kept from moving the others by `keepPlace`, in every browser alike. */}
        <ul ref={ref} aria-label="Requests, newest first" className="divide-y [overflow-anchor:none]">
          {shown.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              panel={open?.id === delivery.id ? panelOf(delivery) : null}
              toggle={() => setOpen(open?.id === delivery.id ? null : delivery)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
