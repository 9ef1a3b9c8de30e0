import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { removeMember } from "@/lib/channels/membership";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/files/images/signed-url";
import { encodeFrame } from "@/lib/live/streams/event-stream";
import { openStream } from "@/lib/live/streams/open-stream";
import { streams } from "@/lib/live/streams/streams";
import type { StreamEvent } from "@/lib/live/streams/types";
import type { MessageDto } from "@/lib/messages/dto";
import { commitDrafts } from "@/lib/messages/post/commit-drafts";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince, messagePage } from "@/lib/messages/read/queries";
import { deactivate } from "@/lib/people/account/people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { endOtherSessions, endSession } from "@/lib/people/sessions";
import { noteFull, noteRoom } from "@/lib/process/full-disk";
import { runShutdown } from "@/lib/process/on-shutdown";
import {
  type MadeWebhook,
  makeChannel,
  makeMember,
  makeSession,
  makeUser,
  makeWebhook,
  webhookDraft,
} from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

vi.mock("@/lib/messages/read/queries", async (importOriginal) => {
  const original = await importOriginal<typeof import("@/lib/messages/read/queries")>();
  return { ...original, changesSince: vi.fn(original.changesSince) };
});

vi.mock("@/lib/live/streams/event-stream", async (importOriginal) => {
  const original = await importOriginal<typeof import("@/lib/live/streams/event-stream")>();
  return { ...original, encodeFrame: vi.fn(original.encodeFrame) };
});

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A browser's end of an event stream: all events in the order they arrived. */
class Listener {
  readonly frames: Uint8Array[] = [];
  readonly events: StreamEvent[] = [];
  ended = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
    void this.#listen();
  }

  of<T extends StreamEvent["type"]>(type: T): Extract<StreamEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<StreamEvent, { type: T }> => event.type === type);
  }

  /** Messages as the browser keeps them: the highest revision of each, in the channel's order. */
  messages(): MessageDto[] {
    const known = new Map<string, MessageDto>();
    for (const message of this.of("changes").flatMap(({ messages }) => messages)) {
      if (message.rev > (known.get(message.id)?.rev ?? 0)) known.set(message.id, message);
    }
    return [...known.values()].toSorted((a, b) => a.seq - b.seq);
  }

  seqs(): number[] {
    return this.messages().map(({ seq }) => seq);
  }

  async close(): Promise<void> {
    await this.#reader.cancel();
  }

  async #listen(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) break;
      const data = /^data: (.+)$/m.exec(decoder.decode(value))?.[1];
      if (data === undefined) continue;
      this.frames.push(value);
      this.events.push(JSON.parse(data) as StreamEvent);
    }
    this.ended = true;
  }
}

const listeners: Listener[] = [];

async function listen(
  user: SessionUser,
  options: { channelId?: bigint; rev?: number; memberOf?: bigint[] } = {},
): Promise<Listener> {
  const { channelId = null, rev = null, memberOf = channelId === null ? [] : [channelId] } = options;
  const { id: userId, sessionId } = user;
  const body = await openStream({ userId, sessionId, memberOf: new Set(memberOf), channelId, rev });
  const listener = new Listener(body);
  listeners.push(listener);
  return listener;
}

async function post(made: MadeWebhook, content: string): Promise<void> {
  await postMessages([webhookDraft(made, { content })]);
}

/** Posts like another process whose hint was lost. */
async function postUnheard(made: MadeWebhook): Promise<void> {
  await commitDrafts([webhookDraft(made)]);
}

/** Returns the first event with a revision that arrived before an earlier one; resuming from it would miss something. */
function firstGap(events: StreamEvent[], from: number): StreamEvent | null {
  const seqs = new Set(oneTo(from));
  for (const event of events) {
    if (event.type !== "changes" && event.type !== "ready") continue;
    if (event.type === "changes") for (const { seq } of event.messages) seqs.add(seq);
    if (oneTo(event.rev).some((seq) => !seqs.has(seq))) return event;
  }
  return null;
}

const oneTo = (count: number) => times(count).map((index) => index + 1);

let user: SessionUser;
let made: MadeWebhook;
let channelId: bigint;

beforeEach(async () => {
  user = await makeUser();
  made = await makeWebhook();
  channelId = made.webhook.channelId;
  await makeMember({ id: channelId }, user);
});

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
  await until(() => expect([streams().readers.size, streams().feeds.size]).toEqual([0, 0]));
});

