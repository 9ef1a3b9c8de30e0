import { expect, test } from "vitest";
import { joined, toDraft } from "./drafts";

test("a draft is restored with its mentions, time and channel", () => {
  const draft = { text: "@Ada", marks: { "@Ada": "<@12345678901234567>" }, at: 5, channelId: "7" };
  expect(toDraft(draft)).toEqual(draft);
  expect(toDraft({ text: "a" })).toEqual({ text: "a", marks: {} });
  const reply = { ...draft, inChannel: true };
  expect(toDraft(reply)).toEqual(reply);
  expect(toDraft({ ...draft, inChannel: false })).toEqual(draft);
});

test("any other stored value is ignored", () => {
  for (const kept of [null, "", "x", [], {}, { text: 1 }]) expect([kept, toDraft(kept)]).toEqual([kept, null]);
  const odd = { text: "a", marks: { x: "y", "@": "y", "@b": 1, "#c": "d" }, at: "now", channelId: 7 };
  expect(toDraft(odd)).toEqual({ text: "a", marks: { "#c": "d" } });
  expect(toDraft({ text: "a", marks: null })).toEqual({ text: "a", marks: {} });
});

test("of two versions of a draft, the one that contains the other stays, or both do", () => {
  expect(joined("Hello world", "Hello")).toBe("Hello world");
  expect(joined("Hello", "Hello world")).toBe("Hello world");
  expect(joined("Hello world", "")).toBe("Hello world");
  expect(joined("From the desk\n", "From the phone")).toBe("From the desk\n\nFrom the phone");
});
