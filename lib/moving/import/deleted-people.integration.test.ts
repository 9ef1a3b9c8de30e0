import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { deletePerson } from "@/lib/operation/retention/delete-person";
import { emptyChannels } from "@/lib/operation/retention/empty-channels";
import { erasePeople } from "@/lib/operation/retention/erase-people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeUser, makeWorkspace } from "@/lib/testing/factories";
import { runImport } from "./run-import";
import type { ImportSource, SourceMessage } from "./source";

const PASSWORD = "a long password";
let owner: SessionUser;

beforeEach(async () => {
  await makeWorkspace();
  await db().user.deleteMany();
  await db().importedThing.deleteMany();
  owner = await makeUser({ name: "Olga", role: "owner", password: PASSWORD, email: "olga@example.com" });
});

/** A source with Zeb and Olga, a channel and Zeb's notes to himself, and this many messages of Zeb in each. */
function sourceOf(count: number): ImportSource {
  const none = { isDeactivated: false, isGuest: false, isAdmin: false, title: "Quux", avatar: null };
  const message = (channel: string, index: number): SourceMessage => ({
    // As Mattermost's, with the username.
    key: `${index}:zeb.quux:${channel}`,
    channel,
    root: index === 0 ? null : `0:zeb.quux:${channel}`,
    inChannel: false,
    author: "zeb.quux",
    content: `quux says ${index}`,
    embeds: [],
    files: [],
    createdAt: new Date(1_500_000_000_000 + index * 1000),
    editedAt: null,
    deletedAt: null,
    pinned: null,
    reactions: [{ emoji: "👍", person: "zeb.quux", at: new Date() }],
  });
  const channel = { topic: "", isArchived: false, createdAt: null, createdBy: "zeb.quux", managers: [] };
  return {
    id: "mattermost:example",
    tool: "Mattermost",
    people: async function* () {
      yield { key: "zeb.quux", name: "Zeb Quux", email: "zeb.quux@example.com", ...none };
      yield { key: "olga", name: "Olga", email: "olga@example.com", ...none };
    },
    groups: async function* () {
      yield { key: "ops", handle: "ops", description: "", members: ["zeb.quux", "olga"] };
    },
    emoji: async function* () {},
    channels: async function* () {
      yield { key: "town", kind: "public", name: "Town", members: ["zeb.quux", "olga"], ...channel };
      yield { key: "zeb.quux", kind: "direct", name: "", members: ["zeb.quux"], ...channel };
    },
    messages: async function* () {
      for (let index = 0; index < count; index += 1) {
        yield message("town", index);
        yield message("zeb.quux", index);
      }
    },
  };
}

async function deleteZeb(messages: "keep" | "remove"): Promise<bigint> {
  const { id } = await db().user.findUniqueOrThrow({ where: { email: "zeb.quux@example.com" } });
  await deletePerson(owner, id, { messages, files: "keep", name: "Zeb Quux", proof: PASSWORD });
  await erasePeople();
  await emptyChannels();
  return id;
}

const living = () =>
  db().message.findMany({ where: { deletedAt: null, channel: { deletedAt: null } }, orderBy: { seq: "asc" } });

test("a repeated import doesn't bring a deleted person back, and their messages are those of a deleted person", async () => {
  await runImport(sourceOf(2), () => {});
  const id = await deleteZeb("keep");
  const report = await runImport(sourceOf(4), () => {});
  expect(report.people).toMatchObject({ matched: 2, accounts: 0, deactivated: 0 });
  const people = await db().user.findMany({ orderBy: { id: "asc" }, select: { name: true } });
  expect(people.map(({ name }) => name).toSorted()).toEqual(["Deleted person", "Olga"]);
  const town = await living();
  expect(town.map(({ userId, content }) => [userId, content])).toEqual([0, 1, 2, 3].map((n) => [id, `quux says ${n}`]));
  // The new replies are in the thread of a message whose key is a hash now.
  expect(town.map(({ threadRootId }) => threadRootId)).toEqual([null, town[0]?.id, town[0]?.id, town[0]?.id]);
  expect(await db().membership.count({ where: { userId: id } })).toBe(0);
  expect(await db().userGroupMember.count({ where: { userId: id } })).toBe(0);
  expect(await db().reaction.count({ where: { userId: id } })).toBe(0);
  const [{ count } = { count: 1n }] = await db().$queryRaw<{ count: bigint }[]>`
    SELECT (SELECT count(*) FROM imported_things t WHERE t::text LIKE '%quux%')
      + (SELECT count(*) FROM imported_messages i WHERE i::text LIKE '%quux%')
      + (SELECT count(*) FROM users u WHERE u::text ILIKE '%quux%') AS count`;
  expect(Number(count)).toBe(0);
});

test("messages that were removed with their author don't come back, nor does their text in new ones", async () => {
  await runImport(sourceOf(2), () => {});
  await deleteZeb("remove");
  await runImport(sourceOf(4), () => {});
  expect(await living()).toEqual([]);
  expect(await db().message.count({ where: { content: { contains: "quux" } } })).toBe(0);
});

test("someone who was deleted is recognized by their address in another tool's export", async () => {
  await runImport(sourceOf(1), () => {});
  await deleteZeb("keep");
  const report = await runImport({ ...sourceOf(1), id: "slack:other" }, () => {});
  expect(report.people).toMatchObject({ matched: 2, accounts: 0 });
});

test("another install's deleted people are none of this install's, and keep no one from being deleted here", async () => {
  const theirs = { ...sourceOf(0), id: "parley:other" };
  const none = { isDeactivated: true, isGuest: false, isAdmin: false, title: "", avatar: null };
  const people = async function* () {
    yield { key: "1", name: "Deleted person", email: "deleted-1@deleted.invalid", ...none };
    yield { key: "2", name: "Deleted person", email: "deleted-2@deleted.invalid", ...none };
  };
  await db().$executeRaw`ALTER SEQUENCE person_deletions_number_seq RESTART WITH 1`;
  await runImport(sourceOf(1), () => {});
  const id = await deleteZeb("remove");
  const report = await runImport(
    { ...theirs, people, groups: async function* () {}, channels: async function* () {} },
    () => {},
  );
  expect(report.people).toMatchObject({ matched: 0, deactivated: 2 });
  const ada = await makeUser({ name: "Ada" });
  await deletePerson(owner, ada.id, { messages: "keep", files: "keep", name: "Ada", proof: PASSWORD });
  const rows = await db().user.findMany({ where: { name: "Deleted person" }, orderBy: { email: "asc" } });
  expect(rows.map(({ email }) => email)).toEqual([
    "deleted-1@deleted.invalid",
    "deleted-2@deleted.invalid",
    "parley-other-1@imported.invalid",
    "parley-other-2@imported.invalid",
  ]);
  expect(rows[0]?.id).toBe(id);
});
