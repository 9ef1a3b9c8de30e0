import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keywordsJob, matchBatch, matchChanged, matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { requireChannel, requireMember } from "@/lib/channels/access";
import { joinChannel, leaveChannel } from "@/lib/channels/membership";
import { sidebarChannels } from "@/lib/channels/queries";
import { markRead } from "@/lib/channels/read-position";
import { db, pool } from "@/lib/db/client";
import { keepUp } from "@/lib/events/keep-up";
import { deleteMessage, editMessage, setReaction } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { runShutdown } from "@/lib/process/on-shutdown";
import {
  type MadeWebhook,
  makeChannel,
  makeTalk,
  makeUser,
  said,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { until } from "@/lib/testing/until";

let ada: SessionUser;
let grace: SessionUser;
let made: MadeWebhook;
let channel: { id: bigint };
const hints = heardHints("unread");

beforeEach(async () => {
  await db().user.updateMany({ data: { keywords: [] } });
  [ada, grace] = [await makeUser(), await makeUser()];
  ({ made, channel } = await makeTalk(ada, grace));
  await want(ada, "on fire", "deploy");
  await matchKeywords();
  hints.length = 0;
});

afterEach(endMatching);

/** Simulates the end of the process. */
async function endMatching(): Promise<void> {
  await runShutdown();
  Reflect.deleteProperty(globalThis, Symbol.for("parley.keyword-matches"));
}

const want = (who: SessionUser, ...keywords: string[]) =>
  setNotificationPreferences(who, { keywords, newChannels: "mentions" });

const say = (content: string, who = grace, root: bigint | null = null) => said(who, channel, content, root);

/** The number of mentions in a person's badge for the channel. */
async function badge(who = ada): Promise<number | undefined> {
  return (await sidebarChannels(who)).find(({ id }) => id === `${channel.id}`)?.mentions;
}

describe("a message matches", () => {
  test("for members other than the author whose keyword is in its text or one of its cards", async () => {
    const elsewhere = await makeUser();
    for (const who of [grace, elsewhere]) await want(who, "deploy");
    await matchKeywords();
    hints.length = 0;
    await say("The deploy is done");
    await say("deploys");
    await postMessages([
      webhookDraft(made, { content: "", embeds: [{ title: "Disk", description: "It is\non fire" }] }),
    ]);
    await say("deploy in a thread", grace, await say("root"));
    expect(await badge()).toBe(0);
    expect(await matchKeywords()).toBeGreaterThan(0);
    expect([await badge(ada), await badge(grace)]).toEqual([2, 0]);
    expect(await db().messageMatch.count({ where: { userId: elsewhere.id } })).toBe(0);
    expect(hints).toEqual([{ kind: "unread", userId: ada.id }]);
  });

  test("as long as the keyword is in it: editing adds and removes matches, deleting removes them", async () => {
    const [first, second] = [await say("deploy"), await say("nothing")];
    await matchKeywords();
    expect(await badge()).toBe(1);
    const mine = await requireMember(grace, channel.id);
    await editMessage(mine, first, "all quiet");
    await editMessage(mine, second, "we deploy");
    await matchKeywords();
    expect(await db().messageMatch.findMany({ select: { messageId: true }, where: { userId: ada.id } })).toEqual([
      { messageId: second },
    ]);
    await deleteMessage(mine, second);
    await matchKeywords();
    expect(await badge()).toBe(0);
    expect(hints).toHaveLength(3);
  });

  test("once, even if it's also a mention, and not while its author is muted", async () => {
    await say(`<@${ada.id}> deploy`);
    await say("deploy and deploy, on fire");
    await matchKeywords();
    expect(await badge()).toBe(2);
    await db().userMute.create({ data: { userId: ada.id, mutedId: grace.id } });
    expect(await badge()).toBe(0);
    await db().userMute.deleteMany();
    expect(await badge()).toBe(2);
  });

  test("for members from when they join until they leave", async () => {
    await say("deploy");
    const { id } = await makeUser();
    const hedy = { ...ada, id };
    await want(hedy, "deploy");
    await joinChannel(await requireChannel(hedy, channel.id));
    await matchKeywords();
    expect(await badge(hedy)).toBe(0);
    await say("deploy");
    await matchKeywords();
    expect([await badge(ada), await badge(hedy)]).toEqual([2, 1]);
    await leaveChannel(await requireChannel(hedy, channel.id));
    expect(await db().messageMatch.count({ where: { userId: id } })).toBe(0);
  });
});

describe("changed keywords", () => {
  test("are matched with unread messages, and read ones keep their matches", async () => {
    for (const content of ["deploy", "plain", "deploy", "the build"]) await say(content);
    await matchKeywords();
    expect(await badge()).toBe(2);
    await markRead(await requireMember(ada, channel.id), 1);
    await want(ada, "build", "plain");
    await matchKeywords();
    expect(await badge()).toBe(2);
    const rows = await db().messageMatch.findMany({ where: { userId: ada.id }, orderBy: { seq: "asc" } });
    expect(rows.map(({ seq }) => seq)).toEqual([1n, 2n, 4n]);
    await want(ada);
    await matchKeywords();
    expect(await badge()).toBe(0);
    expect(await db().keywordChange.count()).toBe(0);
  });

  test("are matched in all channels, some per batch", async () => {
    const channels = [channel];
    for (let n = 0; n < 12; n += 1) channels.push(await makeChannel({ members: [ada, grace] }));
    for (const each of channels) {
      await postMessages(Array.from({ length: 30 }, () => userDraft(grace, each, { content: "the build" })));
    }
    await matchKeywords();
    await want(ada, "build");
    await matchKeywords();
    const counts = (await sidebarChannels(ada)).map(({ mentions }) => mentions);
    expect(counts).toEqual(channels.map(() => 30));
  });

  test("count together with mentions, once for both, also beyond the first hundred unread messages", async () => {
    const counts = async () => (await sidebarChannels(ada)).map(({ unread, mentions }) => [unread, mentions]);
    const posted = (...contents: string[]) =>
      postMessages(contents.map((content) => userDraft(grace, channel, { content })));
    await want(ada, "smoke");
    await posted(`smoke, <@${ada.id}>`, "smoke", `<@${ada.id}>`, ...Array.from({ length: 96 }, () => "Nothing here"));
    await matchKeywords();
    expect(await counts()).toEqual([[99, 3]]);
    await posted("Nothing here", `<@${ada.id}>`, "smoke");
    await matchKeywords();
    expect(await counts()).toEqual([[100, 5]]);
    await posted(...Array.from({ length: 97 }, (_, n) => (n % 2 === 0 ? "smoke" : `<@${ada.id}>`)));
    await matchKeywords();
    expect(await counts()).toEqual([[100, 100]]);
  });

  test("leave a message that was just posted to its own turn, in which it's pushed", async () => {
    await want(ada, "smoke");
    await say("Nothing here");
    await matchBatch();
    await say("So much smoke");
    while ((await matchChanged())?.more) {}
    expect(await badge()).toBe(0);
    await matchBatch();
    expect(await badge()).toBe(1);
    // Its match stays when the keywords change again while the message waits to be looked at.
    await setReaction(await requireChannel(grace, channel.id), await say("More smoke"), "🔥", true);
    await matchBatch();
    const root = await db().messageMatch.findFirstOrThrow({ where: { userId: ada.id } });
    await setReaction(await requireChannel(grace, channel.id), root.messageId, "🔥", true);
    await want(ada, "smoke", "fog");
    while ((await matchChanged())?.more) {}
    expect(await badge()).toBe(2);
  });

  test("don't cause messages from before the first keyword to be read again", async () => {
    await want(ada);
    await matchKeywords();
    await postMessages(Array.from({ length: 50 }, () => userDraft(grace, channel, { content: "deploy" })));
    expect(await matchKeywords()).toBe(0);
    expect(await db().keywordProgress.findFirst({ where: { channelId: channel.id, rev: { gte: 50 } } })).toBeNull();
    await want(grace, "build");
    // Only their unread messages, by the change of their keywords.
    expect(await matchKeywords()).toBe(50);
    expect(await matchBatch()).toEqual({ taken: 0, more: false });
  });
});

describe("no match is lost", () => {
  test("if the process ends after a post: the next one matches it", async () => {
    keepUp(keywordsJob);
    await say("deploy");
    await endMatching();
    await say("deploy again");
    expect(await badge()).toBeLessThan(2);
    keepUp(keywordsJob);
    await until(async () => expect(await badge()).toBe(2));
  });

  test("if the process is killed between reading a message and writing the match", async () => {
    await say("deploy");
    const other = await pool().connect();
    try {
      await other.query("BEGIN; LOCK TABLE message_matches IN EXCLUSIVE MODE");
      const end = matchBatch().then(
        () => "written",
        () => "killed",
      );
      await until(async () => {
        const { rowCount } = await pool().query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM message_matches%'`);
        expect(rowCount).toBe(1);
      });
      expect(await end).toBe("killed");
    } finally {
      await other.query("ROLLBACK");
      other.release();
    }
    expect(hints).toEqual([]);
    expect(await matchKeywords()).toBe(1);
    expect([await badge(), hints.length]).toEqual([1, 1]);
  });

  test("and no one waits while another process is matching", async () => {
    await say("deploy");
    const other = await pool().connect();
    try {
      await other.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('parley_keyword', 0))");
      expect(await matchBatch()).toBeNull();
    } finally {
      await other.query("ROLLBACK");
      other.release();
    }
    const counts = await Promise.all([matchKeywords(), matchKeywords()]);
    expect(counts[0] + counts[1]).toBe(1);
  });

  test("if a member leaves while a message is matched", async () => {
    await want(grace, "deploy");
    await say("deploy", ada);
    await matchKeywords();
    await say("deploy", ada);
    const [, left] = await Promise.all([matchKeywords(), requireChannel(grace, channel.id).then(leaveChannel)]);
    expect(left).toBeUndefined();
    expect(await db().messageMatch.count({ where: { userId: grace.id } })).toBe(0);
  });
});
