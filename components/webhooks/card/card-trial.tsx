"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import { Time } from "@/components/ui/time/time";
import type { CardTrialDto, TriedDeliveryDto } from "@/lib/webhooks/dto";

type CardTrialProps = {
  trial: CardTrialDto;
  /** Returns what the delivery log says about a delivery. */
  subjectFor: (deliveryId: string) => string | undefined;
  /** The delivery that the preview shows. */
  shownId: string | null;
  show: (deliveryId: string) => void;
  /** Whether the card hasn't been changed since it was tried. */
  isCurrent: boolean;
  saving: boolean;
  save: () => void;
  retry: () => void;
  close: () => void;
};

const GROUPS = [
  { name: "posted", title: "Post", one: "posts", many: "post" },
  { name: "skipped", title: "Skipped", one: "skipped", many: "skipped" },
  { name: "other", title: "Not for this card", one: "not for this card", many: "not for this card" },
  { name: "failed", title: "Fail", one: "fails", many: "fail" },
] as const;

/** What the card makes of the webhook's latest requests, before it's saved. */
export function CardTrialPanel({
  trial,
  subjectFor,
  isCurrent,
  shownId,
  show,
  saving,
  save,
  retry,
  close,
}: CardTrialProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const count = GROUPS.reduce((sum, { name }) => sum + trial[name].length, 0);
  return (
    <section aria-labelledby="trial" className="flex flex-col gap-3 rounded-xl border border-accent p-4">
      <h3 ref={heading} id="trial" tabIndex={-1} className="font-semibold text-sm outline-none">
        {count === 0
          ? "No stored requests to try it on"
          : `Latest ${count === 1 ? "request" : `${count} requests`}: ${summaryOf(trial)}`}
      </h3>
      {trial.failed.length > 0 && (
        <Banner tone="warning">
          For requests on which it fails, the usual card is posted instead, and the delivery log says why.
        </Banner>
      )}
      <div className="flex flex-col gap-1">
        {GROUPS.map(({ name, title }) => (
          <TriedGroup
            key={name}
            title={title}
            tried={trial[name]}
            subjectFor={subjectFor}
            open={name === "failed"}
            shownId={shownId}
            show={show}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {isCurrent ? (
          <Button variant="primary" busy={saving} onClick={save}>
            Save card
          </Button>
        ) : (
          <Button variant="primary" onClick={retry}>
            Check again
          </Button>
        )}
        <Button variant="ghost" onClick={close}>
          Keep editing
        </Button>
      </div>
    </section>
  );
}

/** Returns "96 post, 3 skipped, 1 fails: the title is too long". */
export function summaryOf(trial: CardTrialDto): string {
  const texts = GROUPS.flatMap(({ name, one, many }) => {
    const { length } = trial[name];
    return length === 0 ? [] : [`${length} ${length === 1 ? one : many}`];
  });
  const reason = trial.failed[0]?.reason;
  return texts.join(", ") + (reason ? `: ${reason}` : "");
}

type TriedGroupProps = {
  title: string;
  tried: readonly TriedDeliveryDto[];
  subjectFor: (deliveryId: string) => string | undefined;
  open: boolean;
  shownId: string | null;
  show: (deliveryId: string) => void;
};

function TriedGroup({ title, tried, subjectFor, open, shownId, show }: TriedGroupProps) {
  if (tried.length === 0) return null;
  return (
    <details open={open} className="rounded-lg border">
      <summary className="cursor-pointer select-none px-3 py-1.5 font-medium text-sm">{`${title} (${tried.length})`}</summary>
      <ul className="max-h-64 divide-y overflow-y-auto border-t">
        {tried.map(({ deliveryId, at, title: what, reason }) => (
          <li key={deliveryId}>
            <button
              type="button"
              aria-current={deliveryId === shownId || undefined}
              onClick={() => show(deliveryId)}
              className="flex min-h-9 w-full items-baseline gap-3 px-3 py-1.5 text-start text-sm hover:bg-surface-hover aria-[current]:bg-surface-selected pointer-coarse:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <span className="line-clamp-1">{what || subjectFor(deliveryId) || "Request"}</span>
                {reason !== null && <span className="line-clamp-2 text-text-muted">{reason}</span>}
              </span>
              <span className="shrink-0 text-text-muted text-xs tabular-nums">
                <Time at={at} format="relative" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