test("an open delivery log hears of the next requests within seconds, even if telling it took long", async () => {
  const listener = await listen(user, { channelId });
  const { encodeFrame: encode } = await vi.importActual<typeof import("@/lib/live/streams/event-stream")>(
    "@/lib/live/streams/event-stream",
  );
  onTestFinished(() => void vi.mocked(encodeFrame).mockImplementation(encode));
  vi.mocked(encodeFrame).mockImplementation((event, id) => {
    // As on a machine that is busy with something else.
    for (const until = performance.now() + 250; event.type === "deliveries" && performance.now() < until; );
    return encode(event, id);
  });
  const hint = { kind: "deliveries", channelId, webhookId: made.webhook.id } as const;
  for (const heard of [1, 2]) {
    publish(hint);
    await until(() => expect(listener.of("deliveries")).toHaveLength(heard));
  }
});

describe("opening a stream", () => {
  test("sends missed events, then `ready`, then live events", async () => {
    await postMessages(times(5).map((n) => webhookDraft(made, { content: `${n}` })));
    const listener = await listen(user, { channelId, rev: 2 });
    await until(() => expect(listener.of("ready")).toHaveLength(1));
    expect(listener.events.map(({ type }) => type)).toEqual(["changes", "ready"]);
    expect(listener.of("ready")).toEqual([{ type: "ready", channelId: `${channelId}`, rev: 5 }]);
    expect(listener.seqs()).toEqual([3, 4, 5]);
    await post(made, "live");
    await until(() => expect(listener.messages().at(-1)?.content).toBe("live"));
    expect(listener.seqs()).toEqual([3, 4, 5, 6]);
  });

  test("without a revision, sends only live events", async () => {
    await post(made, "before");
    const listener = await listen(user, { channelId });
    await post(made, "after");
    await until(() => expect(listener.messages().map(({ content }) => content)).toEqual(["after"]));
    expect(listener.of("ready")).toEqual([{ type: "ready", channelId: `${channelId}`, rev: 1 }]);
  });

  test("from a revision that doesn't exist yet, sends nothing twice and nothing late", async () => {
    await post(made, "before");
    const listener = await listen(user, { channelId, rev: 1000 });
    await post(made, "after");
    await until(() => expect(listener.messages().map(({ content }) => content)).toEqual(["after"]));
  });

  test("sends up to 200 changes one by one, and a reset if there are more", async () => {
    await postMessages(times(201).map((n) => webhookDraft(made, { content: `${n}` })));
    const all = await listen(user, { channelId, rev: 1 });
    const tooMany = await listen(user, { channelId, rev: 0 });
    await until(() => expect([all.of("ready"), tooMany.of("ready")].flat()).toHaveLength(2));
    expect(all.seqs()).toEqual(oneTo(201).slice(1));
    expect(all.of("reset")).toEqual([]);
    expect(tooMany.of("reset")).toEqual([{ type: "reset", channelId: `${channelId}`, rev: 201 }]);
    expect(tooMany.messages()).toEqual([]);
    await post(made, "live");
    for (const listener of [all, tooMany]) await until(() => expect(listener.messages().at(-1)?.content).toBe("live"));
  });

  test("sends an edit and a delete as later revisions of the same message", async () => {
    await postMessages([webhookDraft(made, { content: "a" }), webhookDraft(made, { content: "b" })]);
    const [a, b] = (await changesSince(channelId, 0, 10)).messages;
    const listener = await listen(user, { channelId, rev: 2 });
    await db().$transaction([
      db().message.update({ where: { id: BigInt(a?.id ?? 0) }, data: { content: "edited", rev: 3 } }),
      db().message.update({ where: { id: BigInt(b?.id ?? 0) }, data: { content: "", deletedAt: new Date(), rev: 4 } }),
      db().channel.update({ where: { id: channelId }, data: { rev: 4 } }),
    ]);
    publish({ kind: "channel", channelId, rev: 4, msgSeq: 2 });
    await until(() => expect(listener.messages()).toHaveLength(2));
    expect(listener.messages().map(({ content, deleted }) => [content, deleted])).toEqual([
      ["edited", false],
      ["", true],
    ]);
  });
});

