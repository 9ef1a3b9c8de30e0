import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AccessibleChannel, requireChannel } from "@/lib/channels/access";
import { channelManagers, channelMembers } from "@/lib/channels/members";
import { mentionablePeople, sidebarChannels } from "@/lib/channels/queries";
import { db, disconnect, poolStates } from "@/lib/db/client";
import { withNamesAsIds } from "@/lib/messages/post/send-message";
import { findPeople } from "@/lib/messages/search/find-people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countPeople, findByWords, listPeople, PEOPLE_PAGE } from "@/lib/people/list-people";
import { env } from "@/lib/process/env";
import { makeChannel, makeMember, makePeople, makeUser } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { planIn, rowsRead, sendPlans } from "@/server/testing/statement-plans";

const heard = vi.hoisted(() => ({ notices: [] as { message?: string | undefined }[] }));

// Both of the process's pools are of this class.
vi.mock(import("pg"), async (original) => {
  const { default: real } = await original();
  class Pool extends real.Pool {
    constructor(config?: pg.PoolConfig) {
      super(config);
      this.on("connect", (client) => client.on("notice", (notice) => heard.notices.push(notice)));
    }
  }
  return { default: { ...real, Pool } };
});

const PEOPLE = 10_000;
const admin = new pg.Client({ connectionString: env.databaseUrl });
let ada: SessionUser;
let everyone: AccessibleChannel;

beforeAll(async () => {
  await admin.connect();
  await sendPlans(admin);
  await disconnect();
  ada = await makeUser({ name: "Ada Lovelace", role: "owner" });
  const channel = await makeChannel();
  await makeMember(channel, ada, "manager");
  await makePeople(PEOPLE, channel);
  everyone = await requireChannel(ada, channel.id);
}, 60_000);

afterAll(() => admin.end());

beforeEach(() => {
  heard.notices.length = 0;
});

async function waitingQueries(): Promise<number> {
  // A transaction sees the activity as of its first look.
  await admin.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await admin.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}

/** Returns how many rows of tables were read since the test began. */
const rowsOfAll = () => heard.notices.reduce((sum, notice) => sum + (rowsOf(notice) ?? 0), 0);

function rowsOf(notice: { message?: string | undefined }): number | null {
  const plan = planIn(notice);
  return plan && rowsRead(plan);
}

describe("in a workspace of ten thousand people", () => {
  test("a message that mentions a hundred of them reads those, and not everyone", async () => {
    const written = Array.from({ length: 100 }, (_, index) => `@Person ${index + 1}`).join(" ");
    const sent = await withNamesAsIds(ada.id, written);
    expect(sent.match(/<@\d+>/g)).toHaveLength(100);
    expect(rowsOfAll()).toBeLessThan(300);
  });

  test("a message of names that no one has reads no one", async () => {
    const written = Array.from({ length: 100 }, (_, index) => `@Nobody ${index} ${"! ".repeat(30)}`).join("");
    expect(await withNamesAsIds(ada.id, written)).toBe(written);
    expect(rowsOfAll()).toBe(0);
  });

  test("a name that thousands share stays text, and only two of them are read", async () => {
    await db().$executeRaw`UPDATE users SET name = 'Sam' WHERE name LIKE 'Person 9%'`;
    heard.notices.length = 0;
    expect(await withNamesAsIds(ada.id, "@Sam and @sam")).toBe("@Sam and @sam");
    expect(rowsOfAll()).toBeLessThanOrEqual(2);
    await db().$executeRaw`UPDATE users SET name = 'Person ' || split_part(email, '.', 2) WHERE name = 'Sam'`;
    await db().$executeRaw`VACUUM ANALYZE users`;
  });

  test("of all messages with mentions at once, two take a connection, of different people", async () => {
    await admin.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    const sent = Promise.all([1n, 1n, 1n, 2n, 3n, 4n].map((writer) => withNamesAsIds(writer, "@Person 1")));
    await until(async () => expect(await waitingQueries()).toBe(2));
    expect(poolStates().find(({ pool }) => pool === "main")).toMatchObject({ used: 2, waiting: 0 });
    await admin.query("COMMIT");
    expect(new Set(await sent).size).toBe(1);
  });

  test.each([
    ["the list of people", () => listPeople(ada), 300],
    ["a search for people", () => listPeople(ada, { q: "person 99" }), PEOPLE + 300],
    ["people by role", () => listPeople(ada, { sort: "role" }), PEOPLE + 300],
    ["the number of people", () => countPeople(ada, { q: "" }), PEOPLE + 1],
    ["people to choose from", () => findByWords(ada, { q: "" }), 100],
    ["a channel's members", () => channelMembers(everyone), 300],
    ["a channel's managers", () => channelManagers(everyone, 3), 1_000],
    ["people to mention", () => mentionablePeople(everyone, ""), 300],
    ["a person to mention", () => mentionablePeople(everyone, "ada love"), 300],
    ["a person whom no one is", () => mentionablePeople(everyone, "zzz"), 300],
    ["people to mention whose names begin alike", () => mentionablePeople(everyone, "p"), 2_000],
    ["people in the palette", () => findPeople(ada, "person"), 1_000],
    ["a person in the palette", () => findPeople(ada, "person 77"), 1_000],
  ])("%s reads few rows, and answers with few kilobytes", async (_, read, most) => {
    const answer = JSON.stringify(await read());
    expect(answer.length).toBeLessThan(PEOPLE_PAGE * 400);
    expect(rowsOfAll()).toBeLessThanOrEqual(most);
  });
});

test("the sidebar lists the latest two hundred direct messages, and older ones that were placed in it", async () => {
  const [first] = await db().$queryRaw<{ id: bigint }[]>`
    WITH made AS (
      INSERT INTO channels (name, kind, direct_key, created_by_id) SELECT '', 'direct', 'many-' || n, ${ada.id} FROM generate_series(1, 250) n
      RETURNING id)
    INSERT INTO memberships (channel_id, user_id) SELECT id, ${ada.id} FROM made ORDER BY id RETURNING channel_id AS id`;
  const directs = async () => (await sidebarChannels(ada)).filter(({ kind }) => kind === "direct").map(({ id }) => id);
  expect(await directs()).toHaveLength(200);
  expect(await directs()).not.toContain(`${first?.id}`);
  await db().membership.updateMany({ where: { channelId: first?.id ?? 0n }, data: { starred: true } });
  expect((await directs()).at(-1)).toBe(`${first?.id}`);
});
