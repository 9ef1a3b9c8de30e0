"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/controls/link";
import { Badge } from "@/components/ui/display/badge";
import { ChevronRight, TriangleAlert } from "@/components/ui/icons/icons";
import { CircleCheck, CircleX } from "@/components/ui/icons/more-icons";
import { exactTime, relativeTime, shortDate } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useNow } from "@/components/ui/time/use-now";
import { paths } from "@/lib/text/paths";
import { sizeText } from "@/lib/text/size-text";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { isFailed, lacksPayload, originName, outcome, subjectOf } from "./describe-delivery";

/** Grid columns of the log. On phones a delivery is stacked instead. */
export const columns =
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 px-4 lg:grid-cols-[7rem_minmax(0,3fr)_minmax(0,1fr)_5.5rem_1rem]";

type DeliveryRowProps = {
  delivery: DeliveryDto;
  open: boolean;
  /** What is below the details of the open delivery. */
  panel: ReactNode;
  toggle: () => void;
};

/** One request: what came, from which tool, when and with which outcome. It opens its details in place. */
export function DeliveryRow({ delivery, open, panel, toggle }: DeliveryRowProps) {
  const { id, sender, method } = delivery;
  const detailsId = `details-${id}`;
  const origin = originName(delivery);
  return (
    <li aria-labelledby={`delivery-${id}`} data-open={open || undefined} className={open ? "bg-surface-raised" : ""}>
      <button
        type="button"
        aria-expanded={open}
        {...(open ? { "aria-controls": detailsId } : {})}
        onClick={toggle}
        className={clsx(
          columns,
          "min-h-11 w-full py-2.5 text-start text-sm -outline-offset-2 transition-colors hover:bg-surface-hover",
        )}
      >
        <DeliveryStatus delivery={delivery} />
        <span
          className={clsx(
            "line-clamp-2 min-w-0 break-words max-lg:order-1 max-lg:col-span-full",
            !isFailed(delivery) && !delivery.message?.title && "text-text-muted",
          )}
        >
          {subjectOf(delivery)}
        </span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5 max-lg:order-2 max-lg:col-span-full max-lg:text-text-muted">
          <span className="min-w-0 truncate">{sender}</span>
          {method !== "POST" && <span className="font-mono text-text-muted text-xs">{method}</span>}
          {origin && <Badge>{origin}</Badge>}
        </span>
        <DeliveryTime at={delivery.createdAt} />
        <ChevronRight
          aria-hidden="true"
          className={clsx(
            "mt-0.5 size-4 self-start text-text-muted transition-transform max-lg:hidden",
            open && "rotate-90",
          )}
        />
      </button>
      {open && (
        <div id={detailsId} className="px-4 pb-4">
          <Details delivery={delivery} />
          {panel}
        </div>
      )}
    </li>
  );
}

/** The response's status with an icon and a word. */
function DeliveryStatus({ delivery }: { delivery: DeliveryDto }) {
  const failed = isFailed(delivery);
  const Icon = failed ? (delivery.status >= 500 ? TriangleAlert : CircleX) : CircleCheck;
  return (
    <span
      id={`delivery-${delivery.id}`}
      className={clsx("flex items-baseline gap-1.5 font-medium", failed ? "text-danger" : "text-success")}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 self-center" />
      <span className="tabular-nums">{delivery.status}</span> {outcome(delivery)}
    </span>
  );
}

/** How long ago the request arrived. The exact time is among the details. */
function DeliveryTime({ at }: { at: string }) {
  const zone = useTimeZone();
  const now = useNow();
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={exactTime(date, zone)}
      className="whitespace-nowrap text-end text-text-muted tabular-nums"
    >
      {now ? relativeTime(date, zone, now) : shortDate(date, zone)}
    </time>
  );
}

/** What was answered, and the facts that the row has no room for. */
function Details({ delivery }: { delivery: DeliveryDto }) {
  const zone = useTimeZone();
  const { status, event, reason, message, sentBy, durationMs, size } = delivery;
  return (
    <dl className="mb-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dt]:text-text-muted">
      <dt>Answer</dt>
      <dd className="min-w-0 break-words">
        {status} {outcome(delivery)}
        {reason !== null && `: ${reason}`}
      </dd>
      {message && !message.deleted && (
        <>
          <dt>Message</dt>
          <dd>
            <Link
              href={paths.message(message.channelId, message.seq)}
              className="rounded-md text-accent underline underline-offset-2"
            >
              Show message
            </Link>
          </dd>
        </>
      )}
      <dt>Received</dt>
      <dd className="tabular-nums">
        {exactTime(new Date(delivery.createdAt), zone)}, {durationMs} ms, {sizeText(size)}
        {sentBy !== null && `, sent by ${sentBy}`}
      </dd>
      {event !== null && (
        <>
          <dt>Event</dt>
          <dd className="break-all font-mono text-xs leading-5">{event}</dd>
        </>
      )}
      {lacksPayload(delivery) && (
        <>
          <dt>Payload</dt>
          <dd className="text-text-muted">Payload not kept</dd>
        </>
      )}
    </dl>
  );
}
