import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { mailDigests } from "@/lib/attention/digest/mail-digests";
import { ownerOfCode, setWantsDigest, stopCode, stopDigest, wantsDigest } from "@/lib/attention/digest/subscription";
import { requireChannel } from "@/lib/channels/access";
import { leaveChannel } from "@/lib/channels/membership";
import { setNotifications } from "@/lib/channels/notifications";
import { markRead } from "@/lib/channels/read-position";
import { setArchived } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import type { UserDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post/post-messages";
import { markThreadRead } from "@/lib/messages/threads/follow-thread";
import { deactivate } from "@/lib/people/account/people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { endSession } from "@/lib/people/sessions";
import {
  makeChannel,
  makeMember,
  makeSession,
  makeUser,
  makeWebhook,
  postedMessage,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { PostOffice } from "@/lib/testing/post-office";
import { codeOf } from "@/lib/testing/refusals";
import { setWebhookMuted } from "@/lib/webhooks/change-webhook";

const BASE = "https://chat.example.com";
const HOUR_MS = 3_600_000;

let office: PostOffice;
let refuse: number | null = null;

beforeAll(async () => {
  office = await PostOffice.open({
    onMailFrom: (_, __, done) =>
      done(refuse === null ? null : Object.assign(new Error("Not now."), { responseCode: refuse })),
  });
  vi.stubEnv("SMTP_URL", office.url);
  vi.stubEnv("MAIL_FROM", "parley@example.com");
  vi.stubEnv("BASE_URL", BASE);
  await db().workspace.create({ data: { name: "Engines" } });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await office.close();
});

// People from an earlier test must not be mailed in a later one.
afterEach(async () => {
  refuse = null;
  office.mails.splice(0);
  await db().user.updateMany({ data: { mailsDigest: false } });
});

/** Sets when a person was last active. */
const setLastSeen = (user: SessionUser, hours: number) =>
  db().session.updateMany({ where: { userId: user.id }, data: { lastSeenAt: new Date(Date.now() - hours * HOUR_MS) } });

/** Creates a person who has been away for two hours, and a colleague who writes to them. */
async function setUp(fields: Parameters<typeof makeChannel>[0] = {}) {
  const long = { createdAt: new Date(Date.now() - 30 * 24 * HOUR_MS) };
  const [user, other] = [await makeUser(long), await makeUser({ name: "Grace Hopper" })];
  const channel = await makeChannel({ ...fields, members: [user, other] });
  await setLastSeen(user, 2);
  const write = async (content: string, draft: Partial<UserDraft> = {}) => {
    return (await postedMessage(userDraft(other, channel, { content, ...draft }))).messageId;
  };
  const mention = (words = "look at this") => write(`<@${user.id}> ${words}`);
  /** Sends due mails. Returns the texts of all that they have got. */
  const mailed = async () => {
    await mailDigests();
    return office.to(user.email).map(({ text = "" }) => text);
  };
  return { user, other, channel, write, mention, mailed };
}

describe("a person who was away for an hour", () => {
  test("gets one mail with their mentions as plain text, and each message only once", async () => {
    const { user, channel, write, mention, mailed } = await setUp();
    await write("Nothing for you");
    await mention("**look** at <b>this</b>");
    expect(await mailed()).toHaveLength(1);
    const [mail] = office.mails;
    expect(mail?.subject).toBe("1 message for you in Engines");
    expect(mail?.text).toContain(`Grace Hopper in #${channel.name}, `);
    expect(mail?.text).toContain(`> @${user.name} look at <b>this</b>\n${BASE}/channels/${channel.id}?message=2`);
    expect(mail?.text).not.toContain("Nothing for you");
    expect(mail?.html).not.toContain("<b>");
    const stop = `${BASE}/api/stop-mail/${stopCode(user.id)}`;
    expect(mail?.headerLines.map(({ line }) => line)).toContain(`List-Unsubscribe: <${stop}>`);
    expect(mail?.text).toContain(`${BASE}/stop-mail/${stopCode(user.id)}`);

    await mention("again");
    expect(await mailed()).toHaveLength(1);
    // After they were back and left again, messages from the first mail aren't mailed again.
    await setLastSeen(user, 1.5);
    expect((await mailed()).slice(1)).toEqual([expect.stringMatching(/> @\S+ \S+ again\n/)]);
    expect(office.mails[1]?.text).not.toContain("look");
    await setLastSeen(user, 1.2);
    expect(await mailed()).toHaveLength(2);
  });

  test("isn't mailed earlier, nor while one of their devices is online", async () => {
    const { user, mention, mailed } = await setUp();
    await mention();
    await setLastSeen(user, 0.9);
    expect(await mailed()).toEqual([]);
    await setLastSeen(user, 5);
    const here = await makeSession(user);
    expect(await mailed()).toEqual([]);
    // Signing out counts as activity too.
    await endSession(user.id, here.sessionId);
    expect(await mailed()).toEqual([]);
    await db().user.update({ where: { id: user.id }, data: { signedOutAt: new Date(Date.now() - 1.1 * HOUR_MS) } });
    expect(await mailed()).toHaveLength(1);
  });

  test("gets direct messages, and mentions in threads", async () => {
    const direct = await setUp({ kind: "direct" });
    await direct.write("Have you a minute?");
    const [mail = ""] = await direct.mailed();
    expect(mail).toMatch(/\nGrace Hopper, .*\n> Have you a minute\?\n/);

    const { user, channel, write, mailed } = await setUp();
    const [posted] = await postMessages([userDraft(user, channel, { content: "A question" })]);
    const root = posted && "messageId" in posted ? posted.messageId : 0n;
    await write(`<@${user.id}> An answer`, { threadRootId: root });
    await write("No mention", { threadRootId: root });
    const [text = ""] = await mailed();
    expect(text).toContain("An answer\n");
    expect(text).toContain(`${BASE}/channels/${channel.id}?message=1&thread=${root}&reply=2`);
    expect(text).not.toContain("No mention");
    await setLastSeen(user, 1.5);
    await write(`<@${user.id}> Another`, { threadRootId: root });
    await markThreadRead(await requireChannel(user, channel.id), root, 4);
    expect(await mailed()).toHaveLength(1);
  });

  test("gets twenty messages and the number of the others", async () => {
    const { mention, mailed } = await setUp();
    for (let number = 1; number <= 23; number += 1) await mention(`number ${number}.`);
    const [text = ""] = await mailed();
    expect(office.mails[0]?.subject).toBe("23 messages for you in Engines");
    expect(text.match(/number \d+\./g)).toEqual(Array.from({ length: 20 }, (_, index) => `number ${index + 4}.`));
    expect(text).toContain("Plus 3 earlier messages");
  });
});

describe("no mail is sent", () => {
  test("for messages that were read or deleted, or are silenced, muted, archived or in a channel they left", async () => {
    const read = await setUp();
    await read.mention();
    await markRead(await requireChannel(read.user, read.channel.id), 1);
    const gone = await setUp();
    await deleteMessage(await requireChannel(gone.other, gone.channel.id), await gone.mention());
    const silenced = await setUp();
    await silenced.mention();
    await setNotifications(await requireChannel(silenced.user, silenced.channel.id), { notifications: "none" });
    const archived = await setUp();
    await archived.mention();
    const manager = await makeUser();
    await makeMember(archived.channel, manager, "manager");
    await setArchived(await requireChannel(manager, archived.channel.id), true);
    const left = await setUp({ kind: "private" });
    await left.mention();
    await leaveChannel(await requireChannel(left.user, left.channel.id));
    const muted = await setUp();
    const hook = await makeWebhook({ channelId: muted.channel.id });
    await postMessages([webhookDraft(hook, { content: `<@${muted.user.id}>`, allowedMentions: { parse: ["users"] } })]);
    await setWebhookMuted(await requireChannel(muted.user, muted.channel.id), hook.webhook.id, true);
    const old = await setUp();
    const id = await old.mention();
    await db().message.update({ where: { id }, data: { createdAt: new Date(Date.now() - 8 * 24 * HOUR_MS) } });
    await mailDigests();
    expect(office.mails).toEqual([]);
  });

  test("to people who are deactivated or turned mails off", async () => {
    const owner = await makeUser({ role: "owner" });
    const [gone, tired, mailed] = [await setUp(), await setUp(), await setUp()];
    for (const { mention } of [gone, tired, mailed]) await mention();
    await deactivate(owner, gone.user.id);
    await setWantsDigest(tired.user, false);
    await mailDigests();
    expect(office.mails.map(({ to }) => [to].flat()[0]?.text)).toEqual([mailed.user.email]);
  });

  test("twice, even by several processes", async () => {
    const { user, mention } = await setUp();
    await mention();
    await Promise.all([mailDigests(), mailDigests(), mailDigests()]);
    await mailDigests();
    expect(office.to(user.email)).toHaveLength(1);
  });
});

test("a mail that the server rejects temporarily is retried up to five times, with growing delays", async () => {
  const { user, mention, mailed } = await setUp();
  await mention();
  refuse = 451;
  const waits: number[] = [];
  for (let attempts = 1; attempts < 5; attempts += 1) {
    expect(await mailed()).toEqual([]);
    const state = await db().mailDigest.findUniqueOrThrow({ where: { userId: user.id } });
    expect([state.attempts, state.absentSince, state.upTo]).toEqual([attempts, null, 0n]);
    waits.push(Math.round(((state.tryAt?.getTime() ?? 0) - Date.now()) / 60_000));
    if (attempts === 1) {
      // It is not retried at once.
      refuse = null;
      expect(await mailed()).toEqual([]);
      refuse = 451;
    }
    await db().mailDigest.update({ where: { userId: user.id }, data: { tryAt: new Date() } });
  }
  expect(waits).toEqual([5, 20, 80, 320]);
  expect(await mailed()).toEqual([]);
  refuse = null;
  expect(await mailed()).toEqual([]);
  // Messages from their next absence are mailed as usual.
  await setLastSeen(user, 1.5);
  await mention("later");
  expect(await mailed()).toEqual([expect.stringContaining("later")]);
});

test("a mail that succeeds at the second attempt is sent only once", async () => {
  const { user, mention, mailed } = await setUp();
  await mention();
  refuse = 451;
  await mailed();
  refuse = null;
  await db().mailDigest.update({ where: { userId: user.id }, data: { tryAt: new Date() } });
  expect([(await mailed()).length, (await mailed()).length]).toEqual([1, 1]);
});

test("a mail that is rejected permanently isn't retried", async () => {
  const { user, mention, mailed } = await setUp();
  await mention();
  refuse = 550;
  await mailed();
  const { tryAt, absentSince } = await db().mailDigest.findUniqueOrThrow({ where: { userId: user.id } });
  expect([tryAt, absentSince]).toEqual([null, expect.any(Date)]);
});

test("a mail's code stops its person's mails, and any other code does nothing", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const code = stopCode(user.id);
  const [, signature] = code.split("-");
  for (const wrong of [
    "",
    "-",
    `${user.id}`,
    `${other.id}-${signature}`,
    `${code}0`,
    code.slice(1),
    `x${code}`,
    "9".repeat(400),
  ]) {
    expect([ownerOfCode(wrong), await codeOf(stopDigest(wrong))]).toEqual([null, "not_found"]);
  }
  expect([await wantsDigest(user), await wantsDigest(other)]).toEqual([true, true]);
  await stopDigest(code);
  await stopDigest(code);
  expect([await wantsDigest(user), await wantsDigest(other)]).toEqual([false, true]);
});
