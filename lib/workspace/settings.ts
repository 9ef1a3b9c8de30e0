import { changes, recordAudit } from "@/lib/audit/record-audit";
import { assertCanChangeRetention } from "@/lib/channels/access";
import { periodText } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { sortedByName } from "@/lib/db/fold-name";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import { takeUp } from "@/lib/people/avatars/take-up";
import { defaultChannels } from "@/lib/people/default-channels";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countProfileWrite } from "@/lib/people/write-limit";
import { AppError } from "@/lib/text/errors";
import type { DefaultChannelDto, WorkspaceSettingsDto } from "@/lib/workspace/dto";
import type { WorkspaceChange } from "@/lib/workspace/schema";
import { shownLogo } from "@/lib/workspace/workspace";

const stored = {
  id: true,
  name: true,
  logoUrl: true,
  whoInvites: true,
  whoCreatesChannels: true,
  retentionDays: true,
  previewsLinks: true,
} as const;

// The channels that can be default channels.
const POSSIBLE = { kind: "public", archivedAt: null } as const;

/** Returns the workspace's settings, which everyone may read. */
export async function workspaceSettings(user: SessionUser): Promise<WorkspaceSettingsDto> {
  const [found, channels] = await Promise.all([
    db().workspace.findFirstOrThrow({ select: stored }),
    defaultChannels(db()),
  ]);
  const { id: _, ...settings } = found;
  return {
    ...settings,
    logoUrl: shownLogo(found.logoUrl),
    defaultChannels: channels.map(toDto),
    canChange: user.role !== "member",
    canChangeRetention: user.role === "owner",
  };
}

/** Returns the channels that can be default channels: public and not archived. */
export async function defaultChannelChoices(): Promise<DefaultChannelDto[]> {
  const found = await db().channel.findMany({
    where: POSSIBLE,
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: 1_000,
    select: { id: true, name: true },
  });
  return sortedByName(found.map(toDto));
}

/** Returns the names of up to three owners and admins, owners first. */
export async function adminNames(): Promise<string[]> {
  const where = { role: { not: "member" }, deactivatedAt: null } as const;
  const orderBy = [{ role: "asc" }, { id: "asc" }] as const;
  const found = await db().user.findMany({ where, orderBy: [...orderBy], take: 3, select: { name: true } });
  return found.map(({ name }) => name);
}

/**
 * Changes the workspace's settings and updates everyone's open pages. Throws `forbidden` for members, and for admins who
 * change the retention, and `invalid` for default channels that people can't join.
 */
export async function updateWorkspace(user: SessionUser, change: WorkspaceChange): Promise<void> {
  await changeWorkspace(user, async (tx, before, now) => {
    if (change.retentionDays !== undefined) assertCanChangeRetention(now);
    const { name, whoInvites, whoCreatesChannels, retentionDays, previewsLinks } = before;
    const kept = change.retentionDays === undefined ? retentionDays : change.retentionDays;
    const after = {
      name: change.name ?? name,
      whoInvites: change.whoInvites ?? whoInvites,
      whoCreatesChannels: change.whoCreatesChannels ?? whoCreatesChannels,
      previewsLinks: change.previewsLinks ?? previewsLinks,
    };
    const chosen = change.defaultChannelIds && (await joinableAmong(tx, change.defaultChannelIds));
    const details = changes(
      {
        name,
        whoInvites,
        whoCreatesChannels,
        previewsLinks,
        defaultChannels: namesOf(await defaultChannels(tx)),
        retention: periodText(retentionDays),
      },
      { ...after, defaultChannels: chosen && namesOf(chosen), retention: periodText(kept) },
    );
    return {
      data: { ...after, retentionDays: kept, ...(chosen && { defaultChannelIds: chosen.map(({ id }) => id) }) },
      details,
    };
  });
}

/**
 * Sets the workspace's logo to an image this person uploaded, or removes it with null; deletes the previous one. Throws
 * `forbidden` for members, and `invalid` for an image that doesn't exist or is already in use.
 */
export async function setLogo(user: SessionUser, logoUrl: string | null): Promise<void> {
  await changeWorkspace(user, async (tx, before) => {
    const details = changes({ logo: before.logoUrl }, { logo: logoUrl });
    if (!details) return { data: {}, details };
    const workspaceId = before.id;
    const taken = logoUrl === null ? null : await takeUp(tx, user, logoUrl, { workspaceId });
    await tx.avatar.deleteMany({ where: { workspaceId, ...(taken !== null && { id: { not: taken } }) } });
    return { data: { logoUrl }, details };
  });
}

type StoredWorkspace = NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>;
type Change = { data: Parameters<Transaction["workspace"]["update"]>[0]["data"]; details: ReturnType<typeof changes> };

async function changeWorkspace(
  user: SessionUser,
  how: (tx: ProvenTx, before: StoredWorkspace, now: SessionUser) => Promise<Change>,
): Promise<void> {
  // Also before it's counted: what isn't allowed doesn't use up the limit.
  assertMayChange(user);
  await countProfileWrite(user.id);
  await asPerson(user, async (tx, now) => {
    assertMayChange(now);
    const before = await lockWorkspace(tx);
    if (!before) return;
    const { data, details } = await how(tx, before, now);
    if (!details) return;
    await tx.workspace.update({ where: { id: before.id }, data, select: { id: true } });
    await recordAudit(tx, { actor: user, action: "workspace.updated", details });
  });
  // Everyone's pages read the frame again: its name, its logo and what they may do.
  publish({ kind: "channels" });
}

function assertMayChange({ role }: SessionUser): void {
  if (role === "member") throw new AppError("forbidden", "Only owners and admins can change the workspace's settings.");
}

/** Locks the workspace's row, so that changes at the same time are recorded one after the other. */
async function lockWorkspace(tx: Transaction) {
  await tx.$queryRaw`SELECT id FROM workspaces FOR NO KEY UPDATE`;
  return tx.workspace.findFirst({ select: stored });
}

async function joinableAmong(tx: Transaction, ids: readonly bigint[]): Promise<{ id: bigint; name: string }[]> {
  const found = await tx.channel.findMany({
    where: { id: { in: [...ids] }, ...POSSIBLE },
    orderBy: { id: "asc" },
    select: { id: true, name: true },
  });
  if (found.length < new Set(ids).size) {
    const sentence = "Default channels must be public and not archived. Reload the page and choose again.";
    throw new AppError("invalid", sentence, { field: "defaultChannelIds" });
  }
  return found;
}

function namesOf(channels: readonly { name: string }[]): string {
  return channels.map(({ name }) => `#${name}`).join(", ");
}

function toDto({ id, name }: { id: bigint; name: string }): DefaultChannelDto {
  return { id: `${id}`, name };
}
