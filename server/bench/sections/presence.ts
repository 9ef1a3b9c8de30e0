import { failuresOf } from "@/server/bench/contestants/measure";
import { type Parley, startParley } from "@/server/bench/contestants/parley";
import { figure, table } from "@/server/bench/figures/table";
import { LoadProcess } from "@/server/bench/load/load-process";
import { getRequest, sayRequest } from "@/server/bench/load/requests";
import type { Options } from "@/server/bench/sections/options";
import type { Bench, Report } from "@/server/bench/setting/bench";
import { processorTime } from "@/server/bench/setting/machine";

const CHANGES_PER_MINUTE = 0.1;
const TYPING = 50;
const SECONDS_BETWEEN_TYPINGS = 3;
const HEADINGS = ["", "streams", "Parley, % of a core", "PostgreSQL, % of a core", "KB a stream"];

/** What it costs to tell everybody who is here and who is typing: the streams alone, and then with all that people do. */
export async function presenceSection(bench: Bench, { quick, milliseconds }: Options): Promise<Report> {
  const people = quick ? 200 : 1_000;
  const length = Math.max(10_000, milliseconds * 10);
  bench.progress("starting Parley");
  const readers = await LoadProcess.start(bench.lifecycle);
  const parley = await startParley({ bench, name: "Parley", databaseName: "presence", people });
  const cookies = await parley.signIn();
  const [channelId = ""] = parley.channelIds;
  const requests = (query: (index: number) => string) =>
    cookies.map((cookie, index) => getRequest(`/api/events?channel=${channelId}${query(index)}`, cookie));
  const strangers = requests(() => "");
  const pages = requests((index) => `&tab=tab${index}`);
  // What the first few make the process load and compile is no stream's own.
  await readers.openStreams({ port: parley.port, requests: pages.slice(0, 50), atOnce: 50, posts: 0 });
  await readers.closeStreams();
  const rows = [];
  for (const { name, streams, acts } of [
    { name: "streams that aren't told", streams: strangers, acts: [] },
    { name: "told, nothing happens", streams: pages, acts: [] },
    { name: "10 % a minute come and go", streams: pages, acts: moves(cookies) },
    { name: "50 are typing", streams: pages, acts: typings(cookies, channelId) },
    { name: "both", streams: pages, acts: [...moves(cookies), ...typings(cookies, channelId)] },
  ]) {
    bench.progress(`presence: ${name}`);
    rows.push({ name, streams: streams.length, ...(await measure(bench, readers, { parley, streams, acts, length })) });
  }
  await parley.stop();
  return {
    title: `Presence and typing, with everybody in one open channel`,
    text: table(
      HEADINGS,
      rows.map(({ name, streams, parley: own, postgres, kilobytes }) => {
        return [name, `${streams}`, figure(own), figure(postgres), figure(kilobytes)];
      }),
    ),
    figures: rows,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** What happens again and again: a request, every so many seconds. */
type Act = { requests: string[]; perSecond: number };

function moves(cookies: readonly string[]): Act[] {
  const requests = [1, 0].flatMap((away) =>
    cookies.map((cookie, index) => sayRequest(`/api/presence?tab=tab${index}&away=${away}`, cookie)),
  );
  return [{ requests, perSecond: (cookies.length * CHANGES_PER_MINUTE) / 60 }];
}

function typings(cookies: readonly string[], channelId: string): Act[] {
  const path = `/api/channels/${channelId}/typing`;
  const requests = cookies.slice(0, TYPING).map((cookie) => sayRequest(path, cookie));
  return [{ requests, perSecond: TYPING / SECONDS_BETWEEN_TYPINGS }];
}

async function measure(
  { load, database }: Bench,
  readers: LoadProcess,
  { parley, streams, acts, length }: { parley: Parley; streams: string[]; acts: Act[]; length: number },
): Promise<{ parley: number; postgres: number; kilobytes: number; failures: number }> {
  const { port, pid } = parley;
  await parley.settle();
  const before = await parley.probe();
  await readers.openStreams({ port, requests: streams, atOnce: 50, posts: 0 });
  await parley.settle();
  const after = await parley.probe();
  const begin = { parley: processorTime(pid), postgres: database.processorTime(), at: performance.now() };
  let failures = 0;
  const deadline = new Promise((resolve) => setTimeout(resolve, length));
  const pace = { port, connections: 8, leadMilliseconds: 0, milliseconds: length, most: 1_000_000 };
  const perSecond = acts.reduce((sum, act) => sum + act.perSecond, 0);
  if (perSecond > 0) {
    failures += failuresOf(await load.requests({ ...pace, perSecond, requests: mixed(acts, perSecond, length) }));
  }
  await deadline;
  const share = (used: number) => (used / (performance.now() - begin.at)) * 100;
  const result = {
    parley: share(processorTime(pid) - begin.parley),
    postgres: share(database.processorTime() - begin.postgres),
    kilobytes: (after.residentBytes - before.residentBytes) / streams.length / 1000,
  };
  failures += (await readers.lookAtStreams()).ended;
  await readers.closeStreams();
  return { ...result, failures };
}

/** So many of each as there are in the time. */
function mixed(acts: readonly Act[], perSecond: number, length: number): string[] {
  const due = acts.map((act) => ({ act, next: 0, credit: 0 }));
  return Array.from({ length: Math.ceil((perSecond * length) / 1000) + 1 }, () => {
    for (const each of due) each.credit += each.act.perSecond;
    const most = due.reduce((a, b) => (b.credit > a.credit ? b : a));
    most.credit -= perSecond;
    most.next += 1;
    return most.act.requests[(most.next - 1) % most.act.requests.length] ?? "";
  });
}
