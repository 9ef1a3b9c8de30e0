import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CommittedRow, MessageDraft } from "@/lib/messages/draft";

const commits: { contents: string[]; done: () => Promise<void> }[] = [];

vi.mock("@/lib/messages/post/commit-drafts", () => ({
  commitDrafts: (drafts: readonly MessageDraft[]) =>
    new Promise<Partial<CommittedRow>[]>((resolve) => {
      const done = async () => {
        resolve(drafts.map((_, ord) => ({ ord, id: null })));
        await vi.advanceTimersByTimeAsync(0);
      };
      commits.push({ contents: drafts.map(({ content }) => content), done });
    }),
}));

const { commitInGroup } = await import("@/lib/messages/post/group-commit");

const posts: Promise<unknown>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  for (const { done } of commits) await done();
  await Promise.all(posts.splice(0));
  await vi.runAllTimersAsync();
  commits.length = 0;
  vi.useRealTimers();
});

/** Posts to a channel with a webhook of the same number, in a turn of the event loop of its own. */
async function post(channel: number, content: string, updateKey: string | null = null): Promise<void> {
  const ids = { channelId: BigInt(channel), webhookId: BigInt(channel) };
  // Nothing else of a draft is read.
  posts.push(commitInGroup({ kind: "webhook", ...ids, content, updateKey } as MessageDraft));
  await vi.advanceTimersByTimeAsync(1);
}

const begun = () => commits.map(({ contents }) => contents);

test("what is posted to any channel while others are stored is stored together", async () => {
  await post(1, "a");
  for (const [channel, content] of [
    [1, "b"],
    [2, "c"],
    [3, "d"],
  ] as const)
    await post(channel, content);
  expect(begun()).toEqual([["a"]]);
  await commits[0]?.done();
  expect(begun()).toEqual([["a"], ["b", "c", "d"]]);
});

test("other channels go ahead of one that takes long, whose own posts wait", async () => {
  await post(1, "a");
  await post(2, "b");
  await post(1, "c");
  await vi.advanceTimersByTimeAsync(30);
  expect(begun()).toEqual([["a"], ["b"]]);
  await commits[1]?.done();
  await post(3, "d");
  expect(begun()).toEqual([["a"], ["b"], ["d"]]);
  await commits[0]?.done();
  expect(begun()).toEqual([["a"], ["b"], ["d"]]);
  await commits[2]?.done();
  expect(begun()).toEqual([["a"], ["b"], ["d"], ["c"]]);
});

test("a webhook's posts with keys are stored apart from others, and beside those of other channels", async () => {
  await post(1, "a");
  for (const [channel, content] of [
    [1, "b"],
    [2, "c"],
    [3, "d"],
    [2, "e"],
  ] as const)
    await post(channel, content, "key");
  expect(begun()).toEqual([["a"], ["c"]]);
  await commits[1]?.done();
  expect(begun()).toEqual([["a"], ["c"], ["d"]]);
  await commits[0]?.done();
  expect(begun()).toEqual([["a"], ["c"], ["d"], ["b"]]);
  await commits[2]?.done();
  expect(begun()).toEqual([["a"], ["c"], ["d"], ["b"], ["e"]]);
});