describe("while messages are being posted", () => {
  test("a stream opened at any moment misses nothing and isn't refused", async () => {
    const users = await Promise.all(times(60).map(() => makeUser()));
    let posted = 0;
    let stop = false;
    const opened: { listener: Listener; rev: number }[] = [];
    // Fewer than 200 in all: a reader that fell further behind, on a busy machine, would have to reload the page.
    const mayPost = () => posted < 3 * opened.length + 10;
    const write = async () => {
      while (!stop) {
        if (!mayPost()) await nextTurn();
        else {
          await post(made, "hammering");
          posted += 1;
        }
      }
    };
    const writers = [write(), write(), write()];
    const open = async (each: SessionUser) => {
      const { rev } = await messagePage(channelId, { at: "latest" });
      opened.push({ listener: await listen(each, { channelId, rev, memberOf: [] }), rev });
    };
    // Each person connects for the first time while the feed is busy with the others, some alone and some together.
    for (let next = 0, together = 1; next < users.length; next += together, together = (together % 4) + 1) {
      await Promise.all(users.slice(next, next + together).map(open));
    }
    stop = true;
    await Promise.all(writers);

    for (const { listener, rev } of opened) {
      await until(() => expect([listener.ended, listener.seqs().at(-1) ?? rev]).toEqual([false, posted]));
      // Changes committed around the moment of opening may arrive twice rather than not at all.
      expect(listener.seqs().filter((seq) => seq > rev)).toEqual(oneTo(posted).slice(rev));
      expect(firstGap(listener.events, rev)).toBeNull();
      // On a busy machine, the sweep notices messages first and mentions files.
      expect(listener.events.filter(({ type }) => !["changes", "ready", "files"].includes(type))).toEqual([]);
      expect(listener.of("ready")).toHaveLength(1);
    }
  });

  test("every reader of a revision is served by one query and the same bytes", async () => {
    const users = await Promise.all(times(12).map(() => makeUser()));
    for (const each of users) await makeMember({ id: channelId }, each);
    const all = await Promise.all(users.map((each) => listen(each, { channelId })));
    for (const listener of all) await until(() => expect(listener.of("ready")).toHaveLength(1));
    vi.mocked(changesSince).mockClear();
    await post(made, "for all");
    for (const listener of all) await until(() => expect(listener.messages()).toHaveLength(1));
    expect(vi.mocked(changesSince).mock.calls).toEqual([[channelId, 0, 200, { senders: true }]]);
    expect(
      new Set(all.map(({ frames, events }) => frames[events.findIndex(({ type }) => type === "changes")])).size,
    ).toBe(1);
  });

  test("more changes than can be sent at once become a reset for readers", async () => {
    const listener = await listen(user, { channelId });
    await commitDrafts(times(201).map(() => webhookDraft(made)));
    publish({ kind: "channel", channelId, rev: 201, msgSeq: 201 });
    await until(() => expect(listener.of("reset")).toEqual([{ type: "reset", channelId: `${channelId}`, rev: 201 }]));
    await post(made, "after");
    await until(() => expect(listener.messages().map(({ content }) => content)).toEqual(["after"]));
  });

  test("a hint that comes twice, late or out of order sends nothing twice", async () => {
    const listener = await listen(user, { channelId });
    await postMessages(times(3).map((n) => webhookDraft(made, { content: `${n}` })));
    await until(() => expect(listener.seqs()).toEqual([1, 2, 3]));
    for (const rev of [3, 1, 2]) publish({ kind: "channel", channelId, rev, msgSeq: rev });
    await post(made, "last");
    await until(() => expect(listener.seqs()).toEqual([1, 2, 3, 4]));
    const received = listener.of("changes").flatMap(({ messages }) => messages.map(({ seq }) => seq));
    expect(received).toEqual([1, 2, 3, 4]);
  });

  test("a reader that doesn't keep up is disconnected, and no one waits for it", async () => {
    const { id: userId, sessionId } = user;
    const stuck = await openStream({ userId, sessionId, memberOf: new Set(), channelId, rev: null });
    const reading = await listen(await makeUser(), { channelId });
    expect(streams().readers.size).toBe(2);
    const content = "🪣".repeat(8000);
    for (const _ of times(15)) await postMessages(times(10).map(() => webhookDraft(made, { content })));
    await until(() => expect(reading.seqs()).toEqual(oneTo(150)));
    expect(streams().readers.size).toBe(1);
    expect(reading.ended).toBe(false);
    let bytes = 0;
    for await (const chunk of stuck) bytes += chunk.byteLength;
    expect(bytes).toBeGreaterThan(4 * 1024 * 1024);
  });
});

