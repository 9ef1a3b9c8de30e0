import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PendingMessage } from "@/components/chat/composer/pending";
import type { MessageDto, MessagePageDto } from "@/lib/messages/dto";
import { randomRuns } from "@/lib/testing/long";
import { aMessage } from "@/lib/testing/message";
import type { LocalChange } from "./local-change";
import { boundRun, isGone, MOST_LOADED, type Run, type RunAction, runPage, runReducer, startFrom } from "./run";

function message(seq: number, fields: Partial<MessageDto> = {}): MessageDto {
  const author = { kind: "user" as const, id: "7", name: "Ada", avatarUrl: null };
  return aMessage({ id: `id-${seq}`, channelId: "1", seq, rev: seq, author, content: `message ${seq}`, ...fields });
}

const tombstone = (seq: number, rev: number) => message(seq, { rev, content: "", deleted: true });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const page = (messages: MessageDto[], ends: Partial<MessagePageDto> = {}): MessagePageDto => {
  return { messages, hasOlder: false, hasNewer: false, rev: 0, ...ends };
};
const apply = (state: Run, ...actions: RunAction[]) => actions.reduce(runReducer, state);
const seqs = (state: Run) => state.messages.map(({ seq }) => seq);
const pending = (nonce: string): PendingMessage => {
  return { nonce, content: "hello", files: [], createdAt: "2026-11-21T09:30:00.000Z", error: null, offline: false };
};

describe("a run that the reader leaves", () => {
  test("is resumed with the latest messages and the page's revision", () => {
    const state = apply(startFrom(page(range(1, 50), { rev: 50 })), { type: "changes", messages: range(51, 60) });
    const left = runPage(state, 50, 50);
    expect(left && seqs(startFrom(left))).toEqual(range(11, 60).map(({ seq }) => seq));
    expect(left).toMatchObject({ hasOlder: true, hasNewer: false, rev: 50 });
  });

  test("is kept whole when it is short", () => {
    expect(runPage(startFrom(page(range(1, 3))), 50, 3)).toMatchObject({ hasOlder: false, messages: range(1, 3) });
  });

  test("isn't kept when the reader isn't at its end", () => {
    expect(runPage(startFrom(page(range(1, 3), { hasNewer: true })), 50, 3)).toBeNull();
  });
});

describe("when retention deletes messages", () => {
  const thread = (lastReplySeq: number) => ({ replyCount: 1, lastReplyAt: "2026-11-21T09:30:00.000Z", lastReplySeq });

  test("they leave the run, but not roots whose threads go on, which become tombstones by a change", () => {
    const messages = [message(1), message(2, { thread: thread(9) }), message(3, { thread: thread(4) }), ...range(5, 8)];
    const start = startFrom(page(messages, { hasOlder: true }));
    const state = apply(start, { type: "expired", seq: 5 });
    expect(seqs(state)).toEqual([2, 6, 7, 8]);
    expect(state).toMatchObject({ from: 1, to: 8, hasOlder: true });
    const changed = apply(state, { type: "changes", messages: [{ ...tombstone(2, 20), thread: thread(9) }] });
    expect(changed.messages[0]).toMatchObject({ seq: 2, deleted: true });
  });

  test("an open thread loses its root's text and its old replies", () => {
    const root = message(1, { thread: thread(9) });
    const replies = [4, 9].map((seq) => message(seq, { threadId: "id-1" }));
    const open = startFrom({ ...page(replies), root }, [], "id-1");
    const some = apply(open, { type: "expired", seq: 5 });
    expect([seqs(some), some.root?.deleted]).toEqual([[9], false]);
    const all = apply(open, { type: "expired", seq: 9 });
    expect([seqs(all), all.root?.content, all.root?.deleted]).toEqual([[], "", true]);
  });
});

