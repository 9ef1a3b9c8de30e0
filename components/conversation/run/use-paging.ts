"use client";

import { type Dispatch, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { connection } from "@/lib/browser/events";
import { request } from "@/lib/browser/request";
import type { Run, RunAction, RunPage } from "./run";

const RETRY_MS = 2_000;

/** Where the pages are that continue a run. The same object every time. */
export type PageAddresses = {
  before: (seq: number) => string;
  /** Null where a run always reaches the end. */
  after: ((seq: number) => string) | null;
};

/**
 * Loads the pages of a run: what continues it at either end, one at a time, and what replaces it. `loading` changes with every page
 * that was asked for, also when it can't be had, so that whoever needs it asks again.
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
      // A page that belongs to a run that has been replaced meanwhile would tear a gap.
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

  /** Begins anew with a page. */
  const replace = useCallback(
    (page: RunPage) => {
      generation.current += 1;
      take(page, { type: "page", page });
    },
    [take],
  );

  const replacing = useRef<Promise<void> | null>(null);
  /** Begins anew with the page at this address, which is asked for until it is there. */
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
  /** The same for when too much has happened to be told: what is on its way anyway is followed by what came after it. */
  const readAnew = useCallback(
    // A second reset while one is under way waits for it, or a busy channel would never finish loading.
    (url: string) => replacing.current ?? replaceBy(url),
    [replaceBy],
  );
  return { loading, loadOlder, loadNewer, replace, replaceBy, readAnew };
}
