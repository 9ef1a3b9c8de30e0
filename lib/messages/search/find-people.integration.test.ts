import { expect, test } from "vitest";
import { postMessages } from "@/lib/messages/post/post-messages";
import { findPeople, searchAuthors } from "@/lib/messages/search/find-people";
import { makeChannel, makeMember, makeUser, makeWebhook, webhookDraft } from "@/lib/testing/factories";

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

test("the tools to choose from are those whose cards the channels have that the reader may read", async () => {
  const [reader, other] = [await makeUser(), await makeUser()];
  const [mine, theirs] = [await makeChannel({ kind: "private" }), await makeChannel({ kind: "private" })];
  await makeMember(mine, reader);
  await makeMember(theirs, other);
  for (const [channel, name] of [
    [mine, "Zabbix"],
    [mine, "Grafana"],
    [theirs, "Sentry"],
  ] as const) {
    const webhook = await makeWebhook({ channelId: channel.id });
    const embeds = [{ title: "no tool" }, { title: "x", tool: { name } }];
    await postMessages([webhookDraft(webhook, { embeds }), webhookDraft(webhook, { embeds: [] })]);
  }
  const toolsOf = async (user: typeof reader) => (await searchAuthors(user)).tools;
  expect(await toolsOf(reader)).toEqual(["Grafana", "Zabbix"]);
  expect(await toolsOf(other)).toEqual(["Sentry"]);
});
