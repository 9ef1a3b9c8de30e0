import { describe, expect, test } from "vitest";
import { channelLabel } from "@/components/frame/unread/badge-text";
import { afterRead, inboxCount, withLaterCounts } from "./sidebar";

function label(unread: number, mentions: number): string {
  return channelLabel({
    id: "1",
    name: "deploys",
    kind: "public",
    msgSeq: 500,
    lastReadSeq: 0,
    unread,
    mentions,
    notifications: "none",
    starred: false,
    section: null,
  });
}

describe("a channel's link", () => {
  test("is labeled with the channel's name and its unread counts", () => {
    expect(label(0, 0)).toBe("deploys");
    expect(label(3, 0)).toBe("deploys, 3 unread");
    expect(label(3, 1)).toBe("deploys, 3 unread, 1 mention");
    expect(label(3, 2)).toBe("deploys, 3 unread, 2 mentions");
  });

  test("shows counts over 99 as 99+", () => {
    expect(label(100, 0)).toBe("deploys, 99+ unread");
    expect(label(100, 100)).toBe("deploys, 99+ unread, 99+ mentions");
  });
});

describe("the counts after a move of the read position", () => {
  const position = { msgSeq: 20, lastReadSeq: 5, unread: 9, mentions: 2 };
  const channel = {
    id: "1",
    name: "ci",
    kind: "public",
    notifications: "mentions",
    starred: false,
    section: null,
    ...position,
  } as const;
  const counts = (lastReadSeq: number, back = false, channelId = "1") => {
    const [only] = afterRead([channel], { channelId, lastReadSeq, back });
    return [only?.unread, only?.mentions];
  };

  test("are zero at the channel's end and beyond", () => {
    expect(counts(20)).toEqual([0, 0]);
    expect(counts(25)).toEqual([0, 0]);
  });

  test("are left to the server in any other position", () => {
    expect(counts(12)).toEqual([9, 2]);
    expect(counts(20, true)).toEqual([9, 2]);
    expect(counts(20, false, "2")).toEqual([9, 2]);
  });
});

describe("channels that the server rendered again", () => {
  const rendered = {
    id: "1",
    name: "ci",
    kind: "public",
    notifications: "none",
    starred: false,
    section: null,
    msgSeq: 20,
    lastReadSeq: 5,
    unread: 9,
    mentions: 2,
  } as const;
  const counts = (known: Partial<Record<"msgSeq" | "lastReadSeq" | "unread", number>>) => {
    const [only] = withLaterCounts([{ ...rendered, name: "builds" }], [{ ...rendered, mentions: 1, ...known }]);
    return [only?.name, only?.unread, only?.mentions];
  };

  test("keep later counts", () => {
    expect(counts({ msgSeq: 23, unread: 12 })).toEqual(["builds", 12, 1]);
  });

  test("have the rendered counts if those are later", () => {
    expect(counts({ msgSeq: 19, unread: 8 })).toEqual(["builds", 9, 2]);
    expect(counts({ lastReadSeq: 4, unread: 10 })).toEqual(["builds", 9, 2]);
  });

  test("don't include any others", () => {
    expect(withLaterCounts([rendered], [{ ...rendered, id: "2" }])).toEqual([rendered]);
  });
});

test("the inbox counts mentions outside direct messages, threads, new reactions and notices", () => {
  const one = { lastReadSeq: 0, msgSeq: 9, notifications: "all", starred: false, section: null } as const;
  const sidebar = {
    channels: [
      { ...one, id: "1", name: "deploys", kind: "public", unread: 5, mentions: 2 } as const,
      { ...one, id: "2", name: "Grace", kind: "direct", unread: 4, mentions: 4 } as const,
    ],
    sections: [],
    threads: [{ rootId: "3", channelId: "1", unread: 7, mentions: 1 }],
    notices: { any: true, unseen: 3, newest: "4" },
  };
  expect(inboxCount(sidebar, "mentions")).toBe(2);
  expect(inboxCount(sidebar, "all")).toBe(6);
  expect(inboxCount({ ...sidebar, reactions: 2 }, "all")).toBe(8);
});
