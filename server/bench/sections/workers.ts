import { inRounds, overHttp } from "@/server/bench/contestants/measure";
import { type Parley, startParley } from "@/server/bench/contestants/parley";
import { figure, percent, table } from "@/server/bench/figures/table";
import { bodies } from "@/server/bench/sections/bodies";
import type { Options } from "@/server/bench/sections/options";
import type { Bench, Report } from "@/server/bench/setting/bench";

const WORKERS = [1, 2, 4];
const CONNECTIONS = [16, 64];
const WARM_UP_MS = 4_000;
const HEADINGS = ["", "posts/s", "of one", "p50 ms", "p99 ms", "failed"];

/** Posts to one channel of a Parley with 1, 2 and 4 processes behind its port. */
export async function workersSection(bench: Bench, { rounds, milliseconds }: Options): Promise<Report> {
  bench.progress("starting the contestants");
  const contestants: { workers: number; parley: Parley }[] = [];
  for (const workers of WORKERS) {
    const name = workers === 1 ? "1 process" : `${workers} processes`;
    const env = { WEB_CONCURRENCY: `${workers}` };
    contestants.push({ workers, parley: await startParley({ bench, name, databaseName: `workers_${workers}`, env }) });
  }
  const job = (connections: number) => ({ connections, bodies: bodies("text"), milliseconds });
  for (const { parley } of contestants) {
    bench.progress(`warming up ${parley.name}`);
    await overHttp(bench, parley).measure({ ...job(64), milliseconds: Math.max(WARM_UP_MS, milliseconds) });
  }
  const cells = CONNECTIONS.flatMap((connections) => contestants.map((each) => ({ connections, ...each })));
  const measured = await inRounds(rounds, cells, ({ connections, parley }, round) => {
    bench.progress(`workers, round ${round} of ${rounds}: ${connections} at once, ${parley.name}`);
    return overHttp(bench, parley).measure(job(connections));
  });
  for (const { parley } of contestants) await parley.stop();
  const rows = measured.map(({ cell: { connections, workers, parley }, figures, failures }) => {
    const { perSecond, p50, p99 } = figures;
    return { connections, workers, name: parley.name, perSecond, p50, p99, failures };
  });
  return {
    title: "Processes behind one port (WEB_CONCURRENCY), texts to one channel",
    text: table(
      HEADINGS,
      rows.flatMap(({ connections, workers, name, perSecond, p50, p99, failures }) => {
        const one = rows.find((row) => row.connections === connections && row.workers === 1);
        const share = percent(perSecond / (one?.perSecond ?? Number.NaN));
        const cells = [name, figure(Math.round(perSecond)), share, figure(p50), figure(p99), `${failures}`];
        return workers === 1 ? [[`${connections} connections`], cells] : [cells];
      }),
    ),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
  };
}
