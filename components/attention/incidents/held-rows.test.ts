import { expect, test } from "vitest";
import { inPlace } from "./held-rows";

test("rows stay in their places and groups, say what's current, and wait with new ones", () => {
  const before = [
    { key: "a", group: "needing", text: "a" },
    { key: "b", group: "needing", text: "b" },
    { key: "c", group: "taken", text: "c" },
  ];
  const now = [
    { key: "new", group: "needing", text: "new" },
    { key: "c", group: "taken", text: "c" },
    { key: "a", group: "taken", text: "a, acknowledged" },
  ];
  expect(inPlace(before, now)).toEqual([
    { key: "a", group: "needing", text: "a, acknowledged" },
    { key: "b", group: "needing", text: "b" },
    { key: "c", group: "taken", text: "c" },
  ]);
});
