import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeUser, makeWebhook } from "@/lib/testing/factories";
import { convertSkips } from "@/lib/webhooks/convert-skips";
import { emptyCard, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";

test("what cards of the version before say about posting nothing becomes rules, once", async () => {
  const ada = await makeUser();
  const skip = [[{ value: { root: "payload" as const, path: ["n"] }, is: true, than: 0 }]];
  const model = { name: "A", cards: [{ ...emptyCard("a"), subject: plainTemplate("A"), skip }] };
  const { webhook } = await makeWebhook({ cardVersion: 1 });
  await db().webhookCard.create({ data: { webhookId: webhook.id, version: 1, yaml: "", model, createdById: ada.id } });
  const other = { conditions: [{ on: "fact", fact: "text", test: "is", text: "a" }], action: "silent" };
  await db().webhookRule.create({ data: { webhookId: webhook.id, position: 0, ...other } });
  await Promise.all([convertSkips(), convertSkips()]);
  await convertSkips();
  const rules = await db().webhookRule.findMany({ where: { webhookId: webhook.id }, orderBy: { position: "asc" } });
  expect(rules).toMatchObject([{ action: "skip", createdById: ada.id }, { action: "silent" }]);
  const cards = await db().webhookCard.findMany({ where: { webhookId: webhook.id }, orderBy: { version: "asc" } });
  expect(cards).toMatchObject([
    { version: 1, model: { cards: [{ skip }] } },
    { version: 2, model: { cards: [{ skip: [] }] } },
  ]);
  expect(await db().webhook.findUnique({ where: { id: webhook.id } })).toMatchObject({ cardVersion: 2 });
  expect(await db().auditEntry.findMany({ where: { webhookId: webhook.id } })).toMatchObject([
    { action: "webhook.rule_added", actorId: null, details: { rule: "Don't post when n is 0" } },
  ]);
});
