import { afterAll, expect, test } from "vitest";
import { connected } from "@/lib/db/connected";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { isLong } from "@/lib/testing/long";
import { countRows } from "@/server/testing/count-rows";
import { ParleyProcess, UNLIMITED } from "@/server/testing/parley-process";
import { createTestDatabase } from "@/server/testing/postgres";
import { TABLE } from "../access/table";
import { pages } from "../everything";
import { cookieHeader } from "../session-cookie";
import { fillLargeWorld, IDS } from "./fill";

const MOST_BYTES = 1_000_000;
// As counted between PostgreSQL and Parley. A request may wake background work, whose rows count too.
const MOST_ROWS = 10_000;

const world = await startWorld();
const cookies = {
  owner: await cookieHeader({ id: BigInt(IDS.owner), sessionId: BigInt(IDS.owner) }),
  member: await cookieHeader({ id: BigInt(IDS.member), sessionId: BigInt(IDS.member) }),
};

/** What stands for each part of a path. */
const VALUES: Record<string, string | number> = {
  ...IDS,
  userId: 3,
  attachmentId: 1,
  ruleId: 1,
  fileId: 1,
  name: "file.txt",
  version: "v10",
  sender: "gitlab",
  "...nextauth": "csrf",
  "[...rest]": "nothing",
};

/** Downloads, which are written as they are read and end only with what they contain. */
const DOWNLOADS = ["/api/audit-log"];

/** What the table's routes have in other sizes, orders and views. */
const FURTHER = [
  "/api/channels/1/messages?before=900",
  "/api/channels/1/messages?around=500",
  "/api/channels/1/messages?after=10",
  `/api/channels/1/messages/${IDS.messageId}/edits`,
  `/api/channels/1/threads/${IDS.rootId}?before=150`,
  "/api/search?q=word&sort=relevance",
  "/api/search?q=word&limit=50",
  "/api/later?show=done",
  "/api/inbox?show=mentions",
  "/api/inbox?show=threads",
  "/api/inbox?show=reactions",
  "/api/inbox?show=notices",
  "/api/incidents/history?tool=Tool",
  "/api/channels/1/webhooks/1/deliveries?failures=1000",
  "/channels/1?at=500",
];

const ADDRESSES = [
  ...new Set([
    ...TABLE.filter(({ name }) => /^(GET|page) /.test(name)).map(addressOf),
    ...pages({
      ...{ name: "", webhook: "", message: "", grace: "" },
      ...{ channelId: "1", directId: "2", cardsId: "3", emptyId: "4", archivedId: "1999" },
      ...{ webhookId: `${IDS.webhookId}`, ruleId: "1", rootId: `${IDS.rootId}` },
    }),
    ...FURTHER,
  ]),
].filter((address) => !DOWNLOADS.includes(address));

const took: { who: string; milliseconds: number; bytes: number; rows: number }[] = [];

// The table has every page. The others differ by their query, so one role is enough for them.
const FOR_MEMBERS = new Set(TABLE.map(addressOf));

// Both have as much, and owners see more.
for (const role of isLong ? (["member", "owner"] as const) : (["owner"] as const)) {
  test.each(role === "owner" ? ADDRESSES : ADDRESSES.filter((address) => FOR_MEMBERS.has(address)))(
    `%s has an end for the ${role}`,
    async (address) => {
      const before = world.sent();
      const began = performance.now();
      const bytes = await sizeOf(address, cookies[role]);
      const rows = world.sent().rows - before.rows;
      took.push({ who: `${address} as ${role}`, milliseconds: performance.now() - began, bytes, rows });
      expect.soft(bytes, "bytes of the answer").toBeLessThanOrEqual(MOST_BYTES);
      expect.soft(rows, "rows read").toBeLessThanOrEqual(MOST_ROWS);
    },
  );
}

test.runIf(isLong)("every answer takes less than a second", () => {
  expect(took.filter(({ milliseconds }) => milliseconds > 1_000)).toEqual([]);
});

afterAll(() => {
  if (isLong || process.env.LARGE_WORLD_SIZES) console.table(took.sort((a, b) => b.bytes - a.bytes));
});

async function startWorld() {
  const { url, drop } = await createTestDatabase();
  await connected(url, fillLargeWorld);
  const counted = await countRows(url);
  const dataDir = temporaryDirectory("parley-large-");
  Object.assign(process.env, UNLIMITED, { DATA_DIR: dataDir });
  const parley = await ParleyProcess.start(dataDir, counted.url);
  afterAll(async () => {
    await parley.stop();
    await counted.close();
    await drop();
    removeDataDir(dataDir);
  });
  return { baseUrl: parley.baseUrl, sent: counted.sent };
}

/** Asks for it as a browser does, following redirects, and returns the size of the uncompressed answer. */
async function sizeOf(address: string, cookie: string): Promise<number> {
  const given = new AbortController();
  const response = await fetch(world.baseUrl + address, {
    headers: { Cookie: cookie, "Accept-Encoding": "identity" },
    signal: given.signal,
  });
  expect(response.status, await (response.status >= 500 ? response.text() : "")).toBeLessThan(500);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // A stream has no end, but what it begins with has.
    if (isStream && Buffer.from(chunk).includes('"type":"ready"')) break;
  }
  given.abort();
  return bytes;
}

function addressOf({ name, asked }: (typeof TABLE)[number]): string {
  const given = "query" in asked ? (asked.query ?? "") : "";
  const query =
    { channel: "channel=1&rev=0", since: "since=1:0" }[given] ?? given.replace("canary", "word").replace("person", "p");
  const path = name
    .replace(/^\S+ /, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\[(\[?[^\]]+\]?)\]/g, (_, part: string) => `${VALUES[part] ?? part}`);
  return (path || "/") + (query && `?${query}`);
}
