import { type AuditAction, kindOf } from "@/lib/audit/actions";
import { announce } from "@/lib/audit/leave-notices";
import { withoutSecrets } from "@/lib/audit/without-secrets";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { type Letter, writeLetter } from "@/lib/network/mail/letter";
import { sendMail } from "@/lib/network/mail/send-mail";
import { hasPassed } from "@/lib/operation/backup/schedule";
import { type BackupState, type BackupTrouble, backupState } from "@/lib/operation/backup/state";
import { env } from "@/lib/process/env";
import { workspacePaths } from "@/lib/text/workspace-paths";

const DAY_MS = 86_400_000;

// All failures after the same complete backup are one: owners hear of it once, and once when it has ended. The audit log
// takes each key once, so of several instances one notifies them.
const failing = (completed: bigint) => `backups-failing:${completed}`;
const resumed = (completed: bigint) => `backups-resumed:${completed}`;

/** Notifies owners if the scheduled backups fail, are overdue or can't be restored, and once one has succeeded again. */
export async function notifyOwners(now = Date.now()): Promise<void> {
  const state = await backupState(now);
  const { latest, trouble, completed, goodAt } = state;
  if (latest?.state === "running") return;
  const [newest = 0n, ...earlier] = completed;
  if (trouble !== null) {
    if (await concernsOwners(state, now)) await reportTrouble(newest, trouble, goodAt);
  } else if (goodAt !== null) await reportEnd([...earlier, 0n], goodAt);
}

/** Someone who starts a backup sees how it ends, and a new workspace has a day for its first one. */
async function concernsOwners({ latest, trouble }: BackupState, now: number): Promise<boolean> {
  const { schedule } = env.backup;
  if (schedule === undefined) return false;
  if (trouble?.kind === "failed") return latest?.scheduled === true;
  if (trouble?.kind !== "none") return true;
  const workspace = await db().workspace.findFirst({ select: { createdAt: true } });
  return workspace !== null && hasPassed(schedule, workspace.createdAt, new Date(now - DAY_MS));
}

async function reportTrouble(newest: bigint, { summary, detail }: BackupTrouble, goodAt: Date | null): Promise<void> {
  const reason = [summary, detail].filter(Boolean).join(" ");
  const left = await db().$transaction((tx) => leaveOnce(tx, "workspace.backups_failing", failing(newest), reason));
  if (left === null) return;
  await notify(left.owners, (workspace, url) =>
    writeLetter(`Backups of ${workspace} are failing`, [
      { text: reason },
      {
        text: goodAt
          ? `The latest good backup is from ${timeText(goodAt)}.`
          : "There is no backup that can be restored.",
      },
      { button: "Open the Health page", url },
      { small: `You get this because you're an owner of ${workspace}, once until a backup succeeds.` },
    ]),
  );
}

/** Ends what was reported after one of these backups: the notices no longer count, and owners get another. */
async function reportEnd(completed: readonly bigint[], goodAt: Date): Promise<void> {
  const entries = await db().auditEntry.findMany({
    where: { tallyKey: { in: completed.flatMap((id) => [failing(id), resumed(id)]) } },
    select: { id: true, tallyKey: true },
  });
  const known = new Set(entries.map(({ tallyKey }) => tallyKey));
  for (const id of completed) {
    const open = entries.find(({ tallyKey }) => tallyKey === failing(id));
    if (open === undefined || known.has(resumed(id))) continue;
    const left = await db().$transaction(async (tx) => {
      await tx.notice.updateMany({ where: { auditEntryId: open.id, seenAt: null }, data: { seenAt: new Date() } });
      return leaveOnce(tx, "workspace.backups_resumed", resumed(id), null);
    });
    if (left === null) continue;
    await notify(left.owners, (workspace, url) =>
      writeLetter(`Backups of ${workspace} work again`, [
        { text: `A backup succeeded. It has everything as of ${timeText(goodAt)}.` },
        { button: "Open the Health page", url },
        { small: `You get this because you're an owner of ${workspace}.` },
      ]),
    );
  }
}

type Owner = { id: bigint; email: string };

/** Adds an audit entry and leaves each owner a notice. Returns null if that was done before, on any instance. */
async function leaveOnce(
  tx: Transaction,
  action: AuditAction,
  key: string,
  reason: string | null,
): Promise<{ owners: Owner[] } | null> {
  const details = reason === null ? {} : { reason: withoutSecrets(reason) };
  const [entry] = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO audit_entries (kind, action, actor_name, details, tally_key)
    VALUES (${kindOf(action)}, ${action}, 'Parley', ${JSON.stringify(details)}::jsonb, ${key})
    ON CONFLICT (tally_key) WHERE tally_key IS NOT NULL DO NOTHING RETURNING id`;
  if (!entry) return null;
  const owners = await tx.$queryRaw<Owner[]>`
    WITH owners AS (SELECT id, email FROM users WHERE role = 'owner' AND deactivated_at IS NULL),
      notices AS (INSERT INTO notices (user_id, audit_entry_id) SELECT id, ${entry.id} FROM owners)
    SELECT id, email FROM owners`;
  return { owners };
}

/** Call it after the commit: pages show the notice, and the mail is on its way. */
async function notify(owners: readonly Owner[], letter: (workspace: string, url: string) => Letter): Promise<void> {
  announce(owners.map(({ id }) => id));
  const { mail } = env;
  if (mail === undefined) return;
  const { name } = (await db().workspace.findFirst({ select: { name: true } })) ?? { name: "Parley" };
  for (const { email: to } of owners)
    await sendMail({ to, letter: letter(name, mail.baseUrl + workspacePaths.health) });
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

function timeText(time: Date): string {
  return `${timeFormat.format(time)} UTC`;
}
