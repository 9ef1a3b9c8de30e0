import { beforeEach, describe, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { channelManagers, channelMembers, countMembers } from "@/lib/channels/members";
import { membersSchema } from "@/lib/channels/schema";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countPeople, findByWords, listPeople, PEOPLE_PAGE } from "@/lib/people/list-people";
import { peopleSchema } from "@/lib/people/schema";
import { makeChannel, makeMember, makePeople, makeUser } from "@/lib/testing/factories";

beforeEach(async () => {
  await db().user.deleteMany();
});

/** Returns the names in all pages of the list. */
async function namesOf(viewer: SessionUser, query: Record<string, unknown> = {}): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const { items, next } = await listPeople(viewer, peopleSchema.parse({ ...query, after }));
    expect(items.length).toBeLessThanOrEqual(PEOPLE_PAGE);
    names.push(...items.map(({ name }) => name));
    after = next;
  }
  return names;
}

describe("the list of people", () => {
  const at = (day: number) => new Date(`2026-11-${day}T12:00:00Z`);

  async function setUp() {
    const zoe = await makeUser({ name: "zoë", email: "zoe@example.com", role: "owner", createdAt: at(20) });
    const ten = await makeUser({ name: "Bob 10", email: "10@example.com", createdAt: at(22) });
    const two = await makeUser({ name: "Bob 2", email: "two@example.com", role: "admin", createdAt: at(20) });
    const gone = await makeUser({ name: "Cy", email: "cy@example.com", deactivatedAt: at(25), createdAt: at(20) });
    await db().session.deleteMany();
    await db().session.create({ data: { userId: two.id, userAgent: "", address: "", lastSeenAt: at(24) } });
    await db().session.create({ data: { userId: zoe.id, userAgent: "", address: "", lastSeenAt: at(18) } });
    await db().user.update({ where: { id: zoe.id }, data: { signedOutAt: at(19) } });
    for (const { id } of [zoe, two]) {
      await db().passkey.create({
        data: { userId: id, credentialId: `${id}`, publicKey: new Uint8Array(), domain: "", name: "", counter: 0n },
      });
    }
    return { zoe, ten, two, gone };
  }

  test.each([
    ["", ["Bob 2", "Bob 10", "zoë"]],
    ["order=reversed", ["zoë", "Bob 10", "Bob 2"]],
    ["q=zoe", ["zoë"]],
    ["q=10%40example", ["Bob 10"]],
    ["q=2 bob", ["Bob 2"]],
    ["role=admin", ["Bob 2"]],
    ["sort=role", ["zoë", "Bob 2", "Bob 10"]],
    ["sort=role&order=reversed", ["Bob 10", "Bob 2", "zoë"]],
    ["sort=joined", ["Bob 10", "Bob 2", "zoë"]],
    ["sort=joined&order=reversed", ["Bob 2", "zoë", "Bob 10"]],
    ["sort=active", ["Bob 2", "zoë", "Bob 10"]],
    ["sort=two-step", ["Bob 10", "Bob 2", "zoë"]],
    ["sort=nothing&role=nothing", ["Bob 2", "Bob 10", "zoë"]],
  ])("?%s lists the right people in order, in pages of any size", async (query, names) => {
    const { zoe } = await setUp();
    expect(await namesOf(zoe, Object.fromEntries(new URLSearchParams(query)))).toEqual(names);
  });

  test("owners and admins also see deactivated people and what only they are told", async () => {
    const { zoe, ten, two } = await setUp();
    expect([await namesOf(zoe, { deactivated: true }), await namesOf(ten, { deactivated: true })]).toEqual([
      ["Cy"],
      [],
    ]);
    expect([await countPeople(two, { q: "" }), await countPeople(ten, { q: "b" })]).toEqual([
      { active: 3, deactivated: 1 },
      { active: 2, deactivated: 0 },
    ]);
    const [own, others] = [await listPeople(zoe, { q: "zoe" }), await listPeople(ten, { q: "zoe" })];
    expect(own.items[0]).toMatchObject({ hasTwoStep: true, lastActiveOn: "2026-11-19", deactivated: false });
    expect(others.items[0]).not.toHaveProperty("hasTwoStep");
    expect(others.items[0]).not.toHaveProperty("lastActiveOn");
  });

  test.each(["", "order=reversed", "sort=role", "sort=joined&order=reversed", "sort=active"])(
    "?%s has everyone once in its pages",
    async (query) => {
      const owner = await makeUser({ name: "Ada", role: "owner" });
      await makePeople(130);
      const names = await namesOf(owner, Object.fromEntries(new URLSearchParams(query)));
      expect([names.length, new Set(names).size]).toEqual([131, 131]);
    },
  );
});

test("people to choose are the first that match, and it's told whether there are more", async () => {
  const ada = await makeUser({ name: "Ada" });
  const channel = await makeChannel({ members: [ada] });
  await makePeople(60);
  const all = await findByWords(ada, { q: "" });
  expect([all.people.length, all.more, all.people[0]?.name]).toEqual([PEOPLE_PAGE, true, "Ada"]);
  for (const n of [10, 9, 1, 2]) await makeUser({ name: `Quinn ${n}` });
  const some = await findByWords(ada, { q: "quinn", most: 3, outside: channel.id });
  expect([some.people.map(({ name }) => name), some.more]).toEqual([["Quinn 1", "Quinn 2", "Quinn 9"], true]);
  expect(await findByWords(ada, { q: "ada", outside: channel.id })).toEqual({ people: [], more: false });
});

test("a channel's members come in pages, managers first, and are searched by name", async () => {
  const ada = await makeUser({ name: "Zada" });
  const channel = await makeChannel();
  await makeMember(channel, ada, "manager");
  await makeMember(channel, await makeUser({ name: "Gone", deactivatedAt: new Date() }), "manager");
  await makePeople(120, channel);
  const accessible = await requireChannel(ada, channel.id);
  const names: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await channelMembers(accessible, membersSchema.parse({ after }));
    expect(page.members.length).toBeLessThanOrEqual(PEOPLE_PAGE);
    names.push(...page.members.map(({ name }) => name));
    after = page.next;
  }
  expect(names).toEqual(["Zada", ...Array.from({ length: 120 }, (_, index) => `Person ${index + 1}`)]);
  const found = await channelMembers(accessible, { q: "12 PERS" });
  expect(found).toMatchObject({
    members: [{ name: "Person 12" }, { name: "Person 112" }, { name: "Person 120" }],
    next: null,
  });
  expect(await countMembers(accessible)).toEqual({ members: 121, everyone: true });
  expect(await channelManagers(accessible, 3)).toEqual({ names: ["Zada"], count: 1 });
});

test("more managers than fit on a page come before the members", async () => {
  const ada = await makeUser({ name: "Ada" });
  const channel = await makeChannel();
  await makePeople(70, channel);
  await db().membership.updateMany({ where: { channelId: channel.id }, data: { role: "manager" } });
  await makeMember(channel, ada);
  const accessible = await requireChannel(ada, channel.id);
  const first = await channelMembers(accessible);
  const second = await channelMembers(accessible, membersSchema.parse({ after: first.next }));
  expect(second.members.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 20 }, (_, n) => `Person ${n + 51}`),
    "Ada",
  ]);
  expect(second.next).toBeNull();
});
