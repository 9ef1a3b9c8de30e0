"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ask, known, onChange, useData } from "@/lib/browser/data";
import { connection } from "@/lib/browser/events";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { FAILURES_SHOWN, LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import type { DeliveryDto, DeliveryLogDto } from "@/lib/webhooks/dto";
import { outcomeChanged } from "./deliveries";
import { isFailed } from "./describe-delivery";

type LogOptions = {
  channelId: string;
  webhookId: string;
  /** The channel's revision when the page was rendered. */
  rev: number;
  initial: DeliveryLogDto;
  list: RefObject<HTMLElement | null>;
  /** Called when the webhook may have started or stopped failing. */
  onOutcome: () => void;
};

type Deliveries = {
  deliveries: DeliveryDto[];
  /** How many failures the log keeps, including those not loaded. */
  failures: number;
  /** Loads the next older failures; null if there are none. */
  older: { loading: boolean; load: () => void } | null;
  /** The webhook can no longer be viewed. */
  gone: boolean;
};

/** Keeps a webhook's latest deliveries up to date. */
export function useDeliveries({ channelId, webhookId, rev, initial, list, onOutcome }: LogOptions): Deliveries {
  const limit = useRef<number>(FAILURES_SHOWN);
  const [loading, setLoading] = useState(false);
  const address = `${paths.api.channelWebhooks(channelId)}/${webhookId}/deliveries`;
  const { failure } = useData<DeliveryLogDto>(address, {
    rendered: initial,
    load: (_, signal) => request(webhookPaths.deliveries(channelId, webhookId, limit.current), { signal }),
    current: true,
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
 * Runs `change`, which may add rows, without moving the row that is focused or open, or else the first visible one once
 * the list's start is scrolled out of view.
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
