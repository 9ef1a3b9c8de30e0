import { type Parley, startParley } from "@/server/bench/contestants/parley";
import type { Bench, Report } from "@/server/bench/load/bench";
import { figure, percent, table, together } from "@/server/bench/load/figures";
import { bodies } from "@/server/bench/sections/bodies";
import { checkoutsOf, type Options } from "@/server/bench/sections/options";
import { inRounds, overHttp } from "@/server/bench/sections/posts";

const CONNECTIONS = [16, 64];
const SOME = 64;
const HEADINGS = ["", "posts/s", "of one", "p50 ms", "p99 ms", "Node ms", "PG ms"];

/** Measures the same posts to one channel, to 64 and to thousands in turn, each through a webhook of its own. */
export async function channelsSection(bench: Bench, options: Options): Promise<Report> {
  const { quick, rounds, milliseconds } = options;
  const many = quick ? 1_000 : 10_000;
  bench.progress("starting the contestants");
  const parleys: Parley[] = [];
  for (const checkout of checkoutsOf(options, "channels"))
    parleys.push(await startParley({ bench, channels: many, ...checkout }));
  const cells = CONNECTIONS.flatMap((connections) =>
    [1, SOME, many].flatMap((channels) =>
      parleys.map((parley) => {
        const [first, ...others] = parley.paths;
        const entrant = overHttp(bench, { ...parley, paths: [first, ...others.slice(0, channels - 1)] });
        return { connections, channels, entrant };
      }),
    ),
  );
  const load = (connections: number) => ({ connections, bodies: bodies("text"), milliseconds });
  for (const { connections, channels, entrant } of cells) {
    bench.progress(`warming up ${entrant.name}: ${channels} channels`);
    await entrant.measure(load(connections));
  }
  const measured = await inRounds(rounds, cells, ({ connections, channels, entrant }, round) => {
    bench.progress(`channels, round ${round} of ${rounds}: ${channels}, ${connections} at once, ${entrant.name}`);
    return entrant.measure(load(connections));
  });
  for (const { stop } of parleys) await stop();
  const rows = measured.map(({ cell: { entrant, ...cell }, ...rest }) => ({ ...cell, name: entrant.name, ...rest }));
  const rate = (connections: number, channels: number, name: string) =>
    rows.find((row) => row.connections === connections && row.channels === channels && row.name === name)?.figures
      .perSecond ?? Number.NaN;
  const share = (connections: number, channels: number, name: string) =>
    rate(connections, channels, name) / rate(connections, 1, name);
  return {
    title: `Posts to one channel, to ${SOME} and to ${many.toLocaleString("en-US")} in turn, each with a webhook`,
    text: table(
      HEADINGS,
      rows.flatMap(({ connections, channels, name, figures, failures }, index) => {
        const { perSecond, p50, p99, nodeMs, postgresMs } = figures;
        const cells = [
          failures === 0 ? name : `${name} (${failures} failed)`,
          figure(Math.round(perSecond)).replace(/\.\d+$/, ""),
          percent(share(connections, channels, name)),
          ...[p50, p99, nodeMs, postgresMs].map(figure),
        ];
        const isFirst = rows[index - 1]?.channels !== channels;
        const heading = `${channels.toLocaleString("en-US")} ${channels === 1 ? "channel" : "channels"}, ${connections} connections`;
        return isFirst ? [[heading], cells] : [cells];
      }),
    ),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
    versions: [
      {
        heading: `${SOME} · ${many.toLocaleString("en-US")} channels of one at 16`,
        cells: Object.fromEntries(
          parleys.map(({ name }) => [
            name,
            together([SOME, many].map((channels) => share(16, channels, name).toFixed(2))),
          ]),
        ),
      },
    ],
  };
}
