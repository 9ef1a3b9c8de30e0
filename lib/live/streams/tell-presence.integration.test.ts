import { afterEach, beforeEach, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { removeMember } from "@/lib/channels/membership";
import { pool } from "@/lib/db/client";
import type { Hint } from "@/lib/events/types";
import { presenceKey } from "@/lib/live/presence/dto";
import { GRACE_MS, presence } from "@/lib/live/presence/presence";
import { countHere, presenceIn } from "@/lib/live/presence/queries";
import { sayPage, sayTyping } from "@/lib/live/presence/say";
import { openStream, streamOptions } from "@/lib/live/streams/open-stream";
import type { StreamEvent } from "@/lib/live/streams/types";
import { setShowsPresence } from "@/lib/people/account/account";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

/** A page with an open stream, and the presence it has received. */
class Page {
  readonly events: { at: number; event: StreamEvent }[] = [];
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  states = new Map<string, string>();
  here = -1;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
    void this.#listen();
  }

  stateOf({ id }: { id: bigint }): string {
    return this.states.get(presenceKey(id)) ?? "offline";
  }

  typed(): string[] {
    return this.events.flatMap(({ event }) => (event.type === "typing" ? event.people.map(([, name]) => name) : []));
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }

  async #listen(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      for (const [, data = ""] of decoder.decode(value).matchAll(/^data: (.+)$/gm)) this.#take(JSON.parse(data));
    }
  }

  #take(event: StreamEvent): void {
    this.events.push({ at: performance.now(), event });
    if (event.type === "here") this.here = event.count;
    if (event.type !== "presence") return;
    if (event.off === null) this.states.clear();
    for (const key of event.here.split(" ")) this.states.set(key, "here");
    for (const key of event.away.split(" ")) this.states.set(key, "away");
    for (const key of event.off?.split(" ") ?? []) this.states.delete(key);
  }
}

const pages: Page[] = [];
let tabs = 0;

async function open(user: SessionUser, channelId: bigint | null = null, more = ""): Promise<Page> {
  tabs += 1;
  const search = new URLSearchParams(`tab=t${tabs}${more}${channelId === null ? "" : `&channel=${channelId}`}`);
  const page = new Page(await openStream(await streamOptions(user, search, null)));
  pages.push(page);
  return page;
}

let ada: SessionUser;
let grace: SessionUser;
let channel: { id: bigint };

beforeEach(async () => {
  ada = await makeUser();
  grace = await makeUser();
  channel = await makeChannel({ kind: "private", members: [ada, grace] });
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});

