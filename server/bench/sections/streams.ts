import { type Parley, startParley } from "@/server/bench/contestants/parley";
import type { Bench, Report } from "@/server/bench/load/bench";
import { figure, median, percentile, table, together } from "@/server/bench/load/figures";
import { failuresOf } from "@/server/bench/load/jobs";
import { getRequest, LoadProcess, postRequest } from "@/server/bench/load/load-process";
import { markOf } from "@/server/bench/load/read-streams";
import { checkoutsOf, type Options } from "@/server/bench/sections/options";

const POSTS_PER_SECOND = 50;
const ARRIVAL_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 100;
const LONG = 600_000;
const HEADINGS = ["", "streams", "p50 ms", "p99 ms", "lost", "doubled", "ended", "KB a stream"];

/** How many milliseconds after sending a post reached the last stream, and what went wrong. */
type FanOut = { p50: number; p99: number; lost: number; doubled: number; ended: number; failed: number };

/** Measures how fast posts reach one reader and many readers, and how much memory an idle stream takes. */
export async function streamsSection(bench: Bench, options: Options): Promise<Report> {
  const { quick, rounds, milliseconds } = options;
  const sizes = quick ? { many: 200, idle: 500, posts: 100 } : { many: 1_000, idle: 5_000, posts: milliseconds / 10 };
  bench.progress("starting the contestants");
  const readers = await LoadProcess.start(bench.lifecycle);
  const programs = checkoutsOf(options, "streams");
  const env = { LIMITS: "off" };
  const parleys = await inTurn(programs, async (program) => {
    const parley = await startParley({ bench, env, ...program });
    return { parley, cookies: await parley.signIn() };
  });
  const cells = [1, sizes.many].flatMap((streams) =>
    parleys.map((each) => ({ ...each, streams, results: [] as FanOut[] })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { parley, cookies, streams, results } of cells) {
      bench.progress(`streams, round ${round} of ${rounds}: ${streams} open, ${parley.name}`);
      results.push(await fanOut(bench, readers, { parley, cookies, streams, posts: sizes.posts }));
    }
  }
  for (const { parley } of parleys) await parley.stop();
  // In fresh processes.
  const kilobytes = await inTurn(programs, async (program) => {
    bench.progress(`${sizes.idle} idle streams, ${program.name}`);
    const parley = await startParley({
      bench,
      env,
      ...program,
      databaseName: `${program.databaseName}_idle`,
    });
    const perStream = await idleKilobytes(readers, parley, sizes.idle);
    await parley.stop();
    return perStream;
  });
  const rows = cells.map(({ parley, streams, results }) => ({ name: parley.name, streams, ...summary(results) }));
  const idle = programs.map(({ name }, index) => ({
    name,
    streams: sizes.idle,
    kilobytes: kilobytes[index] ?? Number.NaN,
  }));
  return {
    title: `Live: ${POSTS_PER_SECOND} posts/s in one channel, until the last of its readers has each`,
    text: table(HEADINGS, [
      ...rows.map(({ name, streams, p50, p99, lost, doubled, ended }) => {
        return [name, `${streams}`, figure(p50), figure(p99), `${lost}`, `${doubled}`, `${ended}`, ""];
      }),
      ...idle.map(({ name, streams, kilobytes: each }) => {
        return [`${name}, idle`, `${streams}`, "", "", "", "", "", figure(each)];
      }),
    ]),
    figures: { rows, idle },
    failures: rows.reduce((sum, { lost, doubled, ended, failed }) => sum + lost + doubled + ended + failed, 0),
    versions: [
      {
        heading: `Last of ${sizes.many.toLocaleString("en-US")} readers, p50 · p99 ms`,
        cells: Object.fromEntries(
          rows
            .filter(({ streams }) => streams === sizes.many)
            .map(({ name, p50, p99 }) => [name, together([p50, p99].map(figure))]),
        ),
      },
    ],
  };
}

async function inTurn<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const each of all) results.push(await work(each));
  return results;
}

async function fanOut(
  { load }: Bench,
  readers: LoadProcess,
  { parley, cookies, streams, posts }: { parley: Parley; cookies: readonly string[]; streams: number; posts: number },
): Promise<FanOut> {
  const {
    port,
    paths: [path],
    channelId,
  } = parley;
  await readers.openStreams({
    port,
    requests: streamRequests(channelId, cookies, streams),
    atOnce: 50,
    posts,
  });
  const requests = Array.from({ length: posts }, (_, number) => {
    return postRequest(
      path,
      JSON.stringify({ content: `${markOf(number)} of api is done. `.padEnd(100, "All is well. ") }),
    );
  });
  const pace = { perSecond: POSTS_PER_SECOND, connections: 16, leadMilliseconds: 0, milliseconds: LONG, most: posts };
  const outcome = await load.requests({ port, requests, ...pace });
  const deadline = Date.now() + ARRIVAL_MILLISECONDS;
  let report = await readers.lookAtStreams();
  while (report.missing > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
    report = await readers.lookAtStreams();
  }
  await readers.closeStreams();
  const late = report.lastAt.map((at, number) =>
    at === null ? Number.POSITIVE_INFINITY : at - (outcome.sentAt[number] ?? at),
  );
  const sorted = late.sort((a, b) => a - b);
  const { missing: lost, doubled, ended } = report;
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    lost,
    doubled,
    ended,
    failed: failuresOf(outcome),
  };
}

async function idleKilobytes(readers: LoadProcess, parley: Parley, streams: number): Promise<number> {
  const { port, channelId, settle, residentBytes } = parley;
  const requests = streamRequests(channelId, await parley.signIn(), streams);
  // Opens a few streams first, so that the code they load and compile isn't counted.
  await readers.openStreams({ port, requests: requests.slice(0, 50), atOnce: 50, posts: 0 });
  await readers.closeStreams();
  await settle();
  const before = await residentBytes();
  await readers.openStreams({ port, requests, atOnce: 50, posts: 0 });
  await settle();
  const after = await residentBytes();
  await readers.closeStreams();
  return (after - before) / streams / 1000;
}

function streamRequests(channelId: string, cookies: readonly string[], streams: number): string[] {
  return Array.from({ length: streams }, (_, index) => {
    return getRequest(`/api/events?channel=${channelId}`, cookies[index % cookies.length] ?? "");
  });
}

/** Combines the rounds: medians of the times, sums of the failures. */
function summary(results: readonly FanOut[]): FanOut {
  const sum = (of: (each: FanOut) => number) => results.reduce((total, each) => total + of(each), 0);
  return {
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    ended: sum(({ ended }) => ended),
    failed: sum(({ failed }) => failed),
  };
}
