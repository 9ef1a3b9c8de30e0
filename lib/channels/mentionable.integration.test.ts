import { beforeEach, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { mentionablePeople } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser } from "@/lib/testing/factories";

beforeEach(async () => {
  await db().user.deleteMany();
});

async function setUp(kind: "public" | "private" | "direct" = "public") {
  const ada = await makeUser({ name: "Ada Lovelace" });
  const channel = await makeChannel({ kind, members: [ada] });
  const find = async (search: string, viewer: SessionUser = ada) => {
    const people = await mentionablePeople(await requireChannel(viewer, channel.id), search);
    return people.map(({ name, member }) => (member ? name : `(${name})`));
  };
  return { ada, channel, find };
}

test("members come first, then everyone else in the workspace, each group by name", async () => {
  const { channel, find } = await setUp();
  await makeUser({ name: "Aaron Swartz" });
  await makeMember(channel, await makeUser({ name: "grace Hopper" }));
  expect(await find("")).toEqual(["Ada Lovelace", "grace Hopper", "(Aaron Swartz)"]);
});

test("the start of any word of a name finds the person, ignoring case and accents", async () => {
  const { find } = await setUp();
  await makeUser({ name: "Zoë Saldaña-Perez" });
  for (const search of ["zo", "ZOË", "zoe s", "saldan", "Zoë Saldaña-P", "perez"]) {
    expect([search, await find(search)]).toEqual([search, ["(Zoë Saldaña-Perez)"]]);
  }
  expect(await find("oe")).toEqual([]);
  expect(await find("zoe p")).toEqual([]);
});

test("special characters in a search are plain text", async () => {
  const { find } = await setUp();
  await makeUser({ name: "100% _sure\\" });
  expect(await find("100%")).toEqual(["(100% _sure\\)"]);
  for (const search of ["%", "_", "\\", "'", "\0", "\ud800", "[", "x".repeat(100_000)]) {
    expect(await find(search)).toBeInstanceOf(Array);
  }
  expect(await find("%")).toEqual([]);
});

test("a search returns at most twenty people and no deactivated ones", async () => {
  const { find } = await setUp();
  await makeUser({ name: "Gone", deactivatedAt: new Date() });
  expect(await find("gone")).toEqual([]);
  for (const _ of Array(25)) await makeUser();
  expect(await find("person")).toHaveLength(20);
});

test("a person who can't see the channel gets nothing, and one who can see it needn't have joined", async () => {
  const stranger = async () => makeUser({ name: "Mallory", role: "owner" });
  for (const kind of ["private", "direct"] as const) {
    const { find } = await setUp(kind);
    expect(await find("ada")).toContain("Ada Lovelace");
    await expect(find("ada", await stranger())).rejects.toMatchObject({ code: "not_found" });
  }
  const { find } = await setUp("public");
  expect(await find("mallory", await stranger())).toContain("(Mallory)");
});