describe("change events", () => {
  test("arriving twice and out of order appear once and in order", () => {
    const state = apply(
      startFrom(page(range(1, 2))),
      { type: "changes", messages: [message(4), message(3)] },
      { type: "changes", messages: [message(3)] },
    );
    expect(seqs(state)).toEqual([1, 2, 3, 4]);
    expect(state.to).toBe(4);
  });

  test("with a lower revision than the loaded one are ignored", () => {
    const edited = message(1, { rev: 5, content: "edited" });
    const state = apply(
      startFrom(page(range(1, 2))),
      { type: "changes", messages: [edited] },
      { type: "changes", messages: [message(1)] },
    );
    expect(state.messages[0]?.content).toBe("edited");
  });

  test("delete for good, even if older changes arrive late", () => {
    const start = startFrom(page(range(1, 3)));
    const state = apply(
      start,
      { type: "changes", messages: [tombstone(2, 9)] },
      { type: "changes", messages: [message(2, { rev: 8, content: "edited" })] },
    );
    expect(seqs(state)).toEqual([1, 3]);
  });

  test("outside the loaded run leave no gap in it", () => {
    const start = startFrom(page(range(50, 60), { hasOlder: true, hasNewer: true }));
    expect(seqs(apply(start, { type: "changes", messages: [message(70), message(3, { rev: 80 })] }))).toEqual(
      seqs(start),
    );
  });

  test("in an empty channel are its first messages", () => {
    expect(seqs(apply(startFrom(page([])), { type: "changes", messages: [message(1)] }))).toEqual([1]);
    expect(startFrom(page([])).to).toBe(0);
  });
});

test("a run whose messages were all deleted stays in place and takes no older ones", () => {
  const start = startFrom(page(range(20, 22), { hasOlder: true }));
  const deleted = [tombstone(20, 30), tombstone(21, 31), tombstone(22, 32)];
  const empty = apply(start, { type: "changes", messages: deleted });
  const state = apply(empty, { type: "changes", messages: [message(10, { rev: 33 })] });
  expect([seqs(state), state.from, state.to]).toEqual([[], 20, 22]);
  expect(seqs(apply(state, { type: "changes", messages: [message(23)] }))).toEqual([23]);
  expect(seqs(apply(state, { type: "older", page: page(range(18, 19)), before: 20 }))).toEqual([18, 19]);
});

describe("pages", () => {
  test("grow the run at both ends", () => {
    const start = startFrom(page(range(10, 12), { hasOlder: true, hasNewer: true }));
    const state = apply(
      start,
      { type: "older", page: page(range(8, 9), { hasOlder: true }), before: 10 },
      { type: "newer", page: page(range(13, 14)), after: 12 },
    );
    expect(seqs(state)).toEqual([8, 9, 10, 11, 12, 13, 14]);
    expect([state.hasOlder, state.hasNewer]).toEqual([true, false]);
    expect(seqs(apply(state, { type: "changes", messages: [message(15)] }))).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
  });

  test("requested before a delete don't bring the message back", () => {
    const start = startFrom(page(range(10, 12), { hasOlder: true }));
    const state = apply(
      start,
      { type: "changes", messages: [tombstone(9, 20)] },
      { type: "older", page: page(range(8, 9)), before: 10 },
    );
    expect(seqs(state)).toEqual([8, 10, 11, 12]);
  });

  test("replacing the run keep messages that are being sent", () => {
    const state = apply(
      startFrom(page(range(1, 3))),
      { type: "sending", message: pending("n") },
      { type: "page", page: page(range(90, 95), { hasOlder: true }) },
    );
    expect(seqs(state)).toEqual([90, 91, 92, 93, 94, 95]);
    expect(state.pending).toHaveLength(1);
  });
});

