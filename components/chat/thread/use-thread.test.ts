import { expect, test } from "vitest";
import { opening, type ThreadAction, type ThreadState, threadReducer } from "./use-thread";

const after = (...actions: ThreadAction[]): ThreadState => actions.reduce(threadReducer, opening);
const loaded = (following: boolean, lastReadSeq = 4): ThreadAction => {
  return { type: "loaded", page: { following, lastReadSeq } };
};

test("loaded replies stay when reloading fails", () => {
  expect(after(loaded(true), { type: "loading" }, { type: "failed" }).status).toBe("ready");
  expect(after({ type: "failed" }).status).toBe("failed");
  expect(after({ type: "failed" }, { type: "loading" }).status).toBe("loading");
});

test("the read position stays as it was when the thread was opened", () => {
  expect(after(loaded(true), loaded(false, 9))).toEqual({ status: "ready", following: false, lastReadSeq: 4 });
  expect(after(loaded(true), { type: "gone" }, loaded(true, 9)).lastReadSeq).toBe(9);
});

test("replying follows the thread", () => {
  expect(after(loaded(false), { type: "replied" }).following).toBe(true);
  expect(after(loaded(false)).following).toBe(false);
  // Before its page was here, which may be older.
  expect(after({ type: "replied" }, loaded(false)).following).toBe(true);
  expect(after({ type: "replied" }, loaded(true), loaded(false)).following).toBe(false);
});
