import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { deleteWebhookMessage, editWebhookMessage } from "@/lib/messages/change/change-webhook-message";
import type { WebhookDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince, findMessage } from "@/lib/messages/read/queries";
import { makeChannel, makeMember, makeUser, makeWebhook, postedMessage, webhookDraft } from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { hashToken } from "@/lib/webhooks/endpoint/token";

const attachment = (name: string): NewAttachment => ({
  file: {
    hash: createHash("sha256").update(randomBytes(8)).digest(),
    size: 3,
    contentType: "image/png",
    width: 4,
    height: 2,
  },
  name,
  description: `What ${name} shows`,
});

async function setUp(fields: Partial<WebhookDraft> = {}) {
  const made = await makeWebhook();
  const { messageId, channelId } = await postedMessage(webhookDraft(made, { content: "first", ...fields }));
  const owner = { webhookId: made.webhook.id, tokenHash: hashToken(made.token) };
  return { made, owner, messageId, channelId };
}

const heard = heardHints("files");
const read = (messageId: bigint) => findMessage(messageId);

test("an edited message keeps its position and reaches readers as a change", async () => {
  const { owner, messageId, channelId, made } = await setUp({ embeds: [{ title: "kept" }] });
  await postMessages([webhookDraft(made)]);
  expect(await editWebhookMessage(owner, messageId, { content: "second" })).toBeNull();
  expect(await read(messageId)).toMatchObject({ content: "second", embeds: [{ title: "kept" }], seq: 1, rev: 3 });
  expect((await read(messageId))?.editedAt).not.toBeNull();
  expect((await changesSince(channelId, 2, 10)).messages.map(({ id }) => id)).toEqual([`${messageId}`]);
  expect(await editWebhookMessage(owner, messageId, { embeds: [] })).toBeNull();
  expect(await read(messageId)).toMatchObject({ content: "second", embeds: [], rev: 4 });
});

test("an edit of the text keeps embeds as they're stored, also those of another version", async () => {
  const { owner, messageId } = await setUp();
  const embeds = [{ title: { of: "another version" } }, { title: "kept" }];
  await db().message.update({ where: { id: messageId }, data: { embeds } });
  expect(await editWebhookMessage(owner, messageId, { content: "second" })).toBeNull();
  const stored = await db().message.findUniqueOrThrow({ where: { id: messageId }, select: { embeds: true } });
  expect(stored.embeds).toEqual(embeds);
  expect((await read(messageId))?.embeds).toMatchObject([
    { description: expect.stringContaining("be displayed") },
    { title: "kept" },
  ]);
});

test("pages that show files learn of messages that come with files, get or lose them, and of no others", async () => {
  const { owner, messageId } = await setUp({ attachments: [attachment("a.png")] });
  const told = () => heard.splice(0).length;
  expect(told()).toBe(1);
  await editWebhookMessage(owner, messageId, { keepAttachments: [] });
  expect(told()).toBe(1);
  await editWebhookMessage(owner, messageId, { content: "second" });
  const { messageId: plain } = await setUp();
  await deleteWebhookMessage(owner, messageId);
  expect(told()).toBe(0);
  const more = await setUp({ attachments: [attachment("b.png")] });
  await deleteWebhookMessage(more.owner, more.messageId);
  expect([told(), await read(plain)]).toMatchObject([2, { content: "first" }]);
});

test("an edit that would leave the message empty changes nothing", async () => {
  const { owner, messageId, channelId } = await setUp({ attachments: [attachment("a.png")] });
  const before = await read(messageId);
  await expect(editWebhookMessage(owner, messageId, { content: "", keepAttachments: [] })).rejects.toMatchObject({
    reason: "empty",
  });
  expect(await read(messageId)).toEqual(before);
  expect((await db().channel.findUniqueOrThrow({ where: { id: channelId } })).rev).toBe(1n);
});

test("an edit that leaves only a color, or an embed whose file it removes, changes nothing", async () => {
  const { owner, messageId } = await setUp({
    content: "",
    attachments: [attachment("a.png")],
    embeds: [{ color: 5, image: { url: "attachment://a.png" } }],
  });
  const before = await read(messageId);
  await expect(editWebhookMessage(owner, messageId, { keepAttachments: [] })).rejects.toMatchObject({
    reason: "empty",
  });
  const color = { embeds: [{ color: 5 }], keepAttachments: [] };
  await expect(editWebhookMessage(owner, messageId, color)).rejects.toMatchObject({ reason: "empty" });
  expect(await read(messageId)).toEqual(before);
});

