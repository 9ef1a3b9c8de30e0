import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, processorTime, type Report } from "@/server/bench/load/bench";
import { figure, medians, table } from "@/server/bench/load/figures";
import { Child } from "@/server/bench/load/load-process";
import { checkoutsOf, type Options } from "@/server/bench/sections/options";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";

const IDLE_MILLISECONDS = 10_000;
const KILOBYTES = 1024;
const FIELDS = ["health", "processor", "page", "idle"] as const;
const HEADINGS = ["", "to health ms", "processor ms", "first page ms", "idle MB"];

type Figures = Record<(typeof FIELDS)[number], number>;
type Entrant = { name: string; directory: string; dataDir: string; databaseUrl?: string };

/** Measures starts of a built Parley on an install that exists: until it's healthy, its first page, and its memory. */
export async function startSection(bench: Bench, options: Options): Promise<Report> {
  const { rounds } = options;
  const entrants: (Entrant & { results: Figures[] })[] = [];
  for (const { name, databaseName, directory = ROOT } of checkoutsOf(options, "start")) {
    const dataDir = path.join(bench.directory, databaseName);
    const databaseUrl = await bench.database.create(databaseName);
    entrants.push({ name: `${name}, its own PostgreSQL`, directory, dataDir: `${dataDir}_own`, results: [] });
    entrants.push({ name: `${name}, DATABASE_URL`, directory, dataDir, databaseUrl, results: [] });
  }
  for (const entrant of entrants) {
    bench.progress(`starting ${entrant.name} for the first time`);
    const { child } = await startOf(bench, entrant);
    await child.stop();
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const entrant of entrants) {
      bench.progress(`start, round ${round} of ${rounds}: ${entrant.name}`);
      entrant.results.push(await measure(bench, entrant));
    }
  }
  const rows = entrants.map(({ name, results }) => ({ name, ...medians(results, FIELDS) }));
  return {
    title: "Start and idle memory",
    text: table(
      HEADINGS,
      rows.map(({ name, ...row }) => [name, ...FIELDS.map((field) => figure(row[field]))]),
    ),
    figures: rows,
    failures: 0,
  };
}

/** Starts it twice: for the memory while nobody uses it, and for what the first visitor waits for. */
async function measure(bench: Bench, entrant: Entrant): Promise<Figures> {
  const unused = await startOf(bench, entrant);
  await sleep(IDLE_MILLISECONDS);
  const idle = residentMegabytes(unused.child.pid);
  await unused.child.stop();
  const used = await startOf(bench, entrant);
  const began = performance.now();
  await used.child.serves(`${used.url}/login`);
  const page = performance.now() - began;
  await used.child.stop();
  const mean = (field: "health" | "processor") => (unused[field] + used[field]) / 2;
  return { health: mean("health"), processor: mean("processor"), page, idle };
}

async function startOf(
  { lifecycle }: Bench,
  { directory, dataDir, databaseUrl }: Entrant,
): Promise<{ child: Child; url: string; health: number; processor: number }> {
  const url = `http://localhost:${await freePort()}`;
  const { DATABASE_URL: _, ...inherited } = process.env;
  const began = performance.now();
  const child = Child.start({
    lifecycle,
    args: ["server/launch.mjs", "server/main.ts", "start"],
    cwd: directory,
    env: {
      ...inherited,
      NODE_ENV: "production",
      PORT: new URL(url).port,
      BASE_URL: url,
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  await child.serves(`${url}/api/health`);
  return { child, url, health: performance.now() - began, processor: processorTime(child.pid) };
}

/** Returns the resident memory of a process without its children; NaN if there is no /proc. */
function residentMegabytes(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / KILOBYTES;
}
