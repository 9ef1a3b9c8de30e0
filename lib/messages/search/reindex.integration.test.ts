import { beforeEach, expect, test } from "vitest";
import { requireMember } from "@/lib/channels/access";
import { db, pool } from "@/lib/db/client";
import { editMessage } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { isBehind } from "@/lib/messages/read/follow-changes";
import { indexMessages } from "@/lib/messages/search/index-messages";
import { reindex } from "@/lib/messages/search/reindex";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { checkSearch } from "@/lib/operation/health/checks";
import { makeChannel, makeUser, userDraft } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

const TEXTS = ["Straße eins", "οδός zwei", "C++ drei", "v1.2.3 vier", "ＷＩＤＥ fünf", "plain sechs", "-->"];

/** Posts these texts, indexed as the version before did. */
async function setUp(texts: readonly string[] = TEXTS) {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  for (let from = 0; from < texts.length; from += 100) {
    await postMessages(texts.slice(from, from + 100).map((content) => userDraft(ada, channel, { content })));
  }
  // A search of the test before may still be indexing.
  await until(async () => {
    await indexMessages();
    expect(await isBehind("search")).toBe(false);
  });
  await db().$executeRaw`
    UPDATE message_search s SET rule = NULL,
      document = array_to_tsvector(array_remove(string_to_array(parley_search_text_1(m.content, m.embeds), ' '), ''))
    FROM messages m WHERE m.id = s.message_id AND m.channel_id = ${channel.id}`;
  await db().$executeRaw`DELETE FROM search_words WHERE word = '-->'`;
  const find = async (text: string) => {
    const { results } = await searchMessages(ada, { text: `in:${channel.name} ${text}`, timeZone: "UTC" });
    return results.map(({ message }) => message.content);
  };
  return { ada, channel, find };
}

const left = async (channel: { id: bigint }) =>
  (
    await db().$queryRaw<{ words: string }[]>`
      SELECT array_to_string(tsvector_to_array(s.document), ' ') AS words FROM message_search s JOIN messages m ON m.id = s.message_id
      WHERE s.rule IS NULL AND m.channel_id = ${channel.id} ORDER BY m.seq`
  ).map(({ words }) => words);

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for("parley.search-rule"));
});

test("until they're indexed again, messages are found by the words that an earlier version stored", async () => {
  const { channel, find } = await setUp();
  const queries: [string, string[]][] = [
    ["Straße", ["Straße eins"]],
    ["οδός", ["οδός zwei"]],
    ["c++", ["C++ drei"]],
    ["v1.2.3", ["v1.2.3 vier"]],
    ["v1.2.3 vier", ["v1.2.3 vier"]],
    ["plain", ["plain sechs"]],
    ["ＷＩＤＥ", ["ＷＩＤＥ fünf"]],
  ];
  for (const [query, found] of queries) expect([query, await find(query)]).toEqual([query, found]);
  // Not those that only have the other word.
  expect(await find("plain ->")).toEqual([]);
  await reindex();
  expect(await left(channel)).toEqual([]);
  for (const [query, found] of queries) expect([query, await find(query)]).toEqual([query, found]);
  for (const [query, found] of [
    ["strasse", "Straße eins"],
    ["wide", "ＷＩＤＥ fünf"],
    ["1.2", "v1.2.3 vier"],
    ["->", "-->"],
  ])
    expect(await find(query ?? "")).toEqual([found]);
});

test("reindexing goes on where it stopped, the latest messages first, while Health shows how far it is", async () => {
  const { channel } = await setUp(Array.from({ length: 300 }, (_, at) => `straße${at}`));
  expect((await checkSearch()).facts).toContainEqual({ label: "Updated for this version", text: "0 % of messages" });
  let batches = 0;
  await reindex(() => batches++ < 1);
  const rest = await left(channel);
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.length).toBeLessThan(300);
  expect(rest).toEqual(Array.from({ length: rest.length }, (_, at) => `straße${at}`));
  expect((await checkSearch()).summary).toBe("Search finds all messages. It's updating its index in the background.");
  await reindex();
  expect(await left(channel)).toEqual([]);
  expect((await checkSearch()).facts.map(({ label }) => label)).not.toContain("Updated for this version");
});

test("two instances reindex once, and neither while another process is indexing", async () => {
  const { channel } = await setUp(Array.from({ length: 300 }, (_, at) => `straße${at}`));
  const other = await pool().connect();
  try {
    await other.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('parley_search', 0))");
    let tries = 0;
    await reindex(() => tries++ < 3);
    expect(await left(channel)).toHaveLength(300);
  } finally {
    await other.query("ROLLBACK");
    other.release();
  }
  await Promise.all([reindex(), reindex()]);
  expect(await left(channel)).toEqual([]);
});

test("an instance of the version before indexes by the new rule, so nothing of it is left over", async () => {
  const { ada, channel, find } = await setUp(["before"]);
  const [posted] = await postMessages([userDraft(ada, channel, { content: "posted" })]);
  if (!posted || !("messageId" in posted)) throw new Error("The message was refused.");
  // As that version does.
  const store = () => db().$executeRaw`
    INSERT INTO message_search AS s (message_id, document)
    SELECT id, array_to_tsvector(array_remove(string_to_array(parley_search_text(content, embeds), ' '), ''))
    FROM messages WHERE id = ${posted.messageId}
    ON CONFLICT (message_id) DO UPDATE SET document = excluded.document WHERE s.document <> excluded.document`;
  await store();
  expect(await left(channel)).toEqual(["before"]);
  await editMessage(await requireMember(ada, channel.id), posted.messageId, "edited => C++");
  await store();
  await reindex();
  expect(await left(channel)).toEqual([]);
  expect(await find("=> c++")).toEqual(["edited => C++"]);
});
