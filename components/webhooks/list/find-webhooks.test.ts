import { describe, expect, test } from "vitest";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { countByState, countLabel, EVERYTHING, findWebhooks, needsSearch } from "./find-webhooks";

function webhook(name: string, fields: Partial<WebhookDto> = {}): WebhookDto {
  return {
    id: "117430585659490304",
    channelId: "1",
    name,
    description: "",
    avatarUrl: null,
    givenAvatarUrl: null,
    defaultAvatarUrl: null,
    sender: "parley",
    state: "active",
    mine: false,
    creatorName: "Ada",
    createdAt: "2026-11-20T00:00:00.000Z",
    lastUsedAt: null,
    lastErrorAt: null,
    lastError: null,
    failedInRow: 0,
    expectedEveryHours: null,
    silentSince: null,
    signed: false,
    signatureScheme: null,
    takesAnyJson: false,
    updatesCards: false,
    oneLine: true,
    hasThings: true,
    gathersAll: false,
    notIncidents: [],
    ...fields,
  };
}

const all = [
  webhook("CI", { description: "Builds the Façade" }),
  webhook("Alerts", { state: "failing", creatorName: "Zoë", id: "117430585659499999" }),
  webhook("Backups", { state: "paused", creatorName: null }),
];
const names = (search: Partial<typeof EVERYTHING>) =>
  findWebhooks(all, { ...EVERYTHING, ...search }).map(({ name }) => name);

describe("finding a channel's webhook", () => {
  test("matches every word in the name, description, creator or ID, ignoring case and accents", () => {
    expect(names({})).toEqual(["CI", "Alerts", "Backups"]);
    expect(names({ text: "  facade ci" })).toEqual(["CI"]);
    expect(names({ text: "ZOE" })).toEqual(["Alerts"]);
    expect(names({ text: "9999" })).toEqual(["Alerts"]);
    expect(names({ text: "zoe ci" })).toEqual([]);
  });

  test("matches the state in addition to the words", () => {
    expect(names({ state: "paused" })).toEqual(["Backups"]);
    expect(names({ state: "paused", text: "ci" })).toEqual([]);
  });

  test("counts each state, and is offered for more than six webhooks", () => {
    expect(countByState(all)).toEqual({ all: 3, active: 1, paused: 1, failing: 1, silent: 0 });
    expect(needsSearch([...all, ...all])).toBe(false);
    expect(needsSearch([...all, ...all, webhook("One more")])).toBe(true);
  });

  test("says how many of the webhooks it shows", () => {
    expect([countLabel(3, 3), countLabel(1, 3), countLabel(1, 1), countLabel(0, 1)]).toEqual([
      "3 webhooks",
      "1 of 3 webhooks",
      "1 webhook",
      "0 of 1 webhook",
    ]);
  });
});
