import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { afterAll, expect, test } from "vitest";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { ROOT } from "@/server/root";
import { runProgram } from "@/server/run-program";
import { debianProgram } from "@/server/testing/debian-program";
import { CASES, type Shape } from "./alert-cases";

// Asks Prometheus's own rule engine, in simulated time.

const SLOW_MS = 300_000;
const ALERTS = path.join(ROOT, "docs/monitoring/alerts.yml");
type Rule = { alert: string; annotations: Record<string, string> };
type Rules = { groups: { rules: Rule[] }[] };
const rules = (load(readFileSync(ALERTS, "utf8")) as Rules).groups.flatMap((group) => group.rules);

const directory = temporaryDirectory("parley-alerts-");
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** How long the tests look whether an alert stays quiet. In minutes, as all times here. */
const WATCHED = 3 * 60;

type Expectation = { expr: string; eval_time: string; exp_samples: { labels: string; value: number }[] };

test("each alert has a case in which it fires, and says what to do", () => {
  const fire = new Set(CASES.filter(({ fires }) => fires).map(({ alert }) => alert));
  expect([...fire].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  expect(CASES.map(({ alert }) => alert).filter((alert) => !fire.has(alert))).toEqual([]);
  for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(["summary", "action"]);
});

test.each([15, 60])(
  "with a sample every %i seconds, each alert fires while its cause lasts, and ends soon after it",
  { timeout: SLOW_MS },
  async (interval) => {
    const files = CASES.map((each, index) => {
      const { alert, fires, spares, before = 90 } = each;
      const spared = { lasts: spares, expected: [quiet(alert, 0, before + spares + WATCHED)] };
      const runs = [spared];
      if (fires) {
        const lasts = fires.within + 20;
        const end = before + lasts;
        const expected = [
          quiet(alert, 0, before),
          firing(alert, before + fires.within, end),
          quiet(alert, end + fires.ends, end + WATCHED),
        ];
        runs.push({ lasts, expected });
      }
      const tests = runs.map(({ lasts, expected }) => ({
        name: [alert, each.about, `for ${lasts} minutes`].filter(Boolean).join(", "),
        interval: `${interval}s`,
        input_series: Object.entries(each.series).map(([name, shape]) => ({
          series: labelled(name),
          values: valuesOf(shape, { before, lasts, restarts: each.restarts }, interval),
        })),
        promql_expr_test: expected,
      }));
      // With only this rule, because promtool evaluates all rules that a file names. JSON is YAML too.
      const [own, file] = [`rule-${index}.json`, path.join(directory, `${interval}-${index}.json`)];
      const group = { name: "parley", rules: rules.filter((rule) => rule.alert === alert) };
      writeFileSync(path.join(directory, own), JSON.stringify({ groups: [group] }));
      writeFileSync(file, JSON.stringify({ rule_files: [own], evaluation_interval: `${interval}s`, tests }));
      return file;
    });
    const promtool = await debianProgram("promtool", "prometheus");
    expect(await runProgram(promtool, ["check", "rules", ALERTS])).toMatchObject({ code: 0 });
    const { code, output } = await runProgram(promtool, ["test", "rules", ...files]);
    expect(output).not.toContain("FAILED");
    expect(code).toBe(0);
  },
);

/** How many minutes of a time the alert fires. */
const minutesFiring = (alert: string, after: number, until: number) =>
  `count_over_time(max(ALERTS{alertname="${alert}", alertstate="firing"})[${(until - after) * 60}s:1m])`;

function quiet(alert: string, after: number, until: number): Expectation {
  return { expr: minutesFiring(alert, after, until), eval_time: `${until * 60}s`, exp_samples: [] };
}

function firing(alert: string, after: number, until: number): Expectation {
  const isFiring = `${minutesFiring(alert, after, until)} >= bool ${until - after}`;
  return { expr: isFiring, eval_time: `${until * 60}s`, exp_samples: [{ labels: "{}", value: 1 }] };
}

/** Adds the labels that every scrape has. */
function labelled(series: string): string {
  const [name = "", labels = ""] = series.split(/[{}]/);
  return `${name}{${['job="parley"', 'instance="a:3000"', labels].filter(Boolean).join(", ")}}`;
}

type Times = { before: number; lasts: number; restarts: number | undefined };

/** Returns a sample for each interval, as promtool reads them. */
function valuesOf(shape: Shape, { before, lasts, restarts }: Times, interval: number): string {
  const { from, well, broken, after } = shape;
  let sum = from ?? 0;
  const samples = Array.from({ length: ((before + lasts + WATCHED) * 60) / interval + 1 }, (_, index) => {
    const minute = (index * interval) / 60;
    const value = minute <= before ? well : minute <= before + lasts ? broken : after;
    if (value === null || (restarts !== undefined && minute % restarts < 5)) return "stale";
    sum += (value * interval) / 60;
    return from === null ? value : sum;
  });
  return samples.join(" ");
}
