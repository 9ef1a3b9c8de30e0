import { describe, expect, test } from "vitest";
import { joinSchema, profileSchema, setupSchema, statusSchema } from "@/lib/people/schema";

const account = { name: "Ada", email: "ada@example.com", password: "correct horse" };
const said = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues[0]?.message;

test("a name with an invisible character is refused in a sentence that names the field", () => {
  const name = "A\u200bda";
  const sentence = "Your name can't contain invisible characters. Type it again.";
  expect(said(setupSchema.safeParse({ ...account, name, workspaceName: "Acme" }))).toBe(sentence);
  expect(said(joinSchema.safeParse({ ...account, name, code: "x" }))).toBe(sentence);
  expect(said(profileSchema.safeParse({ name, avatarUrl: "" }))).toBe(sentence);
  expect(said(setupSchema.safeParse({ ...account, workspaceName: "Ac\u202eme" }))).toBe(
    "A workspace name can't contain invisible characters. Type it again.",
  );
});

test("a name without visible characters is refused", () => {
  for (const name of ["", " ", "\u3164", "\u2800", "\u200b\u200d", "\u115f\uffa0", "\u202e"]) {
    expect(said(profileSchema.safeParse({ name, avatarUrl: "" })), name).toBe("Enter your name.");
  }
  expect(profileSchema.parse({ name: "\ufeff علی\u200cرضا 👩\u200d💻 ", avatarUrl: "" }).name).toBe(
    "علی\u200cرضا 👩\u200d💻",
  );
});

describe("a status", () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const given = { emoji: "🌴", text: "  On\tholiday ", endsAt: inAnHour };
  const failure = (fields: object) => statusSchema.safeParse({ ...given, ...fields }).error?.issues[0]?.message;

  test("has an emoji, one line of text cleaned like names, and an end", () => {
    expect(statusSchema.parse(given)).toEqual({ emoji: "🌴", text: "On holiday", endsAt: new Date(inAnHour) });
    expect(statusSchema.parse({ emoji: "", text: "Away", endsAt: null })).toEqual({
      emoji: "💬",
      text: "Away",
      endsAt: null,
    });
    expect(failure({ text: "x".repeat(100) })).toBeUndefined();
    expect(failure({ emoji: ":party_parrot:" })).toBeUndefined();
  });

  test.each([
    [{ emoji: "", text: " " }, "Choose an emoji or enter a status."],
    [{ emoji: ":no: :no:" }, "Choose a single emoji for your status."],
    [{ emoji: "no" }, "Choose a single emoji for your status."],
    [{ text: "x".repeat(101) }, "A status can have at most 100 characters."],
    [{ text: "a\u200bb" }, "A status can't contain invisible characters. Type it again."],
    [{ endsAt: "tomorrow" }, "Choose when the status ends."],
    [{ endsAt: "2020-01-01T00:00:00Z" }, "Choose an end time within the next year."],
    [{ endsAt: "9999-01-01T00:00:00Z" }, "Choose an end time within the next year."],
  ])("%o is refused in a sentence", (fields, sentence) => expect(failure(fields)).toBe(sentence));
});
