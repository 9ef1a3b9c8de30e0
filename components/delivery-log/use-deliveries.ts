"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useConnection } from "@/components/events/events-provider";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import { FAILURES_SHOWN, LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import type { DeliveryDto, DeliveryLogDto } from "@/lib/webhooks/dto";
import { atMostEvery } from "./at-most-every";
import { concernsLog, outcomeChanged } from "./deliveries";
import { isFailed } from "./describe-delivery";
import { keepPlace } from "./keep-place";

const PACE_MS = 1_000;
const RETRY_MS = 5_000;

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
export function useDeliveries(options: LogOptions): Deliveries {
  const { channelId, webhookId, initial, list } = options;
  const connection = useConnection();
  const [log, setLog] = useState(initial);
  const [loading, setLoading] = useState(false);
  const [gone, setGone] = useState(false);
  // The stream delivers later revisions itself, so a re-rendered page with a newer `rev` must not open a second stream.
  const [rev] = useState(options.rev);
  const asked = useRef(0);
  const shown = useRef(0);
  const wanted = useRef<number>(FAILURES_SHOWN);
  const readAgain = useRef(() => {});

  const show = useEffectEvent((latest: DeliveryLogDto) => {
    keepPlace(list.current, () =>
      flushSync(() => {
        setLog(latest);
        setLoading(false);
      }),
    );
    if (outcomeChanged(log.deliveries, latest.deliveries)) options.onOutcome();
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;

    async function read(): Promise<void> {
      asked.current += 1;
      const turn = asked.current;
      const answer = await request<DeliveryLogDto>(paths.api.deliveries(channelId, webhookId, wanted.current));
      // A slow response can arrive after the response to a later request; the later one stays.
      if (left || turn < shown.current) return;
      if (answer.ok) {
        shown.current = turn;
        show(answer.data);
      } else if (answer.status === 403 || answer.status === 404) setGone(true);
      else timer = setTimeout(paced.call, RETRY_MS);
    }

    readAgain.current = () => void read();
    const paced = atMostEvery(PACE_MS, () => void read());
    const stop = connection.listen((event) => {
      if (concernsLog(event, channelId, webhookId)) paced.call();
    });
    const leave = connection.open(channelId, rev);
    return () => {
      left = true;
      clearTimeout(timer);
      paced.stop();
      stop();
      leave();
    };
  }, [connection, channelId, webhookId, rev]);

  function load(): void {
    wanted.current = Math.min(wanted.current + FAILURES_SHOWN, LOG_LIMITS.failures);
    setLoading(true);
    readAgain.current();
  }

  const { deliveries, failures } = log;
  const isMore = !gone && deliveries.filter(isFailed).length < failures;
  return { deliveries, failures, older: isMore ? { loading, load } : null, gone };
}
