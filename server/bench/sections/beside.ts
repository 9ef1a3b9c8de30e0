import type pg from "pg";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import { startParley } from "@/server/bench/contestants/parley";
import type { Bench, Report } from "@/server/bench/load/bench";
import { figure, medians, table, times } from "@/server/bench/load/figures";
import { failuresOf, type RequestsOutcome } from "@/server/bench/load/jobs";
import { getRequest, LoadProcess, postRequest } from "@/server/bench/load/load-process";
import { checkoutsOf, type Options } from "@/server/bench/sections/options";
import { makeLargeInstall } from "@/server/testing/large-install";

const SIZE = { messages: 20_000, channels: 50, people: 200 };
const INCIDENTS = 1_000;
// Only webhooks post in the install's second channel.
const CHANNEL = 2;
const LOOPS = 30;
const LOOP_LEAD_MILLISECONDS = 1_000;
const POSTS_PER_SECOND = 100;
// Fewer posts have no 99th percentile.
const LEAST_MILLISECONDS = 3_000;
const MOST = 1_000_000;
const LONG = 60_000;
const FIELDS = ["alone50", "alone99", "beside50", "beside99", "ratio", "perSecond", "refused"] as const;
const HEADINGS = ["", "alone p50 ms", "p99 ms", "beside p50 ms", "p99 ms", "p99 of alone", "GETs/s", "refused"];

type Figures = Record<(typeof FIELDS)[number], number>;
type Entrant = { name: string; port: number; path: string; cookie: string; stop: () => Promise<void> };

/** What loops, and whether a stranger does it or the install's first person, who is in every channel. */
const ROUTES = [
  { path: "/api/incidents", signedIn: true },
  { path: "/api/channels", signedIn: true },
  { path: `/channels/${CHANNEL}`, signedIn: true },
  { path: `/api/channels/${CHANNEL}/messages`, signedIn: true },
  { path: "/people", signedIn: true },
  { path: "/inbox", signedIn: true },
  { path: "/api/search?q=deploy", signedIn: true },
  { path: "/login", signedIn: false },
  { path: "/api/health", signedIn: false },
];

/** Measures a webhook's posts alone, and beside loops of one person's GET. */
export async function besideSection(bench: Bench, options: Options): Promise<Report> {
  const { quick, rounds, milliseconds } = options;
  const time = Math.max(LEAST_MILLISECONDS, milliseconds);
  const loops = await LoadProcess.start(bench.lifecycle);
  const entrants: Entrant[] = [];
  for (const program of checkoutsOf(options, "beside")) entrants.push(await start(bench, program));
  const cells = (quick ? ROUTES.slice(0, 3) : ROUTES).flatMap((route) =>
    entrants.map((entrant) => ({ route, entrant, results: [] as Figures[], failures: 0 })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const cell of cells) {
      const { entrant, route } = cell;
      bench.progress(`beside, round ${round} of ${rounds}: ${route.path}, ${entrant.name}`);
      // The first request of a route loads its code.
      await loop(loops, entrant, route, { connections: 1, most: 5 });
      const alone = await post(bench, entrant, time);
      const looping = loop(loops, entrant, route, { milliseconds: time + LOOP_LEAD_MILLISECONDS * 2 });
      await new Promise((resolve) => setTimeout(resolve, LOOP_LEAD_MILLISECONDS));
      const [beside, looped] = [await post(bench, entrant, time), await looping];
      cell.results.push(figuresOf(alone, beside, looped));
      cell.failures += failuresOf(alone) + failuresOf(beside);
    }
  }
  for (const { stop } of entrants) await stop();
  const rows = cells.map(({ route, entrant, results, failures }) => {
    return { path: route.path, name: entrant.name, failures, ...medians(results, FIELDS) };
  });
  return {
    title: `${POSTS_PER_SECOND} posts/s, alone and beside ${LOOPS} loops of one person's GET`,
    text: tableOf(rows),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function tableOf(rows: readonly (Figures & { path: string; name: string })[]): string {
  const lines = rows.flatMap((row, index) => {
    const { path, name, alone50, alone99, beside50, beside99, ratio, perSecond, refused } = row;
    const all = [alone50, alone99, beside50, beside99].map(figure);
    const cells = [name, ...all, times(ratio), figure(perSecond), `${refused}`];
    return rows[index - 1]?.path === path ? [cells] : [[path], cells];
  });
  return table(HEADINGS, lines);
}

function figuresOf(alone: RequestsOutcome, beside: RequestsOutcome, looped: RequestsOutcome): Figures {
  return {
    alone50: alone.p50,
    alone99: alone.p99,
    beside50: beside.p50,
    beside99: beside.p99,
    ratio: beside.p99 / alone.p99,
    perSecond: looped.perSecond,
    refused: looped.refused,
  };
}

async function start(
  bench: Bench,
  program: { name: string; databaseName: string; directory?: string },
): Promise<Entrant> {
  bench.progress(`starting ${program.name}`);
  let path = "";
  const fill = async (client: pg.Client) => {
    await makeLargeInstall(client, SIZE);
    await addIncidents(client);
    path = await addWebhook(client);
  };
  const { port, settle, signIn, stop } = await startParley({ bench, fill, ...program });
  const [cookie = ""] = await signIn();
  await settle();
  const entrant = { name: program.name, port, path, cookie, stop };
  await post(bench, entrant, LEAST_MILLISECONDS);
  return entrant;
}

async function addIncidents(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO incidents (message_id, channel_id, webhook_id, severity, tool)
     SELECT id, channel_id, webhook_id, 'danger', 'Grafana' FROM messages WHERE webhook_id IS NOT NULL ORDER BY id DESC LIMIT $1`,
    [INCIDENTS],
  );
}

/** Creates a webhook and returns the path of its URL. */
async function addWebhook(client: pg.Client): Promise<string> {
  const token = makeToken();
  const { rows } = await client.query<{ id: string }>(
    "INSERT INTO webhooks (channel_id, name, token_hash) VALUES ($1, 'Deploys', $2) RETURNING id",
    [CHANNEL, hashToken(token)],
  );
  return `/webhooks/incoming/${rows[0]?.id}/${token}`;
}

function post({ load }: Bench, { port, path }: Entrant, milliseconds: number): Promise<RequestsOutcome> {
  const requests = [postRequest(path, JSON.stringify({ content: "Build 7 of api is done." }))];
  // As many connections as it takes for a slow answer not to delay the next post.
  const pace = { perSecond: POSTS_PER_SECOND, connections: 100, leadMilliseconds: 0, milliseconds, most: MOST };
  return load.requests({ port, requests, ...pace });
}

function loop(
  load: LoadProcess,
  { port, cookie }: Entrant,
  { path, signedIn }: (typeof ROUTES)[number],
  { connections = LOOPS, milliseconds = LONG, most = MOST },
): Promise<RequestsOutcome> {
  const requests = [getRequest(path, signedIn ? cookie : "")];
  const pace = { perSecond: null, connections, leadMilliseconds: 0, milliseconds, most };
  return load.requests({ port, requests, mayBeRefused: true, ...pace });
}