test("a message's files are deleted with it, can be added and removed, and are at most ten", async () => {
  const { owner, messageId } = await setUp({
    content: "",
    attachments: [attachment("a.png"), attachment("b.png")],
    embeds: [{ image: { url: "attachment://b.png" } }],
  });
  const message = await read(messageId);
  expect(message?.attachments).toMatchObject([{ name: "a.png", width: 4, height: 2, description: "What a.png shows" }]);
  expect(message?.embeds[0]?.image?.url).toMatch(/^\/api\/attachments\/\d+\/b\.png$/);

  const rows = await db().attachment.findMany({ where: { messageId }, orderBy: { position: "asc" } });
  const keepAttachments = rows.slice(1).map(({ id }) => id);
  await editWebhookMessage(owner, messageId, { keepAttachments, addAttachments: [attachment("c.png")], embeds: [] });
  expect((await read(messageId))?.attachments.map(({ name }) => name)).toEqual(["b.png", "c.png"]);

  const nine = Array.from({ length: 9 }, (_, index) => attachment(`${index}.png`));
  await expect(editWebhookMessage(owner, messageId, { addAttachments: nine })).rejects.toMatchObject({
    code: "invalid",
  });
  expect((await read(messageId))?.attachments).toHaveLength(2);
});

test("a deleted message leaves only its tombstone", async () => {
  const { owner, messageId, channelId } = await setUp({ attachments: [attachment("a.png")] });
  expect(await deleteWebhookMessage(owner, messageId)).toBeNull();
  expect(await read(messageId)).toMatchObject({ deleted: true, content: "", embeds: [], attachments: [], rev: 2 });
  expect(await db().attachment.count({ where: { messageId } })).toBe(0);
  expect((await changesSince(channelId, 1, 10)).messages.map(({ deleted }) => deleted)).toEqual([true]);
  expect(await deleteWebhookMessage(owner, messageId)).toEqual({ refused: "unknown_message" });
  expect(await editWebhookMessage(owner, messageId, { content: "back" })).toEqual({ refused: "unknown_message" });
});

test("only the webhook that posted a message can change it, with its current token", async () => {
  const { owner, messageId, made } = await setUp();
  const other = await makeWebhook({ channelId: made.webhook.channelId });
  const stranger = { webhookId: other.webhook.id, tokenHash: hashToken(other.token) };
  expect(await editWebhookMessage(stranger, messageId, { content: "x" })).toEqual({ refused: "unknown_message" });
  const wrong = { webhookId: owner.webhookId, tokenHash: hashToken(other.token) };
  expect(await deleteWebhookMessage(wrong, messageId)).toEqual({ refused: "unknown_webhook" });
  expect(await read(messageId)).toMatchObject({ content: "first", rev: 1 });
});

test("a paused webhook or an archived channel refuses changes", async () => {
  const { owner, messageId, channelId } = await setUp();
  await db().channel.update({ where: { id: channelId }, data: { archivedAt: new Date() } });
  expect(await editWebhookMessage(owner, messageId, { content: "x" })).toEqual({ refused: "archived" });
  await db().webhook.update({ where: { id: owner.webhookId }, data: { pausedAt: new Date() } });
  expect(await deleteWebhookMessage(owner, messageId)).toEqual({ refused: "paused" });
  expect(await read(messageId)).toMatchObject({ content: "first", deleted: false, rev: 1 });
});

test("concurrent edits and posts each get a revision of their own", async () => {
  const { owner, messageId, channelId, made } = await setUp();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? editWebhookMessage(owner, messageId, { content: `edit ${index}` })
        : postMessages([webhookDraft(made)]),
    ),
  );
  const channel = await db().channel.findUniqueOrThrow({ where: { id: channelId } });
  expect(channel).toMatchObject({ msgSeq: 11n, rev: 21n });
});

test("a mention notifies members of the channel only, and @everyone only if the channel allows it", async () => {
  const [member, outsider] = [await makeUser({ name: "Ada" }), await makeUser({ name: "Eve" })];
  const channel = await makeChannel();
  await makeMember(channel, member);
  const made = await makeWebhook({ channelId: channel.id });
  const content = `<@${member.id}> <@${outsider.id}> <@117430585659490304> @everyone`;
  const allowedMentions = { parse: ["users", "everyone"] };
  const post = async () => {
    const [result] = await postMessages([webhookDraft(made, { content, allowedMentions })]);
    return result && "messageId" in result ? read(result.messageId) : null;
  };
  const mentions = [
    { id: `${member.id}`, name: "Ada", notifies: true },
    { id: `${outsider.id}`, name: "Eve", notifies: false },
  ];
  expect(await post()).toMatchObject({ mentions, mentionsEveryone: false });
  await db().channel.update({ where: { id: channel.id }, data: { webhooksMayMentionEveryone: true } });
  expect(await post()).toMatchObject({ mentions, mentionsEveryone: true });
});