describe("when hints are lost", () => {
  test("the sweep sends the open channel's messages", async () => {
    const listener = await listen(user, { channelId });
    await postUnheard(made);
    await postUnheard(made);
    await until(() => expect(listener.seqs()).toEqual([1, 2]));
  });

  test("the sweep sends other channels' activity, which may have brought files", async () => {
    const other = await makeWebhook();
    await makeMember({ id: other.webhook.channelId }, user);
    const listener = await listen(user, { channelId, memberOf: [channelId, other.webhook.channelId] });
    await postUnheard(other);
    await until(() =>
      expect(listener.of("activity").map((event) => event.channelId)).toContain(`${other.webhook.channelId}`),
    );
    await until(() => expect(listener.of("files")).toContainEqual({ type: "files" }));
  });

  test("the sweep notifies only the people whose keywords matched", async () => {
    const [hers, his] = [await makeUser(), await makeUser()];
    const made = await makeWebhook();
    const { channelId } = made.webhook;
    for (const who of [hers, his]) await makeMember({ id: channelId }, who);
    await db().user.update({ where: { id: hers.id }, data: { keywords: ["deploy"] } });
    const [listener, other] = [
      await listen(hers, { memberOf: [channelId] }),
      await listen(his, { memberOf: [channelId] }),
    ];
    await until(() => expect(listener.of("unread")).not.toEqual([]));
    const before = listener.of("unread").length;
    await db().keywordProgress.create({ data: { channelId, rev: 1 } });
    await until(() => expect(listener.of("unread").length).toBeGreaterThan(before));
    expect(other.of("unread")).toEqual([]);
  });

  test("the sweep finds an ended session", async () => {
    const listener = await listen(user, { channelId });
    const elsewhere = await listen(await makeSession(user));
    await db().session.delete({ where: { id: user.sessionId } });
    await until(() => expect(listener.ended).toBe(true));
    expect(listener.events.at(-1)).toEqual({ type: "signed-out" });
    expect(elsewhere.ended).toBe(false);
  });
});

describe("a read position", () => {
  test("is sent to all streams of the person, whatever channel they have open, and to no one else", async () => {
    const other = await makeUser();
    await makeMember({ id: channelId }, other);
    const mine = [await listen(user, { channelId }), await listen(user)];
    const theirs = await listen(other, { channelId });
    publish({ kind: "read", userId: user.id, channelId, lastReadSeq: 3, back: true });
    const read = { type: "read", channelId: `${channelId}`, lastReadSeq: 3, back: true };
    for (const each of mine) await until(() => expect(each.of("read")).toEqual([read]));
    await post(made, "for both");
    await until(() => expect(theirs.messages()).toHaveLength(1));
    expect(theirs.of("read")).toEqual([]);
  });
});

test("everyone receives a person's new profile, whatever they have open, and simultaneous changes once", async () => {
  const all = [await listen(user, { channelId }), await listen(user), await listen(await makeUser())];
  await until(() => expect(all.map((each) => each.of("ready"))).toEqual(all.map(() => [expect.anything()])));
  const avatarUrl = "https://example.com/a.png";
  const data = { name: "New Name", avatarUrl: avatarUrl, statusEmoji: "🌴", statusText: "Away" };
  await db().user.update({ where: { id: user.id }, data });
  for (let time = 0; time < 3; time += 1) publish({ kind: "person", userId: user.id });
  const profile = {
    type: "person",
    userId: `${user.id}`,
    name: "New Name",
    avatarUrl: shownImage(avatarUrl, user.id),
    status: { emoji: "🌴", text: "Away", endsAt: null },
  };
  // A profile from the previous test may have changed a moment ago.
  const receivedProfiles = () => all.map((each) => each.of("person").filter(({ userId }) => userId === profile.userId));
  await until(() => expect(receivedProfiles()).toEqual(all.map(() => [profile])));
  // A page may have been rendered earlier and open its stream only now.
  const late = await listen(await makeUser(), { channelId });
  await until(() => expect(late.of("person")).toContainEqual(profile));
});

test("someone who is in no channel learns that files were posted in a public one, but not where", async () => {
  const stranger = await listen(await makeUser());
  await until(() => expect(stranger.of("ready")).toHaveLength(1));
  await postFile(made);
  await until(() => expect(stranger.of("files")).toContainEqual({ type: "files" }));
});

