import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { firstMemberships } from "@/lib/people/default-channels";
import { deletedHash, deletedKey, isDeletedAddress } from "@/lib/people/deleted-people";
import { importGroup } from "@/lib/people/groups";
import { emailSchema } from "@/lib/people/schema";
import { cleanName } from "@/lib/text/names";
import { cut, firstCodePoints, oneLine } from "@/lib/text/text";
import { matchChannels } from "./match-channels";
import { earlier, importedOf, Matches, remember } from "./matches";
import type { ImportSource, LeftOut, SourcePerson } from "./source";

// Why: docs/decisions/import.md

// Thousands of accounts and memberships take a while.
const PATIENCE = { maxWait: 20_000, timeout: 600_000 };

/** What guests become: deactivated accounts, or members like everyone else. */
export type Guests = "deactivated" | "members";

type MatchOptions = { leftOut: LeftOut; dryRun: boolean; guests: Guests };

class DryRun extends Error {
  constructor(readonly matches: Matches) {
    super("This was a dry run.");
  }
}

/**
 * Finds the source's people by their address and its public channels by their name, and makes those that aren't there.
 * All or nothing; with `dryRun` nothing, but the result is the same. What an earlier import has found or made stays so.
 */
export async function matchAll(source: ImportSource, { leftOut, dryRun, guests }: MatchOptions): Promise<Matches> {
  try {
    return await db().$transaction(async (tx) => {
      const matches = new Matches();
      await matchPeople(tx, source, matches, { leftOut, guests });
      await matchGroups(tx, source, matches, leftOut);
      await matchChannels(tx, source, matches, leftOut);
      if (dryRun) throw new DryRun(matches);
      // With what it makes, so that an import which is interrupted later is in the log, too.
      const details = { imported: importedOf(source, matches, 0) };
      matches.entryId = await recordAudit(tx, { actor: null, action: "workspace.imported", details });
      return matches;
    }, PATIENCE);
  } catch (error) {
    if (error instanceof DryRun) return error.matches;
    throw error;
  }
}

// As the report names them.
const GUESTS = {
  deactivated: "guests, who get a deactivated account (a member's with --guests=members)",
  members: "guests, who become members and can join every public channel",
} as const;

async function matchPeople(
  tx: Transaction,
  source: ImportSource,
  { people, deleted, done }: Matches,
  { leftOut, guests }: Pick<MatchOptions, "leftOut" | "guests">,
): Promise<void> {
  const accounts = await tx.user.findMany({ select: { id: true, email: true } });
  const byEmail = new Map(accounts.map(({ id, email }) => [email, id]));
  const ids = new Set(accounts.map(({ id }) => id));
  const before = await earlier(tx, source, "person");
  const gone = await tx.personDeletion.findMany({ orderBy: { number: "asc" } });
  for (const { userId, removesMessages: messages, removesFiles: files } of gone)
    deleted.set(userId, { messages, files });
  const byHash = new Map(gone.map(({ userId, addressHash }) => [Buffer.from(addressHash).toString("hex"), userId]));
  const hashOf = (address: string) => Buffer.from(deletedHash(address)).toString("hex");
  const memberships = await firstMemberships(tx);
  const found = new Map<string, bigint>();
  for await (const person of source.people()) {
    // Another install's deleted people have the addresses that this one's have.
    const given = person.email !== null && !isDeletedAddress(person.email) ? person.email : "";
    const email = emailSchema.safeParse(given).data ?? null;
    const known = before.get(person.key) ?? before.get(deletedKey(source.id, person.key));
    const address = email ?? placeholder(source, person);
    const id = known !== undefined && ids.has(known) ? known : (byEmail.get(address) ?? byHash.get(hashOf(address)));
    if (id !== undefined) {
      done.matched += 1;
      // Who was deleted is remembered by the key's hash.
      found.set(deleted.has(id) ? deletedKey(source.id, person.key) : person.key, id);
      people.set(person.key, id);
      continue;
    }
    const couldBeActive = email !== null && !person.isDeactivated;
    if (person.isGuest && couldBeActive) leftOut.changed(GUESTS[guests], `${person.name} (${email})`);
    const isActive = couldBeActive && (!person.isGuest || guests === "members");
    const isAdmin = isActive && person.isAdmin;
    done[isActive ? "accounts" : "deactivated"] += 1;
    const made = await tx.user.create({
      data: {
        name: cut(cleanName(person.name) || cleanName(person.key) || "Unknown", 80),
        email: address,
        title: cut(oneLine(person.title), 80),
        ...(isActive ? { memberships } : { deactivatedAt: new Date() }),
        ...(isAdmin && { role: "admin" }),
      },
      select: { id: true, name: true, email: true },
    });
    if (isAdmin) {
      done.admins.push(`${made.name} (${made.email})`);
      const details = { role: { from: "member", to: "admin" } };
      await recordAudit(tx, { actor: null, action: "account.role_changed", member: made, details });
    }
    byEmail.set(made.email, made.id);
    found.set(person.key, made.id);
    people.set(person.key, made.id);
  }
  await remember(tx, source, "person", found);
}

/** Finds the source's user groups by their handles, and makes those that aren't there. The others stay as they are. */
async function matchGroups(
  tx: Transaction,
  source: ImportSource,
  { people, groups, done }: Matches,
  leftOut: LeftOut,
): Promise<void> {
  const before = await earlier(tx, source, "group");
  for await (const { key, members, ...facts } of source.groups()) {
    const known = before.get(key);
    const memberIds = members.flatMap((member) => people.get(member) ?? []);
    const found = known === undefined ? await importGroup(tx, { ...facts, memberIds }) : { id: known, isNew: false };
    if (found) groups.set(key, found.id);
    else leftOut.add("user groups that Parley can't have, or whose handle is someone's name", `@${facts.handle}`);
    if (found?.isNew) done.groups.push(facts.handle);
  }
  await remember(tx, source, "group", groups);
}

/** The address of an account whose real one isn't known. No mail can be sent to it, and the account is deactivated. */
function placeholder(source: ImportSource, { key }: SourcePerson): string {
  const name = `${source.id}-${key}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${firstCodePoints(name, 200)}@imported.invalid`;
}
