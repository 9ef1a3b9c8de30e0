import { afterEach, expect, test } from "vitest";
import { requireMember } from "@/lib/channels/access";
import { db, pool } from "@/lib/db/client";
import { keepUp } from "@/lib/events/keep-up";
import { deleteMessage, editMessage } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { indexBatch, indexJob, indexMessages } from "@/lib/messages/search/index-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { runShutdown } from "@/lib/process/on-shutdown";
import { makeChannel, makeUser, userDraft } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

type Channel = { id: bigint };

afterEach(async () => {
  await runShutdown();
  Reflect.deleteProperty(globalThis, Symbol.for("parley.search-index"));
  while (await indexMessages()) {}
});

// Messages posted at once keep their order only within one statement.
const AT_ONCE = 100;

async function say(user: SessionUser, channel: Channel, ...texts: string[]): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const drafts = texts.slice(from, from + AT_ONCE).map((content) => userDraft(user, channel, { content }));
    const posted = await postMessages(drafts);
    ids.push(...posted.flatMap((each) => ("messageId" in each ? [each.messageId] : [])));
  }
  return ids;
}

/** The messages of a channel that can be found, oldest first. */
async function findable(channel: Channel): Promise<string[]> {
  const rows = await db().$queryRaw<{ words: string }[]>`
    SELECT array_to_string(tsvector_to_array(s.document), ' ') AS words
    FROM message_search s JOIN messages m ON m.id = s.message_id WHERE m.channel_id = ${channel.id} ORDER BY m.seq`;
  return rows.map(({ words }) => words);
}

async function lag(channel: Channel): Promise<bigint> {
  const { rev } = await db().channel.findUniqueOrThrow({ where: { id: channel.id }, select: { rev: true } });
  const reached = await db().searchProgress.findUnique({ where: { channelId: channel.id } });
  return rev - (reached?.rev ?? 0n);
}

async function setUp(...texts: string[]) {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  return { ada, channel, ids: await say(ada, channel, ...texts) };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `item${index + 1}`);

test("new, edited and deleted messages are indexed, each change once", async () => {
  const { ada, channel, ids } = await setUp("one", "two", "three");
  expect(await indexMessages()).toBe(3);
  expect(await findable(channel)).toEqual(["one", "two", "three"]);
  const member = await requireMember(ada, channel.id);
  await editMessage(member, ids[0] ?? 0n, "uno");
  await deleteMessage(member, ids[1] ?? 0n);
  await say(ada, channel, "four");
  expect(await indexMessages()).toBe(3);
  expect(await findable(channel)).toEqual(["uno", "three", "four"]);
  expect(await indexMessages()).toBe(0);
  expect(await lag(channel)).toBe(0n);
});

test("a message that was deleted before it was indexed is skipped", async () => {
  const { ada, channel, ids } = await setUp("gone", "kept");
  await deleteMessage(await requireMember(ada, channel.id), ids[0] ?? 0n);
  await indexMessages();
  expect(await findable(channel)).toEqual(["kept"]);
});

test("two indexers at once do the work once and miss nothing", async () => {
  const { channel } = await setUp(...numbered(700));
  const counts = await Promise.all([indexMessages(), indexMessages()]);
  expect(counts[0] + counts[1]).toBe(700);
  expect(await findable(channel)).toEqual(numbered(700));
});

test("while another process is indexing, a batch does nothing and doesn't wait", async () => {
  const { channel } = await setUp("later");
  const other = await pool().connect();
  try {
    await other.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('parley_search', 0))");
    expect([await indexBatch(), await indexMessages()]).toEqual([null, 0]);
  } finally {
    await other.query("ROLLBACK");
    other.release();
  }
  expect(await findable(channel)).toEqual([]);
  expect(await indexMessages()).toBe(1);
});

