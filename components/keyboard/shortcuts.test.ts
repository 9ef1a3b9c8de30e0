import { expect, test } from "vitest";
import { shortcutGroups } from "./shortcut-list";

test("in one place no two shortcuts have the same keys or do the same", () => {
  for (const { where, shortcuts } of shortcutGroups) {
    const keys = shortcuts.map((each) => each.keys.join("+"));
    expect(new Set(keys).size, where).toBe(keys.length);
    expect(new Set(shortcuts.map((each) => each.does)).size, where).toBe(shortcuts.length);
  }
});
