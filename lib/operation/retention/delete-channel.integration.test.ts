import { existsSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { browseChannels } from "@/lib/channels/browse-channels";
import { createChannel } from "@/lib/channels/create-channel";
import { sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { discardUnused } from "@/lib/files/uploads/sweep-files";
import { openStream } from "@/lib/live/streams/open-stream";
import { setReaction } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { indexBatch } from "@/lib/messages/search/index-messages";
import { exportableChannels } from "@/lib/moving/export/export-channel";
import { defaultChannels } from "@/lib/people/default-channels";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeFile } from "@/lib/testing/attachments";
import {
  makeChannel,
  makeUser,
  makeWebhook,
  makeWorkspace,
  postedMessage,
  said,
  userDraft,
  webhookDraft,
  webhookPath,
} from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { authorize } from "@/lib/webhooks/endpoint/authorize";
import { deleteChannel, previewDeletion } from "./delete-channel";
import { emptyChannels } from "./empty-channels";

let owner: SessionUser;
let ada: SessionUser;

beforeEach(async () => {
  await makeWorkspace();
  [owner, ada] = [await makeUser({ role: "owner" }), await makeUser()];
});

async function furnished() {
  const channel = await makeChannel({ members: [owner, ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const file = await makeFile("the log of a deleted channel");
  const attachments = [{ file, name: "log.txt", description: "" }];
  const { messageId: root } = await postedMessage(userDraft(ada, channel, { content: "root", attachments }));
  await said(owner, channel, "reply", root);
  await postedMessage(webhookDraft(made, { threadKey: "incident" }));
  await postedMessage(webhookDraft(made, { updateKey: "status" }));
  await setReaction(await requireChannel(ada, channel.id), root, "👍", true);
  while ((await indexBatch())?.more) {}
  return { channel, made, file, as: await requireChannel(owner, channel.id) };
}

test("a deleted channel is gone for everyone at once, and its webhooks' URLs answer 404", async () => {
  const { channel, made, as } = await furnished();
  const [, , , id = "", token = ""] = webhookPath(made).split("/");
  expect(await authorize(id, token, "POST")).not.toBeNull();
  const reader = (
    await openStream({
      userId: ada.id,
      sessionId: ada.sessionId,
      memberOf: new Set([channel.id]),
      channelId: channel.id,
      rev: Number(as.channel.rev),
    })
  ).getReader();
  let heard = "";
  const ended = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard += Buffer.from(value).toString();
    }
  })();
  await deleteChannel(as, channel.name);
  await expect(requireChannel(ada, channel.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(requireChannel(owner, channel.id)).rejects.toMatchObject({ code: "not_found" });
  expect((await sidebarChannels(ada)).map((each) => each.id)).not.toContain(`${channel.id}`);
  expect((await browseChannels(owner, { q: channel.name })).items).toEqual([]);
  // Another instance may still remember that the webhook was ready.
  expect(await postMessages([webhookDraft(made)])).toEqual([{ refused: "unknown_webhook" }]);
  expect(await authorize(id, token, "GET")).toBeNull();
  expect(await postMessages([userDraft(ada, channel)])).toEqual([{ refused: "not_a_member" }]);
  await until(() => expect(heard).toContain('"gone"'));
  await ended;
  expect((await exportableChannels(owner)).map((each) => each.id)).not.toContain(`${channel.id}`);
  // Its name is free again.
  await createChannel(ada, { name: channel.name, private: false });
});

test("everything in it is deleted, and its files are freed", async () => {
  const { channel, file, as } = await furnished();
  const elsewhere = await said(ada, await makeChannel({ members: [ada] }), "elsewhere");
  const ids = (await db().message.findMany({ where: { channelId: channel.id }, select: { id: true } })).map(
    ({ id }) => id,
  );
  await deleteChannel(as, `#${channel.name}`);
  await emptyChannels();
  const where = { channelId: channel.id };
  const left = await Promise.all([
    db().message.count({ where }),
    db().attachment.count({ where }),
    db().messageSearch.count({ where: { messageId: { in: ids } } }),
    db().membership.count({ where }),
    db().webhookThread.count({ where }),
    db().channelStorage.count({ where }),
    db().webhook.count({ where: { ...where, deletedAt: null } }),
  ]);
  expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await db().message.count({ where: { id: elsewhere } })).toBe(1);
  const row = await db().channel.findUniqueOrThrow({ where: { id: channel.id }, select: { emptiedAt: true } });
  expect(row.emptiedAt).not.toBeNull();
  await discardUnused();
  expect(existsSync(filePathOf(file.hash))).toBe(false);
});

test("what is deleted is counted before and recorded in the audit log", async () => {
  const { channel, as } = await furnished();
  expect(await previewDeletion(as)).toMatchObject({ messages: 4, files: 1, webhooks: 1, isExact: true });
  await deleteChannel(as, channel.name);
  const [entry] = await db().auditEntry.findMany({ where: { channelId: channel.id, action: "channel.deleted" } });
  expect(entry).toMatchObject({
    actorId: owner.id,
    channelName: channel.name,
    details: { deleted: { messages: 4, files: 1, webhooks: 1 } },
  });
});

test("deleting goes on where it was interrupted", async () => {
  const channel = await makeChannel({ members: [owner] });
  const made = await makeWebhook({ channelId: channel.id });
  await postMessages(Array.from({ length: 1_200 }, () => webhookDraft(made)));
  await deleteChannel(await requireChannel(owner, channel.id), channel.name);
  let asked = 0;
  await emptyChannels(() => {
    asked += 1;
    return asked < 3;
  });
  const left = await db().message.count({ where: { channelId: channel.id } });
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(1_200);
  await emptyChannels();
  expect(await db().message.count({ where: { channelId: channel.id } })).toBe(0);
});

test("it's only deleted by an owner who typed its name", async () => {
  const { channel, as } = await furnished();
  await expect(deleteChannel(as, "another")).rejects.toMatchObject({ code: "invalid", field: "name" });
  await expect(deleteChannel(await requireChannel(ada, channel.id), channel.name)).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await requireChannel(ada, channel.id)).toBeDefined();
});

test("new people join another channel once a default channel is deleted", async () => {
  const [general, other] = [await makeChannel({ members: [owner] }), await makeChannel({ members: [owner] })];
  await db().workspace.updateMany({ data: { defaultChannelIds: [general.id] } });
  const as = await requireChannel(owner, general.id);
  expect((await previewDeletion(as)).defaults).toEqual([other.name]);
  expect((await previewDeletion(await requireChannel(owner, other.id))).defaults).toBeNull();
  await deleteChannel(as, general.name);
  expect((await defaultChannels(db())).map(({ id }) => id)).toEqual([other.id]);
  expect((await previewDeletion(await requireChannel(owner, other.id))).defaults).toEqual([]);
});
