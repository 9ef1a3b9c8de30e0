import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { type Bench, type Report, startBench } from "@/server/bench/load/bench";
import { versionsTable } from "@/server/bench/load/figures";
import { besideSection } from "@/server/bench/sections/beside";
import { channelsSection } from "@/server/bench/sections/channels";
import { type Options, parseOptions, type Section } from "@/server/bench/sections/options";
import { pagesSection } from "@/server/bench/sections/pages";
import { postsSection } from "@/server/bench/sections/posts";
import { readingSection } from "@/server/bench/sections/reading";
import { startSection } from "@/server/bench/sections/start";
import { streamsSection } from "@/server/bench/sections/streams";
import { buildIfNeeded } from "@/server/build";
import { sentenceOf } from "@/server/failure";
import { Lifecycle } from "@/server/lifecycle";

const RUN: Record<Section, (bench: Bench, options: Options) => Promise<Report>> = {
  posts: postsSection,
  channels: channelsSection,
  streams: streamsSection,
  reading: readingSection,
  beside: besideSection,
  pages: pagesSection,
  // Loads the database's client, which the build generates.
  cards: async (bench, options) => (await import("@/server/bench/sections/cards")).cardsSection(bench, options),
  start: startSection,
};

const began = Date.now();
const lifecycle = new Lifecycle();
lifecycle.handleSignals("command", () => console.error("Stopping."));

run(process.argv.slice(2)).then(
  (code) => lifecycle.end(code),
  (error: unknown) => {
    if (!lifecycle.stopping) console.error(sentenceOf(error));
    return lifecycle.end(1);
  },
);

async function run(args: string[]): Promise<number> {
  const options = parseOptions(args);
  await buildIfNeeded(progress);
  const bench = await startBench(lifecycle, progress, options.data);
  const reports: Partial<Record<Section, Report>> = {};
  for (const section of options.sections) {
    lifecycle.check();
    const report = await RUN[section](bench, options);
    reports[section] = report;
    console.log(`\n${report.title}\n\n${report.text}\n`);
  }
  const columns = Object.values(reports).flatMap(({ versions = [] }) => versions);
  if (options.against.length > 0 && columns.length > 0)
    console.log(`\nFor the table of versions in docs/bench.md\n\n${versionsTable(columns)}\n`);
  if (options.json !== null)
    writeFileSync(options.json, `${JSON.stringify({ machine: machine(), options, reports }, null, 2)}\n`);
  const failures = Object.values(reports).reduce((sum, report) => sum + report.failures, 0);
  if (failures > 0) console.error(`Requests failed: ${failures}. The figures aren't valid.`);
  return failures > 0 ? 1 : 0;
}

function progress(doing: string): void {
  if (!lifecycle.stopping) console.error(`${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s  ${doing}`);
}

function machine(): { processors: number; model: string; platform: string; node: string } {
  const [first, ...others] = cpus();
  const { platform, version } = process;
  return { processors: 1 + others.length, model: first?.model ?? "unknown", platform, node: version };
}
