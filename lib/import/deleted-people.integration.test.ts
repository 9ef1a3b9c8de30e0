import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { deletePerson } from "@/lib/retention/delete-person";
import { emptyChannels } from "@/lib/retention/empty-channels";
import { erasePeople } from "@/lib/retention/erase-people";
import { makeUser, makeWorkspace } from "@/lib/testing/factories";
import type { SessionUser } from "@/lib/users/find-session-user";
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
    key: `${channel}-${index}`,
    channel,
    root: index === 0 ? null : `${channel}-0`,
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
  expect(await db().membership.count({ where: { userId: id } })).toBe(0);
  expect(await db().userGroupMember.count({ where: { userId: id } })).toBe(0);
  expect(await db().reaction.count({ where: { userId: id } })).toBe(0);
  const [{ count } = { count: 1n }] = await db().$queryRaw<{ count: bigint }[]>`
    SELECT (SELECT count(*) FROM imported_things t WHERE t::text LIKE '%quux%')
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
