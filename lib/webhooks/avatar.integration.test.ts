import { existsSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { avatarUrlOf } from "@/lib/files/images/uploaded-avatar";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { discardUnused } from "@/lib/files/uploads/sweep-files";
import type { Embed } from "@/lib/messages/dto";
import { postMessages } from "@/lib/messages/post/post-messages";
import { messagePage } from "@/lib/messages/read/queries";
import { setOwnAvatar } from "@/lib/people/avatars/take-up";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeUser, webhookDraft } from "@/lib/testing/factories";
import { type ManagedChannel, requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import { deleteWebhook, updateWebhook } from "@/lib/webhooks/manage-webhook";
import { listWebhooks } from "@/lib/webhooks/queries";

const NOT_THERE = "This image no longer exists. Upload it again.";

let user: SessionUser;
let channel: ManagedChannel;
let made = 0;

beforeEach(async () => {
  user = await makeUser();
  const { id } = await makeChannel({ members: [user] });
  channel = await requireWebhookManager(user, id);
});

/** Uploads an avatar that isn't used yet. */
async function upload(by: SessionUser = user): Promise<string> {
  made += 1;
  const { hash, size } = await makeFile(`A picture ${made}`);
  await db().avatar.create({ data: { hash: new Uint8Array(hash), size, userId: by.id } });
  return avatarUrlOf(hash);
}

const fields = { name: "CI", description: "", avatarUrl: null };
const isOnDisk = (avatarUrl: string) => existsSync(filePathOf(Buffer.from(avatarUrl.slice("picture:".length), "hex")));
const shownAt = (avatarUrl: string) => avatarUrl.replace("picture:", "/api/pictures/");

async function make(avatarUrl: string | null) {
  const { webhook, url } = await createWebhook(channel, { ...fields, picture: avatarUrl }, "");
  const token = url.split("/").at(-1) ?? "";
  const id = BigInt(webhook.id);
  const post = (avatarUrl: string | null = null, embeds: Embed[] = []) =>
    postMessages([
      webhookDraft(
        { webhook: { id, channelId: channel.channel.id }, token },
        { tokenHash: hashToken(token), avatarUrl, embeds },
      ),
    ]);
  return { id, webhook, post };
}

async function shownInMessages(): Promise<(string | null)[]> {
  const { messages } = await messagePage(channel.channel.id, { at: "latest" });
  return messages.map(({ author }) => author.avatarUrl);
}

test("a webhook's messages keep the avatar that it had when it posted them", async () => {
  const [first, second] = [await upload(), await upload()];
  const { id, webhook, post } = await make(first);
  expect([webhook.avatarUrl, webhook.givenAvatarUrl]).toEqual([shownAt(first), first]);
  await post();
  await updateWebhook(channel, id, { ...fields, picture: second });
  await post();
  await post("https://example.com/own.png");
  await updateWebhook(channel, id, fields);
  await post();
  await deleteWebhook(channel, id);
  await discardUnused();
  expect(await shownInMessages()).toEqual([
    shownAt(first),
    shownAt(second),
    expect.stringMatching(/^\/api\/images\//),
    null,
  ]);
  expect([isOnDisk(first), isOnDisk(second)]).toEqual([true, true]);
});

test("a webhook has its tool's logo until it gets another avatar, and again without one", async () => {
  const { webhook } = await createWebhook(channel, { ...fields, sender: "gitlab" }, "");
  const logo = "/sender-marks/gitlab.svg";
  expect(webhook).toMatchObject({ avatarUrl: logo, givenAvatarUrl: null, defaultAvatarUrl: logo });
  const id = BigInt(webhook.id);
  const own = await upload();
  expect(await updateWebhook(channel, id, { ...fields, picture: own })).toMatchObject({
    avatarUrl: shownAt(own),
    givenAvatarUrl: own,
    defaultAvatarUrl: logo,
  });
  expect(await updateWebhook(channel, id, fields)).toMatchObject({ avatarUrl: logo, givenAvatarUrl: null });
});

test("a message has its own avatar, else its webhook's, else its tool's logo, else a generated one", async () => {
  const { post } = await make(null);
  const { webhook, url } = await createWebhook(channel, { ...fields, sender: "gitlab" }, "");
  const made = {
    webhook: { id: BigInt(webhook.id), channelId: channel.channel.id },
    token: url.split("/").at(-1) ?? "",
  };
  await post("https://example.com/own.png");
  await postMessages([webhookDraft(made)]);
  await post(null, [{ title: "Fired", tool: { name: "Alertmanager", mark: "prometheus" } }]);
  await post();
  expect(await shownInMessages()).toEqual([
    expect.stringMatching(/^\/api\/images\//),
    "/sender-marks/gitlab.svg",
    "/sender-marks/prometheus.svg",
    null,
  ]);
});

test("saving the same avatar changes nothing, and an earlier one can be chosen again", async () => {
  const [first, second] = [await upload(), await upload()];
  const { id } = await make(first);
  for (const avatarUrl of [first, second, first]) {
    await updateWebhook(channel, id, { ...fields, picture: avatarUrl });
    expect((await listWebhooks(channel))[0]?.givenAvatarUrl).toBe(avatarUrl);
  }
});

test("no one can use an avatar that someone else uploaded, that is already in use or that doesn't exist", async () => {
  const other = await makeUser();
  const theirs = await upload(other);
  const own = await upload();
  await setOwnAvatar(user, own);
  const { id } = await make(await upload());
  for (const avatarUrl of [theirs, own, `picture:${"0".repeat(64)}`]) {
    await expect(make(avatarUrl)).rejects.toThrow(NOT_THERE);
    await expect(updateWebhook(channel, id, { ...fields, picture: avatarUrl })).rejects.toThrow(NOT_THERE);
  }
  expect(await listWebhooks(channel)).toHaveLength(1);
  await expect(setOwnAvatar(other, await upload())).rejects.toThrow(NOT_THERE);
});

test("a webhook of another channel can't get an avatar", async () => {
  const { id } = await make(null);
  const { id: elsewhere } = await makeChannel({ members: [user] });
  const avatarUrl = await upload();
  const there = await requireWebhookManager(user, elsewhere);
  await expect(updateWebhook(there, id, { ...fields, picture: avatarUrl })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await db().avatar.count({ where: { webhookId: id } })).toBe(0);
});

test("a webhook's avatars are deleted with its channel", async () => {
  const avatarUrl = await upload();
  await make(avatarUrl);
  await db().channel.delete({ where: { id: channel.channel.id } });
  await discardUnused();
  expect(isOnDisk(avatarUrl)).toBe(false);
});
