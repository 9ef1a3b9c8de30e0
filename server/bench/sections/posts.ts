import { startCeiling } from "@/server/bench/contestants/ceiling";
import { startEmptyNext } from "@/server/bench/contestants/empty-next";
import { type Contestant, startParley } from "@/server/bench/contestants/parley";
import { type Bench, processorTime, type Report, type VersionsColumn } from "@/server/bench/load/bench";
import { figure, medians, percent, table, times, together } from "@/server/bench/load/figures";
import { failuresOf, type RequestsOutcome } from "@/server/bench/load/jobs";
import { postRequest } from "@/server/bench/load/load-process";
import { BODIES, type BodyKind, bodies, CONNECTIONS, suffixOf } from "@/server/bench/sections/bodies";
import { checkoutsOf, HERE, type Options } from "@/server/bench/sections/options";
import { slowPosts } from "@/server/bench/sections/slow-posts";

/** The figures for posts: speed, milliseconds to the answer, and the cost of one post. */
const FIELDS = ["perSecond", "p50", "p99", "nodeMs", "postgresMs", "walBytes"] as const;
type PostFigures = Record<(typeof FIELDS)[number], number>;

/** One measurement and its failures. */
type Measurement = PostFigures & Pick<RequestsOutcome, "failures">;

/** The posts to send. */
type Load = { connections: number; suffix?: string; bodies: readonly string[]; milliseconds: number };

/** A participant in a comparison: its name, and how it's measured. */
type Entrant = { name: string; measure: (load: Load) => Promise<Measurement> };

const MOST_POSTS = 500_000;
const LEAD_SHARE = 0.1;

/** Returns an entrant that measures a server by posting to its webhooks in turn over HTTP. */
export function overHttp(bench: Bench, { name, port, pid, paths, settle }: Contestant): Entrant {
  return {
    name,
    measure: async ({ connections, suffix = "", bodies, milliseconds }) => {
      const requests = Array.from({ length: Math.max(bodies.length, paths.length) }, (_, index) =>
        postRequest(`${paths[index % paths.length] ?? paths[0]}${suffix}`, bodies[index % bodies.length] ?? ""),
      );
      const limits = { perSecond: null, leadMilliseconds: milliseconds * LEAD_SHARE, milliseconds, most: MOST_POSTS };
      const used = async () =>
        [processorTime(pid), bench.database.processorTime(), await bench.database.walBytes()] as const;
      const before = await used();
      const { sent, perSecond, p50, p99, failures } = await bench.load.requests({
        port,
        connections,
        requests,
        ...limits,
      });
      await settle();
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
    },
  };
}

/** Measures every cell once per round, so that whatever else the machine does affects all of them equally. */
export async function inRounds<Cell>(
  rounds: number,
  cells: readonly Cell[],
  measure: (cell: Cell, round: number) => Promise<Measurement>,
): Promise<{ cell: Cell; figures: PostFigures; failures: number }[]> {
  const measured = cells.map((cell) => ({ cell, rounds: [] as Measurement[] }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const each of measured) each.rounds.push(await measure(each.cell, round));
  }
  return measured.map(({ cell, rounds: all }) => {
    return { cell, figures: medians(all, FIELDS), failures: all.reduce((sum, each) => sum + failuresOf(each), 0) };
  });
}

const WARM_UP_MS = 4_000;
const HEADINGS = ["", "posts/s", "of ceiling", "p50 ms", "p99 ms", "p99/ceiling", "Node ms", "PG ms", "WAL B"];

/** Starts all contestants and measures them. */
export async function postsSection(bench: Bench, options: Options): Promise<Report> {
  const { quick, kinds, rounds, milliseconds } = options;
  bench.progress("starting the contestants");
  const ceiling = await startCeiling(bench);
  const contestants: Contestant[] = [await startEmptyNext(bench)];
  for (const checkout of checkoutsOf(options, "parley")) contestants.push(await startParley({ bench, ...checkout }));
  const report = await posts(bench, {
    entrants: [overHttp(bench, ceiling), ...contestants.map((contestant) => overHttp(bench, contestant))],
    others: options.against.map(({ name }) => name),
    kinds: kinds ?? (quick ? ["text"] : BODIES),
    rounds,
    milliseconds,
  });
  for (const { stop } of [ceiling, ...contestants]) await stop();
  const slow = await slowPosts(bench, options);
  return {
    ...report,
    text: `${report.text}\n\n${slow.title}\n\n${slow.text}`,
    figures: { posts: report.figures, slow: slow.figures },
    failures: report.failures + slow.failures,
  };
}

