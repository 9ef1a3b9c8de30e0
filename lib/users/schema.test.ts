import { expect, test } from "vitest";
import { joinSchema, profileSchema, setupSchema } from "@/lib/users/schema";

const account = { name: "Ada", email: "ada@example.com", password: "correct horse" };
const said = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues[0]?.message;

test("a name with something invisible in it is refused in a sentence that names the field", () => {
  const name = "A\u200bda";
  const sentence = "Your name can't have invisible characters. Type it anew.";
  expect(said(setupSchema.safeParse({ ...account, name, workspaceName: "Acme" }))).toBe(sentence);
  expect(said(joinSchema.safeParse({ ...account, name, code: "x" }))).toBe(sentence);
  expect(said(profileSchema.safeParse({ name, avatarUrl: "" }))).toBe(sentence);
  expect(said(setupSchema.safeParse({ ...account, workspaceName: "Ac\u202eme" }))).toBe(
    "A workspace name can't have invisible characters. Type it anew.",
  );
});

test("a name of nothing that is seen is none", () => {
  for (const name of ["", " ", "\u3164", "\u2800", "\u200b\u200d", "\u115f\uffa0", "\u202e"]) {
    expect(said(profileSchema.safeParse({ name, avatarUrl: "" })), name).toBe("Enter your name.");
  }
  expect(profileSchema.parse({ name: "\ufeff علی\u200cرضا 👩\u200d💻 ", avatarUrl: "" }).name).toBe(
    "علی\u200cرضا 👩\u200d💻",
  );
});
