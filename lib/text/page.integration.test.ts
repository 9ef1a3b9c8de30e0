import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { pinnedMessages, setPinned } from "@/lib/messages/change/change-as-member";
import { listDrafts } from "@/lib/messages/drafts/drafts";
import { laterPage } from "@/lib/messages/later/queries";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince, editHistory, messagePage } from "@/lib/messages/read/queries";
import { listScheduled } from "@/lib/messages/scheduled/scheduled";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { threadPage } from "@/lib/messages/threads/thread-page";
import { makeChannel, makeUser, userDraft } from "@/lib/testing/factories";
import { parseCursor } from "@/lib/text/cursor";
import { PAGE_BYTES } from "@/lib/text/page";

// As long as a message can be.
const LONG = "**a** `b` ".repeat(799);
const COUNT = 30;

type Part = { items: readonly unknown[]; next: string | null };

/** Loads a list's pages, each of which must end at the bytes, and returns the number of items on each. */
async function sizesOf(load: (after: string | null) => Promise<Part>): Promise<number[]> {
  const sizes: number[] = [];
  for (let after: string | null = null; ; ) {
    const { items, next } = await load(after);
    expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(PAGE_BYTES + 100);
    sizes.push(items.length);
    if (next === null) return sizes;
    after = next;
  }
}

async function setUp() {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const here = await requireChannel(ada, channel.id);
  const results = await postMessages(Array.from({ length: COUNT }, () => userDraft(ada, channel, { content: LONG })));
  const ids = results.map((result) => ("refused" in result ? 0n : result.messageId));
  return { ada, channel, here, ids };
}

const all = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

test("lists of messages end their pages by bytes, and every message is on one", async () => {
  const { ada, channel, here, ids } = await setUp();
  for (const id of ids) await setPinned(here, id, true);
  await db().laterItem.createMany({ data: ids.map((messageId) => ({ userId: ada.id, messageId })) });
  const lists: Record<string, (after: string | null) => Promise<Part>> = {
    pins: (after) => pinnedMessages(here, parseCursor(after ?? "")),
    later: (after) => laterPage(ada, { show: "open", ...(after !== null && { after: BigInt(after) }) }),
    changes: async (after) => {
      const { messages, more } = await changesSince(channel.id, Number(after ?? 0), 200);
      return { items: messages, next: more ? `${messages.at(-1)?.rev}` : null };
    },
    channel: async (before) => {
      const of = before === null ? { at: "latest" as const } : { at: "before" as const, seq: Number(before) };
      const { messages, hasOlder } = await messagePage(channel.id, of);
      return { items: messages, next: hasOlder ? `${messages[0]?.seq}` : null };
    },
    search: async (before) => {
      const search = { text: `in:${channel.name}`, timeZone: "UTC", limit: 50 };
      const { results, more } = await searchMessages(ada, { ...search, ...(before && { before: BigInt(before) }) });
      return { items: results, next: more ? `${results.at(-1)?.message.id}` : null };
    },
    "best matches": async (before) => {
      const search = { text: `in:${channel.name} a`, timeZone: "UTC", sort: "relevance" as const };
      const { results, more } = await searchMessages(ada, { ...search, ...(before && { before: BigInt(before) }) });
      return { items: results, next: more ? `${results.at(-1)?.message.id}` : null };
    },
  };
  for (const [name, load] of Object.entries(lists)) {
    const sizes = await sizesOf(load);
    expect([name, all(sizes)]).toEqual([name, COUNT]);
    expect(sizes.length, name).toBeGreaterThan(1);
  }
});

test("a thread's replies end by bytes", async () => {
  const { ada, channel, here, ids } = await setUp();
  const threadRootId = ids[0] ?? 0n;
  const replies = Array.from({ length: COUNT }, () => userDraft(ada, channel, { content: LONG, threadRootId }));
  await postMessages(replies);
  const sizes = await sizesOf(async (before) => {
    const { messages, hasOlder } = await threadPage(here, threadRootId, before === null ? null : Number(before));
    return { items: messages, next: hasOlder ? `${messages[0]?.seq}` : null };
  });
  expect([all(sizes), sizes.length > 1]).toEqual([COUNT, true]);
});

test("drafts, scheduled messages and earlier versions end by bytes", async () => {
  const { ada, channel, here, ids } = await setUp();
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
  const draft = { userId: ada.id, channelId: channel.id, marks: {}, writtenAt: new Date() };
  await db().draft.createMany({
    data: numbers.map((at) => ({ ...draft, conversationId: BigInt(at), text: "€".repeat(20_000) })),
  });
  const scheduled = { userId: ada.id, channelId: channel.id, content: "€".repeat(8_000) };
  await db().scheduledMessage.createMany({
    data: numbers.map((at) => ({ ...scheduled, nonce: `nonce-${at}`, sendAt: new Date(1e12 + Math.floor(at / 3)) })),
  });
  const messageId = ids[0] ?? 0n;
  await db().messageEdit.createMany({ data: numbers.map(() => ({ messageId, content: "€".repeat(8_000) })) });
  const lists: Record<string, (after: string | null) => Promise<Part>> = {
    drafts: (after) => listDrafts(ada, after === null ? undefined : BigInt(after)),
    scheduled: (after) => listScheduled(ada, parseCursor(after ?? "")),
    edits: async (after) => {
      const { edits, next } = await editHistory(here, messageId, after === null ? undefined : BigInt(after));
      return { items: edits, next };
    },
  };
  for (const [name, load] of Object.entries(lists)) {
    const sizes = await sizesOf(load);
    expect([name, all(sizes)]).toEqual([name, COUNT]);
    expect(sizes.length, name).toBeGreaterThan(1);
  }
});
