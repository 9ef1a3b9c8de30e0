import { deleteDB } from "idb";
import { keeping } from "@/lib/browser/storage";
import { clearKept, forgetChannel, KEPT_DATABASE, readUnsent } from "./database";
import { hintKept } from "./hint";
import { forgetShell } from "./shell";

const PATIENCE_MS = 1_000;

// Of what this browser keeps, what isn't anybody's own: a choice for the device.
const OF_THE_DEVICE = new Set(["parley.keep"]);

/**
 * Forgets everything that Parley keeps on this device of anybody: what was read, what waits to be sent, drafts, and what was chosen last.
 * `leaving`: this page is left, and keeps nothing any more. Never throws.
 */
export async function wipeDevice(what: { exceptPerson?: string; leaving?: boolean } = {}): Promise<void> {
  forgetStored(what);
  await wipeKept();
}

/** Forgets what Parley keeps on this device to be read, and what waits to be sent. Never throws. */
export async function wipeKept(): Promise<void> {
  hintKept(null);
  // Emptied first: a tab that doesn't let go of it would hold up its removal.
  await clearKept().catch(() => undefined);
  const removed = deleteDB(KEPT_DATABASE).catch(() => undefined);
  await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await forgetShell().catch(() => undefined);
}

/** Forgets what is kept on this device of a channel. Never throws. */
export async function wipeChannel(channelId: string): Promise<void> {
  await forgetChannel(channelId).catch(() => undefined);
}

/** The nonces of what waits on this device to be sent. Never throws. */
export async function waitingNonces(): Promise<string[]> {
  return (await readUnsent().catch(() => [])).map(({ nonce }) => nonce);
}

/**
 * Forgets everything of anybody's own in `localStorage`, but for what has `exceptPerson` in its key. `leaving`: this page keeps nothing
 * there from now on.
 */
export function forgetStored({ exceptPerson, leaving = false }: { exceptPerson?: string; leaving?: boolean }): void {
  if (leaving) keeping.over = true;
  try {
    for (const key of Object.keys(localStorage)) {
      const parts = key.split(".");
      if (parts[0] !== "parley" || OF_THE_DEVICE.has(key)) continue;
      if (exceptPerson === undefined || !parts.includes(exceptPerson)) localStorage.removeItem(key);
    }
  } catch {
    // Where storage is switched off, nothing was kept.
  }
}
