import { describe, expect, it } from "vitest";
import type { WorkspaceWebhookDto } from "@/lib/webhooks/dto";
import { channelsOf, filterWebhooks, NO_FILTER } from "./webhook-filter";

function webhook(name: string, fields: Partial<WorkspaceWebhookDto> = {}): WorkspaceWebhookDto {
  return {
    id: name,
    name,
    description: "",
    avatarUrl: null,
    state: "active",
    channelId: "1",
    channelName: "deploys",
    channelKind: "public",
    channelArchived: false,
    creatorName: "Ada",
    creatorDeactivated: false,
    createdAt: "2026-11-20T00:00:00.000Z",
    lastUsedAt: null,
    lastErrorAt: null,
    lastError: null,
    canManage: true,
    ...fields,
  };
}

const all = [
  webhook("CI 10", { lastUsedAt: "2026-11-20T10:00:00.000Z", createdAt: "2026-11-19T00:00:00.000Z" }),
  webhook("ci 2", { state: "failing", description: "Builds the Façade", lastUsedAt: "2026-11-21T10:00:00.000Z" }),
  webhook("Alerts", { channelId: "2", channelName: "incidents", creatorName: "Zoë", state: "paused" }),
];

const names = (filter: Partial<typeof NO_FILTER>) =>
  filterWebhooks(all, { ...NO_FILTER, ...filter }).map(({ name }) => name);

describe("the list of all webhooks", () => {
  it("is searched by name, description, channel and creator, whatever the accents", () => {
    expect(names({ search: "CI" })).toEqual(["Alerts", "ci 2", "CI 10"]);
    expect(names({ search: "facade build" })).toEqual(["ci 2"]);
    expect(names({ search: "#incidents" })).toEqual(["Alerts"]);
    expect(names({ search: " zoe " })).toEqual(["Alerts"]);
    expect(names({ search: "zoe deploys" })).toEqual([]);
  });

  it("is narrowed by state and by channel", () => {
    expect(names({ state: "failing" })).toEqual(["ci 2"]);
    expect(names({ channelId: "2" })).toEqual(["Alerts"]);
    expect(names({ channelId: "2", state: "active" })).toEqual([]);
  });

  it("is sorted by name as people count, by last use with the unused last, or by age", () => {
    expect(names({})).toEqual(["Alerts", "ci 2", "CI 10"]);
    expect(names({ sort: "used" })).toEqual(["ci 2", "CI 10", "Alerts"]);
    expect(names({ sort: "created" })).toEqual(["Alerts", "ci 2", "CI 10"]);
  });

  it("knows its channels", () => {
    expect(channelsOf([...all, webhook("x", { channelId: "3", channelName: null })])).toEqual([
      { id: "1", name: "#deploys", count: 2 },
      { id: "2", name: "#incidents", count: 1 },
      { id: "3", name: "Direct message", count: 1 },
    ]);
  });
});
