import { clsx } from "clsx";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { isFailed, outcome } from "./describe-delivery";

/** What the sender was answered, as a number, a word and a mark. */
export function DeliveryStatus({ delivery }: { delivery: DeliveryDto }) {
  const failed = isFailed(delivery);
  const Icon = failed ? (delivery.status >= 500 ? TriangleAlert : CircleX) : CircleCheck;
  return (
    <p
      id={`delivery-${delivery.id}`}
      className={clsx("flex items-baseline gap-1.5 font-medium text-sm", failed ? "text-danger" : "text-success")}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 self-center" />
      <span className="tabular-nums">{delivery.status}</span> {outcome(delivery)}
    </p>
  );
}