describe("threads", () => {
  const thread = { replyCount: 2, lastReplyAt: "2026-11-21T12:00:00.000Z", lastReplySeq: 9 };
  const start = startFrom(page([message(1), message(2, { thread }), message(3)]));

  test("a reply that is also in the channel joins both its thread and the channel, and leaves both", () => {
    const reply = message(4, { threadId: "id-2", inChannel: { root: "message 2" } });
    const thread2 = startFrom({ ...page([]), root: message(2, { thread }) }, [], "id-2");
    for (const state of [start, thread2]) {
      const arrived = apply(state, { type: "changes", messages: [reply, message(5, { threadId: "id-3" })] });
      expect(seqs(arrived)).toEqual([...seqs(state), 4]);
      const left = apply(arrived, { type: "changes", messages: [{ ...reply, rev: 9, deleted: true }] });
      expect(seqs(left)).toEqual(seqs(state));
    }
    const elsewhere = startFrom({ ...page([]), root: message(3, { thread }) }, [], "id-3");
    expect(seqs(apply(elsewhere, { type: "changes", messages: [reply] }))).toEqual([]);
  });

  test("keep their replies out of the channel", () => {
    const sending = apply(start, { type: "sending", message: pending("n") });
    const reply = message(4, { threadId: "id-2", nonce: "n" });
    const state = apply(sending, { type: "changes", messages: [reply, message(5)] });
    expect([seqs(state), state.to, state.pending]).toEqual([[1, 2, 3, 5], 5, []]);
    expect(seqs(apply(start, { type: "newer", page: page([reply]), after: 3 }))).toEqual([1, 2, 3]);
  });

  test("keep their deleted root until the last reply is deleted", () => {
    const remove: LocalChange = { key: "k", messageId: "id-2", type: "delete", at: thread.lastReplyAt };
    const deleted = apply(
      start,
      { type: "changing", change: remove },
      { type: "changed", change: remove, message: null },
    );
    expect(deleted.messages[1]).toMatchObject({ seq: 2, content: "", deleted: true, thread });
    const changed = apply(start, { type: "changes", messages: [{ ...tombstone(2, 9), thread }] });
    expect(changed.messages[1]).toMatchObject({ seq: 2, deleted: true, thread });
    expect(seqs(apply(changed, { type: "changes", messages: [tombstone(2, 10)] }))).toEqual([1, 3]);
  });
});

describe("a message being sent", () => {
  const sending = apply(
    startFrom(page([])),
    { type: "sending", message: pending("a") },
    { type: "sending", message: pending("b") },
  );

  test.each(["changes", "newer", "page"] as const)(
    "is replaced by the stored message with its nonce when that arrives by %s",
    (type) => {
      const messages = [message(1, { nonce: "a" })];
      const state = apply(sending, type === "changes" ? { type, messages } : { type, page: page(messages), after: 0 });
      expect(state.pending.map(({ nonce }) => nonce)).toEqual(["b"]);
      expect(seqs(state)).toEqual([1]);
    },
  );

  test("shows why it failed, and can be retried or discarded", () => {
    const failed = apply(sending, { type: "failed", nonce: "a", error: "No connection.", offline: true });
    expect(failed.pending[0]).toMatchObject({ nonce: "a", error: "No connection.", offline: true });
    const again = apply(failed, { type: "sending", message: pending("a") });
    expect(again.pending.map(({ nonce, error }) => [nonce, error])).toEqual([
      ["b", null],
      ["a", null],
    ]);
    expect(apply(again, { type: "discarded", nonce: "a" }).pending.map(({ nonce }) => nonce)).toEqual(["b"]);
  });
});

/** The server's channel, whose earlier states can still be read. */
class Server {
  readonly log: MessageDto[] = [];
  #count = 0;

  get rev(): number {
    return this.log.length;
  }

