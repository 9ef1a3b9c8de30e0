"use client";

import { type Dispatch, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { connection } from "@/lib/browser/events";
import { request } from "@/lib/browser/request";
import type { Run, RunAction, RunPage } from "./run";

const RETRY_MS = 2_000;

/** The addresses of pages that continue a run. A stable object. */
export type PageAddresses = {
  before: (seq: number) => string;
  /** Null where a run always reaches the end. */
  after: ((seq: number) => string) | null;
};

/**
 * Loads pages that continue a run at either end, one at a time, or replace it. `loading` changes with every request,
 * even a failed one, so that callers can ask again.
 */
export function usePaging(
  channelId: string,
  addresses: PageAddresses,
  run: RefObject<Run>,
  dispatch: Dispatch<RunAction>,
) {
  const [loading, setLoading] = useState(false);
  const busy = useRef(false);
  const generation = useRef(0);
  useEffect(
    () => () => {
      generation.current += 1;
    },
    [],
  );

  const take = useCallback(
    (page: RunPage, action: RunAction) => {
      dispatch(action);
      connection.rewind(channelId, page.rev);
    },
    [channelId, dispatch],
  );

  const extend = useCallback(
    async (url: string, toAction: (page: RunPage) => RunAction) => {
      if (busy.current) return;
      busy.current = true;
      setLoading(true);
      const mine = generation.current;
      const answer = await request<RunPage>(url);
      // A page for a run that was replaced meanwhile would leave a gap.
      if (answer.ok && mine === generation.current) take(answer.data, toAction(answer.data));
      if (!answer.ok) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      busy.current = false;
      setLoading(false);
    },
    [take],
  );

  const loadOlder = useCallback(() => {
    const { from: before, hasOlder } = run.current;
    if (hasOlder) void extend(addresses.before(before), (page) => ({ type: "older", page, before }));
  }, [addresses, run, extend]);

  const loadNewer = useCallback(() => {
    const { to: after, hasNewer } = run.current;
    if (hasNewer && addresses.after) void extend(addresses.after(after), (page) => ({ type: "newer", page, after }));
  }, [addresses, run, extend]);

  /** Starts over with a page. */
  const replace = useCallback(
    (page: RunPage) => {
      generation.current += 1;
      take(page, { type: "page", page });
    },
    [take],
  );

  const replacing = useRef<Promise<void> | null>(null);
  /** Starts over with the page at this address, retrying until it loads. */
  const replaceBy = useCallback(
    (url: string) => {
      generation.current += 1;
      const mine = generation.current;
      const untilThere = async () => {
        for (;;) {
          const answer = await request<RunPage>(url);
          if (mine !== generation.current) return;
          if (answer.ok) return replace(answer.data);
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      };
      const replacement = untilThere().finally(() => {
        if (replacing.current === replacement) replacing.current = null;
      });
      replacing.current = replacement;
      return replacement;
    },
    [replace],
  );
  /** Reloads after too much has changed. Pages already on their way are followed by what came after them. */
  const reload = useCallback(
    // A second reset waits for the first, or a busy channel would never finish loading.
    (url: string) => replacing.current ?? replaceBy(url),
    [replaceBy],
  );
  return { loading, loadOlder, loadNewer, replace, replaceBy, reload };
}
