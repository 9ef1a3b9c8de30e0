"use client";

import { useEffect, useState } from "react";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";

// Long enough that half-typed URLs aren't fetched.
const QUIET_MS = 500;

/**
 * Returns the URLs through which Parley serves these images, which the server has to sign first. Null for anything that
 * isn't an http(s) URL, isn't signed yet or can't be signed, for example when you aren't signed in.
 */
export function useShownImages(urls: readonly string[]): (url: string) => string | null {
  const [shown, setShown] = useState<ReadonlyMap<string, string | null>>(new Map());
  const missing = [...new Set(urls)].filter((url) => /^https?:\/\/./i.test(url) && !shown.has(url)).join("\n");
  useEffect(() => {
    if (missing === "") return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const asked = missing.split("\n");
      const answer = await request<{ shown: (string | null)[] }>(paths.api.images, {
        method: "POST",
        body: { urls: asked },
        signal: leaving.signal,
      });
      if (!answer.ok) return;
      const signed = asked.map((url, at) => [url, answer.data.shown[at] ?? null] as const);
      setShown((known) => new Map([...known, ...signed]));
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [missing]);
  return (url) => shown.get(url) ?? null;
}
