import { isOutcome } from "@/lib/webhooks/deliveries/limits";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { isFailed } from "./describe-delivery";

// About this many rows are visible without scrolling.
const IN_SIGHT = 8;

export type DeliveryFilter = "all" | "failed" | "succeeded";

/**
 * Returns the deliveries that match the filter, newest first. The open one stays in the list even if it has left the
 * log or the filter excludes it, because someone may be editing it.
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

/** Returns the latest failure if enough successes follow it that it may be out of sight, otherwise null. */
export function hiddenFailure(deliveries: readonly DeliveryDto[]): DeliveryDto | null {
  const index = deliveries.findIndex(isFailed);
  return index < IN_SIGHT ? null : (deliveries[index] ?? null);
}

/** Returns whether the number of failures in a row may have changed between the two lists. */
export function outcomeChanged(before: readonly DeliveryDto[], after: readonly DeliveryDto[]): boolean {
  const [earlier, later] = [before.find(isOutcome), after.find(isOutcome)];
  if (earlier?.id === later?.id) return false;
  return [earlier, later].some((latest) => latest !== undefined && isFailed(latest));
}