test("only the members of a private channel learn that files were posted or incidents opened there", async () => {
  const channel = await makeChannel({ kind: "private", members: [user] });
  const webhook = await makeWebhook({ channelId: channel.id });
  const [member, stranger] = [await listen(user, { memberOf: [channel.id] }), await listen(await makeUser())];
  await until(() => expect([...member.of("ready"), ...stranger.of("ready")]).toHaveLength(2));
  await postFile(webhook);
  publish({ kind: "incidents", channelId: channel.id });
  await until(() => expect([...member.of("files"), ...member.of("incidents")]).toHaveLength(2));
  // Lists are told one after the other, so that one more makes sure that the others have been.
  await postFile(made);
  await until(() => expect(stranger.of("files")).toHaveLength(1));
  expect(stranger.of("incidents")).toEqual([]);
});

/** Posts a file to a webhook. */
async function postFile(to: MadeWebhook): Promise<void> {
  const file = { hash: Buffer.alloc(32, 7), size: 3, contentType: "text/plain", width: null, height: null };
  await postMessages([webhookDraft(to, { attachments: [{ file, name: "a.txt", description: "" }] })]);
}

describe("read access", () => {
  async function privateChannel() {
    const manager = await makeUser();
    const channel = await makeChannel({ kind: "private", members: [user] });
    await makeMember(channel, manager, "manager");
    const webhook = await makeWebhook({ channelId: channel.id });
    const [leaving, staying] = [
      await listen(user, { channelId: channel.id }),
      await listen(manager, { channelId: channel.id }),
    ];
    await post(webhook, "for both");
    for (const each of [leaving, staying]) await until(() => expect(each.messages()).toHaveLength(1));
    return { manager, channel, webhook, leaving, staying };
  }

  test("only the channel's managers see who sent a webhook's message by hand, both missed and live", async () => {
    const manager = await makeUser();
    const admin = await makeUser({ role: "admin" });
    await makeMember({ id: channelId }, manager, "manager");
    const sender = await makeUser({ name: "Ada Lovelace" });
    await makeMember({ id: channelId }, sender);
    const sentBy = { ...sender, action: "webhook.test_sent" } as const;
    const send = () => postMessages([webhookDraft(made, { sentBy })]);
    await send();
    const byStanding = async (each: SessionUser, seesSenders: boolean) => {
      const { id: userId, sessionId } = each;
      const standing = { userId, sessionId, memberOf: new Set([channelId]), seesSenders };
      const listener = new Listener(await openStream({ ...standing, channelId, rev: 0 }));
      listeners.push(listener);
      return listener;
    };
    const allowed = [await byStanding(manager, true), await byStanding(admin, true)];
    // A manager who became a plain member after opening the stream no longer sees the sender.
    const denied = [await byStanding(user, false), await byStanding(await makeUser(), false)];
    await send();
    for (const each of [...allowed, ...denied]) await until(() => expect(each.messages()).toHaveLength(2));
    const named = { id: `${sender.id}`, name: "Ada Lovelace" };
    for (const each of allowed) expect(each.messages().map(({ sentBy }) => sentBy)).toEqual([named, named]);
    for (const each of denied) expect(JSON.stringify(each.events)).not.toMatch(/Ada Lovelace|sentBy/);
    await db().membership.updateMany({ where: { channelId, userId: manager.id }, data: { role: "member" } });
    await send();
    for (const each of allowed) await until(() => expect(each.messages()).toHaveLength(3));
    expect(allowed.map((each) => each.messages().at(-1)?.sentBy)).toEqual([undefined, named]);
  });

  test("a removed member gets a `gone` event and nothing after it", async () => {
    const { manager, channel, webhook, leaving, staying } = await privateChannel();
    await removeMember(await requireChannel(manager, channel.id), user.id);
    await until(() => expect(leaving.ended).toBe(true));
    expect(leaving.events.at(-1)).toEqual({ type: "gone", channelId: `${channel.id}` });
    await post(webhook, "not for the one who left");
    await until(() => expect(staying.messages()).toHaveLength(2));
    expect(leaving.messages()).toHaveLength(1);
  });

  test("a removed member receives no further message even if the hint was lost", async () => {
    const { channel, webhook, leaving, staying } = await privateChannel();
    await db().membership.deleteMany({ where: { channelId: channel.id, userId: user.id } });
    await post(webhook, "not for the one who left");
    await until(() => expect(staying.messages()).toHaveLength(2));
    await until(() => expect(leaving.ended).toBe(true));
    expect(leaving.messages()).toHaveLength(1);
    expect(leaving.events.at(-1)).toEqual({ type: "gone", channelId: `${channel.id}` });
  });

  test("a person who left another channel gets no more of its activity", async () => {
    const manager = await makeUser();
    const other = await makeChannel({ kind: "private", members: [user] });
    await makeMember(other, manager, "manager");
    const webhook = await makeWebhook({ channelId: other.id });
    const [leaving, staying] = [
      await listen(user, { memberOf: [other.id] }),
      await listen(manager, { memberOf: [other.id] }),
    ];
    await post(webhook, "for both");
    for (const each of [leaving, staying]) {
      await until(() =>
        expect(each.of("activity")).toContainEqual({ type: "activity", channelId: `${other.id}`, msgSeq: 1 }),
      );
    }
    await removeMember(await requireChannel(manager, other.id), user.id);
    await until(() => expect(leaving.of("channels").length).toBeGreaterThan(0));
    await post(webhook, "for one");
    await until(() => expect(staying.of("activity").at(-1)?.msgSeq).toBe(2));
    expect(leaving.of("activity").filter(({ msgSeq }) => msgSeq === 2)).toEqual([]);
    expect(leaving.ended).toBe(false);
  });

  test.each([
    ["signs out there", () => endSession(user.id, user.sessionId)],
    ["signs out everywhere else", async () => endOtherSessions(await makeSession(user))],
    ["is deactivated", async () => deactivate(await makeUser({ role: "owner" }), user.id)],
  ])("the stream of a person who %s ends immediately with `signed-out`", async (_, act) => {
    const [with_, without] = [await listen(user, { channelId }), await listen(user)];
    const other = await listen(await makeUser(), { channelId });
    await act();
    for (const listener of [with_, without]) {
      await until(() => expect(listener.ended).toBe(true));
      expect(listener.events.at(-1)).toEqual({ type: "signed-out" });
    }
    await post(made, "for the others");
    await until(() => expect(other.messages()).toHaveLength(1));
    expect(with_.messages()).toEqual([]);
  });
});

