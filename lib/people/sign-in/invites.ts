import { createHmac, timingSafeEqual } from "node:crypto";
import pLimit from "p-limit";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { writeLetter } from "@/lib/network/mail/letter";
import { sendMail } from "@/lib/network/mail/send-mail";
import { mayDo, requireAllowed } from "@/lib/people/allowed";
import { asPerson } from "@/lib/people/as-person";
import { workspaceName } from "@/lib/people/create-workspace";
import type { InviteDto, InviteTerms } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countingMade } from "@/lib/people/try-limits";
import { env } from "@/lib/process/env";
import { countLimit } from "@/lib/process/limits";
import { authSecret } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { parseId } from "@/lib/text/text";

const DAY_MS = 24 * 3_600_000;
const DAYS = 7;
const USES = 10;

/** The default terms of a new link. */
export function usualTerms(): InviteTerms {
  return { maxUses: countLimit("invite-uses", USES), days: DAYS };
}

const select = {
  id: true,
  uses: true,
  maxUses: true,
  createdAt: true,
  expiresAt: true,
  createdById: true,
  createdBy: { select: { name: true } },
} as const;

type Row = {
  id: bigint;
  uses: number;
  maxUses: number | null;
  createdAt: Date;
  expiresAt: Date;
  createdById: bigint;
  createdBy: { name: string };
};

/**
 * Creates an invite link for this many people and days. `baseUrl` is where people reach this install. Throws
 * `forbidden` if only admins may invite people, and `rate_limited` if a member has created too many.
 */
export async function createInvite(user: SessionUser, baseUrl: string, terms = usualTerms()): Promise<InviteDto> {
  const { maxUses, days } = terms;
  const expiresAt = new Date(Date.now() + days * DAY_MS);
  const make = () =>
    asPerson(user, async (tx, now) => {
      await requireAllowed(tx, now, "whoInvites");
      const made = await tx.invite.create({ data: { createdById: user.id, maxUses, expiresAt }, select });
      await recordAudit(tx, { actor: user, action: "invite.created", details: { invite: { maxUses, days } } });
      return made;
    });
  const row = await countingMade("invite", user, make);
  return toDto(row, user, baseUrl);
}

// Mail servers accept few connections at a time.
const MAILED_AT_ONCE = 5;

/**
 * Emails these people an invite link that works for as many as there are addresses. Returns the addresses to which the
 * mail couldn't be sent. Throws `forbidden` if no mail server is set, and what `createInvite` throws.
 */
export async function mailInvites(user: SessionUser, addresses: readonly string[]): Promise<string[]> {
  if (!env.mail) throw new AppError("forbidden", "Email isn't set up here. Copy the link and send it yourself.");
  const workspace = (await workspaceName()) ?? "Parley";
  const { url } = await createInvite(user, env.mail.baseUrl, { maxUses: addresses.length, days: DAYS });
  const letter = writeLetter(`${user.name} invited you to ${workspace}`, [
    { text: `${user.name} (${user.email}) invited you to ${workspace}, where your team chats.` },
    { button: `Join ${workspace}`, url },
    { small: `The link works for ${DAYS} days. If you don't know ${user.name}, ignore this email.` },
  ]);
  const limit = pLimit(MAILED_AT_ONCE);
  const sent = await Promise.all(addresses.map((to) => limit(() => sendMail({ to, letter }))));
  return addresses.filter((_, index) => sent[index] !== "sent");
}

/** The people whose invite links work: all active ones, or only owners and admins. */
async function whoInvites() {
  const found = await db().workspace.findFirst({ select: { whoInvites: true } });
  const admins = { role: { not: "member" } } as const;
  return { deactivatedAt: null, ...(found?.whoInvites === "admins" && admins) };
}

/** Returns the valid invites, newest first: your own, and with `own` false everyone's for owners and admins. */
export async function listInvites(user: SessionUser, baseUrl: string, options = { own: false }): Promise<InviteDto[]> {
  const mine = options.own || user.role === "member" ? { createdById: user.id } : {};
  const unused = [{ maxUses: null }, { uses: { lt: db().invite.fields.maxUses } }];
  const rows = await db().invite.findMany({
    where: { ...mine, revokedAt: null, expiresAt: { gt: new Date() }, createdBy: await whoInvites(), OR: unused },
    orderBy: { id: "desc" },
    take: 50,
    select,
  });
  return rows.map((row) => toDto(row, user, baseUrl));
}

