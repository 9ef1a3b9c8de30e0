import { expect, test } from "vitest";
import type { IncidentItemDto, ResolvedItemDto } from "@/lib/messages/incidents/dto";
import { aMessage } from "@/lib/testing/message";
import { rowAfter, secondsOf, toRows } from "./rows";

const channel = { id: "1", name: "deploys", kind: "public" } as const;
const now = new Date("2026-11-28T00:30:00.000Z");
const item = (id: string, fields: Partial<IncidentItemDto["incident"]> = {}): IncidentItemDto => ({
  incident: {
    severity: "danger",
    openedAt: "2026-11-28T00:00:00.000Z",
    acknowledgedBy: null,
    acknowledgedAt: null,
    assignedTo: null,
    again: false,
    ...fields,
  },
  message: aMessage({ id }),
  channel,
  tool: "Grafana",
  canAct: true,
});
const over = (id: string, resolvedAt: string): ResolvedItemDto => ({
  ...{ id, openedAt: "2026-11-27T22:00:00.000Z", resolvedAt, closedBy: null },
  ...{ message: aMessage({ id }), channel, tool: "Grafana", canAct: true },
});

test("what is acknowledged or assigned is taken, unless it got worse since", () => {
  const acknowledgedAt = "2026-11-28T00:10:00.000Z";
  const items = [
    item("4", { acknowledgedAt, again: true }),
    item("3"),
    item("2", { acknowledgedAt }),
    item("1", { assignedTo: { id: "9", name: "Grace" } }),
  ];
  expect(toRows(items, [], { now, timeZone: "UTC" }).map(({ key, group }) => [key, group])).toEqual([
    ["4", "needing"],
    ["3", "needing"],
    ["2", "taken"],
    ["1", "taken"],
  ]);
});

test("today begins at the reader's midnight", () => {
  const resolved = [over("a", "2026-11-28T00:10:00.000Z"), over("b", "2026-11-27T23:30:00.000Z")];
  const keys = (timeZone: string) => toRows([], resolved, { now, timeZone }).map(({ key }) => key);
  expect(keys("UTC")).toEqual(["over-a"]);
  expect(keys("Europe/Berlin")).toEqual(["over-a", "over-b"]);
});

test("a duration ends when it was resolved", () => {
  const openedAt = "2026-11-28T00:00:00.000Z";
  expect(secondsOf({ openedAt, resolvedAt: null }, now)).toBe(1_800);
  expect(secondsOf({ openedAt, resolvedAt: "2026-11-28T00:10:00.000Z" }, now)).toBe(600);
});

test("the focus goes to the next row that stays, or to the one before the last", () => {
  const rows = ["a", "b", "c", "d"].map((key) => ({ key }));
  expect(rowAfter(rows, new Set(["b"]))?.key).toBe("c");
  expect(rowAfter(rows, new Set(["b", "c"]))?.key).toBe("d");
  expect(rowAfter(rows, new Set(["d"]))?.key).toBe("c");
  expect(rowAfter(rows, new Set(["a", "b", "c", "d"]))).toBeNull();
});
