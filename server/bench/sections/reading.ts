import type pg from "pg";
import { connected, startParley } from "@/server/bench/contestants/parley";
import type { Bench, Report } from "@/server/bench/load/bench";
import { figure, median, percentile, table, times } from "@/server/bench/load/figures";
import { failuresOf } from "@/server/bench/load/jobs";
import { getRequest } from "@/server/bench/load/load-process";
import type { Options } from "@/server/bench/sections/options";
import { type InstallSize, makeLargeInstall } from "@/server/testing/large-install";

const PEOPLE = 1_000;
const SMALL: InstallSize = { messages: 1_000, channels: 500, people: PEOPLE };
// As many channels and webhooks as a large install has, however long its history is.
const MOST = { channels: 20_000, webhooks: 10_000 };
// The install's first channel, of which the first person is a member.
const LARGEST_CHANNEL = 1;
const CAUGHT_UP_REVISIONS = 50;
const LONG = 60_000;
const HEADINGS = ["", "small p50 ms", "p95 ms", "large p50 ms", "p95 ms", "p95 of small"];

type Times = { p50: number; p95: number };

/** Measures reading requests, one after the other, in a workspace with a thousand messages and in one with many. */
export async function readingSection(bench: Bench, { quick, rounds, messages }: Options): Promise<Report> {
  const channels = Math.min(MOST.channels, Math.max(1_000, Math.floor(messages / 100)));
  const large: InstallSize = { messages, channels, people: PEOPLE, webhooks: Math.min(MOST.webhooks, channels) };
  const each = quick ? 20 : 50;
  const [little, much] = [await install(bench, SMALL), await install(bench, large)];
  const cells = little.questions.map(({ name }, index) => ({
    name,
    index,
    small: [] as Times[],
    large: [] as Times[],
  }));
  for (const { index } of cells) for (const { ask } of [little, much]) await ask(index, 5);
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, index, ...results } of cells) {
      bench.progress(`reading, round ${round} of ${rounds}: ${name}`);
      results.small.push(await little.ask(index, each));
      results.large.push(await much.ask(index, each));
    }
  }
  for (const { stop } of [little, much]) await stop();
  const rows = cells.map(({ name, small, large: many }) => ({
    name,
    small: medianTimes(small),
    large: medianTimes(many),
  }));
  return {
    title: `Reading with ${count(SMALL)} and with ${count(large)}`,
    text: table(
      HEADINGS,
      rows.map(({ name, small, large: { p50, p95 } }) => {
        return [name, figure(small.p50), figure(small.p95), figure(p50), figure(p95), times(p95 / small.p95)];
      }),
    ),
    figures: rows,
    failures: 0,
  };
}

/** Starts a Parley with a history. `ask` sends one of the `questions` several times and throws if one fails. */
async function install(bench: Bench, size: InstallSize) {
  const name = `reading_${size.messages}`;
  bench.progress(`preparing ${count(size)}`);
  const { load } = bench;
  const env = { LIMITS: "off" };
  // Before Parley starts, because it would index messages while others are still being written.
  const fill = (client: pg.Client) => makeLargeInstall(client, size);
  const parley = await startParley({ bench, name, databaseName: name, fill, env });
  const { port, databaseUrl, settle, stop } = parley;
  const rev = await connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ rev: string }>("SELECT rev FROM channels WHERE id = $1", [LARGEST_CHANNEL]);
    return Number(rows[0]?.rev);
  });
  const [cookie = ""] = await parley.signIn();
  await settle();
  const old = Math.ceil(rev / 2);
  const get = (path: string) => {
    const limits = { connections: 1, perSecond: null, leadMilliseconds: 0, milliseconds: LONG };
    return async (most: number): Promise<Times> => {
      const outcome = await load.requests({ port, requests: [getRequest(path, cookie)], most, ...limits });
      if (failuresOf(outcome) > 0) throw new Error(`${path} failed: ${JSON.stringify(outcome.failures)}`);
      return outcome;
    };
  };
  const catchUp = async (most: number): Promise<Times> => {
    const path = `/api/events?channel=${LARGEST_CHANNEL}&rev=${Math.max(0, rev - CAUGHT_UP_REVISIONS)}`;
    const requests = new Array<string>(most).fill(getRequest(path, cookie));
    const { tookMilliseconds } = await load.openStreams({ port, requests, posts: 0, atOnce: 1 });
    await load.closeStreams();
    const sorted = tookMilliseconds.toSorted((a, b) => a - b);
    return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
  };
  const questions = [
    { name: "a channel's page", ask: get(`/channels/${LARGEST_CHANNEL}`) },
    { name: "a channel's latest messages", ask: get(`/api/channels/${LARGEST_CHANNEL}/messages`) },
    { name: "a permalink", ask: get(`/channels/${LARGEST_CHANNEL}?message=${old}`) },
    { name: "messages around an old one", ask: get(`/api/channels/${LARGEST_CHANNEL}/messages?around=${old}`) },
    { name: "a channel's files", ask: get(`/api/channels/${LARGEST_CHANNEL}/files`) },
    { name: "500 channels with unread counts", ask: get("/api/channels") },
    { name: `catching up ${CAUGHT_UP_REVISIONS} changes`, ask: catchUp },
    { name: "search for a rare word", ask: get("/api/search?q=word4321") },
    { name: "search for a common word", ask: get("/api/search?q=deploy") },
    { name: "search for a word that no message has", ask: get("/api/search?q=nothingofthesort") },
    { name: "search for two words", ask: get("/api/search?q=word7+failed") },
    { name: "search for the middle of a rare word", ask: get("/api/search?q=ord4321") },
    { name: "search for the middle of a common word", ask: get("/api/search?q=eploy") },
    { name: "search for a middle that no word has", ask: get("/api/search?q=othingofthesor") },
    { name: "search for two middles", ask: get("/api/search?q=ord7+ailed") },
    { name: "count a rare word", ask: get("/api/search/count?q=word4321") },
    { name: "count two words", ask: get("/api/search/count?q=word7+failed") },
    { name: "count the middle of a rare word", ask: get("/api/search/count?q=ord4321") },
    { name: "count two middles", ask: get("/api/search/count?q=ord7+ailed") },
    { name: "search for messages with a file", ask: get("/api/search?q=has:file+word7") },
    { name: "the page of all webhooks", ask: get("/workspace/webhooks") },
    { name: "the page of all channels", ask: get("/channels") },
  ];
  return { questions, ask: (index: number, most: number) => ask(questions[index], most), stop };
}

async function ask(question: { ask: (most: number) => Promise<Times> } | undefined, most: number): Promise<Times> {
  return question?.ask(most) ?? { p50: Number.NaN, p95: Number.NaN };
}

function medianTimes(all: readonly Times[]): Times {
  return { p50: median(all.map(({ p50 }) => p50)), p95: median(all.map(({ p95 }) => p95)) };
}

function count({ messages, channels }: InstallSize): string {
  return `${messages.toLocaleString("en-US")} messages in ${channels.toLocaleString("en-US")} channels`;
}
