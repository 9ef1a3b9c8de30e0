import { describe, expect, it } from "vitest";
import type { AuditEntryDto } from "@/lib/audit/dto";
import { changesOf, sentenceOf } from "./describe";

function entry(fields: Partial<AuditEntryDto>): AuditEntryDto {
  return {
    id: "1",
    action: "webhook.created",
    actorId: "2",
    actorName: "Ada",
    actorAvatarUrl: null,
    channelName: "deploys",
    webhookName: null,
    memberName: null,
    changes: {},
    createdAt: "2026-11-21T09:30:00Z",
    ...fields,
  };
}

function say(fields: Partial<AuditEntryDto>): string {
  return sentenceOf(entry(fields))
    .map((part) => (typeof part === "string" ? part : part.strong))
    .join("");
}

const webhookName = "CI";
const memberName = "Grace";

describe("an entry of the audit log", () => {
  it("reads as a sentence about a webhook", () => {
    const rename = { name: { from: "CI", to: "Build" } };
    const description = { description: { from: "", to: "Nightly" } };
    expect([
      say({ action: "webhook.created", webhookName }),
      say({ action: "webhook.updated", webhookName, changes: rename }),
      say({ action: "webhook.updated", webhookName, changes: description }),
      say({ action: "webhook.updated", webhookName, changes: { ...rename, ...description } }),
      say({ action: "webhook.token_regenerated", webhookName }),
      say({ action: "webhook.signing_secret_set", webhookName }),
      say({ action: "webhook.moved", webhookName, changes: { channel: { from: "builds", to: "deploys" } } }),
      say({ action: "webhook.moved", webhookName, changes: { channel: { from: null, to: "deploys" } } }),
      say({ action: "webhook.deleted", webhookName, channelName: null }),
    ]).toEqual([
      "Ada created webhook CI in #deploys",
      "Ada renamed webhook CI to Build in #deploys",
      "Ada changed the description of webhook CI in #deploys",
      "Ada changed webhook CI in #deploys",
      "Ada regenerated the token of webhook CI in #deploys",
      "Ada set a signing secret for webhook CI in #deploys",
      "Ada moved webhook CI from #builds to #deploys",
      "Ada moved webhook CI from a direct message to #deploys",
      "Ada deleted webhook CI in a direct message",
    ]);
  });

  it("reads as a sentence about a channel and its members", () => {
    const everyone = { webhooksMayMentionEveryone: { from: false, to: true } };
    expect([
      say({ action: "channel.updated", changes: { name: { from: "deploys", to: "releases" } } }),
      say({ action: "channel.updated", changes: { topic: { from: "", to: "Builds" } } }),
      say({ action: "channel.updated", changes: { topic: { from: "", to: "Builds" }, ...everyone } }),
      say({ action: "channel.updated", changes: everyone }),
      say({ action: "channel.updated", changes: { webhookManagers: { from: "members", to: "managers" } } }),
      say({ action: "channel.archived" }),
      say({ action: "channel.member_added", memberName }),
      say({ action: "channel.member_left" }),
      say({ action: "channel.role_changed", memberName, changes: { role: { from: "member", to: "manager" } } }),
    ]).toEqual([
      "Ada renamed #deploys to #releases",
      "Ada changed the topic of #deploys",
      "Ada changed #deploys",
      "Ada let webhooks mention everyone in #deploys",
      "Ada changed who may manage webhooks in #deploys",
      "Ada archived #deploys",
      "Ada added Grace to #deploys",
      "Ada left #deploys",
      "Ada made Grace a manager of #deploys",
    ]);
  });

  it("lists old and new values where the sentence doesn't tell them", () => {
    const name = { from: "deploys", to: "releases" };
    const changes = { name, topic: { from: "", to: "Builds" }, webhookManagers: { from: "members", to: "managers" } };
    expect(changesOf(entry({ action: "channel.updated", changes: { name } }))).toEqual([]);
    expect(changesOf(entry({ action: "channel.updated", changes }))).toEqual([
      { label: "Name", from: "deploys", to: "releases" },
      { label: "Topic", from: null, to: "Builds" },
      { label: "Who may manage webhooks", from: "all members", to: "channel managers only" },
    ]);
  });
});
