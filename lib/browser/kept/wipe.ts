import { deleteDB } from "idb";
import { forgetStored } from "@/lib/browser/storage";
import { clearKept, KEPT_DATABASE, readUnsent } from "./database";
import { hintKept } from "./hint";
import { forgetShell } from "./shell";

const PATIENCE_MS = 1_000;

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

/** The nonces of what waits on this device to be sent. Never throws. */
export async function waitingNonces(): Promise<string[]> {
  return (await readUnsent().catch(() => [])).map(({ nonce }) => nonce);
}
