import { expect, test } from "vitest";
import { type BrowseFilter, browseChannels, countChannels } from "@/lib/channels/browse-channels";
import { sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { makeChannel, makeUser, said } from "@/lib/testing/factories";
import { cursorParameter } from "@/lib/text/cursor";

test("active channels come first, in natural order, and private ones appear only to their members", async () => {
  const [ada, grace] = [await makeUser(), await makeUser()];
  const stamp = `order${ada.id}`;
  const ten = await makeChannel({ name: `${stamp} 10`, topic: "Façades", members: [ada, grace] });
  await makeChannel({ name: `${stamp} 2`, members: [grace] });
  await makeChannel({ name: `${stamp} 1 old`, archivedAt: new Date() });
  await makeChannel({ name: `${stamp} secret`, kind: "private", members: [grace] });
  await makeChannel({ name: `${stamp} direct`, kind: "direct", members: [ada, grace] });
  const listed = async (user: typeof ada, q = stamp) =>
    (await browseChannels(user, { q })).items.map(({ name, joined, archived, memberCount }) => [
      name.replace(stamp, "").trim(),
      joined,
      archived,
      memberCount,
    ]);
  expect(await listed(ada)).toEqual([
    ["2", false, false, 1],
    ["10", true, false, 2],
    ["1 old", false, true, 0],
  ]);
  expect((await listed(grace)).map(([name]) => name)).toEqual(["2", "10", "secret", "1 old"]);
  for (const q of ["facade", "ＦＡÇＡＤＥ"]) {
    expect((await listed(ada, `${q} ${stamp}`)).map(([name]) => name)).toEqual(["10"]);
  }
  expect(await countChannels(ada, { q: stamp })).toMatchObject({ all: 3, joined: 1, others: 2 });
  const names = async (show: "joined" | "others") =>
    (await browseChannels(ada, { q: stamp, show })).items.map(({ name }) => name.replace(stamp, "").trim());
  expect([await names("joined"), await names("others")]).toEqual([["10"], ["2", "1 old"]]);
  await said(grace, ten, "hello");
  const [last] = (await browseChannels(ada, { q: stamp, show: "joined" })).items;
  expect(Date.parse(last?.lastMessageAt ?? "")).toBeCloseTo(Date.now(), -5);
  expect(await countChannels(grace, { q: `${stamp} \0\ud800` })).toMatchObject({ all: 0 });
});

test("Browse and the sidebar list channels in the same order", async () => {
  const ada = await makeUser();
  const stamp = `same${ada.id}`;
  const names = ["ci-10", "CI-2", "ci_1", "v10 web", "v9 web", "ci", "Äpfel", "apt", "007", "7", "Zoë", "zoo (old)"];
  for (const name of names) await makeChannel({ name: `${stamp} ${name}`, members: [ada] });
  const browsed = (await browseChannels(ada, { q: stamp })).items.map(({ name }) => name);
  expect((await sidebarChannels(ada)).map(({ name }) => name)).toEqual(browsed);
  expect(browsed.map((name) => name.slice(stamp.length + 1)).slice(0, 6)).toEqual([
    "007",
    "7",
    "Äpfel",
    "apt",
    "ci",
    "ci_1",
  ]);
});

test("many channels come in pages of a hundred, each channel once", async () => {
  const ada = await makeUser();
  const stamp = `paged${ada.id}`;
  await db().channel.createMany({ data: Array.from({ length: 250 }, (_, index) => ({ name: `${stamp}-${index}` })) });
  const pages = [];
  let filter: BrowseFilter | null = { q: stamp };
  while (filter) {
    const page: Awaited<ReturnType<typeof browseChannels>> = await browseChannels(ada, filter);
    pages.push(page.items.map(({ name }) => name));
    filter = page.next === null ? null : { q: stamp, after: cursorParameter.parse(page.next) };
  }
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(pages.flat()).toEqual(Array.from({ length: 250 }, (_, index) => `${stamp}-${index}`));
});
