import { afterEach, beforeEach } from "vitest";
import { subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";

/** Returns a list that collects this process's hints of one kind, from the beginning of the test. */
export function heardHints(kind: Hint["kind"]): Hint[] {
  const heard: Hint[] = [];
  let stop = () => {};
  beforeEach(() => {
    heard.length = 0;
    stop = subscribe((hint) => hint.kind === kind && heard.push(hint));
  });
  afterEach(() => stop());
  return heard;
}
