import { describe, expect, test } from "vitest";
import { allowed } from "./actions-context";

const by = (kind: "user" | "webhook", id: string, editedAt: string | null = null) => {
  return { author: { kind, id, name: "Ada", avatarUrl: null }, editedAt, updateCount: 0, deleted: false };
};
const member = { id: "1", canAct: true, canManage: false };
const manager = { ...member, canManage: true };

describe("what one may do to a message", () => {
  test("is everything to one's own", () => {
    expect(allowed(by("user", "1", "2026-11-21T12:00:00Z"), member)).toEqual({
      react: true,
      reply: true,
      edit: true,
      remove: true,
      pin: true,
      history: true,
    });
  });

  test("is neither to edit nor to delete somebody else's", () => {
    expect(allowed(by("user", "2", "2026-11-21T12:00:00Z"), member)).toMatchObject({
      react: true,
      reply: true,
      edit: false,
      remove: false,
      history: false,
    });
  });

  test("is for a manager to delete anybody's, and to see what it said before", () => {
    expect(allowed(by("user", "2", "2026-11-21T12:00:00Z"), manager)).toMatchObject({
      edit: false,
      remove: true,
      history: true,
    });
    expect(allowed(by("webhook", "2"), manager)).toMatchObject({ edit: false, remove: true });
  });

  test("is not to edit a webhook's message whose id happens to be one's own", () => {
    expect(allowed(by("webhook", "1"), member)).toMatchObject({ edit: false, remove: false });
  });

  test("knows no history of what was never edited", () => {
    expect(allowed(by("user", "1"), manager).history).toBe(false);
  });

  test("is nothing for who hasn't joined, and in an archived channel", () => {
    const found = allowed(by("user", "1", "2026-11-21T12:00:00Z"), { ...manager, canAct: false });
    expect(Object.values(found)).not.toContain(true);
  });
});
