import { expect, test } from "vitest";
import type { AllowedMentions, MessageDraft } from "@/lib/messages/draft";
import { namedIds, personIds } from "@/lib/messages/markdown/mention-grammar";
import { mentionedBy } from "@/lib/messages/post/commit-drafts";

const ADA = "117430585659490304";
const GRACE = "117430585659490305";
const both = `<@${ADA}> and <@!${GRACE}>, @everyone`;

function mentioned(content: string, allowedMentions: AllowedMentions | null, kind: "user" | "webhook" = "webhook") {
  // Only these three fields are read.
  const { userIds, everyone } = mentionedBy({ kind, content, allowedMentions } as MessageDraft);
  return { userIds: userIds.map(String), everyone };
}

test("a webhook mentions no one unless allowed_mentions allows it", () => {
  expect(mentioned(both, null)).toEqual({ userIds: [], everyone: false });
  expect(mentioned(both, {})).toEqual({ userIds: [], everyone: false });
});

test("allowed_mentions limits the mentions in the text to those it lists", () => {
  expect(mentioned(both, { parse: ["users"] })).toEqual({ userIds: [ADA, GRACE], everyone: false });
  expect(mentioned(both, { users: [GRACE, "117430585659490309"] })).toEqual({ userIds: [GRACE], everyone: false });
  expect(mentioned(both, { parse: ["everyone"] })).toEqual({ userIds: [], everyone: true });
  expect(mentioned("no one", { parse: ["users", "everyone"], users: [ADA] })).toEqual({ userIds: [], everyone: false });
});

test("a person mentions everyone they name", () => {
  expect(mentioned(both, null, "user")).toEqual({ userIds: [ADA, GRACE], everyone: true });
});

test("names in code, in addresses and within words don't count as mentions", () => {
  for (const text of [`\`<@${ADA}> @here\``, `\`\`\`\n<@${ADA}> @everyone`, "a@everyone.org", "@everyones", "@@here"]) {
    expect(mentioned(text, null, "user"), text).toEqual({ userIds: [], everyone: false });
  }
  expect(mentioned("@here: look", null, "user").everyone).toBe(true);
});

test("an id that no row can have mentions no one", () => {
  expect(mentioned("x <@9999999999999999999>", { parse: ["users"] }).userIds).toEqual([]);
  expect(personIds(namedIds("<@9223372036854775807> <@9223372036854775808>"))).toEqual([9223372036854775807n]);
});

test("a message that names thousands of people mentions a hundred", () => {
  const many = Array.from({ length: 5000 }, (_, n) => `<@${117430585659490304n + BigInt(n)}>`).join("");
  expect(personIds(namedIds(many))).toHaveLength(100);
  expect(personIds(namedIds("<@".repeat(100_000)))).toEqual([]);
});