test("no words are left of messages and channels that are deleted while they are indexed", async () => {
  const { channel, ids } = await setUp("secret", "kept");
  const [secret] = ids;
  const [indexer, deleter] = [await pool().connect(), await pool().connect()];
  const isWaiting = async (client: { processID?: number }) => {
    const rows = await db()
      .$queryRaw`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND pid = ${client.processID}`;
    expect(rows).toHaveLength(1);
  };
  const wordsOf = () => db().messageSearch.count({ where: { messageId: { in: ids } } });
  try {
    // A batch of the indexer, which saw the message before it was deleted and writes its words afterwards.
    await indexer.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('parley_search', 0))");
    const deleting = deleter.query("DELETE FROM messages WHERE id = $1", [secret]);
    await until(() => isWaiting(deleter as { processID?: number }));
    await indexer.query(
      "INSERT INTO message_search (message_id, document) SELECT id, 'secret' FROM messages WHERE channel_id = $1",
      [channel.id],
    );
    await indexer.query("INSERT INTO search_progress (channel_id, rev) VALUES ($1, 1)", [channel.id]);
    await indexer.query("COMMIT");
    await deleting;
    expect(await wordsOf()).toBe(1);
    // While a channel is being deleted, no batch begins.
    await deleter.query("BEGIN");
    await deleter.query("DELETE FROM channels WHERE id = $1", [channel.id]);
    expect(await indexBatch()).toBeNull();
    await deleter.query("COMMIT");
    expect([await wordsOf(), await db().searchProgress.count({ where: { channelId: channel.id } })]).toEqual([0, 0]);
  } finally {
    indexer.release();
    deleter.release();
  }
});

test("an interrupted run continues where it stopped", async () => {
  const { channel } = await setUp(...numbered(1_200));
  let batches = 0;
  const first = await indexMessages(() => batches++ < 1);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(1_200);
  expect(await findable(channel)).toEqual(numbered(first));
  expect(await indexMessages()).toBe(1_200 - first);
  expect(await findable(channel)).toEqual(numbered(1_200));
});

test("a failed batch changes nothing", async () => {
  const { channel } = await setUp("first");
  await db().$executeRaw`ALTER TABLE search_progress ADD CONSTRAINT refused CHECK (rev < 0) NOT VALID`;
  await expect(indexMessages()).rejects.toThrow("refused");
  expect(await findable(channel)).toEqual([]);
  await db().$executeRaw`ALTER TABLE search_progress DROP CONSTRAINT refused`;
  expect(await indexMessages()).toBe(1);
});

test("a channel with a long history doesn't delay the others", async () => {
  const long = await setUp(...numbered(1_200));
  const short = await setUp("soon");
  await indexBatch();
  expect(await findable(short.channel)).toEqual(["soon"]);
  expect(await lag(long.channel)).toBeGreaterThan(0n);
});

test("existing messages are indexed in the background, and new ones on a hint", async () => {
  const { ada, channel } = await setUp(...numbered(1_200));
  keepUp(indexJob);
  keepUp(indexJob);
  await until(async () => expect(await lag(channel)).toBe(0n));
  await say(ada, channel, "afterwards");
  await until(async () => expect((await findable(channel)).at(-1)).toBe("afterwards"));
  expect(await findable(channel)).toHaveLength(1_201);
});

test("a run after a hint looks at the channels that hints named, and the first one at all", async () => {
  const [here, there] = [await setUp("here"), await setUp("there")];
  expect(await indexMessages(() => true, [here.channel.id])).toBe(1);
  expect([await findable(here.channel), await findable(there.channel)]).toEqual([["here"], []]);
  const looked: (readonly bigint[] | null)[] = [];
  const work: typeof indexJob.work = (goOn, among) => {
    looked.push(among);
    return indexJob.work(goOn, among);
  };
  keepUp({ ...indexJob, work });
  await until(async () => expect(await findable(there.channel)).toEqual(["there"]));
  await say(here.ada, here.channel, "again");
  await until(() => expect(looked).toEqual([null, [here.channel.id]]));
  await until(async () => expect(await findable(here.channel)).toEqual(["here", "again"]));
});

test("a failure in the background is repaired by the sweep", async () => {
  await db().$executeRaw`ALTER TABLE search_progress RENAME TO search_progress_gone`;
  keepUp(indexJob);
  const { channel } = await setUp("patience");
  await db().$executeRaw`ALTER TABLE search_progress_gone RENAME TO search_progress`;
  await until(async () => expect(await findable(channel)).toEqual(["patience"]));
});
