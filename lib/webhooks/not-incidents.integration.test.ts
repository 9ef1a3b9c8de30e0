import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { CardFacts, Embed } from "@/lib/messages/dto";
import { actOnIncident } from "@/lib/messages/incidents/act";
import { incidentPage } from "@/lib/messages/incidents/queries";
import { incidentsSchema } from "@/lib/messages/incidents/schema";
import { findMessage } from "@/lib/messages/read/queries";
import { makeChannel, makeMember, makeUser, makeWebhook, postedMessage, webhookDraft } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteWebhook } from "@/lib/webhooks/manage-webhook";
import { markNotIncident, unmarkCard, unmarkNotIncident } from "@/lib/webhooks/not-incidents";
import { listWebhooks } from "@/lib/webhooks/queries";

const FAILED = { word: "Failed", tone: "bad", open: true } as const;

async function setUp() {
  const [ann, bo] = [await makeUser({ name: "Ann" }), await makeUser({ name: "Bo" })];
  const channel = await makeChannel({ kind: "private", members: [ann] });
  await makeMember(channel, bo, "manager");
  const made = await makeWebhook({ channelId: channel.id });
  const post = async (updateKey: string, card: CardFacts, to = made, fields = {}) => {
    const embed: Embed = {
      title: updateKey,
      color: 0xcf222e,
      tool: { name: "Stripe" },
      card: { state: FAILED, ...card },
    };
    return (await postedMessage(webhookDraft(to, { embeds: [embed], updateKey, ...fields }))).messageId;
  };
  const managed = () => requireWebhookManager(bo, channel.id);
  const listed = async () =>
    (await incidentPage(ann, incidentsSchema.parse({}))).items.map(({ message }) => message.id).sort();
  return { ann, bo, channel, made, post, managed, listed };
}

test("cards like one that isn't an incident don't become one of this webhook anymore, and open ones are closed", async () => {
  const { bo, channel, made, post, managed, listed } = await setUp();
  const charge = { event: "Charge", subject: "ch_1" };
  const first = await post("1", charge);
  await post("2", { ...charge, subject: "ch_2" });
  const payout = await post("3", { event: "Payout", subject: "po_1" });
  await markNotIncident(await managed(), first);
  expect(await listed()).toEqual([`${payout}`]);
  expect((await findMessage(first))?.closedIncident).toMatchObject({ by: { name: "Bo" } });
  // A repeat, another one and a new card with the same key don't open it again; another webhook's do.
  await post("1", charge, made, { content: "again" });
  await post("4", { ...charge, subject: "ch_4" });
  await post("1", charge, made, { bump: true });
  expect(await listed()).toEqual([`${payout}`]);
  const other = await makeWebhook({ channelId: channel.id });
  const elsewhere = await post("1", charge, other);
  expect(await listed()).toEqual([`${payout}`, `${elsewhere}`].sort());

  expect((await listWebhooks(await requireChannel(bo, channel.id))).at(-1)?.notIncidents).toEqual([
    "Stripe · Charge · Failed",
  ]);
  await unmarkNotIncident(await managed(), made.webhook.id, "Stripe · Charge · Failed");
  const fifth = await post("5", charge);
  expect(await listed()).toContain(`${fifth}`);
  const entries = await db().auditEntry.findMany({ where: { webhookId: made.webhook.id }, orderBy: { id: "asc" } });
  expect(entries.map(({ action, actorName, details }) => [action, actorName, details])).toEqual([
    ["webhook.card_no_incident", "Bo", { cardKind: "Stripe · Charge · Failed" }],
    ["webhook.card_incident_again", "Bo", { cardKind: "Stripe · Charge · Failed" }],
  ]);
});

test("it can be undone from the card, changes nothing twice, and goes with the webhook", async () => {
  const { bo, channel, made, post, managed, listed } = await setUp();
  const id = await post("1", { subject: "disk" });
  await markNotIncident(await managed(), id);
  await markNotIncident(await managed(), id);
  expect(await db().auditEntry.count({ where: { webhookId: made.webhook.id } })).toBe(1);
  await unmarkCard(await managed(), id);
  await actOnIncident(await requireChannel(bo, channel.id), id, { act: "reopen" });
  expect(await listed()).toEqual([`${id}`]);
  await markNotIncident(await managed(), id);
  await deleteWebhook(await managed(), made.webhook.id);
  expect(await db().notIncident.count({ where: { webhookId: made.webhook.id } })).toBe(0);
});

test("only cards of the channel's own webhooks can be marked", async () => {
  const { ann, bo, post, managed } = await setUp();
  const there = await makeChannel({ members: [bo] });
  const id = await post("1", { subject: "disk" });
  const elsewhere = await requireWebhookManager(bo, there.id);
  await expect(markNotIncident(elsewhere, id)).rejects.toMatchObject({ code: "not_found" });
  const { channel } = await managed();
  await db().channel.update({ where: { id: channel.id }, data: { webhookManagers: "managers" } });
  await expect(requireWebhookManager(ann, channel.id)).rejects.toMatchObject({ code: "forbidden" });
});
