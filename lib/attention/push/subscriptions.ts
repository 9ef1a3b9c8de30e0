import { createHash } from "node:crypto";
import { z } from "zod";
import type { PushDeviceDto } from "@/lib/attention/push/dto";
import type { Subscription } from "@/lib/attention/push/schema";
import { db } from "@/lib/db/client";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { seal, unseal } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";

/** The most browsers of one person that get pushes. The oldest are dropped. */
export const MOST_DEVICES = 20;

const SERVICES = [
  ["fcm.googleapis.com", "Google"],
  ["updates.push.services.mozilla.com", "Mozilla"],
  ["web.push.apple.com", "Apple"],
  [".notify.windows.com", "Microsoft"],
] as const;

const sealedSchema = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });

/**
 * Sends this person's pushes to the current browser while they are signed in there, in place of anyone who had them
 * there before. `replaces` is the browser's previous endpoint.
 */
export async function subscribe(
  user: SessionUser,
  { endpoint, keys }: Subscription,
  replaces: string | null = null,
): Promise<void> {
  const endpointHash = hashOf(endpoint);
  const data = {
    userId: user.id,
    sessionId: user.sessionId,
    endpointHash,
    sealed: seal(JSON.stringify({ endpoint, keys })),
    host: new URL(endpoint).host,
  };
  await asPerson(user, async (tx) => {
    if (replaces !== null)
      await tx.pushSubscription.deleteMany({ where: { endpointHash: hashOf(replaces), userId: user.id } });
    // Pushes for a previous user of this browser must not arrive here.
    await tx.pushSubscription.deleteMany({ where: { endpointHash, NOT: { userId: user.id } } });
    await tx.pushSubscription.upsert({ where: { endpointHash }, create: data, update: data });
    // Earlier messages aren't for this browser, so they needn't be checked.
    await tx.$executeRaw`
      INSERT INTO push_progress (channel_id, seq)
      SELECT c.id, c.msg_seq FROM memberships m JOIN channels c ON c.id = m.channel_id WHERE m.user_id = ${user.id}
      ON CONFLICT DO NOTHING`;
    const beyond = await tx.pushSubscription.findMany({
      where: { userId: user.id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: MOST_DEVICES,
      select: { id: true },
    });
    if (beyond.length > 0) await tx.pushSubscription.deleteMany({ where: { id: { in: beyond.map(({ id }) => id) } } });
  });
}

/**
 * Confirms that this person's browser still has this endpoint, and ties it to the current session. Returns false if
 * the endpoint isn't theirs; if it belongs to someone who was signed in here before, it's deleted.
 */
export async function keepSubscription(user: SessionUser, endpoint: string): Promise<boolean> {
  const endpointHash = hashOf(endpoint);
  return asPerson(user, async (tx) => {
    const { count } = await tx.pushSubscription.updateMany({
      where: { endpointHash, userId: user.id },
      data: { sessionId: user.sessionId },
    });
    if (count === 0) await tx.pushSubscription.deleteMany({ where: { endpointHash } });
    return count > 0;
  });
}

/** Returns the browsers that get this person's pushes: the current one first, then by when pushes were turned on. */
export async function listDevices(user: SessionUser): Promise<PushDeviceDto[]> {
  const rows = await db().pushSubscription.findMany({
    where: { userId: user.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, sessionId: true, host: true, createdAt: true },
  });
  const devices = rows.map(({ id, sessionId, host, createdAt }) => ({
    id: `${id}`,
    sessionId: `${sessionId}`,
    service: serviceOf(host),
    createdAt: createdAt.toISOString(),
    isThis: sessionId === user.sessionId,
  }));
  return devices.sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** Stops pushes to one of your browsers. Throws `not_found` if it gets none. */
export async function removeDevice(user: SessionUser, id: bigint): Promise<void> {
  const own = { id, userId: user.id };
  const { count } = await asPerson(user, (tx) => tx.pushSubscription.deleteMany({ where: own }));
  if (count === 0) throw new AppError("not_found", "Push notifications are already off on that device.");
}

/** Decrypts a row's endpoint and keys; returns null if they were encrypted with another secret. */
export function openSealed(sealed: Uint8Array): Subscription | null {
  const text = unseal(sealed);
  if (text === null) return null;
  const { success, data } = sealedSchema.safeParse(JSON.parse(text));
  return success ? data : null;
}

function hashOf(endpoint: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(endpoint, "utf8").digest());
}

function serviceOf(host: string): string {
  return SERVICES.find(([end]) => host === end || (end.startsWith(".") && host.endsWith(end)))?.[1] ?? host;
}