/** The results of one entrant for one kind of post and one number of connections. */
export type PostsRow = { kind: BodyKind; connections: number; name: string; figures: PostFigures; failures: number };

type Field = {
  /** The others' figures are shown relative to the first's. */
  entrants: readonly [Entrant, ...Entrant[]];
  /** The entrants that Parley's processor time is compared with. */
  others: readonly string[];
  kinds: readonly BodyKind[];
  rounds: number;
  milliseconds: number;
};

/** Posts to one channel over 1, 16 and 64 connections. */
export async function posts(bench: Bench, { entrants, others, kinds, rounds, milliseconds }: Field): Promise<Report> {
  const job = (kind: BodyKind, connections: number) => {
    return { connections, suffix: suffixOf(kind), bodies: bodies(kind), milliseconds };
  };
  for (const { name, measure } of entrants) {
    // First requests are slow, and so is code that hasn't been compiled yet. Each kind has its own.
    for (const kind of kinds) {
      bench.progress(`warming up ${name}: ${kind}`);
      await measure({ ...job(kind, 64), milliseconds: Math.max(WARM_UP_MS, milliseconds) });
    }
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
    text: [tableOf(rows, entrants[0].name), ...comparison(rows, others)].join("\n\n"),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
    versions: versionsOf(rows, entrants),
  };
}

/** Returns the columns of the table of versions, for all but the ceiling. */
function versionsOf(
  rows: readonly PostsRow[],
  [ceiling, ...others]: readonly [Entrant, ...Entrant[]],
): VersionsColumn[] {
  const ofText = (name: string, connections: number) =>
    rows.find((row) => row.kind === "text" && row.connections === connections && row.name === name)?.figures;
  const share = (name: string, field: "perSecond" | "p99") =>
    CONNECTIONS.map((each) => (ofText(name, each)?.[field] ?? Number.NaN) / (ofText(ceiling.name, each)?.[field] ?? 1));
  const column = (heading: string, cell: (name: string) => string) => {
    return { heading, cells: Object.fromEntries(others.map(({ name }) => [name, cell(name)])) };
  };
  const most = CONNECTIONS[2];
  return [
    column(`Of the ceiling at ${together(CONNECTIONS.map(String))}`, (name) =>
      together(
        share(name, "perSecond").map((each) => `${Math.round(each * 100)}`),
        " %",
      ),
    ),
    column("p99/ceiling", (name) =>
      together(
        share(name, "p99").map((each) => each.toFixed(1)),
        " ×",
      ),
    ),
    column(`Node · PG ms at ${most}`, (name) => {
      return together(
        [ofText(name, most)?.nodeMs ?? Number.NaN, ofText(name, most)?.postgresMs ?? Number.NaN].map(figure),
      );
    }),
    column("WAL B at 16", (name) => figure(ofText(name, 16)?.walBytes ?? Number.NaN)),
  ];
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

/**
 * Returns a line for each other checkout that compares the processor time of a post (Node and PostgreSQL) with that one's:
 * the mean of all ratios, then each.
 */
export function comparison(rows: readonly ComparedRow[], others: readonly string[]): string[] {
  return others.map((other) => comparisonWith(rows, other));
}

type ComparedRow = Pick<PostsRow, "kind" | "connections" | "name" | "figures">;

function comparisonWith(rows: readonly ComparedRow[], otherName: string): string {
  const cost = ({ nodeMs, postgresMs }: PostFigures) => nodeMs + postgresMs;
  const ratios = rows.flatMap((row) => {
    const { kind, connections } = row;
    const other = rows.find(
      (each) => each.name === otherName && each.kind === kind && each.connections === connections,
    );
    return row.name === HERE && other ? [{ kind, ratio: cost(row.figures) / cost(other.figures) }] : [];
  });
  const kinds = [...new Set(ratios.map(({ kind }) => kind))].map((kind) => {
    const own = ratios.filter((each) => each.kind === kind);
    return `${kind} ${own.map(({ ratio }) => ratio.toFixed(2)).join(", ")}`;
  });
  const mean = ratios.reduce((sum, { ratio }) => sum + ratio, 0) / ratios.length;
  return `Processor time of a post against ${otherName}: ${times(mean)} (${kinds.join("; ")}).`;
}
