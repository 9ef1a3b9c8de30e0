import { describe, expect, test } from "vitest";
import { allowed } from "./actions-context";

const by = (kind: "user" | "webhook", id: string, editedAt: string | null = null) => {
  return { author: { kind, id, name: "Ada", avatarUrl: null }, editedAt, updateCount: 0, deleted: false };
};
const member = { id: "1", canAct: true, canManage: false };
const manager = { ...member, canManage: true };

describe("the allowed actions on a message", () => {
  test("are all of them on your own", () => {
    expect(allowed(by("user", "1", "2026-11-21T12:00:00Z"), member)).toEqual({
      react: true,
      reply: true,
      edit: true,
      remove: true,
      pin: true,
      history: true,
    });
  });

  test("don't include editing or deleting another person's message", () => {
    expect(allowed(by("user", "2", "2026-11-21T12:00:00Z"), member)).toMatchObject({
      react: true,
      reply: true,
      edit: false,
      remove: false,
      history: false,
    });
  });

  test("include deleting anyone's message and its history for managers", () => {
    expect(allowed(by("user", "2", "2026-11-21T12:00:00Z"), manager)).toMatchObject({
      edit: false,
      remove: true,
      history: true,
    });
    expect(allowed(by("webhook", "2"), manager)).toMatchObject({ edit: false, remove: true });
  });

  test("don't include editing a message by a webhook with your id", () => {
    expect(allowed(by("webhook", "1"), member)).toMatchObject({ edit: false, remove: false });
  });

  test("don't include the history of an unedited message", () => {
    expect(allowed(by("user", "1"), manager).history).toBe(false);
  });

  test("are none for non-members, and none in an archived channel", () => {
    const found = allowed(by("user", "1", "2026-11-21T12:00:00Z"), { ...manager, canAct: false });
    expect(Object.values(found)).not.toContain(true);
  });
});
