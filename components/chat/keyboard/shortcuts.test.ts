import { expect, test } from "vitest";
import { shortcutGroups } from "./shortcut-list";

test("no two shortcuts in a group have the same keys or do the same thing", () => {
  for (const { where, shortcuts } of shortcutGroups) {
    const keys = shortcuts.map((each) => each.keys.join("+"));
    expect(new Set(keys).size, where).toBe(keys.length);
    expect(new Set(shortcuts.map((each) => each.does)).size, where).toBe(shortcuts.length);
  }
});
