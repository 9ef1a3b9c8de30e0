import type { StreamEvent } from "@/lib/events/types";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { isFailed } from "./describe-delivery";

export type DeliveryFilter = "all" | "failed";

/**
 * The deliveries to show, newest first: the latest as far as the filter lets them, and whatever is open, even when it has
 * just left the log or the filter leaves it out: somebody is at work on it.
 */
export function shownDeliveries(
  latest: readonly DeliveryDto[],
  filter: DeliveryFilter,
  open: DeliveryDto | null,
): DeliveryDto[] {
  const shown = latest.filter((delivery) => filter === "all" || isFailed(delivery) || delivery.id === open?.id);
  return open && !latest.some(({ id }) => id === open.id) ? [...shown, open] : shown;
}

/** Whether the event says that the webhook's log may have changed, or that something may have been missed. */
export function concernsLog(event: StreamEvent, channelId: string, webhookId: string): boolean {
  if (event.type === "ready" || event.type === "reset") return event.channelId === channelId;
  if (event.type === "deliveries") return event.channelId === channelId && event.webhookId === webhookId;
  // A message that was deleted can't be shown any more.
  return event.type === "changes" && event.channelId === channelId && event.messages.some(({ deleted }) => deleted);
}

/** Whether the webhook may be failing now and wasn't before, or the other way round. */
export function outcomeChanged(before: readonly DeliveryDto[], after: readonly DeliveryDto[]): boolean {
  const failed = ([latest]: readonly DeliveryDto[]) => latest !== undefined && isFailed(latest);
  return failed(before) !== failed(after);
}
