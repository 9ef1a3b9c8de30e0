import { expect, test } from "vitest";
import type { RuleInUse } from "@/lib/webhooks/rules/in-use";
import type { RuleAction } from "@/lib/webhooks/rules/model";
import { type Post, treat } from "@/lib/webhooks/rules/treat";

const POST: Post = {
  kind: "webhook",
  webhookId: 1n,
  channelId: 2n,
  tokenHash: Buffer.alloc(0),
  content: "Hello",
  embeds: [],
  allowedMentions: null,
  username: null,
  avatarUrl: null,
};

const rule = (action: RuleAction, sentence = "A rule"): RuleInUse => ({
  conditions: [{ on: "fact", fact: "text", test: "is", text: "a" }],
  action,
  continues: true,
  sentence,
  authorId: 1n,
});

const treated = (actions: RuleAction[], post: Partial<Post> = {}, awaited = false) =>
  treat(
    { ...POST, ...post },
    actions.map((action) => rule(action)),
    { awaited },
  );

test("a group is mentioned before the text, once, and nobody else is notified by that", () => {
  const mention = { do: "mention", groupId: "7" } as const;
  expect(treated([mention, mention]).post).toMatchObject({
    content: "<@&7>\n\nHello",
    allowedMentions: { roles: ["7"] },
  });
  expect(treated([mention], { content: "" }).post.content).toBe("<@&7>");
  expect(treated([mention], { content: "Hi <@&7>" }).post.content).toBe("Hi <@&7>");
  const allowed = { users: ["3"], roles: ["4"] };
  expect(treated([mention], { allowedMentions: allowed }).post.allowedMentions).toEqual({
    users: ["3"],
    roles: ["4", "7"],
  });
});

test("a mention that can't be leaves the post as it is, and the log says why", () => {
  const gone = treated([{ do: "mention", groupId: null }]);
  expect(gone).toMatchObject({ post: POST, remarks: ["No one was mentioned, because the group is gone: A rule."] });
  const long = treated([{ do: "mention", groupId: "7" }], { content: "x".repeat(7_999) });
  expect(long.post.content).toHaveLength(7_999);
  expect(long.remarks).toEqual(["No one was mentioned, because the message is too long: A rule."]);
});

test("a post whose sender waits for a message is silent instead of skipped", () => {
  expect(treated([{ do: "skip" }]).post).toMatchObject({ skip: "A rule" });
  const { post, remarks } = treated([{ do: "skip" }], {}, true);
  expect([post.skip, post.silent]).toEqual([undefined, true]);
  expect(remarks).toEqual(["Posted silently, because its sender waits for the message: A rule."]);
});

test("a post without a thread or a thing has no thread to be only in, so that it's silent", () => {
  expect(treated([{ do: "thread" }]).post).toMatchObject({ silent: true });
  expect(treated([{ do: "thread" }], { threadKey: "a" }).post).toMatchObject({ threadOnly: true });
});

test("a severity is set on every card, and on what a thing's report says", () => {
  const report = { key: "a", at: null, hasLine: true, facts: { subject: "A" } };
  const thing = { report, compose: () => ({}) };
  const { post } = treated([{ do: "severity", severity: "low" }], {
    embeds: [{ title: "A" }, { card: { subject: "B" } }],
    thing,
  });
  expect(post.embeds).toEqual([{ title: "A", card: { severity: "low" } }, { card: { subject: "B", severity: "low" } }]);
  expect(post.thing?.report.facts).toEqual({ subject: "A", severity: "low" });
  expect(report.facts).toEqual({ subject: "A" });
});
