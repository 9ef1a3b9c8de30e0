import { describe, expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { listAfter, pinnedAfter } from "./pins";

const pinned = (id: string, rev = 1) => aMessage({ id, rev, pinned: true });
const ids = (list: { id: string }[]) => list.map(({ id }) => id);

describe("the ids of the pinned messages", () => {
  test("follow messages as they are pinned, unpinned and deleted", () => {
    const start = new Set(["a", "b"]);
    expect([...pinnedAfter(start, [pinned("c")])]).toEqual(["a", "b", "c"]);
    expect([...pinnedAfter(start, [aMessage({ id: "a" })])]).toEqual(["b"]);
    expect([...pinnedAfter(start, [aMessage({ id: "b", pinned: true, deleted: true })])]).toEqual(["a"]);
  });

  test("are the same set if nothing has changed", () => {
    const start = new Set(["a"]);
    expect(pinnedAfter(start, [pinned("a", 5), aMessage({ id: "z" })])).toBe(start);
  });
});

describe("the list of pinned messages", () => {
  test("has the latest pin first, and updates changed messages", () => {
    expect(ids(listAfter([pinned("a")], [pinned("b")]))).toEqual(["b", "a"]);
    const edited = { ...pinned("a", 3), content: "edited" };
    expect(listAfter([pinned("b"), pinned("a")], [edited])[1]?.content).toBe("edited");
  });

  test("loses unpinned and deleted messages, ignoring older changes", () => {
    expect(listAfter([pinned("a")], [aMessage({ id: "a", rev: 2 })])).toEqual([]);
    expect(ids(listAfter([pinned("a", 5)], [aMessage({ id: "a", rev: 2 })]))).toEqual(["a"]);
  });
});
