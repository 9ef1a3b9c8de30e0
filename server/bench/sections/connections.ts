import { inRounds, overHttp } from "@/server/bench/contestants/measure";
import { startParley } from "@/server/bench/contestants/parley";
import { median } from "@/server/bench/figures/statistics";
import { figure, table } from "@/server/bench/figures/table";
import { bodies } from "@/server/bench/sections/bodies";
import type { Options } from "@/server/bench/sections/options";
import type { Bench, Report } from "@/server/bench/setting/bench";

const CONNECTIONS = 256;
const MEGABYTE = 1e6;
const HEADINGS = ["", "posts/s", "p50 ms", "p99 ms", "failed", "lag p99 ms", "lag max ms", "used MB before", "after"];

/** Posts over 256 connections at once: whether any fails, how long the event loop is blocked, and what memory is kept. */
export async function connectionsSection(bench: Bench, { rounds, milliseconds, against }: Options): Promise<Report> {
  bench.progress("starting the contestants");
  const parleys = [await startParley({ bench, name: "Parley", databaseName: "connections" })];
  if (against !== null) {
    const other = { name: "the other checkout", databaseName: "connections_other", directory: against };
    parleys.push(await startParley({ bench, ...other }));
  }
  const load = { connections: CONNECTIONS, bodies: bodies("card"), milliseconds };
  const cells = parleys.map((parley) => ({ parley, entrant: overHttp(bench, parley), lags: [] as [number, number][] }));
  for (const { entrant } of cells) await entrant.measure(load);
  const memory = new Map<string, [number, number]>();
  for (const { parley } of cells) {
    const { usedBytes } = await parley.probe();
    memory.set(parley.name, [usedBytes, usedBytes]);
  }
  const measured = await inRounds(rounds, cells, async ({ parley, entrant, lags }, round) => {
    bench.progress(`connections, round ${round} of ${rounds}: ${CONNECTIONS} at once, ${parley.name}`);
    await parley.probe();
    const result = await entrant.measure(load);
    const { lagP99, lagMax, usedBytes } = await parley.probe();
    lags.push([lagP99, lagMax]);
    memory.set(parley.name, [memory.get(parley.name)?.[0] ?? usedBytes, usedBytes]);
    return result;
  });
  for (const { stop } of parleys) await stop();
  const rows = measured.map(({ cell: { parley, lags }, figures, failures }) => {
    const [usedBefore = Number.NaN, usedAfter = Number.NaN] = memory.get(parley.name) ?? [];
    const lagP99 = median(lags.map(([p99]) => p99));
    return {
      name: parley.name,
      ...figures,
      failures,
      lagP99,
      lagMax: Math.max(...lags.map(([, max]) => max)),
      usedBefore,
      usedAfter,
    };
  });
  return {
    title: `${CONNECTIONS} connections at once, alert cards to one channel`,
    text: table(
      HEADINGS,
      rows.map(({ name, perSecond, p50, p99, failures, lagP99, lagMax, usedBefore, usedAfter }) => [
        name,
        figure(Math.round(perSecond)),
        figure(p50),
        figure(p99),
        `${failures}`,
        figure(lagP99),
        figure(lagMax),
        figure(usedBefore / MEGABYTE),
        figure(usedAfter / MEGABYTE),
      ]),
    ),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
  };
}
