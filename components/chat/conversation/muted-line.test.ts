import { expect, test } from "vitest";
import { withoutNotifications } from "@/components/chat/conversation/webhooks/muted";
import { withMute } from "@/components/chat/conversation/webhooks/use-channel-webhooks";
import { aMessage } from "@/lib/testing/message";
import { mutedText } from "./muted-line";

const from = (id: string, name: string) => aMessage({ author: { kind: "webhook", id, name, avatarUrl: null } });
const known = [
  { id: "1", name: "CI" },
  { id: "2", name: "Deploy" },
  { id: "3", name: "Alerts" },
];

test("the line uses the webhook's own name, and counts the messages", () => {
  expect(mutedText([from("1", "CI of main")], known)).toBe("CI is muted, 1 message");
  expect(mutedText([from("9", "Old"), from("9", "Old")], known)).toBe("Old is muted, 2 messages");
  const two = [from("1", "a"), from("2", "b"), from("1", "c")];
  expect(mutedText(two, known)).toBe("CI and Deploy are muted, 3 messages");
  const four = [...two, from("3", "d"), from("9", "Old")];
  expect(mutedText(four, known)).toBe("CI, Deploy and 2 more are muted, 5 messages");
});

test("a muted webhook's message notifies no one, and is the same object each time", () => {
  const message = aMessage({ mentions: [{ id: "7", name: "Ada", notifies: true }], mentionsEveryone: true });
  expect(withoutNotifications(message)).toEqual({
    ...message,
    mentions: [{ id: "7", name: "Ada", notifies: false }],
    mentionsEveryone: false,
  });
  expect(withoutNotifications(message)).toBe(withoutNotifications(message));
});

test("muting adds a webhook that isn't in the list yet", () => {
  const ci = { id: "1", name: "CI", avatarUrl: null, deleted: false, here: true, muted: false };
  expect(withMute([ci], { id: "1", name: "CI of main" }, true)).toEqual([{ ...ci, muted: true }]);
  expect(withMute([ci], { id: "2", name: "New" }, true)).toEqual([ci, { ...ci, id: "2", name: "New", muted: true }]);
});