describe("channels that aren't open", () => {
  test("members learn a channel's latest position, but not its messages", async () => {
    const other = await makeWebhook();
    const member = await listen(user, { channelId, memberOf: [channelId, other.webhook.channelId] });
    await makeMember({ id: other.webhook.channelId }, user);
    const stranger = await listen(await makeUser(), { channelId, memberOf: [] });
    await postMessages(times(3).map(() => webhookDraft(other, { content: "a secret" })));
    await post(made, "marker");
    for (const each of [member, stranger]) await until(() => expect(each.messages()).toHaveLength(1));
    await until(() =>
      expect(
        member
          .of("activity")
          .filter((event) => event.channelId === `${other.webhook.channelId}`)
          .at(-1)?.msgSeq,
      ).toBe(3),
    );
    expect(stranger.of("activity")).toEqual([]);
    expect(JSON.stringify([member.events, stranger.events])).not.toContain("a secret");
  });

  test("a stream without a channel is ready immediately and receives activity", async () => {
    const listener = await listen(user, { memberOf: [channelId] });
    await post(made, "hello");
    await until(() =>
      expect(listener.of("activity")).toContainEqual({ type: "activity", channelId: `${channelId}`, msgSeq: 1 }),
    );
    expect(listener.of("ready")).toEqual([{ type: "ready", channelId: null, rev: 0 }]);
    expect(listener.of("changes")).toEqual([]);
  });
});

test("pages hear when a disk is full and when there is room again, those that open meanwhile too", async () => {
  const open = await listen(user, { channelId });
  await until(() => expect(open.of("ready")).toHaveLength(1));
  noteFull("database");
  noteFull("database");
  noteFull("files");
  const full = "The server's disk is full. Messages you write now are sent when there's room.";
  await until(() => expect(open.of("disk")).toEqual(times(2).map(() => ({ type: "disk", full }))));
  const late = [await listen(user, { channelId }), await listen(user)];
  for (const each of late) await until(() => expect(each.of("ready")).toEqual([expect.objectContaining({ full })]));
  // On a machine so busy that there's a break after the first reader.
  const clock = vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(1_000);
  noteRoom("database");
  noteRoom("files");
  for (const each of [open, ...late]) await until(() => expect(each.of("disk").at(-1)).toEqual({ type: "disk" }));
  clock.mockRestore();
});

test("on shutdown, every stream ends, including those opened later", async () => {
  const all = [await listen(user, { channelId }), await listen(user)];
  await runShutdown();
  all.push(await listen(user, { channelId }), await listen(user));
  for (const listener of all) await until(() => expect(listener.ended).toBe(true));
  expect(streams().readers.size).toBe(0);
});
