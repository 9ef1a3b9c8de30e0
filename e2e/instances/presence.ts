import { expect, test } from "vitest";
import { publish } from "@/lib/events/hub";
import { presenceKey } from "@/lib/live/presence/dto";
import { EXPIRES_MS, presence } from "@/lib/live/presence/presence";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { isLong } from "@/lib/testing/long";
import { exchange } from "../endpoint/exchange";
import { cookieHeader } from "../session-cookie";
import { listenTo, type StreamListener } from "./event-stream";
import { instances, nextUrl, PATIENCE_MILLISECONDS, until } from "./two-instances";

let tabs = 0;

/** Opens the channel in a page of theirs and returns its stream and tab id. */
async function open(user: SessionUser, channelId: bigint, at = nextUrl()): Promise<StreamListener & { tab: string }> {
  tabs += 1;
  const tab = `tab${tabs}`;
  const listening = await listenTo(at, await cookieHeader(user), channelId, { tab });
  return Object.assign(listening, { tab });
}

/** Returns a person's presence according to the events that a page has received. */
function toldTo({ events }: StreamListener, { id }: { id: bigint }): string {
  const key = presenceKey(id);
  let state = "offline";
  for (const event of events) {
    if (event.type !== "presence") continue;
    if (event.off === null || event.off.split(" ").includes(key)) state = "offline";
    if (event.here.split(" ").includes(key)) state = "here";
    if (event.away.split(" ").includes(key)) state = "away";
  }
  return state;
}

function typedIn({ events }: StreamListener): string[] {
  return events.flatMap((event) => (event.type === "typing" ? event.people.map(([, name]) => name) : []));
}

/** Sends a presence report like a browser, or like another client, which the framework handles. */
async function say(user: SessionUser, at: string, byBrowser = true): Promise<number> {
  const headers = { Cookie: await cookieHeader(user), ...(byBrowser && { "Sec-Fetch-Site": "same-origin" }) };
  return (await exchange(nextUrl(), { path: at, headers, body: "" })).status;
}

test("pages on both instances and a third instance know who is online on any of them", async () => {
  const people = [await makeUser(), await makeUser(), await makeUser(), await makeUser()];
  const { id } = await makeChannel({ members: people });
  const pages: StreamListener[] = [];
  for (const user of people) pages.push(await open(user, id));
  for (const page of pages) for (const user of people) await until(() => expect(toldTo(page, user)).toBe("here"));
  await until(() => expect(presence().people.size).toBeGreaterThanOrEqual(4));
  for (const page of pages) {
    await until(() => expect(page.events.findLast(({ type }) => type === "here")).toMatchObject({ count: 4 }));
  }
  const far = await makeUser();
  presence().say(presenceKey(far.id), "away");
  for (const page of pages) await until(() => expect(toldTo(page, far)).toBe("away"));
  presence().say(presenceKey(far.id), null);
  for (const page of pages) await until(() => expect(toldTo(page, far)).toBe("offline"));
  for (const { close } of pages) close();
  for (const user of people) await until(() => expect(presence().people.has(presenceKey(user.id))).toBe(false));
});

test("pages on both instances see who is away and who is typing, whichever instance gets the report", async () => {
  const [ada, grace] = [await makeUser(), await makeUser()];
  const { id } = await makeChannel({ members: [ada, grace] });
  const hers = await open(grace, id);
  const pages = [await open(ada, id), await open(ada, id)];
  for (const page of pages) await until(() => expect(toldTo(page, grace)).toBe("here"));
  for (const away of [true, false]) {
    expect(await say(grace, `/api/presence?tab=${hers.tab}&away=${away ? 1 : 0}`, away)).toBe(204);
    for (const page of pages) await until(() => expect(toldTo(page, grace)).toBe(away ? "away" : "here"));
  }
  const typing = `/api/channels/${id}/typing`;
  for (const [turn, byBrowser] of [true, false].entries()) {
    expect(await say(grace, typing, byBrowser)).toBe(204);
    const said = Array.from({ length: turn + 1 }, () => grace.name);
    for (const page of pages) await until(() => expect(typedIn(page)).toEqual(said));
    expect(await say(await makeUser({ deactivatedAt: new Date() }), typing, byBrowser)).toBe(401);
    expect(await say(await makeUser(), typing, byBrowser)).toBe(403);
    expect(await say(grace, `${typing}?thread=none`, byBrowser)).toBe(400);
    expect(await say(grace, "/api/channels/1/typing", byBrowser)).toBe(404);
    expect(await say(grace, "/api/presence?tab=-&away=1", byBrowser)).toBe(400);
    expect(await say(grace, `/api/presence?tab=${hers.tab}&away=2`, byBrowser)).toBe(400);
  }
  for (const { close } of [hers, ...pages]) close();
});

// A killed instance is noticed only by its silence, after half a minute. `lib/live/presence/presence.test.ts` covers that in every
// run with a fake clock.
if (isLong) {
  test(
    "the people of a killed or silent instance go offline",
    async () => {
      const people = [await makeUser(), await makeUser(), await makeUser(), await makeUser()];
      const watcher = await makeUser();
      const { id } = await makeChannel({ members: [...people, watcher] });
      // This person has no page on either instance: a third one reports them once, then never again.
      const silent = await makeUser();
      const pages: StreamListener[] = [];
      for (const user of people) pages.push(await open(user, id));
      await until(() => expect(people.every((user) => presence().people.has(presenceKey(user.id)))).toBe(true));
      publish({ kind: "presence", instance: "silent", here: presenceKey(silent.id) });
      await instances[1].kill();
      await until(() => expect(pages.some(({ ended }) => ended)).toBe(true));
      const watching = await open(watcher, id, instances[0].baseUrl);
      // Each page either ends or sees the watcher.
      await until(() => expect(pages.every((page) => page.ended || toldTo(page, watcher) === "here")).toBe(true));
      const gone = people.filter((_, index) => pages[index]?.ended);
      const left = people.filter((_, index) => !pages[index]?.ended);
      expect(left.length).toBeGreaterThan(0);
      await until(() => expect(gone.map((user) => toldTo(watching, user))).toContain("here"));
      await until(() => expect(toldTo(watching, silent)).toBe("here"));
      const patience = EXPIRES_MS + PATIENCE_MILLISECONDS;
      for (const user of [...gone, silent]) {
        await until(() => expect(toldTo(watching, user)).toBe("offline"), patience);
      }
      // Each instance notices on its own.
      for (const user of gone) await until(() => expect(presence().people.has(presenceKey(user.id))).toBe(false));
      for (const user of left) expect(toldTo(watching, user)).toBe("here");
      for (const { close } of [watching, ...pages]) close();
      await instances[1].restart();
    },
    EXPIRES_MS + 2 * PATIENCE_MILLISECONDS,
  );
}
