import path from "node:path";
import { Cron } from "croner";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { tryLock } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { lookAtArchive } from "@/lib/operation/backup/archive-file";
import { onPerson } from "@/lib/people/as-person";
import { deletedHash, deletedKey, deletedNumber } from "@/lib/people/deleted-people";
import type { DeletionChoice, DeletionPreviewDto } from "@/lib/people/deletion-dto";
import type { WorkspaceRole } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { requireProof } from "@/lib/people/two-step/factors";
import { env } from "@/lib/process/env";
import { seal } from "@/lib/secrets/secret";
import { AppError, noSuchThing } from "@/lib/text/errors";
import { clearAccount } from "./clear-account";
import type { Former } from "./replace-names";

// Why: docs/decisions/retention.md

type Person = { id: bigint; name: string; email: string; role: WorkspaceRole; begun: boolean; ended: boolean };

/** Counts what deleting a person would do, and says why they can't be deleted. For owners. Throws `forbidden` and `not_found`. */
export async function previewPersonDeletion(user: SessionUser, userId: bigint): Promise<DeletionPreviewDto> {
  assertMayDelete(user);
  const person = await findPerson(db(), userId);
  const [row, [messages], [files], backups] = await Promise.all([
    db().user.findUniqueOrThrow({
      where: { id: userId },
      select: {
        _count: {
          select: {
            drafts: true,
            scheduledMessages: true,
            laterItems: true,
            savedSearches: true,
            sessions: true,
            passkeys: true,
            pushSubscriptions: true,
            createdWebhooks: { where: { deletedAt: null } },
          },
        },
        authenticatorApp: { select: { userId: true } },
      },
    }),
    db().$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM messages WHERE user_id = ${userId} AND deleted_at IS NULL AND event IS NULL`,
    db().$queryRaw<{ count: bigint; bytes: bigint }[]>`
      SELECT count(*), coalesce(sum(a.size), 0)::bigint AS bytes FROM messages m JOIN attachments a ON a.message_id = m.id
      WHERE m.user_id = ${userId} AND m.attachment_count > 0`,
    heldBackups(),
  ]);
  const { _count: counts } = row;
  return {
    name: person.name,
    email: person.email,
    messages: Number(messages?.count ?? 0),
    files: Number(files?.count ?? 0),
    fileBytes: Number(files?.bytes ?? 0),
    drafts: counts.drafts + counts.scheduledMessages,
    saved: counts.laterItems + counts.savedSearches,
    sessions: counts.sessions,
    devices: counts.passkeys + counts.pushSubscriptions + (row.authenticatorApp ? 1 : 0),
    webhooks: counts.createdWebhooks,
    backups,
    deleting: person.begun,
    reason: whyNot(user, person),
  };
}

/**
 * Deletes a person, if their name was typed and the owner proves that it's them. Their account is gone and signed out with the
 * commit; the rest follows (lib/operation/retention/erase-people.ts). Throws `forbidden`, `not_found`, `conflict` if they can't be deleted or an
 * import is running, and `invalid` for another name or a wrong proof.
 */
export async function deletePerson(user: SessionUser, userId: bigint, choice: DeletionChoice): Promise<void> {
  const { name, email, messages, files, fileBytes } = await previewPersonDeletion(user, userId);
  const typed = choice.name.trim();
  if (typed !== name && typed.toLowerCase() !== email) {
    throw new AppError("invalid", `Type the person's name, ${name}, to delete them.`, { field: "name" });
  }
  refuse(user, await findPerson(db(), userId));
  await requireProof(user, choice.proof, { withoutPassword: "fresh" });
  const [removesMessages, removesFiles] = [choice.messages === "remove", choice.files === "remove"];
  await onPerson(user, userId, async (tx, now) => {
    assertMayDelete(now);
    const person = await findPerson(tx, userId);
    refuse(now, person);
    // An import would write what it has read about them before.
    if (!(await tryLock(tx, "parley_import"))) {
      throw new AppError("conflict", "An import is running. Delete this person once it has ended.");
    }
    const names = seal(JSON.stringify(await formerOf(tx, person)));
    const { number } = await tx.personDeletion.create({
      data: { userId, removesMessages, removesFiles, addressHash: deletedHash(person.email), names },
      select: { number: true },
    });
    await forgetImports(tx, userId);
    await clearAccount(tx, userId, number);
    const deleted = {
      messages: removesMessages ? messages : 0,
      files: removesFiles ? files : 0,
      bytes: removesFiles ? fileBytes : 0,
      webhooks: 0,
    };
    const details = removesMessages || removesFiles ? { deleted } : {};
    const member = { id: userId, name: deletedNumber(number) };
    await recordAudit(tx, { actor: user, action: "account.deleted", member, details });
  });
  publish({ kind: "user", userId });
  publish({ kind: "person", userId });
}

function assertMayDelete({ role }: Pick<SessionUser, "role">): void {
  if (role !== "owner") throw new AppError("forbidden", "Only owners can delete a person. Ask one of them.");
}

/** Returns a person of whom something is left. Throws `not_found`. */
async function findPerson(tx: Pick<Transaction, "$queryRaw">, userId: bigint): Promise<Person> {
  const [person] = await tx.$queryRaw<Person[]>`
    SELECT u.id, u.name, u.email, u.role::text AS role, u.deleted_at IS NOT NULL AS begun, d.ended_at IS NOT NULL AS ended
    FROM users u LEFT JOIN person_deletions d ON d.user_id = u.id WHERE u.id = ${userId}`;
  if (!person || person.ended) throw noSuchThing();
  return person;
}

/** Why the user can't delete this person, as a sentence. The owner who deletes another one is an owner who is left. */
function whyNot({ id }: Pick<SessionUser, "id">, person: Person): string | null {
  if (person.begun) return "This person is being deleted already.";
  if (person.id === id) return "You can't delete yourself. Another owner has to do it.";
  return null;
}

function refuse(user: Pick<SessionUser, "id">, person: Person): void {
  const reason = whyNot(user, person);
  if (reason !== null) throw new AppError("conflict", reason);
}

/** The names and addresses that they have or had, as far as the audit log knows, and their keys in imports. */
async function formerOf(tx: Transaction, { id, name, email }: Person): Promise<Former> {
  const former = await tx.$queryRaw<{ value: string | null }[]>`
    SELECT DISTINCT details -> 'name' ->> side AS value FROM audit_entries, unnest(ARRAY['from', 'to']) AS side
    WHERE actor_id = ${id} AND kind = 'accounts' AND action = 'account.updated'
    UNION SELECT DISTINCT actor_name FROM audit_entries WHERE actor_id = ${id}`;
  const imported = await tx.importedThing.findMany({ where: { thingId: id, kind: "person" }, select: { key: true } });
  const identities = await tx.identity.findMany({ where: { userId: id }, select: { email: true } });
  return {
    names: [...new Set([name, ...former.flatMap(({ value }) => value ?? [])])],
    emails: [...new Set([email, ...identities.flatMap((each) => each.email ?? [])])],
    keys: imported.map(({ key }) => key),
  };
}

/** Leaves a hash of their keys, so that an import recognizes them but no one reads who they were. */
async function forgetImports(tx: Transaction, userId: bigint): Promise<void> {
  const known = await tx.importedThing.findMany({ where: { thingId: userId, kind: "person" } });
  const data = known.map((thing) => ({ ...thing, key: deletedKey(thing.source, thing.key) }));
  await tx.importedThing.deleteMany({ where: { thingId: userId, kind: { in: ["person", "avatar", "member"] } } });
  await tx.importedThing.createMany({ data, skipDuplicates: true });
  // Mattermost names direct messages by their people. They're found by their people again.
  await tx.$executeRaw`
    DELETE FROM imported_things WHERE kind = 'channel' AND thing_id IN (
      SELECT c.id FROM channels c JOIN memberships m ON m.channel_id = c.id
      WHERE m.user_id = ${userId} AND c.kind = 'direct')`;
}

/** The archives that still hold something, also damaged ones, and the day on which the schedule deletes the last of them. */
async function heldBackups(): Promise<DeletionPreviewDto["backups"]> {
  const rows = await db().backup.findMany({
    where: { endedAt: { not: null }, error: null },
    orderBy: { id: "desc" },
    select: { path: true, bytes: true, ends: true, scheduled: true },
  });
  const { dir, keep, schedule } = env.backup;
  let count = 0;
  let rotate = schedule !== undefined;
  for (const { scheduled, ...archive } of rows) {
    const { problem, mayHold } = await lookAtArchive(archive);
    if (!mayHold) continue;
    count += 1;
    // The schedule leaves alone what it doesn't recognize.
    rotate &&= scheduled && problem === null && path.dirname(archive.path) === dir;
  }
  if (count === 0 || !rotate || schedule === undefined) return { count, until: null };
  const last = new Cron(schedule, { paused: true, mode: "5-part" }).nextRuns(keep).at(-1);
  return { count, until: last?.toISOString().slice(0, 10) ?? null };
}
