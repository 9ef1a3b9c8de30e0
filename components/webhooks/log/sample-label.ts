import { clock, shortDate } from "@/components/ui/time/time-format";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { subjectOf } from "./describe-delivery";

/** Returns a request's time and what came of it, for a list to choose from. */
export function sampleLabel(delivery: DeliveryDto, zone: string): string {
  const at = new Date(delivery.createdAt);
  return `${shortDate(at, zone)}, ${clock(at, zone)} · ${subjectOf(delivery)}`;
}
