"use client";

import { useEffect, useState } from "react";

// Long enough that a word typed at once is one request.
const PAUSE = 150;

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

async function ask<T>(asked: string, signal: AbortSignal): Promise<Answer<T>> {
  try {
    const response = await fetchInTurn(asked, AbortSignal.any([signal, AbortSignal.timeout(15_000)]));
    const body: unknown = await response.json();
    if (response.ok) return { asked, data: body as T, error: null };
    const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
    return { asked, data: null, error: typeof error === "string" ? error : FAILED };
  } catch {
    return { asked, data: null, error: FAILED };
  }
}

/** Asks again, as long as `signal` allows it, when the server says that it was too much at once: nobody has to read that who types. */
async function fetchInTurn(address: string, signal: AbortSignal): Promise<Response> {
  for (;;) {
    const response = await fetch(address, { signal });
    if (response.status !== 429) return response;
    const seconds = Math.max(1, Number(response.headers.get("Retry-After")) || 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    signal.throwIfAborted();
  }
}

const FAILED = "Messages could not be searched. Check your connection and try again.";
