import Bowser from "bowser";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { publish } from "@/lib/events/hub";
import { asPerson } from "@/lib/people/as-person";
import type { SessionDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

/** How long a session lasts. */
export const SESSION_SECONDS = 60 * 24 * 3600;

// Browsers' user agents have up to about 300 characters.
const MOST_USER_AGENT = 400;
// More devices aren't listed, but can be signed out together.
const MOST_LISTED = 100;

/** The device of a sign-in: its user agent and network. */
export type Device = { userAgent: string; address: string };

/**
 * Opens a session on a device, and returns its id for the cookie. Returns null if the person was deactivated or
 * changed their password after it was checked.
 */
export async function beginSession(user: { id: bigint; passwordHash: string }, device: Device): Promise<bigint | null> {
  return db().$transaction(async (tx) => {
    const [actor] = await tx.$queryRaw<{ id: bigint; name: string }[]>`
      SELECT id, name FROM users WHERE id = ${user.id} AND password_hash = ${user.passwordHash} AND deactivated_at IS NULL FOR SHARE`;
    if (!actor) return null;
    await recordAudit(tx, { actor, action: "session.started", network: device.address });
    return openSession(tx, user.id, device);
  });
}

/** Creates a session for someone who has proved who they are, and deletes their expired ones. */
export async function openSession(tx: Prisma.TransactionClient, userId: bigint, device: Device): Promise<bigint> {
  await tx.session.deleteMany({ where: { userId, createdAt: { lt: overSince() } } });
  return create(tx, userId, device);
}

/** Signs out on one device. Does nothing if the session has already ended. */
export async function endSession(userId: bigint, sessionId: bigint): Promise<void> {
  if (await end(userId, sessionId)) publish({ kind: "user", userId });
}

/** Ends one of your other sessions. Throws `not_found` if it has ended already. */
export async function endOwnSession(user: SessionUser, sessionId: bigint): Promise<void> {
  if (!(await end(user.id, sessionId))) throw new AppError("not_found", "You're already signed out on that device.");
  publish({ kind: "user", userId: user.id });
}

/** Signs out on every device except the current one. */
export async function endOtherSessions(user: SessionUser): Promise<void> {
  await asPerson(user, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId: user.id, id: { not: user.sessionId } } });
    if (count > 0) await recordAudit(tx, { actor: user, action: "session.others_ended" });
  });
  publish({ kind: "user", userId: user.id });
}

/** Ends a session and records it, with the network where it started. Returns false if there is none. */
async function end(userId: bigint, sessionId: bigint): Promise<boolean> {
  return db().$transaction(async (tx) => {
    // Locks the person's row first, as everywhere, and saves when they were last active, which only the session knew.
    const [person] = await tx.$queryRaw<{ name: string }[]>`
      UPDATE users u SET signed_out_at = now() WHERE u.id = ${userId}
        AND EXISTS (SELECT FROM sessions s WHERE s.id = ${sessionId} AND s.user_id = u.id)
      RETURNING u.name`;
    const [ended] = await tx.$queryRaw<{ address: string }[]>`
      DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${userId} RETURNING address`;
    if (!person || !ended) return false;
    const { address: network } = ended;
    await recordAudit(tx, { actor: { id: userId, name: person.name }, action: "session.ended", network });
    return true;
  });
}

/**
 * Signs a person out everywhere, together with the other changes in `tx`. Then `publish` the person, to end their
 * open pages.
 */
export async function endAllSessions(tx: Prisma.TransactionClient, userId: bigint): Promise<void> {
  await tx.session.deleteMany({ where: { userId } });
}

/**
 * Signs a person out everywhere and in again on this device, together with the other changes in `tx`. Returns the new
 * session's id. It takes over the pushes of the session `from`.
 */
export async function replaceSessions(
  tx: Prisma.TransactionClient,
  userId: bigint,
  device: Device,
  from?: bigint,
): Promise<bigint> {
  const sessionId = await create(tx, userId, device);
  if (from !== undefined) await tx.pushSubscription.updateMany({ where: { sessionId: from }, data: { sessionId } });
  await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
  return sessionId;
}

/** Returns someone's sessions, the 100 that were last used: the current one first. */
export async function listSessions(user: SessionUser): Promise<SessionDto[]> {
  const rows = await db().session.findMany({
    where: { userId: user.id, createdAt: { gt: overSince() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: MOST_LISTED,
    select: { id: true, userAgent: true, address: true, createdAt: true, lastSeenAt: true },
  });
  const sessions = rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id: `${id}`,
    ...deviceName(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThis: id === user.sessionId,
  }));
  return sessions.sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

function overSince(): Date {
  return new Date(Date.now() - SESSION_SECONDS * 1000);
}

async function create(tx: Prisma.TransactionClient, userId: bigint, device: Device): Promise<bigint> {
  const userAgent = device.userAgent.slice(0, MOST_USER_AGENT);
  const { id } = await tx.session.create({
    data: { userId, userAgent, address: device.address },
    select: { id: true },
  });
  return id;
}

/** Returns a name such as "Firefox on Linux". User agents can be made up. */
function deviceName(userAgent: string): Pick<SessionDto, "name" | "isHandheld"> {
  const { browser, os, platform } = Bowser.parse(userAgent || "unknown");
  const name = [browser.name, os.name].filter(Boolean).join(" on ");
  return { name: name || "Unknown browser", isHandheld: platform.type === "mobile" || platform.type === "tablet" };
}
