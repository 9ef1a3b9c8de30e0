import { expect, test } from "vitest";
import { homeChannel } from "./home-channel";

const channel = (id: string, name: string, unread = 0, kind: "public" | "direct" = "public") => ({
  id,
  name,
  unread,
  kind,
});
const alerts = channel("1", "alerts");
const general = channel("2", "general");
const news = channel("3", "news", 4);

test("a device starts in the channel that was opened last, on any device", () => {
  expect(homeChannel([alerts, general, news], 3n)).toBe(news);
});

test("without one, or after leaving it, it starts in #general", () => {
  expect(homeChannel([alerts, general, news], null)).toBe(general);
  expect(homeChannel([alerts, general, news], 9n)).toBe(general);
});

test("without #general it starts in the first channel with unread messages, or the first one", () => {
  expect(homeChannel([alerts, news], null)).toBe(news);
  expect(homeChannel([alerts, channel("4", "general", 0, "direct")], null)).toBe(alerts);
  expect(homeChannel([], null)).toBeNull();
});