  post(): void {
    this.#count += 1;
    this.log.push(message(this.#count, { rev: this.rev + 1 }));
  }

  change(pick: number, deleted: boolean): void {
    const live = this.live();
    const chosen = live[pick % live.length];
    if (!chosen) return;
    const rev = this.rev + 1;
    this.log.push(
      deleted ? tombstone(chosen.seq, rev) : { ...chosen, rev, content: `${chosen.content}, edited at ${rev}` },
    );
  }

  live(rev = this.rev): MessageDto[] {
    const latest = new Map(this.log.slice(0, rev).map((each) => [each.seq, each]));
    return [...latest.values()].filter((each) => !each.deleted).toSorted((a, b) => a.seq - b.seq);
  }

  /** The latest revision of each message that changed after `rev`, as after reconnecting. */
  since(rev: number): MessageDto[] {
    return [...new Map(this.log.slice(rev).map((each) => [each.seq, each])).values()].toSorted((a, b) => a.rev - b.rev);
  }

  page(of: { before?: number; after?: number; around?: number }, size: number): MessagePageDto {
    const all = this.live();
    const found = (match: (each: MessageDto) => boolean, end: "first" | "last", most = size) => {
      const matching = all.filter(match);
      return end === "first" ? matching.slice(0, most) : matching.slice(-most);
    };
    const { before, around } = of;
    const messages =
      around !== undefined
        ? [
            ...found(({ seq }) => seq < around, "last", size / 2),
            ...found(({ seq }) => seq >= around, "first", size / 2),
          ]
        : of.after !== undefined
          ? found(({ seq }) => seq > (of.after ?? 0), "first")
          : found(({ seq }) => before === undefined || seq < before, "last");
    const [first, last] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? Number.POSITIVE_INFINITY];
    return {
      messages,
      rev: this.rev,
      hasOlder: of.after !== undefined || all.some(({ seq }) => seq < first),
      hasNewer: before !== undefined || all.some(({ seq }) => seq > last),
    };
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("post" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("edit" as const, "delete" as const), pick: fc.nat(1000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("deliver" as const), pick: fc.nat(1000), most: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("ask older" as const, "ask newer" as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("page arrives" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("bound" as const),
      pick: fc.nat(1000),
      most: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("jump to latest" as const, "jump around" as const),
      pick: fc.nat(1000),
    }),
  },
);

test("changes, pages, tombstones and bounds in any order leave a gapless run", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.nat(1000),
      fc.array(step, { maxLength: 80 }),
      (begin, at, steps) => {
        const server = new Server();
        for (let i = 0; i < begin; i += 1) server.post();
        const first = server.page(at % 2 ? {} : { around: at % (begin + 1) }, 10);
        let state = startFrom(first);
        // Everything after this revision is requested again, as the connection does after every page.
        let heard = first.rev;
        let asked: Extract<RunAction, { type: "older" | "newer" }> | null = null;
        const replaceBy = (page: MessagePageDto) => {
          state = runReducer(state, { type: "page", page });
          asked = null;
          heard = Math.min(heard, page.rev);
        };
        for (const each of steps) {
          const { from, to } = state;
          if (each.do === "post") server.post();
          else if (each.do === "edit" || each.do === "delete") server.change(each.pick, each.do === "delete");
          else if (each.do === "deliver") {
            // Some of the changes, including known ones.
            const start = each.pick % (server.rev + 1);
            const messages = server.log.slice(start, start + each.most);
            state = runReducer(state, { type: "changes", messages });
          } else if (each.do === "ask older") {
            if (!asked && state.hasOlder)
              asked = { type: "older", page: server.page({ before: from }, 10), before: from };
          } else if (each.do === "ask newer") {
            if (!asked && state.hasNewer) asked = { type: "newer", page: server.page({ after: to }, 10), after: to };
          } else if (each.do === "bound") {
            const at = seqs(state)[each.pick % (state.messages.length || 1)] ?? 0;
            state = boundRun(state, { first: at - 2, last: at + 2, kept: [] }, each.most);
          } else if (each.do === "jump to latest") replaceBy(server.page({}, 10));
          else if (each.do === "jump around") replaceBy(server.page({ around: each.pick % (begin + 1) }, 10));
          else if (asked) {
            const action: Extract<RunAction, { type: "older" | "newer" }> = asked;
            state = runReducer(state, action);
            heard = Math.min(heard, action.page.rev);
            asked = null;
          }
          expect(seqs(state)).toEqual([...new Set(seqs(state))].toSorted((a, b) => a - b));
        }
        state = runReducer(state, { type: "changes", messages: server.since(heard) });

        const expected = server
          .live()
          .filter(({ seq }) => (!state.hasOlder || seq >= state.from) && (!state.hasNewer || seq <= state.to));
        expect(state.messages).toEqual(expected);
      },
    ),
    { numRuns: randomRuns(1_000) },
  );
});

