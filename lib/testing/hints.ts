import { afterEach, beforeEach } from "vitest";
import { subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";

/** The hints of this kind that this process has heard of since the test began, after what was set up above this call. */
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
