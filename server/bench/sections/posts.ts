import { startCeiling } from "@/server/bench/contestants/ceiling";
import { startEmptyNext } from "@/server/bench/contestants/empty-next";
import { type Entrant, inRounds, overHttp, type PostFigures } from "@/server/bench/contestants/measure";
import { startParley, startParleyRoutes } from "@/server/bench/contestants/parley";
import { pgbench } from "@/server/bench/contestants/pgbench";
import { figure, percent, table, times } from "@/server/bench/figures/table";
import { BODIES, type BodyKind, bodies } from "@/server/bench/sections/bodies";
import type { Options } from "@/server/bench/sections/options";
import type { Bench, Report } from "@/server/bench/setting/bench";

const CONNECTIONS = [1, 16, 64];
const WARM_UP_MS = 4_000;
const HEADINGS = ["", "posts/s", "of ceiling", "p50 ms", "p99 ms", "p99/ceiling", "Node ms", "PG ms", "WAL B"];

/** Starts everybody who can take posts, and measures them. */
export async function postsSection(bench: Bench, options: Options): Promise<Report> {
  const { quick, rounds, milliseconds, against } = options;
  bench.progress("starting the contestants");
  const ceiling = await startCeiling(bench);
  const contestants = [
    await startEmptyNext(bench),
    await startParley({ bench, name: "Parley", databaseName: "parley" }),
    await startParleyRoutes({ bench, name: "Parley's route handler", databaseName: "routes" }),
    ...(against === null
      ? []
      : [await startParley({ bench, name: "the other checkout", databaseName: "other", directory: against })]),
  ];
  const inserts = await pgbench(bench, ceiling);
  const others = [
    ...contestants.map((contestant) => overHttp(bench, contestant)),
    ...(inserts === null ? [] : [inserts]),
  ];
  const report = await posts(bench, {
    entrants: [overHttp(bench, ceiling.contestant), ...others],
    kinds: quick ? ["text"] : BODIES,
    rounds,
    milliseconds,
  });
  for (const { stop } of [ceiling.contestant, ...contestants]) await stop();
  return inserts === null
    ? { ...report, text: `${report.text}\n\npgbench isn't installed, so it is left out.` }
    : report;
}

/** Of one entrant, with how many connections it was asked. */
export type PostsRow = { kind: BodyKind; connections: number; name: string; figures: PostFigures; failures: number };

type Field = {
  /** Each is told as a share of the first. */
  entrants: readonly [Entrant, ...Entrant[]];
  kinds: readonly BodyKind[];
  rounds: number;
  milliseconds: number;
};

/** Posts to one channel over 1, 16 and 64 connections. */
export async function posts(bench: Bench, { entrants, kinds, rounds, milliseconds }: Field): Promise<Report> {
  const job = (kind: BodyKind, connections: number) => {
    return { connections, bodies: bodies(kind), milliseconds };
  };
  for (const { name, measure } of entrants) {
    bench.progress(`warming up ${name}`);
    // What runs for the first time is slow, and so is what has not been compiled yet.
    await measure({ ...job("card", 64), milliseconds: Math.max(WARM_UP_MS, milliseconds) });
  }
  const cells = kinds.flatMap((kind) =>
    CONNECTIONS.flatMap((connections) => entrants.map((entrant) => ({ kind, connections, entrant }))),
  );
  const measured = await inRounds(rounds, cells, ({ kind, connections, entrant }, round) => {
    bench.progress(`round ${round} of ${rounds}: ${kind}, ${connections} at once, ${entrant.name}`);
    return entrant.measure(job(kind, connections));
  });
  const rows = measured.map(({ cell: { entrant, ...cell }, ...rest }) => ({ ...cell, name: entrant.name, ...rest }));
  return {
    title: "Posts to one hot channel",
    text: tableOf(rows, entrants[0].name),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function tableOf(rows: readonly PostsRow[], ceiling: string): string {
  const lines = rows.flatMap(({ kind, connections, name, figures, failures }, index) => {
    const top = rows.find((row) => row.kind === kind && row.connections === connections && row.name === ceiling);
    const share = (field: "perSecond" | "p99") => figures[field] / (top?.figures[field] ?? Number.NaN);
    const isFirst = rows[index - 1]?.connections !== connections;
    const heading = `${kind}, ${connections === 1 ? "one connection" : `${connections} connections`}`;
    const { perSecond, p50, p99, nodeMs, postgresMs, walBytes } = figures;
    const cells = [
      failures === 0 ? name : `${name} (${failures} failed)`,
      figure(Math.round(perSecond)).replace(/\.\d+$/, ""),
      percent(share("perSecond")),
      figure(p50),
      figure(p99),
      times(share("p99")),
      figure(nodeMs),
      figure(postgresMs),
      figure(walBytes),
    ];
    return isFirst ? [[heading], cells] : [cells];
  });
  return table(HEADINGS, lines);
}
