import { type Parley, startParley } from "@/server/bench/contestants/parley";
import type { Bench, Report } from "@/server/bench/load/bench";
import { figure, median, percent, table } from "@/server/bench/load/figures";
import { failuresOf, type RequestsOutcome, type SlowRequest, type Span, type Watched } from "@/server/bench/load/jobs";
import { postRequest } from "@/server/bench/load/load-process";
import { bodies, CONNECTIONS } from "@/server/bench/sections/bodies";
import { checkoutsOf, type Options } from "@/server/bench/sections/options";

const MOST_POSTS = 100_000;
const WARM_UP_MS = 4_000;

/** Measures where the slowest hundredth of posts of text waited, in servers that note it. */
export async function slowPosts(bench: Bench, options: Options): Promise<Report> {
  const { rounds, milliseconds } = options;
  const parleys: Parley[] = [];
  for (const checkout of checkoutsOf(options, "watched"))
    parleys.push(await startParley({ bench, watched: true, ...checkout }));
  const requests = ({ paths: [path] }: Parley) => bodies("text").map((body) => postRequest(path, body));
  const post = (parley: Parley, connections: number, time: number) => {
    const limits = { perSecond: null, leadMilliseconds: 0, milliseconds: time, most: MOST_POSTS };
    return bench.load.requests({ port: parley.port, connections, requests: requests(parley), ...limits });
  };
  for (const parley of parleys) await post(parley, 64, Math.max(WARM_UP_MS, milliseconds));
  const cells = CONNECTIONS.flatMap((connections) =>
    parleys.map((parley) => ({ connections, parley, outcomes: [] as RequestsOutcome[], waits: [] as Waits[] })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { connections, parley, outcomes, waits } of cells) {
      bench.progress(`round ${round} of ${rounds}: slow posts, ${connections} at once, ${parley.name}`);
      await parley.settle();
      await parley.watched();
      const outcome = await post(parley, connections, milliseconds);
      outcomes.push(outcome);
      waits.push(waitsOf(outcome.slowest, await parley.watched()));
    }
  }
  for (const { stop } of parleys) await stop();
  const rows = cells.map(({ connections, parley: { name }, outcomes, waits }) => {
    const inAll = (place: (typeof PLACES)[number]) => waits.reduce((sum, each) => sum + each[place], 0);
    const total = PLACES.reduce((sum, place) => sum + inAll(place), 0);
    const shares = PLACES.map((place) => [place, inAll(place) / total] as const);
    return {
      connections,
      name,
      p50: median(outcomes.map(({ p50 }) => p50)),
      p99: median(outcomes.map(({ p99 }) => p99)),
      shares: Object.fromEntries(shares) as Waits,
      failures: outcomes.reduce((sum, outcome) => sum + failuresOf(outcome), 0),
    };
  });
  return {
    title: "Where the slowest hundredth of posts of text waited",
    text: table(
      ["", "p50 ms", "p99 ms", ...PLACES],
      rows.flatMap(({ connections, name, p50, p99, shares }, index) => {
        const cells = [name, figure(p50), figure(p99), ...PLACES.map((place) => percent(shares[place]))];
        const heading = connections === 1 ? "one connection" : `${connections} connections`;
        return rows[index - 1]?.connections === connections ? [cells] : [[heading], cells];
      }),
    ),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** The places where a post can wait. */
export const PLACES = ["statement", "turn", "event loop", "garbage collection", "the rest"] as const;
/** Milliseconds in each place. */
export type Waits = Record<(typeof PLACES)[number], number>;

/** Returns how long slow posts waited in each place, all together. A post that the server hasn't noted isn't counted. */
export function waitsOf(slowest: readonly SlowRequest[], { posts, pauses }: Watched): Waits {
  const batches = posts.flatMap(({ batch }) => batch ?? []).sort((a, b) => a.to - b.to);
  const sum: Waits = { statement: 0, turn: 0, "event loop": 0, "garbage collection": 0, "the rest": 0 };
  for (const { port, sentAt, answeredAt } of slowest) {
    const post = posts.find((each) => each.port === port && each.arrivedAt >= sentAt && each.arrivedAt <= answeredAt);
    if (post === undefined) continue;
    const { arrivedAt, askedAt, committedAt, lookUp } = post;
    const asked = askedAt ?? answeredAt;
    const committed = committedAt ?? asked;
    const batch = batches.findLast(({ from, to }) => to <= committed && from >= asked) ?? {
      from: asked,
      to: asked,
      loopWait: 0,
    };
    const forLoop = [
      { from: sentAt, to: arrivedAt },
      { from: batch.to - batch.loopWait, to: committed },
    ];
    const forItself = [
      { from: arrivedAt, to: asked },
      { from: committed, to: answeredAt },
    ];
    const [inLoop, inItself] = [pausedIn(pauses, forLoop), pausedIn(pauses, forItself)];
    const waits = {
      statement: batch.to - batch.from - batch.loopWait + lookUp.milliseconds - lookUp.loopWait,
      turn: batch.from - asked,
      "event loop": lengthOf(forLoop) + lookUp.loopWait - inLoop,
      "garbage collection": inLoop + inItself,
    };
    const known = Object.values(waits).reduce((total, each) => total + each, 0);
    const all: Waits = { ...waits, "the rest": answeredAt - sentAt - known };
    for (const place of PLACES) sum[place] += all[place];
  }
  return sum;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

function pausedIn(pauses: readonly Span[], spans: readonly Span[]): number {
  return spans.reduce((sum, span) => {
    const shared = pauses.map(({ from, to }) => Math.min(to, span.to) - Math.max(from, span.from));
    return sum + shared.reduce((total, each) => total + Math.max(0, each), 0);
  }, 0);
}
