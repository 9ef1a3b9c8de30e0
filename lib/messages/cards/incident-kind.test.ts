import { expect, test } from "vitest";
import type { CardFacts } from "@/lib/messages/dto";
import { incidentKind } from "./incident-kind";

const state = { word: "Failed", tone: "bad", open: true } as const;
const of = (card: CardFacts, tool = "Stripe") => incidentKind([{ title: "any", tool: { name: tool }, card }]);

test("cards with an event are alike by their event and state, whatever they're about", () => {
  expect(of({ event: "Charge", subject: "ch_1", state })).toBe("Stripe · Charge · Failed");
  expect(of({ event: "Charge", subject: "ch_2", state })).toBe(of({ event: "Charge", subject: "ch_1", state }));
  expect(of({ event: "Payout", subject: "ch_1", state })).not.toBe(of({ event: "Charge", subject: "ch_1", state }));
});

test("cards with only a state are alike by their thing, so that one alert's mark leaves the others", () => {
  expect(of({ place: ["shop"], subject: "p99", state }, "Grafana")).toBe("Grafana · p99");
  expect(of({ place: ["shop"], subject: "disk", state }, "Grafana")).not.toBe("Grafana · p99");
});

test("a sender's own cards are alike by their title, and a card without any can't be marked", () => {
  expect(incidentKind([{ title: "Backup failed", color: 1 }])).toBe("Backup failed");
  expect(incidentKind([{ description: "x" }])).toBe("");
  expect(incidentKind([])).toBe("");
});
