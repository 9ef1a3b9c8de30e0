import type { Contestant } from "@/server/bench/contestants/contestant";
import { medians } from "@/server/bench/figures/statistics";
import type { RequestsOutcome } from "@/server/bench/load/jobs";
import { postRequest } from "@/server/bench/load/requests";
import type { Bench } from "@/server/bench/setting/bench";
import { processorTime } from "@/server/bench/setting/machine";

/** What is told of posts: speed, milliseconds to the answer, and what one post costs. */
export const FIELDS = ["perSecond", "p50", "p99", "nodeMs", "postgresMs", "walBytes"] as const;
export type PostFigures = Record<(typeof FIELDS)[number], number>;

/** One measurement, with what went wrong in it. */
export type Measured = PostFigures & Pick<RequestsOutcome, "failures">;

/** The posts to send, whoever gets them. */
export type Load = { connections: number; bodies: readonly string[]; milliseconds: number };

/** Whoever takes part in a comparison: its name, and how it is measured. */
export type Entrant = { name: string; measure: (load: Load) => Promise<Measured> };

const MOST_POSTS = 500_000;
const LEAD_SHARE = 0.1;

/** A server takes part with posts over HTTP: to its first webhook, or to others in turns. */
export function overHttp(
  bench: Bench,
  contestant: Contestant,
  paths: readonly string[] = contestant.paths.slice(0, 1),
): Entrant {
  const { name, port, pid, settle } = contestant;
  const measure = ({ connections, bodies, milliseconds }: Load) => {
    const requests = Array.from({ length: Math.max(paths.length, bodies.length) }, (_, index) => {
      return postRequest(paths[index % paths.length] ?? "", bodies[index % bodies.length] ?? "");
    });
    const limits = { perSecond: null, leadMilliseconds: milliseconds * LEAD_SHARE, milliseconds, most: MOST_POSTS };
    return withCosts(bench, pid, async () => {
      const outcome = await bench.load.requests({ port, connections, requests, ...limits });
      await settle();
      return outcome;
    });
  };
  return { name, measure };
}

/** Runs `work` and divides what it took by how many posts were sent: of the process `pid`, if any, and of PostgreSQL. */
export async function withCosts(
  { database }: Bench,
  pid: number | null,
  work: () => Promise<Omit<RequestsOutcome, "kind" | "p95" | "sentAt">>,
): Promise<Measured> {
  const used = async () => {
    const node = pid === null ? Number.NaN : processorTime(pid);
    return [node, database.processorTime(), await database.walBytes()] as const;
  };
  const before = await used();
  const { sent, perSecond, p50, p99, failures } = await work();
  const after = await used();
  return {
    perSecond,
    p50,
    p99,
    nodeMs: (after[0] - before[0]) / sent,
    postgresMs: (after[1] - before[1]) / sent,
    walBytes: (after[2] - before[2]) / sent,
    failures,
  };
}

/** Measures every cell once, then all again, as often as there are rounds: what comes and goes on the machine meets all alike. */
export async function inRounds<Cell>(
  rounds: number,
  cells: readonly Cell[],
  measure: (cell: Cell, round: number) => Promise<Measured>,
): Promise<{ cell: Cell; figures: PostFigures; failures: number }[]> {
  const measured = cells.map((cell) => ({ cell, rounds: [] as Measured[] }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const each of measured) each.rounds.push(await measure(each.cell, round));
  }
  return measured.map(({ cell, rounds: all }) => {
    return { cell, figures: medians(all, FIELDS), failures: all.reduce((sum, each) => sum + failuresOf(each), 0) };
  });
}

/** How many requests went wrong. */
export function failuresOf({ failures }: Pick<RequestsOutcome, "failures">): number {
  return Object.values(failures).reduce((sum, { times }) => sum + times, 0);
}
