import { createHmac, timingSafeEqual } from "node:crypto";
import { db } from "@/lib/db/client";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { keyFor } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";
import { parseId } from "@/lib/text/text";

/** Returns the code in someone's unsubscribe link: their id with a signature, valid for nothing else. */
export function stopCode(userId: bigint): string {
  return `${userId}-${signatureOf(userId)}`;
}

/** Returns the person of this code; null if this install didn't create it. */
export function ownerOfCode(code: string): bigint | null {
  const [idText = "", signature = ""] = code.split("-", 2);
  const id = parseId(idText);
  if (id === null) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(id))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

/** Unsubscribes the person of this code from missed-message emails. Throws `not_found` for an invalid code. */
export async function stopDigest(code: string): Promise<void> {
  const id = ownerOfCode(code);
  if (id === null)
    throw new AppError("not_found", "This unsubscribe link is incomplete. Copy the whole link and open it again.");
  await db().user.updateMany({ where: { id, mailsDigest: true }, data: { mailsDigest: false } });
}

/** Returns whether this person wants missed-message emails. */
export async function wantsDigest(user: SessionUser): Promise<boolean> {
  const select = { mailsDigest: true } as const;
  return (await db().user.findUniqueOrThrow({ where: { id: user.id }, select })).mailsDigest;
}

/** Sets whether this person is emailed about missed messages. */
export async function setWantsDigest(user: SessionUser, mailsDigest: boolean): Promise<void> {
  const data = { mailsDigest };
  await asPerson(user, (tx) => tx.user.update({ where: { id: user.id }, data, select: { id: true } }));
}

function signatureOf(userId: bigint): string {
  return createHmac("sha256", keyFor("parley: stop mails")).update(`${userId}`).digest("hex").slice(0, 32);
}
