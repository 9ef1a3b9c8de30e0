import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// A file with one of these types acts for a person. `ProvenTx` is what their writes get (lib/people/as-person.ts).
const PERSON = /\b(?:SessionUser|AccessibleChannel|ManagedChannel)\b/;
const WRITES = /\bdb\(\)\s*\.(?:\$transaction|\w+\s*\.(?:create|update|delete|upsert)\w*)\b|\brecordAudit\(db\(\)/g;
const RAW = /\bdb\(\)\s*\.\$(?:execute|query)Raw(?:<[^`]*>)?`([^`]*)`/g;
const CHANGES = /\b(?:INSERT INTO|UPDATE \w|DELETE FROM)/;

/** Writes that aren't a person's, or prove who it is another way. */
const OTHERWISE: Record<string, string> = {
  "lib/people/as-person.ts": "the mechanism",
  "lib/channels/as-member.ts": "the mechanism",
  "lib/messages/post/commit-drafts.ts":
    "the insert statement proves a person's right, and proveByHand that of one who posts as a webhook",
  "lib/channels/open-direct.ts": "its condition has the membership and the account",
  "lib/messages/scheduled/send-scheduled.ts": "only holds the row; the insert statement proves the right to post it",
  "lib/people/avatars/upload-avatar.ts": "imports, and deletes images that no one used for a day",
  "lib/messages/emoji/custom/add-emoji.ts": "imports",
  "lib/messages/incidents/history.ts": "deletes old outages by the clock",
  "lib/messages/previews/link-preview.ts": "Parley adds the preview, to a message that still has the link",
  "lib/attention/digest/subscription.ts": "the link in a mail proves it",
  "lib/people/two-step/passkeys.ts": "a signature proves it",
  "lib/people/sign-in/sign-in-by-sso.ts": "begins a session",
  "lib/people/sign-in/identities.ts": "begins a session",
  "lib/people/sessions.ts": "begins a session, or ends one's own",
  "lib/people/sign-in/password-reset.ts": "the link in a mail or the command line proves it",
  "lib/people/account/people.ts": "the command line proves it",
  "lib/people/find-session-user.ts": "notes that a session was used",
  "lib/people/time-zone.ts": "notes what the browser reported",
  "lib/channels/home-channel.ts": "notes which channel a page opened",
};

function sourcesOf(root: string): string[] {
  return readdirSync(root, { encoding: "utf8", recursive: true })
    .map((file) => path.join(root, file))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^lib\/(?:db\/generated|testing)\//.test(file));
}

/** Returns the writes in a source that don't go through `asPerson`, `asMember` or the like, or name `isActive`. */
function unproven(source: string): string[] {
  if (!PERSON.test(source)) return [];
  const raw = [...source.matchAll(RAW)].flatMap(([statement, text = ""]) =>
    CHANGES.test(text) && !/isActive\(|deactivated_at IS NULL/.test(text) ? [statement.slice(0, 60)] : [],
  );
  return [...(source.match(WRITES) ?? []), ...raw];
}

test("every write of a person proves their rights in its own transaction or statement", () => {
  const found = sourcesOf("lib").flatMap((file) => {
    const writes = unproven(readFileSync(file, "utf8"));
    return writes.length > 0 ? [[file, writes]] : [];
  });
  const expected = Object.keys(OTHERWISE).map((file) => [file, expect.anything()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

test.each([
  "await db().savedSearch.create({ data });",
  "await db().$transaction(async (tx) => tx.draft.deleteMany({}));",
  "await db().$executeRaw`UPDATE memberships SET starred = true`;",
  "const rows = await db().$queryRaw<{ id: bigint }[]>`\n  DELETE FROM drafts RETURNING id`;",
  "await recordAudit(db(), { actor: user, action });",
])("this wouldn't: %s", (write) => {
  expect(unproven(`export async function act(user: SessionUser) { ${write} }`)).toHaveLength(1);
});

test.each([
  "await asPerson(user, (tx) => tx.savedSearch.create({ data }));",
  "await db().$executeRaw`UPDATE memberships SET starred = true WHERE isActive(user.id)`;",
  "const rows = await db().$queryRaw`SELECT id FROM drafts`;",
])("this would: %s", (write) => {
  expect(unproven(`export async function act(user: SessionUser) { ${write} }`)).toEqual([]);
});
