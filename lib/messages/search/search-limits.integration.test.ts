import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { mentionablePeople } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { findPeople } from "@/lib/messages/search/find-people";
import { searchMessages } from "@/lib/messages/search/search-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser, userDraft } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { isAppError } from "@/lib/text/errors";

let holder: pg.Client;

beforeEach(async () => {
  vi.stubEnv("LIMITS", "on");
  holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  vi.unstubAllEnvs();
});

/** Locks a table so that reading it times out. Posting reads neither of them. */
const holdUp = (table: "message_search" | "users") =>
  holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
const letGo = () => holder.query("ROLLBACK");

const search = (user: SessionUser, signal?: AbortSignal) =>
  searchMessages(user, { text: "word", timeZone: "UTC" }, signal);

/** The outcome in one word. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "answered",
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return error.code;
    },
  );
}

/** The number of searches that the database is running. */
async function atWork(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%s.document%'`;
  return Number(row?.count);
}

async function writer(): Promise<{ user: SessionUser; channel: { id: bigint } }> {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  await postMessages([userDraft(user, channel, { content: "word" })]);
  // From here on everything is indexed, so that no search has to catch up.
  await search(user);
  return { user, channel };
}

test("a person can run two searches at once; a few more wait, and the rest are refused with a sentence", async () => {
  const { user } = await writer();
  const other = await makeUser();
  await holdUp("message_search");
  const all = Array.from({ length: 8 }, () => search(user));
  const ended = Promise.all(all.map(outcome));
  await until(async () => expect(await atWork()).toBe(2));
  const refused = await Promise.allSettled(all.slice(6));
  expect(refused.map((each) => each.status === "rejected" && each.reason)).toEqual([
    expect.objectContaining({
      code: "rate_limited",
      retryAfter: 1,
      message: "You're running too many searches at once. Try again in a moment.",
    }),
    expect.objectContaining({ code: "rate_limited" }),
  ]);
  const theirs = search(other);
  await until(async () => expect(await atWork()).toBe(3));
  await letGo();
  expect(await ended).toEqual([...Array(6).fill("answered"), "rate_limited", "rate_limited"]);
  expect(await outcome(theirs)).toBe("answered");
});

test("twenty-eight slow searches don't delay a message", async () => {
  vi.stubEnv("TEST_LIMITS", "search-seconds=30");
  const { user, channel } = await writer();
  const others = await Promise.all(Array.from({ length: 13 }, () => makeUser()));
  await holdUp("message_search");
  const searches = [user, ...others].flatMap((each) => [search(each), search(each)]);
  const outcomes: string[] = [];
  const ended = Promise.all(searches.map(async (each) => outcomes.push(await outcome(each))));
  await until(async () => expect(await atWork()).toBe(4));
  await postMessages([userDraft(user, channel)]);
  expect([await atWork(), outcomes]).toEqual([4, []]);
  await letGo();
  await ended;
  expect(outcomes).toEqual(Array(28).fill("answered"));
});

test("a search has two seconds, however many statements it needs", async () => {
  const { user } = await writer();
  await holdUp("message_search");
  const began = performance.now();
  await expect(search(user)).rejects.toMatchObject({ code: "unavailable", message: /^Your search took too long\. / });
  expect(performance.now() - began).toBeGreaterThan(1_500);
  // Well before any other statement would time out, even on a busy machine.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("an aborted search stops in the database, and an aborted waiting one gives up its place", async () => {
  vi.stubEnv("TEST_LIMITS", "search-seconds=30");
  const { user } = await writer();
  await holdUp("message_search");
  const typing = new AbortController();
  const abandoned = Promise.all(Array.from({ length: 5 }, () => outcome(search(user, typing.signal))));
  await until(async () => expect(await atWork()).toBe(2));
  typing.abort();
  expect(await abandoned).toEqual(Array(5).fill("unavailable"));
  expect(await atWork()).toBe(0);
  const last = search(user);
  await until(async () => expect(await atWork()).toBe(1));
  await letGo();
  expect((await last).results).not.toEqual([]);
});

test("searching for people counts toward the same limit", async () => {
  const { user, channel } = await writer();
  const here = await requireChannel(user, channel.id);
  await holdUp("users");
  const lookups = [
    findPeople(user, "a"),
    mentionablePeople(here, "a"),
    ...Array.from({ length: 6 }, () => findPeople(user, "b")),
  ];
  const ended = Promise.all(lookups.map(outcome));
  await expect(lookups.at(-1)).rejects.toMatchObject({ code: "rate_limited" });
  await letGo();
  expect((await ended).filter((each) => each === "rate_limited")).toHaveLength(2);
});
