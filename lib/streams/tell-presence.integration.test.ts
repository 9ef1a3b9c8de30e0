import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { removeMember } from "@/lib/channels/membership";
import { pool } from "@/lib/db/client";
import { announcePage, announceTyping } from "@/lib/presence/announce";
import { presenceKey, type Typed } from "@/lib/presence/dto";
import { GRACE_MS } from "@/lib/presence/exchange";
import { fromSignal, toSignals } from "@/lib/presence/packet";
import { presence } from "@/lib/presence/presence";
import { countHere, presenceIn } from "@/lib/presence/queries";
import { openStream, streamOptions } from "@/lib/streams/open-stream";
import type { StreamEvent } from "@/lib/streams/types";
import { makeChannel, makeMember, makeUser } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { setShowsPresence } from "@/lib/users/account";
import type { SessionUser } from "@/lib/users/find-session-user";

/** A page with an open stream, and what it knows of who is here. */
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

/** Another instance, which has these people here. */
async function otherInstance(name: string, here: readonly { id: bigint }[], typing: Typed[] = []): Promise<void> {
  const people = here.map(({ id }) => presenceKey(id));
  for (const text of toSignals(name, { here: people, typing })) {
    await pool().query("SELECT pg_notify('parley_signals', $1)", [`another-instance ${text}`]);
  }
}

test("a page learns who is here, and then who comes and goes", async () => {
  await open(ada);
  const page = await open(grace);
  await until(() => expect([page.stateOf(ada), page.stateOf(grace)]).toEqual(["here", "here"]));
  const alan = await makeUser();
  const alans = await open(alan);
  await until(() => expect(page.stateOf(alan)).toBe("here"));
  await alans.close();
  await until(() => expect(page.stateOf(alan)).toBe("offline"));
});

