import { deleteDB } from "idb";
import { keeping } from "@/lib/browser/storage";
import { clearKept, forgetChannel, KEPT_DATABASE, readUnsent } from "./database";
import { hintKept } from "./hint";
import { forgetShell } from "./shell";

const PATIENCE_MS = 1_000;

// Settings of the device, not of a person.
const OF_THE_DEVICE = new Set(["parley.keep"]);

/**
 * Deletes all personal data Parley stores on this device: read messages, unsent messages, drafts and recent choices.
 * With `leaving`, this page stores nothing from now on. Never throws.
 */
export async function wipeDevice(what: { exceptPerson?: string; leaving?: boolean } = {}): Promise<void> {
  forgetStored(what);
  await wipeKept();
}

/** Deletes stored messages, read and unsent, from this device. Never throws. */
export async function wipeKept(): Promise<void> {
  hintKept(null);
  // Emptied first: a tab that holds it open would delay its deletion.
  await clearKept().catch(() => undefined);
  const removed = deleteDB(KEPT_DATABASE).catch(() => undefined);
  await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await forgetShell().catch(() => undefined);
}

/** Deletes a channel from this device. Never throws. */
export async function wipeChannel(channelId: string): Promise<void> {
  await forgetChannel(channelId).catch(() => undefined);
}

/** Returns the nonces of unsent messages on this device. Never throws. */
export async function waitingNonces(): Promise<string[]> {
  return (await readUnsent().catch(() => [])).map(({ nonce }) => nonce);
}

/**
 * Deletes personal data from `localStorage`, except keys with `exceptPerson`. With `leaving`, this page stores nothing
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
    // Without storage, there is nothing to delete.
  }
}
