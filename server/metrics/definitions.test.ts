import { readFileSync } from "node:fs";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { defineMetrics } from "@/server/metrics/definitions";

test("docs/monitoring.md lists every metric (-u rewrites it)", async () => {
  const register = new Registry();
  defineMetrics(register);
  const described = await register.getMetricsAsJSON();
  const rows = described.map(({ name, type, help }) => [`\`${name}\``, String(type), help]);
  const all = [["Metric", "Type", "What it is"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = all;
  const table = [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
  const page = readFileSync("docs/monitoring.md", "utf8");
  const current = page.replace(/^\| Metric .*\n(\|.*\n)+/m, () => `${table}\n`);
  await expect(current).toMatchFileSnapshot("../../docs/monitoring.md");
});
