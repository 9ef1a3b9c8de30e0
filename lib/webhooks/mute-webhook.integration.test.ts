import { beforeEach, describe, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/files/images/signed-url";
import { postMessages } from "@/lib/messages/post/post-messages";
import { firstUnreadSeq } from "@/lib/messages/read/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import {
  type MadeWebhook,
  makeChannel,
  makeMember,
  makeUser,
  makeWebhook,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { setWebhookMuted } from "@/lib/webhooks/change-webhook";
import { channelWebhooks } from "@/lib/webhooks/queries";

let user: SessionUser;
let made: MadeWebhook;
let channel: { id: bigint };

beforeEach(async () => {
  user = await makeUser();
  made = await makeWebhook({ name: "CI" });
  channel = { id: made.webhook.channelId };
  await makeMember(channel, user);
});

const hints = heardHints("user");

const open = (who = user, channelId = channel.id) => requireChannel(who, channelId);
const mute = async (muted = true, who = user) => setWebhookMuted(await open(who), made.webhook.id, muted);
const counts = async (who = user) => (await sidebarChannels(who)).map(({ unread, mentions }) => ({ unread, mentions }));

describe("muting a webhook", () => {
  test("removes its messages and mentions from your counts, and unmuting restores them", async () => {
    const other = await makeUser();
    await makeMember(channel, other);
    const content = `<@${user.id}> <@${other.id}>`;
    const pinging = webhookDraft(made, { content, allowedMentions: { parse: ["users"] } });
    await postMessages([pinging, userDraft(other, channel)]);
    await mute();
    expect([await counts(), await counts(other)]).toEqual([[{ unread: 1, mentions: 0 }], [{ unread: 1, mentions: 1 }]]);
    expect(await firstUnreadSeq(await open())).toBe(2);
    await mute(false);
    expect(await counts()).toEqual([{ unread: 2, mentions: 1 }]);
    expect(await firstUnreadSeq(await open())).toBe(1);
  });

  test("reaches the person's own tabs, once per change", async () => {
    await mute();
    await mute();
    await mute(false);
    await mute(false);
    expect(hints).toEqual([
      { kind: "user", userId: user.id },
      { kind: "user", userId: user.id },
    ]);
  });

  test("leaves no unread message to open at if only the webhook posted", async () => {
    await postMessages([webhookDraft(made)]);
    await mute();
    expect(await firstUnreadSeq(await open())).toBeNull();
    expect(await firstUnreadSeq(await open(await makeUser()))).toBeNull();
  });

  test("works where it posted before it was moved or deleted, and for people who haven't joined", async () => {
    await postMessages([webhookDraft(made)]);
    const elsewhere = await makeChannel({ kind: "private" });
    const change = { channelId: elsewhere.id, deletedAt: new Date(), tokenHash: null };
    await db().webhook.update({ where: { id: made.webhook.id }, data: change });
    await mute(true, await makeUser());
    expect(await db().webhookMute.count({ where: { webhookId: made.webhook.id } })).toBe(1);
  });

  test("is refused for a webhook of another channel, and in a channel that you can't see", async () => {
    const elsewhere = await makeWebhook();
    const hidden = await makeWebhook({ channelId: (await makeChannel({ kind: "private" })).id });
    for (const { webhook } of [elsewhere, hidden]) {
      await expect(setWebhookMuted(await open(), webhook.id, true)).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(open(user, hidden.webhook.channelId)).rejects.toMatchObject({ code: "not_found" });
    expect(await db().webhookMute.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe("the webhooks of a channel", () => {
  const list = async (who = user) => (await channelWebhooks(await open(who))).map(({ id: _, ...rest }) => rest);
  const row = { avatarUrl: null, deleted: false, here: true, muted: false };

  test("include those that posted in it, with deleted ones last and only if they have messages", async () => {
    const { id: channelId } = channel;
    const deleted = await makeWebhook({ channelId, name: "Old", avatarUrl: "https://example.com/old.png" });
    const unused = await makeWebhook({ channelId, name: "Unused" });
    const cleared = await makeWebhook({ channelId, name: "Cleared" });
    await postMessages([webhookDraft(deleted), webhookDraft(cleared), userDraft(user, channel)]);
    const ids = [deleted, unused, cleared].map(({ webhook }) => webhook.id);
    await db().message.updateMany({
      where: { webhookId: cleared.webhook.id },
      data: { deletedAt: new Date(), content: "" },
    });
    await db().webhook.updateMany({ where: { id: { in: ids } }, data: { deletedAt: new Date(), tokenHash: null } });
    await makeWebhook({ name: "Elsewhere" });
    await mute();
    expect(await list()).toEqual([
      { ...row, name: "CI", muted: true },
      {
        ...row,
        name: "Old",
        avatarUrl: shownImage("https://example.com/old.png", deleted.webhook.id),
        deleted: true,
        here: false,
      },
    ]);
    expect(await list(await makeUser())).toMatchObject([{ muted: false }, {}]);
  });

  test("keep the name of their last post here after they have moved away", async () => {
    await postMessages([webhookDraft(made)]);
    const elsewhere = await makeChannel({ kind: "private" });
    await db().webhook.update({
      where: { id: made.webhook.id },
      data: { channelId: elsewhere.id, name: "A private name", avatarUrl: "https://example.com/private.png" },
    });
    expect(await list()).toEqual([{ ...row, name: "CI", here: false }]);
  });
});
