import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { listDrafts, saveDraft } from "@/lib/messages/drafts/drafts";
import { draftSchema } from "@/lib/messages/drafts/schema";
import { makeChannel, makeUser, makeWebhook, postedMessage, webhookDraft } from "@/lib/testing/factories";

async function setUp() {
  const ann = await makeUser();
  const channel = await makeChannel({ kind: "private", members: [ann] });
  const save = async (text: string, base: string | null = null, conversationId = channel.id) => {
    const body = { channelId: `${channel.id}`, text, marks: { "@Bo": "<@12345678901234567>" }, base, at: 1_000 };
    const saved = await saveDraft(ann, conversationId, draftSchema.parse(body));
    return saved.saved ? { ok: true, rev: saved.rev } : { ok: false, rev: null, now: saved.now?.text ?? null };
  };
  return { ann, channel, save };
}

test("a draft is saved with its mentions, replaced from its latest version and deleted when it's empty", async () => {
  const { ann, channel, save } = await setUp();
  const { rev } = await save("Hello @Bo");
  expect((await listDrafts(ann)).items).toEqual([
    {
      conversationId: `${channel.id}`,
      channelId: `${channel.id}`,
      text: "Hello @Bo",
      marks: { "@Bo": "<@12345678901234567>" },
      rev,
      at: 1_000,
    },
  ]);
  const next = await save("Hello", rev);
  expect(next.rev).not.toBe(rev);
  // A mark without its label in the text isn't kept.
  expect((await listDrafts(ann)).items).toMatchObject([{ text: "Hello", marks: {} }]);
  expect(await save(" ", next.rev)).toEqual({ ok: true, rev: null });
  expect((await listDrafts(ann)).items).toEqual([]);
  expect((await listDrafts(await makeUser())).items).toEqual([]);
});

test("a draft's mentions are those that its text shows, up to 32 KB", () => {
  const draft = (text: string, marks: Record<string, string>) =>
    draftSchema.safeParse({ channelId: "12345678901234567", text, marks, at: 1 });
  const many = (count: number, label: (n: number) => string, sent: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [label(n), sent]));
  expect(
    draft(
      "Hello",
      many(200, (n) => `${n}`.padEnd(300, "漢"), "漢".repeat(300)),
    ).data?.marks,
  ).toEqual({});
  const labels = many(200, (n) => `@Person ${n}`, "<@12345678901234567>");
  expect(draft(Object.keys(labels).join(" "), labels).data?.marks).toEqual(labels);
  const large = many(200, (n) => `${n}`, "漢".repeat(300));
  const refused = draft(Object.keys(large).join(" "), large);
  expect(refused.error?.issues).toMatchObject([{ path: ["marks"] }]);
});

test("an older device doesn't overwrite or delete a newer text, and gets that text", async () => {
  const { ann, save } = await setUp();
  const { rev } = await save("Hello");
  const { rev: newer } = await save("Hello world", rev);
  expect(await save("Hello there", rev)).toEqual({ ok: false, rev: null, now: "Hello world" });
  expect(await save("", rev)).toEqual({ ok: false, rev: null, now: "Hello world" });
  expect(await save("First here")).toEqual({ ok: false, rev: null, now: "Hello world" });
  expect(await save("", newer)).toEqual({ ok: true, rev: null });
  // What was typed while it was sent elsewhere becomes a draft again.
  expect(await save("Hello there", rev)).toMatchObject({ ok: true });
  expect((await listDrafts(ann)).items).toMatchObject([{ text: "Hello there" }]);
});

test("only for channels and threads that the person can see, and for 200 of them", async () => {
  const { ann, channel, save } = await setUp();
  const made = await makeWebhook({ channelId: channel.id });
  const root = (await postedMessage(webhookDraft(made))).messageId;
  expect(await save("In a thread", null, root)).toMatchObject({ ok: true });
  await expect(save("Elsewhere", null, root + 1n)).rejects.toMatchObject({ code: "not_found" });
  const hidden = await makeChannel({ kind: "private" });
  const body = { channelId: hidden.id, text: "x", marks: {}, inChannel: false, base: null, at: 1 };
  await expect(saveDraft(ann, hidden.id, body)).rejects.toMatchObject({ code: "not_found" });
  const row = { userId: ann.id, channelId: channel.id, text: "x", marks: {}, writtenAt: new Date() };
  const many = Array.from({ length: 199 }, (_, index) => ({ ...row, conversationId: BigInt(index) }));
  await db().draft.createMany({ data: many });
  await expect(save("One too many")).rejects.toMatchObject({ code: "forbidden" });
});

test("a reply's draft keeps whether it also appears in the channel", async () => {
  const { ann, channel } = await setUp();
  const root = (await postedMessage(webhookDraft(await makeWebhook({ channelId: channel.id })))).messageId;
  const save = async (inChannel: boolean, base: string | null) => {
    const body = { channelId: `${channel.id}`, text: "Fixed", marks: {}, inChannel, base, at: 1_000 };
    const saved = await saveDraft(ann, root, draftSchema.parse(body));
    return saved.saved ? saved.rev : null;
  };
  const rev = await save(true, null);
  expect((await listDrafts(ann)).items).toMatchObject([{ text: "Fixed", inChannel: true }]);
  await save(false, rev);
  expect((await listDrafts(ann)).items[0]).not.toHaveProperty("inChannel");
});