describe("a change by the reader", () => {
  const at = "2026-11-21T12:00:00.000Z";
  const edit: LocalChange = { key: "k1", messageId: "id-2", type: "edit", content: "new", at };
  const remove: LocalChange = { key: "k2", messageId: "id-2", type: "delete", at };
  const start = startFrom(page(range(1, 3)));

  test("is shown on top of the messages until the server answers", () => {
    const changing = apply(start, { type: "changing", change: edit });
    expect(changing.messages).toBe(start.messages);
    expect(changing.changes).toEqual([edit]);
    const changed = apply(changing, {
      type: "changed",
      change: edit,
      message: message(2, { rev: 9, content: "new" }),
    });
    expect([changed.changes, changed.messages[1]?.content]).toEqual([[], "new"]);
  });

  test("is undone if refused, keeping other people's changes", () => {
    const state = apply(
      start,
      { type: "changing", change: edit },
      { type: "changes", messages: [message(2, { rev: 8, pinned: true })] },
      { type: "unchanged", change: edit },
    );
    expect(state.changes).toEqual([]);
    expect(state.messages[1]).toMatchObject({ content: "message 2", pinned: true });
  });

  test("never replaces a later revision when its response arrives late", () => {
    const state = apply(
      start,
      { type: "changing", change: edit },
      { type: "changes", messages: [message(2, { rev: 12, content: "newest" })] },
      { type: "changed", change: edit, message: message(2, { rev: 9, content: "new" }) },
    );
    expect(state.messages[1]?.content).toBe("newest");
  });

  test("deletes for good when the server has deleted it", () => {
    const state = apply(
      start,
      { type: "changing", change: remove },
      { type: "changed", change: remove, message: null },
      { type: "changes", messages: [message(2, { rev: 8 })] },
    );
    expect(seqs(state)).toEqual([1, 3]);
  });

  test("stays when a page replaces the run", () => {
    const state = apply(start, { type: "changing", change: edit }, { type: "page", page: page(range(1, 3)) });
    expect(state.changes).toEqual([edit]);
  });

  test("keeps every other message the same object", () => {
    const state = apply(
      start,
      { type: "changing", change: edit },
      { type: "changed", change: edit, message: message(2, { rev: 9 }) },
    );
    expect(state.messages[0]).toBe(start.messages[0]);
    expect(state.messages[2]).toBe(start.messages[2]);
  });
});

describe("a bounded run", () => {
  const loaded = (from: number, to: number) => startFrom(page(range(from, to)));
  const ends = ({ messages, hasOlder, hasNewer, from, to }: Run) => {
    expect([from, to]).toEqual([messages[0]?.seq, messages.at(-1)?.seq]);
    return { from, to, hasOlder, hasNewer };
  };
  const toTheEnd = Number.POSITIVE_INFINITY;

  test("stays the same object within its bounds", () => {
    const state = loaded(1, MOST_LOADED);
    expect(boundRun(state, { first: 1, last: 20, kept: [] })).toBe(state);
  });

  test("drops the newest messages while reading at the top, and the oldest at the end", () => {
    const state = loaded(1, 350);
    expect(ends(boundRun(state, { first: 1, last: 130, kept: [] }))).toEqual({
      from: 1,
      to: 300,
      hasOlder: false,
      hasNewer: true,
    });
    expect(ends(boundRun(state, { first: 200, last: toTheEnd, kept: [] }))).toEqual({
      from: 51,
      to: 350,
      hasOlder: true,
      hasNewer: false,
    });
  });

  test("holds no more than the limit", () => {
    const view = { first: 110, last: toTheEnd, kept: [] };
    const state = runReducer(loaded(1, 130), { type: "bound", view, most: 100 });
    expect(ends(state)).toEqual({ from: 31, to: 130, hasOlder: true, hasNewer: false });
  });

  test("drops the farther side first while reading in the middle, and nothing nearby", () => {
    const state = loaded(1, 600);
    expect(ends(boundRun(state, { first: 150, last: 400, kept: [] }))).toMatchObject({ from: 101, to: 400 });
    expect(ends(boundRun(state, { first: 20, last: 560, kept: [] }))).toMatchObject({ from: 20, to: 560 });
  });

  test("keeps selected messages and all between them and the reader", () => {
    const state = loaded(1, 400);
    expect(ends(boundRun(state, { first: 1, last: 100, kept: [390] }))).toMatchObject({ from: 1, to: 390 });
    expect(boundRun(state, { first: 300, last: toTheEnd, kept: [1] })).toBe(state);
  });

  test("drops nothing for a view outside it", () => {
    const state = loaded(301, 700);
    for (const view of [
      { first: 900, last: 950 },
      { first: 1, last: 5 },
    ]) {
      expect(boundRun(state, { ...view, kept: [] })).toBe(state);
    }
  });

  test("has no gap at a deleted message on its edge when dropped messages are loaded again", () => {
    const start = runReducer(loaded(1, 350), {
      type: "changes",
      messages: [message(300, { rev: 900, deleted: true })],
    });
    const state = boundRun(start, { first: 1, last: 100, kept: [] });
    expect(ends(state)).toMatchObject({ to: 301, hasNewer: true });
    const again = runReducer(state, { type: "newer", page: page(range(302, 350)), after: 301 });
    expect(again.messages.map(({ seq }) => seq)).toEqual(start.messages.map(({ seq }) => seq));
    expect(again.hasNewer).toBe(false);
  });

  test("ignores changes to dropped and later messages", () => {
    const state = boundRun(loaded(1, 350), { first: 1, last: 100, kept: [] });
    const changes = [message(340, { rev: 900 }), ...range(351, 352)];
    const changed = runReducer(state, { type: "changes", messages: changes });
    expect(ends(changed)).toMatchObject({ from: 1, to: 300, hasNewer: true });
    expect(changed.latest).toBe(350);
  });

  test("ignores a page for an end that has been dropped", () => {
    const start = startFrom(page(range(101, 450), { hasOlder: true }));
    const state = boundRun(start, { first: 300, last: toTheEnd, kept: [] });
    const older = runReducer(state, { type: "older", page: page(range(51, 100)), before: 101 });
    expect(older).toBe(state);
    const other = boundRun(start, { first: 101, last: 200, kept: [] });
    expect(runReducer(other, { type: "newer", page: page(range(451, 460)), after: 450 })).toBe(other);
  });
});

