import { beforeEach, describe, expect, test } from "vitest";
import { requireMember } from "@/lib/channels/access";
import { sidebarChannels } from "@/lib/channels/queries";
import { markRead, markUnreadFrom, readAllChannels, restoreReadPositions } from "@/lib/channels/read-position";
import { db } from "@/lib/db/client";
import type { Hint } from "@/lib/events/types";
import { postMessages } from "@/lib/messages/post/post-messages";
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

let user: SessionUser;
let made: MadeWebhook;

beforeEach(async () => {
  user = await makeUser();
  made = await makeWebhook();
  await makeMember({ id: made.webhook.channelId }, user);
  await post(made, 10);
});

const hints = heardHints("read");

async function post(webhook: MadeWebhook, count: number): Promise<void> {
  await postMessages(Array.from({ length: count }, () => webhookDraft(webhook)));
}

const open = (who = user, channelId = made.webhook.channelId) => requireMember(who, channelId);

async function positionOf(who: SessionUser, channelId = made.webhook.channelId): Promise<number> {
  const where = { channelId_userId: { channelId, userId: who.id } };
  return Number((await db().membership.findUniqueOrThrow({ where })).lastReadSeq);
}

function hint(lastReadSeq: number, back: boolean, channelId = made.webhook.channelId): Hint {
  return { kind: "read", userId: user.id, channelId, lastReadSeq, back };
}

describe("marking as read", () => {
  test("moves forward to the message, at most to the end, never back, and is announced once per move", async () => {
    await markRead(await open(), 4);
    await markRead(await open(), 4);
    await markRead(await open(), 2);
    expect(await positionOf(user)).toBe(4);
    await markRead(await open(), 4711);
    expect(await positionOf(user)).toBe(10);
    expect(hints).toEqual([hint(4, false), hint(10, false)]);
  });
});

describe("marking as unread", () => {
  beforeEach(async () => {
    await markRead(await open(), 10);
    hints.length = 0;
  });

  test("moves back to just before the message and is announced once", async () => {
    await markUnreadFrom(await open(), 7);
    await markUnreadFrom(await open(), 7);
    expect(await positionOf(user)).toBe(6);
    expect(hints).toEqual([hint(6, true)]);
    expect((await sidebarChannels(user))[0]).toMatchObject({ unread: 4, lastReadSeq: 6 });
  });

  test("never moves forward, neither from a message that is already unread nor from beyond the end", async () => {
    await markUnreadFrom(await open(), 3);
    await markUnreadFrom(await open(), 8);
    await markUnreadFrom(await open(), Number.MAX_SAFE_INTEGER);
    expect(await positionOf(user)).toBe(2);
    await markUnreadFrom(await open(), 1);
    expect(await positionOf(user)).toBe(0);
  });

  test("changes no one else's position and none in another channel", async () => {
    const other = await makeUser();
    await makeMember({ id: made.webhook.channelId }, other);
    await markRead(await open(other), 10);
    const elsewhere = await makeWebhook();
    await makeMember({ id: elsewhere.webhook.channelId }, user);
    await post(elsewhere, 3);
    await markRead(await open(user, elsewhere.webhook.channelId), 3);
    await markUnreadFrom(await open(), 2);
    expect([await positionOf(other), await positionOf(user, elsewhere.webhook.channelId)]).toEqual([10, 3]);
  });

  test("is for members only: others get a 404", async () => {
    const stranger = await makeUser();
    const hidden = await makeChannel({ kind: "private" });
    for (const channelId of [made.webhook.channelId, hidden.id, 4711n]) {
      await expect(open(stranger, channelId)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("marking all as read", () => {
  let second: MadeWebhook;

  beforeEach(async () => {
    second = await makeWebhook();
    await makeMember({ id: second.webhook.channelId }, user);
    await post(second, 5);
    await markRead(await open(), 4);
    hints.length = 0;
  });

  test("moves every channel to its end, returns the earlier positions, and can be undone", async () => {
    const before = await readAllChannels(user);
    expect(before.toSorted((a, b) => b.lastReadSeq - a.lastReadSeq)).toEqual([
      { channelId: `${made.webhook.channelId}`, lastReadSeq: 4 },
      { channelId: `${second.webhook.channelId}`, lastReadSeq: 0 },
    ]);
    expect((await sidebarChannels(user)).map(({ unread }) => unread)).toEqual([0, 0]);
    expect(hints).toHaveLength(2);
    expect(await readAllChannels(user)).toEqual([]);

    hints.length = 0;
    await restoreReadPositions(user, before);
    expect([await positionOf(user), await positionOf(user, second.webhook.channelId)]).toEqual([4, 0]);
    expect(hints).toContainEqual(hint(4, true));
  });

  test("doesn't change other people's positions, even when someone undoes it", async () => {
    const other = await makeUser();
    await readAllChannels(other);
    expect(await positionOf(user)).toBe(4);
    await restoreReadPositions(other, [{ channelId: `${made.webhook.channelId}`, lastReadSeq: 0 }]);
    expect(await positionOf(user)).toBe(4);
  });

  test("if undone late, keeps what was read since, and channels that weren't part of it", async () => {
    const before = await readAllChannels(user);
    await db().membership.deleteMany({ where: { userId: user.id, channelId: second.webhook.channelId } });
    await restoreReadPositions(user, [...before, { channelId: `${made.webhook.channelId}`, lastReadSeq: 9 }]);
    expect(await positionOf(user)).toBe(4);
    expect(await db().membership.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe("the unread count", () => {
  test("includes messages that others wrote and no one deleted", async () => {
    await postMessages([userDraft(user, { id: made.webhook.channelId })]);
    await markRead(await open(), 6);
    expect((await sidebarChannels(user))[0]).toMatchObject({ unread: 4, msgSeq: 11 });
    await db().message.updateMany({
      where: { channelId: made.webhook.channelId, seq: { in: [2n, 8n] } },
      data: { deletedAt: new Date() },
    });
    expect((await sidebarChannels(user))[0]).toMatchObject({ unread: 3 });
  });
});
