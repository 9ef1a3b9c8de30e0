"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ask, known, onChange, useData } from "@/lib/browser/data";
import { connection } from "@/lib/browser/events";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import { FAILURES_SHOWN, LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import type { DeliveryDto, DeliveryLogDto } from "@/lib/webhooks/dto";
import { outcomeChanged } from "./deliveries";
import { isFailed } from "./describe-delivery";

type LogOptions = {
  channelId: string;
  webhookId: string;
  /** The channel's revision as of which the page was made. */
  rev: number;
  initial: DeliveryLogDto;
  list: RefObject<HTMLElement | null>;
  /** The latest request went otherwise than the one before. */
  onOutcome: () => void;
};

type Deliveries = {
  deliveries: DeliveryDto[];
  /** How many failures are kept, shown or not. */
  failures: number;
  /** Asks for the next older failures, when there are any. */
  older: { loading: boolean; load: () => void } | null;
  /** It can't be seen any more. */
  gone: boolean;
};

/** The webhook's latest deliveries, live. */
export function useDeliveries({ channelId, webhookId, rev, initial, list, onOutcome }: LogOptions): Deliveries {
  const limit = useRef<number>(FAILURES_SHOWN);
  const [loading, setLoading] = useState(false);
  const address = `${paths.api.channelWebhooks(channelId)}/${webhookId}/deliveries`;
  const { failure } = useData<DeliveryLogDto>(address, {
    rendered: initial,
    load: (_, signal) => request(paths.api.deliveries(channelId, webhookId, limit.current), { signal }),
    keepTrying: true,
  });
  const [log, setLog] = useState(initial);
  // The stream delivers later revisions itself, so a re-rendered page with a newer `rev` must not open a second stream.
  const [firstRev] = useState(rev);
  useEffect(() => connection.open(channelId, firstRev), [channelId, firstRev]);

  const show = useEffectEvent(() => {
    const latest = known<DeliveryLogDto>(address);
    if (latest === null || latest === log) return;
    keepScrollPosition(list.current, () =>
      flushSync(() => {
        setLog(latest);
        setLoading(false);
      }),
    );
    if (outcomeChanged(log.deliveries, latest.deliveries)) onOutcome();
  });
  useEffect(() => onChange(() => show()), []);

  function load(): void {
    limit.current = Math.min(limit.current + FAILURES_SHOWN, LOG_LIMITS.failures);
    setLoading(true);
    ask(address);
  }

  const { deliveries, failures } = log;
  const gone = failure?.status === 403 || failure?.status === 404;
  const isMore = !gone && deliveries.filter(isFailed).length < failures;
  return { deliveries, failures, older: isMore ? { loading, load } : null, gone };
}

/**
 * Lets `change` add rows to the list without moving what the reader looks at: the row that has the focus or is open, or else
 * the first one that can be seen once the list's beginning has been scrolled away.
 */
function keepScrollPosition(list: HTMLElement | null, change: () => void): void {
  const scroller = list && scrollerOf(list);
  const row = list && scroller && rowToKeep(list, scroller);
  const before = row?.getBoundingClientRect().top ?? 0;
  change();
  if (!row?.isConnected) return;
  const moved = row.getBoundingClientRect().top - before;
  if (moved !== 0) scroller?.scrollBy({ top: moved, behavior: "instant" });
}

function rowToKeep(list: HTMLElement, scroller: HTMLElement): Element | undefined {
  const rows = [...list.children];
  const busy =
    rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.matches("[data-open]"));
  const top = scroller.getBoundingClientRect().top;
  if (busy || list.getBoundingClientRect().top >= top) return busy;
  return rows.find((row) => row.getBoundingClientRect().bottom > top);
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return null;
}
