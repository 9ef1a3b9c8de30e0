import { expect, test } from "vitest";
import { unreadMark } from "@/components/frame/unread/unread-mark";
import * as tab from "./tab-marks";

const { withPrefix } = tab;
const titlePrefix = (...all: Parameters<typeof unreadMark>) => tab.titlePrefix(unreadMark(...all));

const channel = (unread: number, mentions: number) => ({ unread, mentions });

test("the title starts with the number of mentions in all channels, whatever else is unread", () => {
  expect(titlePrefix([channel(9, 1), channel(0, 0), channel(2, 2)])).toBe("(3) ");
  expect(titlePrefix([channel(100, 100), channel(100, 100)])).toBe("(99+) ");
});

test("without mentions, a dot marks unread messages", () => {
  expect(titlePrefix([channel(9, 0), channel(0, 0)])).toBe("• ");
  expect(titlePrefix([channel(0, 0)])).toBe("");
  expect(titlePrefix([])).toBe("");
});

test("a muted channel marks the tab only for a mention, and a muted direct message never does", () => {
  const quiet = (kind: "public" | "direct", mentions: number) =>
    ({ ...channel(5, mentions), kind, notifications: "none" }) as const;
  expect(titlePrefix([quiet("public", 0), quiet("direct", 5)])).toBe("");
  expect(titlePrefix([quiet("public", 2), quiet("direct", 5)])).toBe("(2) ");
  expect(titlePrefix([quiet("direct", 5), channel(1, 0)])).toBe("• ");
});

test("a prefix replaces the previous one", () => {
  expect(withPrefix("(3) #deploys", "(3) ", "(4) ")).toBe("(4) #deploys");
  expect(withPrefix("(4) #deploys", "(4) ", "")).toBe("#deploys");
  expect(withPrefix("#ci", "(4) ", "• ")).toBe("• #ci");
  expect(withPrefix("(3) ways to deploy", "", "• ")).toBe("• (3) ways to deploy");
});
