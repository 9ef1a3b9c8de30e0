import { expect, test } from "vitest";
import { comparison } from "@/server/bench/sections/posts";

function row(kind: "text" | "card", name: string, connections: number, nodeMs: number) {
  return { kind, name, connections, figures: { perSecond: 1, p50: 1, p99: 1, walBytes: 1, nodeMs, postgresMs: 0.5 } };
}

test("the processor time of a post is compared with another checkout's in one line", () => {
  const rows = [
    row("text", "bare ceiling", 1, 0.1),
    row("text", "Parley", 1, 0.5),
    row("text", "../before", 1, 0.75),
    row("text", "Parley", 16, 0.5),
    row("text", "../before", 16, 0.5),
    row("card", "Parley", 1, 1.5),
    row("card", "../before", 1, 0.5),
  ];
  expect(comparison(rows, ["../before"])).toEqual([
    "Processor time of a post against ../before: 1.27 × (text 0.80, 1.00; card 2.00).",
  ]);
});

test("without another checkout there's nothing to compare", () => {
  expect(comparison([row("text", "Parley", 1, 0.5)], [])).toEqual([]);
});