/** Revokes an invite. Throws `not_found` if this person can't revoke it or it has already ended. */
export async function revokeInvite(user: SessionUser, inviteId: bigint): Promise<void> {
  await asPerson(user, async (tx, { role }) => {
    const mine = role === "member" ? { createdById: user.id } : {};
    const [invite] = await tx.invite.updateManyAndReturn({
      where: { id: inviteId, ...mine, revokedAt: null },
      data: { revokedAt: new Date() },
      select: { createdBy: { select: { id: true, name: true } } },
    });
    if (!invite) throw new AppError("not_found", "This invite link was already revoked.");
    const maker = invite.createdBy.id === user.id ? null : invite.createdBy;
    await recordAudit(tx, { actor: user, action: "invite.revoked", member: maker });
  });
}

/** Why a code no longer works. Only codes that really existed get a reason other than `unknown`. */
type InviteEnd = "unknown" | "expired" | "revoked" | "used_up" | "admins_only";

const ENDS: Record<InviteEnd, string> = {
  unknown: "Copy the whole link and open it again, or ask for a new one.",
  expired: "It has expired. Ask for a new one.",
  revoked: "It was revoked. Ask for a new one.",
  used_up: "It has reached its maximum number of uses. Ask for a new one.",
  admins_only: "Only owners and admins can invite people now. Ask one of them for a new link.",
};

/** Says why an invite has ended, and what to do. */
export function sayEnded(end: InviteEnd): string {
  return ENDS[end];
}

/** Returns the id of the valid invite with this code, or why there is none. */
export async function findInvite(code: string): Promise<{ id: bigint } | { end: InviteEnd }> {
  const [idText = "", signature = ""] = code.split("-", 2);
  const id = parseId(idText);
  if (id === null) return { end: "unknown" };
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(id));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { end: "unknown" };
  const createdBy = { select: { deactivatedAt: true, role: true } } as const;
  const select = { uses: true, maxUses: true, expiresAt: true, revokedAt: true, createdBy } as const;
  const invite = await db().invite.findUnique({ where: { id }, select });
  if (!invite) return { end: "unknown" };
  // An invite ends when the person who created it is deactivated.
  if (invite.revokedAt || invite.createdBy.deactivatedAt) return { end: "revoked" };
  if (invite.expiresAt <= new Date()) return { end: "expired" };
  if (!(await mayDo(db(), invite.createdBy, "whoInvites"))) return { end: "admins_only" };
  return invite.maxUses !== null && invite.uses >= invite.maxUses ? { end: "used_up" } : { id };
}

/**
 * Counts one use of an invite and returns its creator, or null if it has ended. The row stays locked until the
 * transaction ends, so that simultaneous joins can't exceed the limit.
 */
export async function countUse(tx: Transaction, id: bigint): Promise<{ id: bigint; name: string } | null> {
  const [maker] = await tx.$queryRaw<{ id: bigint; name: string }[]>`
    UPDATE invites i SET uses = uses + 1 FROM users u
    WHERE i.id = ${id} AND u.id = i.created_by_id AND u.deactivated_at IS NULL
      AND i.revoked_at IS NULL AND i.expires_at > now() AND (i.max_uses IS NULL OR i.uses < i.max_uses)
      AND (u.role <> 'member' OR NOT EXISTS (SELECT FROM workspaces WHERE who_invites = 'admins'))
    RETURNING u.id, u.name`;
  return maker ?? null;
}

/** The code is the invite's id with a signature, so it can be shown again and the database holds no secret. */
function sign(id: bigint): string {
  return createHmac("sha256", authSecret()).update(`invite:${id}`).digest("hex").slice(0, 32);
}

function toDto(row: Row, user: SessionUser, baseUrl: string): InviteDto {
  return {
    id: `${row.id}`,
    url: baseUrl + signInPaths.invite(`${row.id}-${sign(row.id)}`),
    createdByName: row.createdBy.name,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    uses: row.uses,
    maxUses: row.maxUses,
    canRevoke: user.role !== "member" || row.createdById === user.id,
  };
}
