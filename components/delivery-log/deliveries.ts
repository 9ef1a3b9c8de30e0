import { isOutcome } from "@/lib/webhooks/deliveries/limits";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { isFailed } from "./describe-delivery";

// About this many rows are visible without scrolling.
const IN_SIGHT = 8;

export type DeliveryFilter = "all" | "failed" | "succeeded";

/**
 * The deliveries to show, newest first: the latest as far as the filter lets them, and whatever is open, even when it has
 * just left the log or the filter leaves it out: somebody is at work on it.
 */
export function shownDeliveries(
  latest: readonly DeliveryDto[],
  filter: DeliveryFilter,
  open: DeliveryDto | null,
): DeliveryDto[] {
  const shown = latest.filter((delivery) => isIn(filter, delivery) || delivery.id === open?.id);
  return open && !latest.some(({ id }) => id === open.id) ? [...shown, open] : shown;
}

function isIn(filter: DeliveryFilter, delivery: DeliveryDto): boolean {
  return filter === "all" || isFailed(delivery) === (filter === "failed");
}

/**
 * The failure to point at above a list of everything: the latest one, when so many came after it that it may have gone unseen.
 * Null when there is none.
 */
export function hiddenFailure(deliveries: readonly DeliveryDto[]): DeliveryDto | null {
  const index = deliveries.findIndex(isFailed);
  return index < IN_SIGHT ? null : (deliveries[index] ?? null);
}

/** Whether the webhook may be failing now and wasn't before, or the other way round. */
export function outcomeChanged(before: readonly DeliveryDto[], after: readonly DeliveryDto[]): boolean {
  const failed = (deliveries: readonly DeliveryDto[]) => {
    const latest = deliveries.find(isOutcome);
    return latest !== undefined && isFailed(latest);
  };
  return failed(before) !== failed(after);
}
