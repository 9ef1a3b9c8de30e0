import { describe, expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { type Change, type LocalChange, withChanges } from "./local-change";

const ada = { id: "1", name: "Ada" };
const grace = { id: "2", name: "Grace" };
const at = "2026-11-21T12:00:00.000Z";
const local = (messageId: string, change: Change, key = "k"): LocalChange => ({ ...change, messageId, key, at });
const first = aMessage({ id: "a", reactions: [{ emoji: "🎉", people: [grace] }] });
const second = aMessage({ id: "b" });
const shown = (...changes: LocalChange[]) => withChanges([first, second], changes, ada);

describe("a pending change", () => {
  test("shows an edit as edited now", () => {
    expect(shown(local("a", { type: "edit", content: "new" }))[0]).toMatchObject({ content: "new", editedAt: at });
  });

  test("hides a deleted message", () => {
    expect(shown(local("a", { type: "delete" }))).toEqual([second]);
  });

  test("adds the reader to an existing reaction once, or adds a new one", () => {
    const on = local("a", { type: "react", emoji: "🎉", on: true });
    expect(shown(on, on)[0]?.reactions).toEqual([{ emoji: "🎉", people: [grace, ada] }]);
    expect(shown(local("b", { type: "react", emoji: "👀", on: true }))[1]?.reactions).toEqual([
      { emoji: "👀", people: [ada] },
    ]);
  });

  test("removes the reader from a reaction, and an empty reaction", () => {
    const on = local("b", { type: "react", emoji: "👀", on: true });
    const off = local("b", { type: "react", emoji: "👀", on: false });
    expect(shown(on, off)[1]?.reactions).toEqual([]);
    expect(shown(local("a", { type: "react", emoji: "🎉", on: false }))[0]?.reactions).toEqual(first.reactions);
  });

  test("pins and unpins", () => {
    expect(shown(local("a", { type: "pin", on: true }))[0]?.pinned).toBe(true);
    expect(shown(local("a", { type: "pin", on: true }), local("a", { type: "pin", on: false }))[0]?.pinned).toBe(false);
  });

  test("leaves every other message the same object", () => {
    expect(shown(local("a", { type: "pin", on: true }))[1]).toBe(second);
  });
});
