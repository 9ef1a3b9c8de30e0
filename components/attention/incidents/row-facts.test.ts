import { expect, test } from "vitest";
import type { Embed, IncidentDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";
import { rowFacts } from "./row-facts";

const OPEN: IncidentDto = {
  severity: "danger",
  level: null,
  openedAt: "2026-11-28T10:00:00.000Z",
  acknowledgedBy: null,
  acknowledgedAt: null,
  assignedTo: null,
  again: false,
};
const FIRING: Embed = {
  title: "[shop · production] Firing: p99 of checkout-api",
  color: 0xcf222e,
  tool: { name: "Grafana", mark: "grafana" },
  card: {
    place: ["shop", "production"],
    subject: "p99 of checkout-api",
    state: { word: "Firing", tone: "bad", open: true },
  },
};
const of = (embeds: Embed[], incident: Partial<IncidentDto> | null = {}) =>
  rowFacts(aMessage({ embeds }), incident && { ...OPEN, ...incident });

test("a row says a card's facts, and its state unless the payload says how bad it is", () => {
  const facts = { tone: "danger", mark: "grafana", subject: "p99 of checkout-api", place: "shop · production" };
  expect(of([FIRING])).toEqual({ word: "Firing", ...facts });
  expect(of([FIRING], { level: "critical" })).toEqual({ word: "Critical", ...facts });
  expect(of([{ ...FIRING, card: { ...FIRING.card, event: "Rule" } }]).subject).toBe("Rule: p99 of checkout-api");
});

test("a sender's own card and one of an older version keep their title whole, and a word for their color", () => {
  const own = { title: "Backup failed: db-1", color: 0xcf222e };
  expect(of([own])).toMatchObject({ word: "Alert", subject: "Backup failed: db-1", place: "", mark: undefined });
  expect(of([own], { severity: "warning" }).word).toBe("Warning");
  expect(of([{ ...own, card: { place: ["eu"], state: { word: "Down", tone: "bad", open: true } } }])).toMatchObject({
    word: "Down",
    subject: "Backup failed: db-1",
    place: "eu",
  });
});

test("what is over shows its state now, and the worst card of an open one is the one that counts", () => {
  const good: Embed = { ...FIRING, card: { ...FIRING.card, state: { word: "OK", tone: "good", open: false } } };
  expect(of([good], null)).toMatchObject({ word: "OK", tone: "success" });
  expect(of([{ ...good, tool: { name: "CI" } }, FIRING])).toMatchObject({ word: "Firing", mark: "grafana" });
});
