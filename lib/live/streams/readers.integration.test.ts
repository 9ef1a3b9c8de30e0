import { afterEach, expect, test, vi } from "vitest";
import { db, pool } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import type { Carrier } from "@/lib/live/streams/event-stream";
import { startStream } from "@/lib/live/streams/open-stream";
import { accessNow } from "@/lib/live/streams/sessions";
import { streams } from "@/lib/live/streams/streams";
import { commitDrafts } from "@/lib/messages/post/commit-drafts";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince } from "@/lib/messages/read/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeSession, makeUser, makeWebhook, webhookDraft } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

vi.mock("@/lib/messages/read/queries", async (importOriginal) => {
  const original = await importOriginal<typeof import("@/lib/messages/read/queries")>();
  return { ...original, changesSince: vi.fn(original.changesSince) };
});

vi.mock("@/lib/live/streams/sessions", async (importOriginal) => {
  const original = await importOriginal<typeof import("@/lib/live/streams/sessions")>();
  return { ...original, accessNow: vi.fn(original.accessNow) };
});

afterEach(() => {
  for (const reader of streams().readers) reader.stream.close();
  vi.restoreAllMocks();
});

/** Opens the person's stream of this channel and collects everything written to it. */
async function read(user: SessionUser, channelId: bigint): Promise<{ text: () => string; changes: () => number }> {
  const written: Uint8Array[] = [];
  const carrier: Carrier = { write: (bytes) => written.push(bytes), unsent: () => 0, end: () => {}, onGone: () => {} };
  const { id: userId, sessionId } = user;
  await startStream({ userId, sessionId, memberOf: new Set([channelId]), channelId, rev: null }, carrier);
  const text = () => Buffer.concat(written).toString();
  return { text, changes: () => text().match(/"type":"changes"/g)?.length ?? 0 };
}

test("messages committed after access was checked reach only those who still have access", async () => {
  const [leaving, staying] = [await makeUser(), await makeUser()];
  const channel = await makeChannel({ kind: "private", members: [leaving, staying] });
  const made = await makeWebhook({ channelId: channel.id });
  const [gone, still] = [await read(leaving, channel.id), await read(staying, channel.id)];
  vi.mocked(accessNow).mockClear();
  const actual = vi.mocked(changesSince).getMockImplementation();
  let goOn = () => {};
  const removed = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  vi.mocked(changesSince).mockImplementationOnce(async (...asked) => {
    await removed;
    return actual ? actual(...asked) : { messages: [], more: false };
  });
  await postMessages([webhookDraft(made, { content: "while both were in" })]);
  await until(() => expect(vi.mocked(accessNow).mock.settledResults[0]?.type).toBe("fulfilled"));
  await db().membership.deleteMany({ where: { channelId: channel.id, userId: leaving.id } });
  await commitDrafts([webhookDraft(made, { content: "when one had gone" })]);
  goOn();
  await until(() => expect(gone.text()).toContain("while both were in"));
  publish({ kind: "channel", channelId: channel.id, rev: 2, msgSeq: 2 });
  await until(() => expect(still.text()).toContain("when one had gone"));
  await until(() => expect(gone.text()).toContain('"type":"gone"'));
  expect(gone.text()).not.toContain("when one had gone");
  expect(still.text().match(/while both were in/g)).toHaveLength(still.text().match(/when one had gone/g)?.length ?? 0);
});

test("a delivery takes two statements and one frame per reader of the channel, whoever else is connected", async () => {
  const made = await makeWebhook();
  const { channelId } = made.webhook;
  const users = await Promise.all(Array.from({ length: 5 }, () => makeUser()));
  for (const user of users) await makeMember({ id: channelId }, user);
  const sessions = [...users, ...(await Promise.all(users.map(makeSession)))];
  const there = await Promise.all(sessions.map((user) => read(user, channelId)));
  const { id: elsewhere } = await makeChannel();
  const others = await Promise.all(users.map(async () => read(await makeUser(), elsewhere)));
  const query = vi.spyOn(pool(), "query");
  await postMessages([webhookDraft(made, { content: "for all" })]);
  for (const each of there) await until(() => expect(each.text()).toContain("for all"));
  const named = query.mock.calls.flatMap(([statement]: unknown[]) => {
    return typeof statement === "object" && statement !== null && "name" in statement ? [statement.name] : [];
  });
  expect(named.filter((name) => name === "changes-since" || name === "stream-access").sort()).toEqual([
    "changes-since",
    "stream-access",
  ]);
  expect(there.map(({ changes }) => changes())).toEqual(there.map(() => 1));
  expect(others.map(({ changes }) => changes())).toEqual(others.map(() => 0));
});
