import { createHmac, timingSafeEqual } from "node:crypto";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { parseId } from "@/lib/ids";
import { paths } from "@/lib/paths";
import { authSecret } from "@/lib/secret";
import type { InviteDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";

const VALID_DAYS = 7;

const select = {
  id: true,
  uses: true,
  createdAt: true,
  expiresAt: true,
  createdById: true,
  createdBy: { select: { name: true } },
} as const;

type Row = {
  id: bigint;
  uses: number;
  createdAt: Date;
  expiresAt: Date;
  createdById: bigint;
  createdBy: { name: string };
};

/** A new invite link, valid for seven days and any number of people. `baseUrl` is where people reach this install. */
export async function createInvite(user: SessionUser, baseUrl: string): Promise<InviteDto> {
  const expiresAt = new Date(Date.now() + VALID_DAYS * 24 * 3600 * 1000);
  const row = await db().invite.create({ data: { createdById: user.id, expiresAt }, select });
  return toDto(row, user, baseUrl);
}

/** The valid invites, newest first: one's own, and unless `own` is asked for, to owners and admins everybody's. */
export async function listInvites(user: SessionUser, baseUrl: string, options = { own: false }): Promise<InviteDto[]> {
  const mine = options.own || user.role === "member" ? { createdById: user.id } : {};
  const rows = await db().invite.findMany({
    where: { ...mine, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: { id: "desc" },
    take: 50,
    select,
  });
  return rows.map((row) => toDto(row, user, baseUrl));
}

/** Ends an invite at once. Throws `not_found` for one that this person may not revoke, or that has ended. */
export async function revokeInvite(user: SessionUser, inviteId: bigint): Promise<void> {
  const mine = user.role === "member" ? { createdById: user.id } : {};
  const { count } = await db().invite.updateMany({
    where: { id: inviteId, ...mine, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (count === 0) throw new AppError("not_found", "This invite link has been revoked already.");
}

/** The id of the valid invite with this code, or null: unknown, forged, revoked or expired, which look the same. */
export async function findInvite(code: string): Promise<bigint | null> {
  const [idText = "", signature = ""] = code.split("-", 2);
  const id = parseId(idText);
  if (id === null) return null;
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(id));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const where = { id, revokedAt: null, expiresAt: { gt: new Date() }, createdBy: { deactivatedAt: null } };
  return (await db().invite.findFirst({ where, select: { id: true } }))?.id ?? null;
}

/** The code holds the invite's id and a signature over it: it can be shown again, and the database holds no secret. */
function sign(id: bigint): string {
  return createHmac("sha256", authSecret()).update(`invite:${id}`).digest("hex").slice(0, 32);
}

function toDto(row: Row, user: SessionUser, baseUrl: string): InviteDto {
  return {
    id: `${row.id}`,
    url: baseUrl + paths.invite(`${row.id}-${sign(row.id)}`),
    createdByName: row.createdBy.name,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    uses: row.uses,
    canRevoke: user.role !== "member" || row.createdById === user.id,
  };
}
