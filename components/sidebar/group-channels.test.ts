import { expect, test } from "vitest";
import type { SidebarChannelDto, SidebarSectionDto } from "@/lib/channels/dto";
import { moved, placedAt } from "./arrange";
import { groupChannels } from "./group-channels";

function channel(id: string, fields: Partial<SidebarChannelDto> = {}): SidebarChannelDto {
  return {
    id,
    name: id,
    kind: "public",
    msgSeq: 0,
    lastReadSeq: 0,
    unread: 0,
    mentions: 0,
    notifications: "mentions",
    starred: false,
    section: null,
    ...fields,
  };
}

function sections(...collapsed: string[]): SidebarSectionDto[] {
  return ["starred", "7", "channels", "direct"].map((key) => ({
    key,
    name: key === "7" ? "Ops" : null,
    collapsed: collapsed.includes(key),
  }));
}

const all = [
  channel("a", { section: "7" }),
  channel("b", { section: "7", unread: 2 }),
  channel("c", { section: "9" }),
  channel("d", { section: "7", starred: true }),
  channel("e", { kind: "direct", mentions: 1, unread: 1 }),
  channel("f", { kind: "direct", section: "7" }),
];

function shown(given: SidebarSectionDto[], channels: SidebarChannelDto[], openId: string | null = null) {
  return groupChannels(given, channels, openId).map(({ title, shown: ids }) => [title, ids.map(({ id }) => id).join()]);
}

test("each channel is in one section: starred, one of the person's own, or the one of its kind", () => {
  expect(shown(sections(), all)).toEqual([
    ["Starred", "d"],
    ["Ops", "a,b,f"],
    ["Channels", "c"],
    ["Direct messages", "e"],
  ]);
});

test("Starred is left out while it's empty; other empty sections aren't", () => {
  expect(shown(sections(), [])).toEqual([
    ["Ops", ""],
    ["Channels", ""],
    ["Direct messages", ""],
  ]);
});

test("a collapsed section still shows its unread channels and the open one", () => {
  expect(shown(sections("7", "direct"), all, "f")).toEqual([
    ["Starred", "d"],
    ["Ops", "b,f"],
    ["Channels", "c"],
    ["Direct messages", "e"],
  ]);
});

test("sections move by one or to another's side, and never past the ends", () => {
  const keys = ["a", "b", "c"];
  expect(moved(keys, "a", 1)).toEqual(["b", "a", "c"]);
  expect(moved(keys, "c", -1)).toEqual(["a", "c", "b"]);
  expect(moved(keys, "a", -1)).toBe(keys);
  expect(moved(keys, "c", 1)).toBe(keys);
  expect(placedAt(keys, "a", "after", "c")).toEqual(["b", "c", "a"]);
  expect(placedAt(keys, "c", "before", "b")).toEqual(["a", "c", "b"]);
  expect(placedAt(keys, "a", "before", "gone")).toBe(keys);
});
