"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { exactTime, relativeTime, shortDate } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { Tooltip } from "@/components/ui/tooltip";
import { useNow } from "@/components/ui/use-now";
import { paths } from "@/lib/paths";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { isFailed, lacksPayload, originName, outcome, sizeText } from "./describe-delivery";

/** Grid columns of the log. On phones a delivery is stacked instead. */
export const columns =
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2.5 gap-y-1 px-4 lg:grid-cols-[7.5rem_6.25rem_minmax(0,1fr)_3.75rem_3.75rem]";

type DeliveryRowProps = {
  delivery: DeliveryDto;
  /** The open delivery's panel. */
  panel: ReactNode | null;
  toggle: () => void;
};

/** One request and its outcome. */
export function DeliveryRow({ delivery, panel, toggle }: DeliveryRowProps) {
  const open = panel !== null;
  const panelId = `payload-${delivery.id}`;
  const payload = delivery.hasPayload ? (
    <Button
      size="small"
      variant="ghost"
      className="-mx-2.5 -my-1 text-accent!"
      aria-expanded={open}
      {...(open ? { "aria-controls": panelId } : {})}
      aria-describedby={`delivery-${delivery.id}`}
      onClick={toggle}
    >
      {open ? "Close payload" : "Open payload"}
    </Button>
  ) : (
    lacksPayload(delivery) && <span className="text-sm text-text-muted">Payload not kept</span>
  );
  return (
    <li
      aria-labelledby={`delivery-${delivery.id}`}
      data-open={open || undefined}
      className={clsx("py-2.5", open && "bg-surface-raised")}
    >
      <div className={columns}>
        <DeliveryStatus delivery={delivery} />
        <DeliveryTime at={delivery.createdAt} />
        <Request delivery={delivery} payload={delivery.reason ? null : payload} />
        <p className="flex justify-end gap-x-3 text-sm text-text-muted tabular-nums lg:contents">
          <span className="lg:text-end">
            <span className="sr-only">Duration </span>
            {delivery.durationMs} ms
          </span>
          <span className="lg:text-end">
            <span className="sr-only">, size </span>
            {sizeText(delivery.size)}
          </span>
        </p>
      </div>
      {delivery.reason && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4">
          <p className="min-w-0 flex-1 basis-60 break-words text-sm">{delivery.reason}</p>
          {payload}
        </div>
      )}
      {open && (
        <div id={panelId} className="px-4">
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
    <p
      id={`delivery-${delivery.id}`}
      className={clsx("flex items-baseline gap-1.5 font-medium text-sm", failed ? "text-danger" : "text-success")}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 self-center" />
      <span className="tabular-nums">{delivery.status}</span> {outcome(delivery)}
    </p>
  );
}

/** How long ago the request arrived. The exact time is in the tooltip. */
function DeliveryTime({ at }: { at: string }) {
  const zone = useTimeZone();
  const now = useNow();
  const date = new Date(at);
  return (
    <Tooltip text={exactTime(date, zone)}>
      <time
        dateTime={at}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus it shows the exact time.
        tabIndex={0}
        className="w-fit whitespace-nowrap rounded-md max-lg:justify-self-end text-sm text-text-muted tabular-nums"
      >
        {now ? relativeTime(date, zone, now) : shortDate(date, zone)}
      </time>
    </Tooltip>
  );
}

function Request({ delivery, payload }: { delivery: DeliveryDto; payload: ReactNode }) {
  const origin = originName(delivery);
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-sm">
      {delivery.sender}
      {delivery.event !== null && (
        <code className="min-w-0 break-all font-mono text-text-muted text-xs">{delivery.event}</code>
      )}
      {delivery.method !== "POST" && <code className="font-mono text-text-muted text-xs">{delivery.method}</code>}
      {origin && <Badge>{origin}</Badge>}
      {delivery.sentBy !== null && <span className="text-text-muted">by {delivery.sentBy}</span>}
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
        <MessageLink message={delivery.message} />
        {payload}
      </div>
    </div>
  );
}

function MessageLink({ message }: Pick<DeliveryDto, "message">) {
  if (!message) return null;
  if (message.deleted) return <span className="text-text-muted">Message deleted</span>;
  return (
    <Link
      href={paths.message(message.channelId, message.seq)}
      prefetch={false}
      className="whitespace-nowrap rounded-md text-accent underline-offset-2 hover:underline"
    >
      Show message
    </Link>
  );
}
