import { expect, test } from "vitest";
import { aMessage } from "@/components/message/testing/message";
import type { MessageDto, ThreadPageDto } from "@/lib/messages/dto";
import type { LocalChange } from "../actions/local-change";
import { type ThreadAction, type ThreadState, threadReducer } from "./thread-store";

const thread = (replyCount: number) => ({ replyCount, lastReplyAt: "2026-11-21T10:00:00Z", lastReplySeq: 9 });
const root = aMessage({ id: "1", seq: 1, rev: 5, thread: thread(2) });
const reply = (seq: number, fields: Partial<MessageDto> = {}) =>
  aMessage({ id: `${seq}`, seq, rev: seq, threadId: "1", ...fields });
const page = (fields: Partial<ThreadPageDto> = {}): ThreadPageDto => ({
  root,
  messages: [reply(4), reply(5)],
  hasOlder: false,
  hasNewer: false,
  rev: 5,
  following: true,
  lastReadSeq: 4,
  ...fields,
});

const after = (...actions: ThreadAction[]): ThreadState => actions.reduce(threadReducer, { status: "loading" });
const loaded: ThreadAction = { type: "loaded", page: page(), unsent: [] };
const ready = (state: ThreadState) => {
  if (state.status !== "ready") throw new Error(`It is ${state.status}.`);
  return state;
};
const seqs = (state: ThreadState) => ready(state).run.messages.map(({ seq }) => seq);
const told = (...messages: MessageDto[]): ThreadAction => ({ type: "told", messages });
const change: LocalChange = { type: "delete", key: "k", messageId: "1", at: "2026-11-21T10:00:00Z" };

test("a thread takes in replies to its root, and nothing else of the channel", () => {
  const state = after(loaded, told(reply(7), aMessage({ id: "8", seq: 8 }), reply(9, { threadId: "2" })));
  expect(seqs(state)).toEqual([4, 5, 7]);
});

test("its root follows what happens to it, and never goes back", () => {
  const state = after(
    loaded,
    told({ ...root, rev: 8, content: "new", thread: thread(3) }),
    told({ ...root, rev: 7, content: "old" }),
  );
  expect(ready(state).root).toMatchObject({ content: "new", thread: { replyCount: 3 } });
});

test("a deleted root stays for as long as it has replies", () => {
  const deleted = { ...root, rev: 8, content: "", deleted: true };
  expect(ready(after(loaded, told(deleted))).root.deleted).toBe(true);
  expect(after(loaded, told({ ...deleted, thread: null })).status).toBe("gone");
});

test("deleting the root here is seen at once, and the event stream has the last word", () => {
  const answer: ThreadAction = { type: "run", action: { type: "changed", change, message: null } };
  const state = after(loaded, { type: "run", action: { type: "changing", change } }, answer);
  expect(ready(state).root).toMatchObject({ deleted: true, content: "" });
  expect(after(loaded, answer, told({ ...root, rev: 6, deleted: true, thread: null })).status).toBe("gone");
});

test("what is there is kept when it can't be read again, and read anew it has no gap", () => {
  expect(after(loaded, { type: "loading" }, { type: "failed" }).status).toBe("ready");
  expect(after({ type: "failed" }).status).toBe("failed");
  const anew: ThreadAction = {
    type: "loaded",
    page: page({ messages: [reply(90), reply(91)], hasOlder: true }),
    unsent: [],
  };
  const state = after(loaded, anew);
  expect(seqs(state)).toEqual([90, 91]);
  expect(ready(state).lastReadSeq).toBe(4);
});

test("who has replied follows the thread, and what others say changes nothing about that", () => {
  const unknown: ThreadAction = { type: "loaded", page: page({ following: false }), unsent: [] };
  expect(ready(after(unknown, told(reply(6)))).following).toBe(false);
  const sent: ThreadAction = { type: "run", action: { type: "changes", messages: [reply(6)] } };
  expect(ready(after(unknown, sent)).following).toBe(true);
});

test("what wasn't sent when it was last left waits in it", () => {
  const waiting = {
    nonce: "n",
    content: "hi",
    files: [],
    createdAt: root.createdAt,
    error: "Not sent.",
    offline: true,
  };
  const state = after({ type: "loaded", page: page(), unsent: [waiting] });
  expect(ready(state).run.pending).toEqual([waiting]);
  expect(ready(threadReducer(state, told(reply(6, { nonce: "n" })))).run.pending).toEqual([]);
});
