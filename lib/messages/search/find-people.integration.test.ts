import { expect, test } from "vitest";
import { findPeople, searchAuthors } from "@/lib/messages/search/find-people";
import { makeChannel, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";

test("people are found by the start of any word of their name, at most eight", async () => {
  const ada = await makeUser({ name: "Ada Lovelace" });
  await makeUser({ name: "Ádám Zoltán", avatarUrl: "https://example.com/a.png" });
  await makeUser({ name: "Ada Gone", deactivatedAt: new Date() });
  const find = async (search: string) => (await findPeople(ada, search)).map(({ name }) => name);
  expect(await find("ada")).toEqual(["Ádám Zoltán"]);
  expect(await find("zolt")).toEqual(["Ádám Zoltán"]);
  for (const search of ["lov", "oltan", "gone", "%", "\\"]) {
    expect([search, await find(search)]).toEqual([search, []]);
  }
  for (const _ of Array(10)) await makeUser();
  expect(await find("")).toHaveLength(8);
});

test("case, width, accents and other ways to write a letter make no difference in names", async () => {
  const ada = await makeUser();
  const find = async (search: string) => (await findPeople(ada, search)).map(({ name }) => name);
  for (const name of ["Łukasz Groß", "Νίκος Οδός", "İlkay Yıldız", "Ｗｉｄｅ Ｎａｍｅ", "أَحْمَد"])
    await makeUser({ name });
  for (const [search, name] of [
    ["lukasz gross", "Łukasz Groß"],
    ["GROSS", "Łukasz Groß"],
    ["groß", "Łukasz Groß"],
    ["ΟΔΟΣ", "Νίκος Οδός"],
    ["ilkay", "İlkay Yıldız"],
    ["YILDIZ", "İlkay Yıldız"],
    ["wide name", "Ｗｉｄｅ Ｎａｍｅ"],
    ["احمد", "أَحْمَد"],
  ])
    expect([search, await find(search ?? "")]).toEqual([search, [name]]);
});

test("the senders to choose from are those that used a webhook in a channel that the reader may read", async () => {
  const [reader, other] = [await makeUser(), await makeUser()];
  const [mine, theirs] = [await makeChannel({ kind: "private" }), await makeChannel({ kind: "private" })];
  await makeMember(mine, reader);
  await makeMember(theirs, other);
  const lastUsedAt = new Date();
  await makeWebhook({ channelId: mine.id, sender: "zabbix", lastUsedAt });
  await makeWebhook({ channelId: mine.id, sender: "grafana", lastUsedAt });
  await makeWebhook({ channelId: mine.id, sender: "gitea" });
  await makeWebhook({ channelId: theirs.id, sender: "sentry", lastUsedAt });
  expect((await searchAuthors(reader)).senders).toEqual(["grafana", "zabbix"]);
  expect((await searchAuthors(other)).senders).toEqual(["sentry"]);
});
