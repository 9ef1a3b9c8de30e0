import { beforeAll, expect, test } from "vitest";
import { requireMember } from "@/lib/channels/access";
import { db, pool } from "@/lib/db/client";
import { deleteMessage, editMessage } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { isBehind } from "@/lib/messages/read/follow-changes";
import { indexMessages } from "@/lib/messages/search/index-messages";
import { countMessages, searchMessages } from "@/lib/messages/search/search-messages";
import { tendWordList } from "@/lib/messages/search/tend-word-list";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser, postedMessage, userDraft } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

let ada: SessionUser;
let channel: { id: bigint };
// In the middle of this file's words, so that only those are found.
let mid: string;

async function say(content: string): Promise<bigint> {
  return (await postedMessage(userDraft(ada, channel, { content }))).messageId;
}

/** Indexes everything, also what a search that gave up waiting is still indexing. */
async function indexAll(): Promise<void> {
  await until(async () => {
    await indexMessages();
    expect(await isBehind("search")).toBe(false);
  });
}

async function sayAll(texts: readonly string[]): Promise<void> {
  await postMessages(texts.map((content) => userDraft(ada, channel, { content })));
  await indexAll();
}

/** Posts so many messages that those before aren't among the latest, which are compared without the list of words. */
async function bury(): Promise<void> {
  for (let from = 0; from < 1_000; from += 100) await sayAll(Array(100).fill("sediment"));
}

async function find(text: string, user = ada): Promise<string[]> {
  const { results } = await searchMessages(user, { text, timeZone: "UTC", limit: 50 });
  return results.map(({ message }) => message.content);
}

async function count(text: string): Promise<number> {
  return (await countMessages(ada, { text, timeZone: "UTC" })).count;
}

/** The listed words that contain this. */
async function listed(part: string): Promise<string[]> {
  const rows = await db().searchWord.findMany({ where: { word: { contains: part } }, orderBy: { word: "asc" } });
  return rows.map(({ word }) => word);
}

beforeAll(async () => {
  ada = await makeUser();
  channel = await makeChannel({ kind: "private", members: [ada] });
  mid = `q${channel.id}q`;
});

test("in a long history, words are found by their middle and their end", async () => {
  const texts = [`the pay${mid}ment-api is down`, `PÁY${mid}MÉNT api`, `pay${mid}ment of api`, `"${mid}m" ${mid}`];
  for (const text of texts) await say(text);
  const edited = await say("to be edited");
  const deleted = await say(`deleted${mid}`);
  await indexAll();
  const member = await requireMember(ada, channel.id);
  await editMessage(member, edited, `an edit${mid}ed message`);
  await deleteMessage(member, deleted);
  await bury();
  const [first = "", second = "", third = "", fourth = ""] = texts;
  expect(await find(`${mid}men`)).toEqual([third, second, first]);
  expect(await find(`${mid}ment-api`)).toEqual([second, first]);
  expect(await find(`${mid}men api`)).toEqual([third, second, first]);
  expect(await find(`${mid}men-api`)).toEqual([]);
  expect(await find(`"${mid}ment"`)).toEqual([]);
  expect(await find(`"${mid}" ay${mid}`)).toEqual([]);
  expect(await find(`t${mid}ed messag`)).toEqual([`an edit${mid}ed message`]);
  expect(await find(`eted${mid}`)).toEqual([]);
  expect(await count(mid)).toBe(5);
  const best = await searchMessages(ada, { text: `${mid}m`, timeZone: "UTC", sort: "relevance" });
  expect(best.results[0]?.message.content).toBe(fourth);
  expect(await find(`${mid}men`, await makeUser())).toEqual([]);
});

test("a part that many words have is found with another word, and alone in at least as many as are looked up", async () => {
  const part = `z${channel.id}z`;
  for (let from = 0; from < 600; from += 100) {
    await sayAll(Array.from({ length: 100 }, (_, at) => `word${from + at}${part} ${at % 2 ? "odd" : "even"}`));
  }
  await bury();
  expect(await count(`${part} odd`)).toBe(300);
  expect(await count(`word7${part} ${part}`)).toBe(1);
  // In all 600, if a sample of all messages says that they're common.
  expect([500, 600]).toContain(await count(part));
});

test("a rare part is found with a word that most messages have", async () => {
  const part = `v${channel.id}v`;
  await sayAll(Array.from({ length: 60 }, (_, at) => `seldom${at}${part} sediment`));
  await sayAll([`seldom${part}`, `${part} sediments`]);
  await bury();
  expect(await count(`${part} ediment`)).toBe(61);
  expect(await count(`ediment ${part}`)).toBe(61);
});

test("what many of the latest messages have is also counted further back, each message once", async () => {
  const part = `w${channel.id}w`;
  await sayAll(Array.from({ length: 40 }, (_, at) => `before${at}${part}`));
  await bury();
  await sayAll(Array.from({ length: 30 }, (_, at) => `lately${at}${part}`));
  expect(await count(part)).toBe(70);
  expect(await count(`${part} lately`)).toBe(30);
});

test("words are listed once, unless they're very short or long, and dropped once no message has them", async () => {
  const part = `y${channel.id}y`;
  const stays = `stays${part}`;
  await say(`${stays} ${stays} yes ${part}${"o".repeat(50)}`);
  const going = await say(`${stays} goes${part}`);
  const changing = await say(`old${part}`);
  await indexAll();
  expect(await listed(part)).toEqual([`goes${part}`, `old${part}`, stays]);
  expect(await listed("yes")).not.toContain("yes");
  const member = await requireMember(ada, channel.id);
  await deleteMessage(member, going);
  await editMessage(member, changing, `new${part}`);
  await indexAll();
  await tendWordList();
  expect(await listed(part)).toEqual([`new${part}`, stays]);
});

test("the words of messages that were indexed before are listed in the background, going on where it stopped", async () => {
  const part = `x${channel.id}x`;
  await sayAll(Array.from({ length: 100 }, (_, at) => `before${at}${part}`));
  await bury();
  await sayAll([`after${part}`]);
  await db().$executeRaw`DELETE FROM search_words WHERE word LIKE ${`%${part}`}`;
  await db().$executeRaw`DELETE FROM search_words_progress`;
  const other = await pool().connect();
  try {
    await other.query("SELECT pg_advisory_lock(hashtextextended('parley_search_words', 0))");
    await tendWordList();
    expect(await listed(part)).toEqual([]);
  } finally {
    await other.query("SELECT pg_advisory_unlock_all()");
    other.release();
  }
  let batches = 0;
  await tendWordList(() => batches++ < 1);
  expect(await listed(part)).not.toContain(`after${part}`);
  const progress = () => db().searchWordsProgress.findFirstOrThrow();
  expect((await progress()).listedTo).toBeGreaterThan(0n);
  // Meanwhile, the latest messages are found.
  expect(await find(`fter${part}`)).toEqual([`after${part}`]);
  await tendWordList();
  expect(await listed(part)).toHaveLength(101);
  expect((await progress()).listedTo).toBeNull();
  expect(await count(`before7${part}`)).toBe(1);
  expect(await count(`efore7${part}`)).toBe(1);
});
