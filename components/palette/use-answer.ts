"use client";

import { useEffect, useState } from "react";
import { request } from "@/lib/browser/request";

// Long enough that a word typed at once is one request.
const PAUSE = 150;
// For one question, however often the server puts it off.
const PATIENCE = 15_000;

/** What the server said to a question. */
type Answer<T> = { asked: string; data: T | null; error: string | null };

/**
 * What the server says at the address, once it has stayed the same for a moment; null until it has answered. A request that
 * nobody waits for any more is given up, and what it might still say is not heard. No address asks nothing.
 */
export function useAnswer<T>(address: string | null): { answer: Answer<T> | null; waiting: boolean } {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  useEffect(() => {
    if (address === null) return;
    const given = new AbortController();
    const timer = setTimeout(async () => {
      const next = await ask<T>(address, given.signal);
      if (!given.signal.aborted) setAnswer(next);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [address]);
  const current = answer?.asked === address ? answer : null;
  return { answer: current, waiting: address !== null && current === null };
}

/** Asks again, as long as `given` allows it, when the server says that it was too much at once: nobody has to read that who types. */
async function ask<T>(asked: string, given: AbortSignal): Promise<Answer<T>> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(PATIENCE)]);
  for (;;) {
    const answer = await request<T>(asked, { signal });
    if (answer.ok) return { asked, data: answer.data, error: null };
    const { retryAfter } = answer;
    if (retryAfter === null) return { asked, data: null, error: answer.error ?? FAILED };
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    if (signal.aborted) return { asked, data: null, error: FAILED };
  }
}

const FAILED = "Messages could not be searched. Check your connection and try again.";