describe("a thread's run", () => {
  const thread = (replyCount: number) => ({ replyCount, lastReplyAt: "2026-11-21T10:00:00Z", lastReplySeq: 9 });
  const root = message(1, { rev: 5, thread: thread(2) });
  const reply = (seq: number, fields: Partial<MessageDto> = {}) => message(seq, { threadId: root.id, ...fields });
  const opened: RunAction = { type: "page", page: { ...page([reply(4), reply(5)]), root } };
  const start = apply(startFrom(page([]), [], root.id), opened);
  const change: LocalChange = { type: "delete", key: "k", messageId: root.id, at: "2026-11-21T10:00:00Z" };
  const changes = (...messages: MessageDto[]): RunAction => ({ type: "changes", messages });

  test("adds replies to its root, and no other messages of the channel", () => {
    expect(seqs(apply(start, changes(reply(7), message(8), reply(9, { threadId: "2" }))))).toEqual([4, 5, 7]);
  });

  test("updates its root, never to an older revision", () => {
    const edited = changes({ ...root, rev: 8, content: "new", thread: thread(3) });
    const state = apply(start, edited, changes({ ...root, rev: 7, content: "old" }), opened);
    expect(state.root).toMatchObject({ content: "new", thread: { replyCount: 3 } });
  });

  test("keeps a deleted root while it has replies", () => {
    const deleted = { ...root, rev: 8, content: "", deleted: true };
    const state = apply(start, changes(deleted));
    expect([state.root?.deleted, state.root && isGone(state.root)]).toEqual([true, false]);
    const later = apply(start, changes({ ...deleted, thread: null }));
    expect(later.root && isGone(later.root)).toBe(true);
  });

  test("shows immediately that its root was deleted, before the event stream confirms it", () => {
    const answer: RunAction = { type: "changed", change, message: null };
    const state = apply(start, { type: "changing", change }, answer);
    expect(state.root).toMatchObject({ deleted: true, content: "" });
    const changed = apply(start, answer, changes({ ...root, rev: 6, deleted: true, thread: null }));
    expect(changed.root && isGone(changed.root)).toBe(true);
  });

  test("has no gap after a reload and keeps unsent messages", () => {
    const waiting = pending("n");
    const reloaded = { ...page([reply(90), reply(91)], { hasOlder: true }), root };
    const state = apply(startFrom(page([]), [waiting], root.id), opened, { type: "page", page: reloaded });
    expect([seqs(state), state.pending]).toEqual([[90, 91], [waiting]]);
    expect(apply(state, changes(reply(92, { nonce: "n" }))).pending).toEqual([]);
  });
});
