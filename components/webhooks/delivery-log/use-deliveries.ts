"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useConnection } from "@/components/events/events-provider";
import { paths } from "@/lib/paths";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { atMostEvery } from "./at-most-every";
import { concernsLog, outcomeChanged } from "./deliveries";
import { keepPlace } from "./keep-place";

const PACE_MS = 1_000;
const RETRY_MS = 5_000;

type LogOptions = {
  channelId: string;
  webhookId: string;
  /** The channel's revision as of which the page was made. */
  rev: number;
  initial: DeliveryDto[];
  list: RefObject<HTMLElement | null>;
  /** The latest request went otherwise than the one before. */
  onOutcome: () => void;
};

/** The webhook's latest deliveries, live; `gone` once it can't be seen any more. */
export function useDeliveries(options: LogOptions): { deliveries: DeliveryDto[]; gone: boolean } {
  const { channelId, webhookId, initial, list } = options;
  const connection = useConnection();
  const [deliveries, setDeliveries] = useState(initial);
  const [gone, setGone] = useState(false);
  // Later revisions come with the stream; a page made anew must not open another one.
  const [rev] = useState(options.rev);
  const asked = useRef(0);
  const shown = useRef(0);

  const show = useEffectEvent((latest: DeliveryDto[]) => {
    keepPlace(list.current, () => flushSync(() => setDeliveries(latest)));
    if (outcomeChanged(deliveries, latest)) options.onOutcome();
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;

    async function read(): Promise<void> {
      asked.current += 1;
      const turn = asked.current;
      const response = await fetch(paths.api.deliveries(channelId, webhookId)).catch(() => null);
      const body = response?.ok
        ? ((await response.json().catch(() => null)) as { deliveries: DeliveryDto[] } | null)
        : null;
      // A slow answer may come after that to a later question.
      if (left || turn < shown.current) return;
      if (body) {
        shown.current = turn;
        show(body.deliveries);
      } else if (response?.status === 403 || response?.status === 404) setGone(true);
      else timer = setTimeout(paced.call, RETRY_MS);
    }

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

  return { deliveries, gone };
}