test("who opens a stream that is no page's is not here, and is told nothing of it", async () => {
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

test("somebody is away once all their pages were left alone, and here again with one of them", async () => {
  const page = await open(ada);
  await open(grace);
  const first = `t${tabs}`;
  await open(grace, null, "&away=1");
  await until(() => expect(page.stateOf(grace)).toBe("here"));
  await announcePage(grace, { tab: first, away: true });
  await until(() => expect(page.stateOf(grace)).toBe("away"));
  // A page of the same name, but not theirs.
  await announcePage(ada, { tab: first, away: false });
  await announcePage(grace, { tab: "none", away: false });
  expect(page.stateOf(grace)).toBe("away");
  await announcePage(grace, { tab: first, away: false });
  await until(() => expect(page.stateOf(grace)).toBe("here"));
});

test("the people of another instance are here too, until it says that they have gone", async () => {
  const page = await open(ada, channel.id);
  await otherInstance("far-away", [grace]);
  await until(() => expect(page.stateOf(grace)).toBe("here"));
  await until(() => expect(page.here).toBe(2));
  expect(await countHere([channel.id])).toEqual(new Map([[channel.id, 2]]));
  expect((await presenceIn(await requireChannel(ada, channel.id))).here).toBe(2);
  const [text = ""] = toSignals("far-away", { off: [presenceKey(grace.id)] });
  await pool().query("SELECT pg_notify('parley_signals', $1)", [`another-instance ${text}`]);
  await until(() => expect(page.stateOf(grace)).toBe("offline"));
  await until(() => expect(page.here).toBe(1));
});

test("what happens here is signalled to other instances", async () => {
  const client = await pool().connect();
  const heard: string[] = [];
  client.on("notification", ({ payload = "" }) => heard.push(payload.slice(payload.indexOf(" ") + 1)));
  await client.query("LISTEN parley_signals");
  await open(ada);
  await announceTyping(await requireChannel(ada, channel.id), 77n);
  const here = () => heard.map(fromSignal).flatMap((packet) => packet.here ?? []);
  const typing = () => heard.map(fromSignal).flatMap((packet) => packet.typing ?? []);
  await until(() => expect(here()).toContain(presenceKey(ada.id)));
  const said = { channelId: `${channel.id}`, threadId: "77", userId: `${ada.id}`, name: ada.name };
  await until(() => expect(typing()).toContainEqual(expect.objectContaining(said)));
  client.release(true);
});

test("whoever doesn't show it is gone at once, types unseen, and still sees others", async () => {
  const page = await open(ada, channel.id);
  const hers = await open(grace, channel.id);
  await until(() => expect(page.stateOf(grace)).toBe("here"));
  await setShowsPresence(grace, false);
  const began = performance.now();
  await until(() => expect(page.stateOf(grace)).toBe("offline"));
  expect(performance.now() - began).toBeLessThan(GRACE_MS);
  expect(hers.stateOf(ada)).toBe("here");
  await announceTyping(
    { ...(await requireChannel(grace, channel.id)), user: { ...grace, showsPresence: false } },
    null,
  );
  await announceTyping(await requireChannel(ada, channel.id), null);
  await until(() => expect(page.typed()).toEqual([ada.name]));
  // A page that she opens anew doesn't show her either.
  await open({ ...grace, showsPresence: false });
  await until(() => expect(page.here).toBe(1));
  await setShowsPresence(grace, true);
  await until(() => expect(page.stateOf(grace)).toBe("here"));
});

test("only who has the channel open, and may read it at that moment, is told who types there", async () => {
  const [alan, outsider] = [await makeUser(), await makeUser()];
  await makeMember(channel, alan);
  const there = await open(grace, channel.id);
  const alans = await open(alan, channel.id);
  const elsewhere = await open(grace);
  const other = await open(outsider);
  await announceTyping(await requireChannel(ada, channel.id), null);
  await until(() => expect([there.typed(), alans.typed()]).toEqual([[ada.name], [ada.name]]));
  const manager = await makeUser();
  await makeMember(channel, manager, "manager");
  // As where the hint of it was lost.
  await pool().query("DELETE FROM memberships WHERE channel_id = $1 AND user_id = $2", [channel.id, alan.id]);
  const typing = [
    { channelId: `${channel.id}`, threadId: null, userId: "1", name: "Far away", at: performance.now() - 2_500 },
  ];
  await otherInstance("typing-far-away", [], typing);
  await until(() => expect(there.typed()).toEqual([ada.name, "Far away"]));
  // Theirs was under way for so long already.
  const [hers, theirs] = there.events.flatMap(({ event }) => (event.type === "typing" ? event.people : []));
  expect((theirs?.[2] ?? 0) - (hers?.[2] ?? 0)).toBeGreaterThan(1_000);
  expect([alans.typed(), elsewhere.typed(), other.typed()]).toEqual([[ada.name], [], []]);
});

test("of many who type in one place as many are told as make several, and then nobody for a while", async () => {
  const page = await open(grace, channel.id);
  const types = async (...names: string[]) => {
    const typing = names.map((name) => ({
      channelId: `${channel.id}`,
      threadId: null,
      userId: name,
      name,
      at: performance.now(),
    }));
    await otherInstance("many", [], typing);
  };
  const told = () => page.events.filter(({ event }) => event.type === "typing");
  await types("a", "b", "c", "d", "e", "f", "g");
  await until(() => expect(page.typed()).toEqual(["a", "b", "c", "d", "e"]));
  const typesOn = async () => {
    await types("a");
    expect(told()).toHaveLength(2);
  };
  await vi.waitFor(typesOn, { timeout: 15_000, interval: 300 });
  const [several, later] = told();
  expect((later?.at ?? 0) - (several?.at ?? 0)).toBeGreaterThan(2_000);
});

test("removed from a channel, one is told no more of it", async () => {
  const manager = await makeUser();
  await makeMember(channel, manager, "manager");
  const page = await open(grace, channel.id);
  await removeMember(await requireChannel(manager, channel.id), grace.id);
  await announceTyping(await requireChannel(ada, channel.id), null);
  await until(() => expect(page.events.at(-1)?.event.type).toBe("gone"));
  expect(page.typed()).toEqual([]);
});

test("a stream is told of it at most once a second", async () => {
  const page = await open(ada, channel.id);
  for (let turn = 0; turn < 8; turn += 1) {
    await open(await makeUser());
    await announceTyping(await requireChannel(grace, channel.id), null);
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

test("a person may say only so much", async () => {
  const opened = await requireChannel(ada, channel.id);
  const said = Array.from({ length: 70 }, () => announceTyping(opened, null));
  const results = await Promise.allSettled(said);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(10);
});

test("nothing of it is stored", async () => {
  await open(ada, channel.id);
  await until(() => expect(presence().roll.people.get(presenceKey(ada.id))).toBe("here"));
  const { rows } = await pool().query(
    "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name ~ 'presence|typing|online'",
  );
  expect(rows).toEqual([{ column_name: "shows_presence" }]);
});
