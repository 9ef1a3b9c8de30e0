import { failuresOf, inRounds, overHttp, withCosts } from "@/server/bench/contestants/measure";
import { type Parley, startParley } from "@/server/bench/contestants/parley";
import { figure, percent, table, times } from "@/server/bench/figures/table";
import { LoadProcess } from "@/server/bench/load/load-process";
import { postRequest } from "@/server/bench/load/requests";
import { bodies } from "@/server/bench/sections/bodies";
import type { Options } from "@/server/bench/sections/options";
import type { Bench, Report } from "@/server/bench/setting/bench";

const QUIET_PER_SECOND = 20;
const HOT_CONNECTIONS = 16;
const HEADINGS = ["", "posts/s", "of one", "p50 ms", "p99 ms", "p99 of idle"];

/** The same posts to one channel, to 64, and to a webhook each of thousands; and what a hot channel does to a quiet one beside it. */
export async function channelsSection(bench: Bench, { quick, rounds, milliseconds }: Options): Promise<Report> {
  bench.progress("starting Parley with many channels");
  const channels = quick ? 1_000 : 10_000;
  const parley = await startParley({ bench, name: "Parley", databaseName: "channels", channels, people: 5 });
  const spread = [
    { name: "one channel", paths: parley.paths.slice(0, 1) },
    { name: "64 channels", paths: parley.paths.slice(0, 64) },
    { name: `${channels.toLocaleString("en-US")} webhooks`, paths: parley.paths },
  ];
  const cells = [16, 64].flatMap((connections) => spread.map((each) => ({ connections, ...each })));
  const load = (connections: number) => ({ connections, bodies: bodies("text"), milliseconds });
  for (const { connections, paths } of cells) await overHttp(bench, parley, paths).measure(load(connections));
  const measured = await inRounds(rounds, cells, ({ connections, name, paths }, round) => {
    bench.progress(`channels, round ${round} of ${rounds}: ${name}, ${connections} at once`);
    return overHttp(bench, parley, paths).measure(load(connections));
  });
  const quiet = await quietBesideHot(bench, parley, { rounds, milliseconds: Math.max(2_000, milliseconds) });
  await parley.stop();
  const rows = measured.map(({ cell: { connections, name }, ...rest }) => ({ connections, name, ...rest }));
  const idle = quiet[0]?.figures.p99 ?? Number.NaN;
  return {
    title: "Many channels and webhooks, and a quiet channel beside a hot one",
    text: table(HEADINGS, [
      ...rows.flatMap(({ connections, name, figures, failures }) => {
        const one = rows.find((row) => row.connections === connections)?.figures.perSecond ?? Number.NaN;
        const { perSecond, p50, p99 } = figures;
        const cell = failures === 0 ? name : `${name} (${failures} failed)`;
        const line = [cell, figure(Math.round(perSecond)), percent(perSecond / one), figure(p50), figure(p99), ""];
        return name === "one channel" ? [[`${connections} connections`], line] : [line];
      }),
      [`a quiet channel, ${QUIET_PER_SECOND} posts/s`],
      ...quiet.map(({ cell, figures: { p50, p99 } }) => [
        cell.name,
        "",
        "",
        figure(p50),
        figure(p99),
        times(p99 / idle),
      ]),
    ]),
    figures: { rows, quiet: quiet.map(({ cell: { name }, ...rest }) => ({ name, ...rest })) },
    failures: [...rows, ...quiet].reduce((sum, { failures }) => sum + failures, 0),
  };
}

async function quietBesideHot(
  bench: Bench,
  { port, pid, paths }: Parley,
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
) {
  const [hotPath = "", quietPath = ""] = paths;
  const other = await LoadProcess.start(bench.lifecycle);
  const requests = (path: string) => bodies("text").map((body) => postRequest(path, body));
  const limits = { leadMilliseconds: milliseconds / 10, milliseconds, most: 500_000 };
  const quiet = { port, connections: 4, requests: requests(quietPath), perSecond: QUIET_PER_SECOND, ...limits };
  const hot = { port, connections: HOT_CONNECTIONS, requests: requests(hotPath), perSecond: null, ...limits };
  const cells = [
    { name: "by itself", beside: false },
    { name: `beside a hot one with ${HOT_CONNECTIONS} connections`, beside: true },
  ];
  return inRounds(rounds, cells, ({ name, beside }, round) => {
    bench.progress(`channels, round ${round} of ${rounds}: a quiet one ${name}`);
    return withCosts(bench, pid, async () => {
      const [outcome, noise] = await Promise.all([other.requests(quiet), beside ? bench.load.requests(hot) : null]);
      if (noise !== null && failuresOf(noise) > 0)
        throw new Error(`The hot channel's posts failed: ${JSON.stringify(noise.failures)}`);
      return outcome;
    });
  });
}
