import { expect, test } from "vitest";
import { Hash } from "@/components/ui/icons/icons";
import { actionItems } from "./action-items";
import { channelItems, groupItems, joinableItems, settingsItems } from "./channel-items";
import { pageItems } from "./page-items";
import type { PaletteItem } from "./palette-item";
import { matching, type PaletteSection, unasked } from "./rank";

const names = ["alerts", "café", "deploys", "design", "engineering", "general", "incidents", "random", "support"];
const mine = names.map((name, index) => ({
  id: `${index + 1}`,
  name,
  kind: "public" as const,
  msgSeq: 0,
  lastReadSeq: 0,
  unread: name === "random" ? 2 : 0,
  mentions: 0,
  notifications: "mentions" as const,
  starred: false,
  section: null,
}));
const general = { id: "6", name: "general", kind: "public" } as const;
const everything: PaletteItem[] = [
  ...channelItems(mine, "6"),
  ...groupItems([{ id: "30", handle: "oncall", description: "Answers at night" }]),
  ...joinableItems([{ id: "20", name: "design-reviews", kind: "public" }]),
  ...settingsItems(general),
  ...actionItems(general, { mayInvite: true, mayCreateChannels: true }),
  ...pageItems("owner"),
];

function labels(sections: PaletteSection[]): string[] {
  return sections.flatMap(({ items }) => items.map(({ label }) => label));
}

function first(query: string, recent: string[] = []): string | undefined {
  return labels(matching(everything, query, recent))[0];
}

test("typing finds the likeliest item first", () => {
  expect(first("gen")).toBe("general");
  expect(first("dep")).toBe("deploys");
  expect(first("#alerts")).toBe("alerts");
  expect(first("new webhook")).toBe("New webhook");
  expect(first("create ch")).toBe("Create channel");
  expect(first("password")).toBe("Password and two-step sign-in");
  expect(first("dark")).toBe("Use dark theme");
  expect(first("log out")).toBe("Sign out");
  expect(first("docs")).toBe("Webhook documentation");
  expect(first("embed")).toBe("Embed builder");
  expect(first("aud")).toBe("Audit log");
  expect(first("oncall")).toBe("@oncall");
  expect(first("@onc")).toBe("@oncall");
});

test("letters may be missing, and case and accents don't matter", () => {
  expect(first("dplys")).toBe("deploys");
  expect(first("GENERAL")).toBe("general");
  expect(first("cafe")).toBe("café");
  expect(first("wh doc")).toBe("Webhook documentation");
});

test("this channel's settings are found by the tab's name and by the channel's", () => {
  expect(labels(matching(everything, "members", []))).toContain("Members");
  expect(labels(matching(everything, "#gen settings", []))).toEqual(["Overview", "Members", "Webhooks"]);
});

test("letters in the wrong order find nothing", () => {
  expect(matching(everything, "zzz", [])).toEqual([]);
  expect(matching(everything, "xq!", [])).toEqual([]);
});

test("joined channels come before others, and recent choices win ties", () => {
  expect(labels(matching(everything, "design", [])).slice(0, 2)).toEqual(["design", "design-reviews"]);
  expect(first("de")).toBe("deploys");
  expect(first("de", ["channel:4"])).toBe("design");
});

test("groups are shown once they're searched for", () => {
  expect(labels(unasked(everything, []))).not.toContain("@oncall");
});

test("before typing, recent choices come first, then unread channels", () => {
  const sections = unasked(everything, ["action:invite", "gone:1", "channel:3"]);
  expect(sections[0]).toMatchObject({ heading: "Recent", items: [{ label: "Invite people" }, { label: "deploys" }] });
  expect(sections[1]).toMatchObject({ heading: "Channels" });
  expect(sections[1]?.items[0]?.label).toBe("random");
  expect(sections[1]?.items).toHaveLength(7);
  expect(labels(sections).filter((label) => label === "deploys")).toHaveLength(1);
});

test("the open channel appears only when searched for", () => {
  expect(labels(unasked(everything, ["channel:6"]))).not.toContain("general");
  expect(first("general")).toBe("general");
});

test("only owners and admins are offered the audit log", () => {
  const ids = (role: "owner" | "admin" | "member") => pageItems(role).map(({ id }) => id);
  expect(ids("owner")).toContain("page:audit-log");
  expect(ids("admin")).toContain("page:audit-log");
  expect(ids("member")).not.toContain("page:audit-log");
});

const allowed = { mayInvite: true, mayCreateChannels: true };

test("people aren't offered what only admins may do", () => {
  const ids = (may: boolean) => actionItems(general, { mayInvite: may, mayCreateChannels: may }).map(({ id }) => id);
  expect(ids(true).filter((id) => !ids(false).includes(id))).toEqual(["action:create-channel", "action:invite"]);
});

test("outside a channel, actions that need one don't appear", () => {
  expect(actionItems(undefined, allowed).map(({ id }) => id)).not.toContain("action:new-webhook");
});

test("ids are unique", () => {
  const ids = everything.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("only the first of a thousand matching channels are shown", () => {
  const many = Array.from(
    { length: 1000 },
    (_, index): PaletteItem => ({
      id: `channel:${index}`,
      group: "Channels",
      label: `project-${index}-engineering-incidents-and-deploys`,
      Icon: Hash,
      command: { kind: "go", href: "/" },
    }),
  );
  expect(matching(many, "engineering dep", []).flatMap(({ items }) => items)).toHaveLength(40);
});
