import { afterEach, expect, test, vi } from "vitest";
import type { PendingMessage } from "@/components/chat/composer/pending";
import type { send } from "@/components/chat/conversation/run/send";
import {
  type Conversation,
  conversationKey,
  keepUnsent,
  takers,
  unsent,
} from "@/components/chat/conversation/run/unsent";
import { giveBack, sendElsewhere } from "./give-back";

const post = vi.fn<typeof send>();

const conversation: Conversation = { channelId: "1", threadId: null };
const other: Conversation = { channelId: "1", threadId: "2" };

const waiting = (nonce: string, fields: Partial<PendingMessage> = {}): PendingMessage => {
  return { nonce, content: nonce, files: [], createdAt: "", error: null, offline: true, ...fields };
};
const noncesIn = (of: Conversation) => unsent.get(conversationKey(of))?.pending.map(({ nonce }) => nonce) ?? [];

afterEach(() => {
  post.mockReset();
  unsent.clear();
  takers.clear();
});

test("an open conversation takes returned messages it doesn't have yet", () => {
  const taken: string[] = [];
  takers.set(conversationKey(conversation), ({ nonce }) => taken.push(nonce));
  keepUnsent(conversation, [waiting("a")]);
  giveBack(conversation, [waiting("a"), waiting("b")]);
  expect(taken).toEqual(["b"]);
  expect(noncesIn(conversation)).toEqual(["a"]);
});

test("messages of other conversations are sent in order, and refused ones stay with the reason", async () => {
  giveBack(conversation, [waiting("a"), waiting("b"), waiting("c")]);
  giveBack(other, [waiting("d")]);
  const sent: string[] = [];
  post.mockImplementation(async (_channelId, { nonce, threadId }) => {
    sent.push(`${nonce} ${threadId}`);
    // The message itself doesn't matter here.
    return nonce === "b" ? { error: "Too long.", offline: false } : { message: {} as never };
  });
  await Promise.all([sendElsewhere(post), sendElsewhere(post)]);
  expect(sent).toEqual(["a null", "b null", "c null", "d 2"]);
  expect(noncesIn(conversation)).toEqual(["b"]);
  expect(unsent.get(conversationKey(conversation))?.pending[0]).toMatchObject({ error: "Too long.", offline: false });
  await sendElsewhere(post);
  expect(sent).toHaveLength(4);
});

test("without a connection, later messages wait too", async () => {
  giveBack(conversation, [waiting("a"), waiting("b")]);
  post.mockResolvedValue({ error: "Lost.", offline: true });
  await sendElsewhere(post);
  expect(post).toHaveBeenCalledTimes(1);
  expect(noncesIn(conversation)).toEqual(["a", "b"]);
});

test("an open conversation sends its own messages", async () => {
  keepUnsent(conversation, [waiting("a")]);
  takers.set(conversationKey(conversation), () => undefined);
  await sendElsewhere(post);
  expect(post).not.toHaveBeenCalled();
});
