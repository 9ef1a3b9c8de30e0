"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { SegmentedControl } from "@/components/ui/controls/segmented-control";
import { Banner } from "@/components/ui/display/banner";
import { Skeleton } from "@/components/ui/display/skeleton";
import { Spinner } from "@/components/ui/display/spinner";
import { Check } from "@/components/ui/icons/icons";
import { Time } from "@/components/ui/time/time";
import type { RuleAction, RuleTrialDto } from "@/lib/webhooks/rules/model";
import type { TrialResult } from "./use-rule-trial";

type RuleTrialProps = {
  /** Null before the first one. */
  result: TrialResult | null;
  /** Whether it's of the conditions as they are. */
  isCurrent: boolean;
  does: RuleAction["do"];
  /** The request that conditions are made from. */
  shownId: string | null;
  show: (deliveryId: string) => void;
};

/** What the rule would have done to the webhook's latest requests. */
export function RuleTrial({ result, isCurrent, does, shownId, show }: RuleTrialProps) {
  return (
    <section aria-labelledby="trial" aria-busy={!isCurrent} className="flex flex-col gap-3 rounded-xl border p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id="trial" className="font-semibold text-sm">
          Try on the latest requests
        </h3>
        {!isCurrent && (
          <span className="flex items-center gap-2 text-sm text-text-muted">
            <Spinner />
            Trying…
          </span>
        )}
      </div>
      {result === null && isCurrent && (
        <p className="text-sm text-text-muted">Once the rule has a condition, it's tried here. Nothing is posted.</p>
      )}
      {result === null && !isCurrent && <Skeleton className="h-24" />}
      {result !== null && "error" in result && <Banner tone="warning">{result.error}</Banner>}
      {result !== null && "trial" in result && (
        <Tried trial={result.trial} does={does} shownId={shownId} show={show} isCurrent={isCurrent} />
      )}
      <p role="status" className="sr-only">
        {isCurrent && result !== null && "trial" in result ? summaryOf(result.trial, does) : ""}
      </p>
    </section>
  );
}

/** Returns "Would have hidden 41 of the last 100". */
export function summaryOf({ tried, matched }: RuleTrialDto, does: RuleAction["do"]): string {
  if (tried === 0) return "No stored requests to try it on";
  const verb = does === "skip" ? "hidden" : "matched";
  return `Would have ${verb} ${matched} of the last ${tried}`;
}

type TriedProps = Omit<RuleTrialProps, "result"> & { trial: RuleTrialDto };
type Shown = "all" | "matched" | "others";

function Tried({ trial, does, shownId, show, isCurrent }: TriedProps) {
  const [shown, setShown] = useState<Shown>("all");
  const { tried, matched, deliveries } = trial;
  const rows = deliveries.filter((each) => shown === "all" || each.matched === (shown === "matched"));
  return (
    <div className={clsx("flex flex-col gap-3 transition-opacity", !isCurrent && "opacity-55")}>
      <p className="font-medium text-base tabular-nums">{summaryOf(trial, does)}</p>
      {tried > 0 && (
        <>
          <SegmentedControl<Shown>
            label="Show requests"
            value={shown}
            options={[
              { value: "all", label: "All", count: tried },
              { value: "matched", label: "Matched", count: matched },
              { value: "others", label: "Not matched", count: tried - matched },
            ]}
            choose={setShown}
          />
          {rows.length === 0 ? (
            <p className="text-sm text-text-muted">None of them.</p>
          ) : (
            <ul aria-label="Tried requests" className="max-h-80 divide-y overflow-y-auto rounded-lg border">
              {rows.map((delivery) => (
                <li key={delivery.id}>
                  <TriedRow delivery={delivery} isShown={delivery.id === shownId} show={() => show(delivery.id)} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

type TriedRowProps = { delivery: RuleTrialDto["deliveries"][number]; isShown: boolean; show: () => void };

/** Pressing it shows the request, to make more conditions from it. */
function TriedRow({ delivery: { at, event, title, matched }, isShown, show }: TriedRowProps) {
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      onClick={show}
      className="flex min-h-9 w-full items-baseline gap-3 px-3 py-1.5 text-start text-sm -outline-offset-2 hover:bg-surface-hover aria-[current]:bg-surface-selected pointer-coarse:min-h-11"
    >
      <span className="w-4 shrink-0 self-center">
        {matched && <Check role="img" aria-label="Matched" className="size-4 text-success" />}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className={clsx("line-clamp-1 min-w-0 wrap-anywhere", !matched && "text-text-muted")}>
          {title || event || "Request"}
        </span>
        {event !== null && title !== "" && (
          <span className="min-w-0 truncate font-mono text-text-muted text-xs">{event}</span>
        )}
      </span>
      <span className="shrink-0 text-text-muted text-xs">
        <Time at={at} format="relative" className="min-w-0!" />
      </span>
    </button>
  );
}
