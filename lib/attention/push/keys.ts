import { db } from "@/lib/db/client";
import { processWide } from "@/lib/process/process-wide";
import { seal, unseal } from "@/lib/secrets/secret";

/** The VAPID keys that identify this install to push services. */
export type PushKeys = { publicKey: string; privateKey: string };

// Another instance may replace keys that this one can't decrypt anymore, and vice versa.
const KNOWN_MS = 5 * 60_000;

const known = processWide("push-keys", () => ({ keys: null as Promise<PushKeys> | null, until: 0 }));

/**
 * Returns the install's keys, which all instances share; creates them on first use. Creates new ones if
 * NEXTAUTH_SECRET has changed, which ends existing subscriptions.
 */
export function pushKeys(): Promise<PushKeys> {
  if (known.keys === null || known.until < Date.now()) {
    known.until = Date.now() + KNOWN_MS;
    known.keys = findKeys().catch((error: unknown) => {
      known.keys = null;
      throw error;
    });
  }
  return known.keys;
}

async function findKeys(): Promise<PushKeys> {
  const row = await db().pushKeys.findFirst();
  if (row) return open(row) ?? replace(row.publicKey);
  await insert(await newKeys());
  const kept = await db().pushKeys.findFirstOrThrow();
  return open(kept) ?? replace(kept.publicKey);
}

// If two instances insert at once, one row is kept and both read it.
async function insert({ publicKey, privateKey }: PushKeys): Promise<void> {
  await db().$executeRaw`
    INSERT INTO push_keys (public_key, private_key) VALUES (${publicKey}, ${seal(privateKey)}) ON CONFLICT DO NOTHING`;
}

async function replace(publicKey: string): Promise<PushKeys> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.pushKeys.deleteMany({ where: { publicKey } });
    if (count > 0) await tx.pushSubscription.deleteMany();
  });
  await insert(await newKeys());
  const made = open(await db().pushKeys.findFirstOrThrow());
  if (!made) throw new Error("The push keys can't be decrypted. All instances must use the same NEXTAUTH_SECRET.");
  return made;
}

/** Loads the package with the first push: most processes send none. */
async function newKeys(): Promise<PushKeys> {
  return (await import("web-push")).default.generateVAPIDKeys();
}

function open({ publicKey, privateKey }: { publicKey: string; privateKey: Uint8Array }): PushKeys | null {
  const opened = unseal(privateKey);
  return opened === null ? null : { publicKey, privateKey: opened };
}
