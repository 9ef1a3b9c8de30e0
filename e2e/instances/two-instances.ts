import { afterAll, vi } from "vitest";
import { ConnectedParley } from "@/server/testing/connected-parley";
import { ParleyProcess } from "@/server/testing/parley-process";

const first = await ConnectedParley.start();
const second = await ParleyProcess.start(first.dataDir, process.env.DATABASE_URL);
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Two instances with the same database and data directory. */
export const instances = [first, second] as const;

let turn = 0;

/** Returns the URLs of the two instances in turn, like a load balancer. */
export function nextUrl(): string {
  turn += 1;
  return instances[turn % 2 === 0 ? 0 : 1].baseUrl;
}

export const PATIENCE_MILLISECONDS = 60_000;

/** Resolves once `check` passes. */
export const until = (check: () => void | Promise<void>, timeout = PATIENCE_MILLISECONDS): Promise<void> =>
  vi.waitFor(check, { timeout, interval: 20 });