/** Publishes hints from another instance. */
async function anotherInstance(...hints: Hint[]): Promise<void> {
  const payload = JSON.stringify({ from: "another", hints }, (_, value) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  await pool().query("SELECT pg_notify('parley_events', $1)", [payload]);
}

function typing(userId: bigint, name: string): Hint {
  return { kind: "typing", channelId: channel.id, threadId: null, userId, name };
}

function announceTyping(user: SessionUser, threadId: bigint | null = null): Promise<void> {
  return sayTyping(user, channel.id, new URLSearchParams(threadId === null ? "" : `thread=${threadId}`));
}

function announcePage(user: SessionUser, tab: string, away: boolean): Promise<void> {
  return sayPage(user, new URLSearchParams({ tab, away: away ? "1" : "0" }));
}

test("a page receives who is here, and then who comes and goes", async () => {
  await open(ada);
  const page = await open(grace);
  await until(() => expect([page.stateOf(ada), page.stateOf(grace)]).toEqual(["here", "here"]));
  const alan = await makeUser();
  const alans = await open(alan);
  await until(() => expect(page.stateOf(alan)).toBe("here"));
  await alans.close();
  await until(() => expect(page.stateOf(alan)).toBe("offline"));
});

test("a stream without a page doesn't make its person present and receives no presence", async () => {
  const page = await open(ada);
  const body = await openStream(await streamOptions(grace, new URLSearchParams(), null));
  const other = new Page(body);
  await until(() => expect(page.stateOf(ada)).toBe("here"));
  await open(await makeUser());
  await until(() => expect(page.events.filter(({ event }) => event.type === "presence").length).toBeGreaterThan(1));
  expect(page.stateOf(grace)).toBe("offline");
  expect(other.events.filter(({ event }) => event.type === "presence")).toEqual([]);
  await other.close();
});

test("a person is away once all their pages are idle, and here again once one is used", async () => {
  const page = await open(ada);
  await open(grace);
  const first = `t${tabs}`;
  await open(grace, null, "&away=1");
  await until(() => expect(page.stateOf(grace)).toBe("here"));
  await announcePage(grace, first, true);
  await until(() => expect(page.stateOf(grace)).toBe("away"));
  // Someone else's page with the same name.
  await announcePage(ada, first, false);
  await announcePage(grace, "none", false);
  expect(page.stateOf(grace)).toBe("away");
  await announcePage(grace, first, false);
  await until(() => expect(page.stateOf(grace)).toBe("here"));
});

test("the people of another instance are here too, until it reports that they left", async () => {
  const page = await open(ada, channel.id);
  await anotherInstance({ kind: "presence", instance: "far-away", here: presenceKey(grace.id) });
  await until(() => expect(page.stateOf(grace)).toBe("here"));
  await until(() => expect(page.here).toBe(2));
  expect(await countHere([channel.id])).toEqual(new Map([[channel.id, 2]]));
  expect((await presenceIn(await requireChannel(ada, channel.id))).here).toBe(2);
  await anotherInstance({ kind: "presence", instance: "far-away", off: presenceKey(grace.id) });
  await until(() => expect(page.stateOf(grace)).toBe("offline"));
  await until(() => expect(page.here).toBe(1));
});

test("presence on this instance is published to other instances", async () => {
  const client = await pool().connect();
  const heard: Record<string, unknown>[] = [];
  client.on("notification", ({ payload = "" }) => heard.push(...JSON.parse(payload).hints));
  await client.query("LISTEN parley_events");
  await open(ada);
  await announceTyping(ada, 77n);
  const said = { kind: "typing", channelId: `${channel.id}`, threadId: "77", userId: `${ada.id}`, name: ada.name };
  await until(() => expect(heard).toContainEqual(said));
  const here = () => heard.flatMap((hint) => (typeof hint.here === "string" ? hint.here.split(" ") : []));
  await until(() => expect(here()).toContain(presenceKey(ada.id)));
  client.release(true);
});

test("a person who hides their presence is offline immediately, types unseen, and still sees others", async () => {
  const page = await open(ada, channel.id);
  const hers = await open(grace, channel.id);
  await until(() => expect(page.stateOf(grace)).toBe("here"));
  await setShowsPresence(grace, false);
  const began = performance.now();
  await until(() => expect(page.stateOf(grace)).toBe("offline"));
  expect(performance.now() - began).toBeLessThan(GRACE_MS);
  expect(hers.stateOf(ada)).toBe("here");
  await announceTyping({ ...grace, showsPresence: false });
  await announceTyping(ada);
  await until(() => expect(page.typed()).toEqual([ada.name]));
  // A new page of hers doesn't show her either.
  await open({ ...grace, showsPresence: false });
  await until(() => expect(page.here).toBe(1));
  await setShowsPresence(grace, true);
  await until(() => expect(page.stateOf(grace)).toBe("here"));
});

test("only people who have the channel open, and may read it at that moment, see who is typing there", async () => {
  const [alan, outsider] = [await makeUser(), await makeUser()];
  await makeMember(channel, alan);
  const there = await open(grace, channel.id);
  const alans = await open(alan, channel.id);
  const elsewhere = await open(grace);
  const other = await open(outsider);
  await announceTyping(ada);
  await until(() => expect([there.typed(), alans.typed()]).toEqual([[ada.name], [ada.name]]));
  const manager = await makeUser();
  await makeMember(channel, manager, "manager");
  // As if its hint was lost.
  await pool().query("DELETE FROM memberships WHERE channel_id = $1 AND user_id = $2", [channel.id, alan.id]);
  await anotherInstance(typing(1n, "Far away"));
  await until(() => expect(there.typed()).toEqual([ada.name, "Far away"]));
  expect([alans.typed(), elsewhere.typed(), other.typed()]).toEqual([[ada.name], [], []]);
});

test("if many people type at once, at most five of them are shown", async () => {
  const page = await open(grace, channel.id);
  await anotherInstance(...["a", "b", "c", "d", "e", "f", "g"].map((name, id) => typing(BigInt(id), name)));
  await until(() => expect(page.typed()).toEqual(["a", "b", "c", "d", "e"]));
});

test("a member who was removed from a channel no longer sees who is typing there", async () => {
  const manager = await makeUser();
  await makeMember(channel, manager, "manager");
  const page = await open(grace, channel.id);
  await removeMember(await requireChannel(manager, channel.id), grace.id);
  await announceTyping(ada);
  await until(() => expect(page.events.at(-1)?.event.type).toBe("gone"));
  expect(page.typed()).toEqual([]);
});

test("a stream receives presence at most once a second", async () => {
  const page = await open(ada, channel.id);
  for (let turn = 0; turn < 8; turn += 1) {
    await open(await makeUser());
    await announceTyping(grace);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await until(() => expect(page.typed().length).toBeGreaterThan(1));
  const whole = page.events.findIndex(({ event }) => event.type === "presence");
  const times = page.events
    .slice(whole + 1)
    .flatMap(({ at, event }) => (["presence", "typing", "here"].includes(event.type) ? [at] : []));
  const moments = times.filter((at, index) => index === 0 || at - (times[index - 1] ?? 0) > 100);
  expect(moments.length).toBeGreaterThan(1);
  for (const [index, at] of moments.slice(1).entries()) expect(at - (moments[index] ?? 0)).toBeGreaterThan(900);
});

test("typing events are rate-limited per person", async () => {
  const said = Array.from({ length: 70 }, () => announceTyping(ada));
  const results = await Promise.allSettled(said);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(10);
});

test("presence and typing aren't stored", async () => {
  await open(ada, channel.id);
  await until(() => expect(presence().people.get(presenceKey(ada.id))).toBe("here"));
  const { rows } = await pool().query(
    "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name ~ 'presence|typing|online'",
  );
  expect(rows).toEqual([{ column_name: "shows_presence" }]);
});
