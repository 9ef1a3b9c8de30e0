import { beforeEach, describe, expect, test } from "vitest";
import { listNotices } from "@/lib/attention/notices/queries";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser, makeWebhook } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { updateWebhook } from "@/lib/webhooks/manage-webhook";
import { offerOneLine } from "@/lib/webhooks/offer-one-line";
import { createWebhookSchema, updateWebhookSchema } from "@/lib/webhooks/schema";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { mayHaveThings, TOOLS_WITH_THINGS } from "@/lib/webhooks/senders/sender-things";

const FIELDS = { name: "GitHub", description: "", avatarUrl: null };

let manager: SessionUser;
let channel: { id: bigint; name: string };

beforeEach(async () => {
  // Left over from other tests.
  await db().webhook.deleteMany();
  await db().auditEntry.deleteMany();
  manager = await makeUser();
  channel = await makeChannel();
  await db().membership.create({ data: { channelId: channel.id, userId: manager.id, role: "manager" } });
});

const managed = () => requireWebhookManager(manager, channel.id);
const rowOf = (id: string | bigint) => db().webhook.findUniqueOrThrow({ where: { id: BigInt(id) } });

describe("a new webhook", () => {
  test("has one line per thing and gathers only storms of cards, unless its form says otherwise", async () => {
    const { webhook } = await createWebhook(await managed(), { ...FIELDS, sender: "github" }, "");
    expect(webhook).toMatchObject({ oneLine: true, hasThings: true, gathersAll: false });
    const given = { ...FIELDS, sender: "grafana", oneLine: false, gathersAll: true };
    const other = await createWebhook(await managed(), given, "");
    expect(other.webhook).toMatchObject({ oneLine: false, hasThings: false, gathersAll: true });
    const form = { channelId: "1", name: "CI", description: "", avatarUrl: "", picture: "" };
    expect(createWebhookSchema.parse(form)).toMatchObject({ oneLine: true, gathersAll: false });
  });
});

describe("the form of a webhook", () => {
  test("changes only the switches that it shows, and the audit log says which", async () => {
    const { webhook: made } = await makeWebhook({ channelId: channel.id, name: "GitHub", sender: "github" });
    const update = async (fields: { oneLine?: boolean; gathersAll?: boolean }) =>
      updateWebhook(await managed(), made.id, { ...FIELDS, ...fields });
    expect(await update({ oneLine: true })).toMatchObject({ oneLine: true, gathersAll: false });
    expect(await update({ gathersAll: true })).toMatchObject({ oneLine: true, gathersAll: true });
    expect(await update({})).toMatchObject({ oneLine: true, gathersAll: true });
    const entries = await db().auditEntry.findMany({ where: { webhookId: made.id }, orderBy: { id: "asc" } });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["webhook.updated", { oneLine: { from: false, to: true } }],
      ["webhook.updated", { gathersAll: { from: false, to: true } }],
    ]);
    const form = { channelId: "1", webhookId: "2", name: "CI", description: "", avatarUrl: "", picture: "" };
    const { oneLine, gathersAll } = updateWebhookSchema.parse(form);
    expect([oneLine, gathersAll]).toEqual([undefined, undefined]);
  });
});

describe("one line per thing", () => {
  const offers = async (user = manager) =>
    (await listNotices(user)).filter(({ action }) => action === "webhook.one_line_offered");

  test("is offered once to those who manage a webhook from before, on however many instances", async () => {
    const [creator, member] = [await makeUser(), await makeUser()];
    for (const { id: userId } of [creator, member])
      await db().membership.create({ data: { channelId: channel.id, userId } });
    const from = { channelId: channel.id, createdById: creator.id };
    const { webhook } = await makeWebhook({ ...from, name: "GitHub", sender: "github" });
    await Promise.all([offerOneLine(), offerOneLine()]);
    await offerOneLine();
    const offer = {
      channelName: channel.name,
      webhookName: "GitHub",
      webhookId: `${webhook.id}`,
      things: "pull request, issue and build",
      opensLog: true,
    };
    expect(await offers()).toMatchObject([offer]);
    expect(await offers(creator)).toMatchObject([{ webhookName: "GitHub" }]);
    expect(await offers(member)).toEqual([]);
    expect((await rowOf(webhook.id)).oneLine).toBe(false);
  });

  test("isn't offered for a webhook that has it, has chosen, can't have it or can't be managed", async () => {
    await createWebhook(await managed(), { ...FIELDS, sender: "github" }, "");
    const { webhook: chosen } = await createWebhook(await managed(), { ...FIELDS, sender: "gitlab" }, "");
    await updateWebhook(await managed(), BigInt(chosen.id), { ...FIELDS, oneLine: false });
    const { webhook: switched } = await makeWebhook({ channelId: channel.id, sender: "jira" });
    for (const oneLine of [true, false]) await updateWebhook(await managed(), switched.id, { ...FIELDS, oneLine });
    await makeWebhook({ channelId: channel.id, sender: "grafana" });
    await makeWebhook({ channelId: channel.id });
    await makeWebhook({ channelId: channel.id, sender: "github", tokenHash: null, deletedAt: new Date() });
    const archived = await makeChannel({ archivedAt: new Date() });
    await makeWebhook({ channelId: archived.id, sender: "github" });
    await offerOneLine();
    expect(await db().auditEntry.count({ where: { action: "webhook.one_line_offered" } })).toBe(0);
  });

  test("is offered for many webhooks in portions", async () => {
    const sender = "github";
    await Promise.all(Array.from({ length: 60 }, () => makeWebhook({ channelId: channel.id, sender })));
    await offerOneLine();
    expect(await db().webhook.count({ where: { oneLineOfferedAt: null } })).toBe(0);
    expect(await offers()).toHaveLength(60);
  });

  test("is for GitHub and the tools whose descriptions say so", () => {
    const described = [...descriptions()].flatMap(([name, { one_line }]) => (one_line ? [name] : []));
    expect([...TOOLS_WITH_THINGS].sort()).toEqual(["github", ...described].sort());
    expect([null, "parley", "json", "github", "slack", "grafana"].map(mayHaveThings)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
