import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBackup } from "@/lib/testing/backups";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { debianProgram } from "@/server/testing/debian-program";
import { stopChild } from "@/server/testing/parley-process";
import { listenTo } from "../instances/event-stream";
import { cookieHeader } from "../session-cookie";
import { askOperated, METRICS_TOKEN, parley, post, withoutDatabase } from "./operated";

const DASHBOARD = path.join(ROOT, "docs/monitoring/grafana-dashboard.json");
const ALERTS = path.join(ROOT, "docs/monitoring/alerts.yml");
const SLOW_MS = 300_000;

type Panel = { title: string; targets: { expr: string }[] };
type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] };
const { panels } = JSON.parse(readFileSync(DASHBOARD, "utf8")) as { panels: Panel[] };
const rules = (load(readFileSync(ALERTS, "utf8")) as Rules).groups.flatMap((group) => group.rules);

const backups = temporaryDirectory("parley-prometheus-backups-");
let prometheus: { url: string; stop: () => Promise<void> };
beforeAll(async () => {
  prometheus = await startPrometheus();
}, SLOW_MS);
afterAll(async () => {
  await prometheus?.stop();
  rmSync(backups, { recursive: true });
});

async function startPrometheus(): Promise<typeof prometheus> {
  const program = await debianProgram("prometheus");
  const directory = temporaryDirectory("parley-prometheus-");
  const port = await freePort();
  // The shipped rules, but nothing has to last for minutes.
  const rulesFile = path.join(directory, "alerts.yml");
  writeFileSync(rulesFile, readFileSync(ALERTS, "utf8").replace(/for: \w+/g, "for: 1s"));
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [rulesFile],
    scrape_configs: [
      {
        job_name: "parley",
        authorization: { credentials: METRICS_TOKEN },
        static_configs: [{ targets: [new URL(parley.baseUrl).host] }],
      },
    ],
  };
  // JSON is YAML too.
  writeFileSync(path.join(directory, "prometheus.yml"), JSON.stringify(config));
  const child = spawn(
    program,
    [
      `--config.file=${path.join(directory, "prometheus.yml")}`,
      `--storage.tsdb.path=${path.join(directory, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await stopChild(child, "SIGTERM");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Answer = {
  status: string;
  error?: string;
  data: { result: { metric: Record<string, string>; value: [number, string] }[] };
};

/** Returns the series of an expression; throws Prometheus's error. */
async function evaluate(expr: string): Promise<Answer["data"]["result"]> {
  const answer = await fetch(`${prometheus.url}/api/v1/query?${new URLSearchParams({ query: expr })}`);
  const { status, error, data } = (await answer.json()) as Answer;
  if (status !== "success") throw new Error(`${expr}: ${error}`);
  return data.result;
}

/** Returns the metrics that an expression names, with the labels that it wants. */
function seriesIn(expr: string): string[] {
  return [...new Set(expr.match(/\b((parley|nodejs|process)_\w+|up\b)(\{[^}]*\})?/g))];
}

test(
  "every expression of the dashboard and the alerts gives data on a Parley in use",
  async () => {
    await use();
    const shown = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr: filledIn(expr) })));
    expect(shown.length).toBeGreaterThan(25);
    await until(async () => {
      for (const { title, expr } of shown) expect(await evaluate(expr), `${title}: ${expr}`).not.toEqual([]);
    });
    for (const { alert, expr, annotations } of rules) {
      // Most alerts give nothing while all is well, but what they look at must be there.
      await evaluate(expr);
      expect(seriesIn(expr), alert).not.toEqual([]);
      const labels = new Set<string>();
      for (const series of seriesIn(expr)) {
        const found = await evaluate(series);
        expect(found, `${alert}: ${series}`).not.toEqual([]);
        for (const { metric } of found) for (const label of Object.keys(metric)) labels.add(label);
      }
      for (const [, label] of JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g))
        expect(labels, alert).toContain(label);
    }
    const loaded = (await (await fetch(`${prometheus.url}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string }[] }[] };
    };
    const states = loaded.data.groups.flatMap((group) => group.rules.map(({ name, health }) => [name, health]));
    expect(states).toEqual(rules.map(({ alert }) => [alert, "ok"]));
  },
  SLOW_MS,
);

/** Replaces Grafana's variables. */
function filledIn(expr: string): string {
  return expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".+");
}

/** Does what the dashboard shows: posts, refusals, live delivery, pages, a backup. */
async function use(): Promise<void> {
  const made = await makeWebhook();
  const user = await makeUser();
  await makeMember({ id: made.webhook.channelId }, user);
  const stream = await listenTo(parley.baseUrl, await cookieHeader(user), made.webhook.channelId);
  await makeBackup(backups);
  await until(async () => expect((await evaluate("up == 1")).length).toBe(1));
  await post(made, { content: "monitored" });
  await post(made, "{");
  await (await askOperated("/login")).text();
  await (await askOperated("/api/health")).text();
  stream.close();
}

test(
  "an alert fires while the database is down, and ends when it's back",
  async () => {
    const firing = 'ALERTS{alertname="ParleyDatabaseDown",alertstate="firing"}';
    await until(async () => expect(await evaluate("parley_database_up == 1")).toHaveLength(1));
    expect(await evaluate(firing)).toEqual([]);
    await withoutDatabase(() => until(async () => expect(await evaluate(firing)).toHaveLength(1)));
    await until(async () => expect(await evaluate(firing)).toEqual([]));
  },
  SLOW_MS,
);
