import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Sends payloads to a new webhook's address, and returns the ids that it answers and how many lines the channel has. */
async function sent(suffix: string, payloads: readonly object[], gathersAll = false) {
  const made = await makeWebhook({ gathersAll });
  const answers = await Promise.all(
    payloads.map((payload) => sendRequest(webhookPath(made, suffix), { body: JSON.stringify(payload) })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const ids = new Set(answers.map(({ text }): unknown => JSON.parse(text).messageId));
  const where = { channelId: made.webhook.channelId };
  const lines = await db().message.count({ where: { ...where, threadRootId: null } });
  return { ids: ids.size, lines, incidents: await db().incident.count({ where: { ...where, closedAt: null } }) };
}

const firing = (index: number) => ({
  version: "4",
  groupKey: "{}",
  receiver: "parley",
  externalURL: "http://alerts.example.com",
  alerts: [
    {
      status: "firing",
      labels: { alertname: "DiskFull", instance: `web-${index}`, severity: index % 2 ? "critical" : "warning" },
      annotations: { summary: `Disk full on web-${index}` },
      startsAt: "2026-11-28T10:00:00Z",
      fingerprint: `f${index}`,
    },
  ],
});

test("alerts of Alertmanager gather, each with its own id and incident", async () => {
  expect(await sent("/alertmanager", times(100).map(firing))).toEqual({ ids: 100, lines: 20, incidents: 100 });
});

test("JSON of no known tool gathers", async () => {
  const payloads = times(60).map((index) => ({
    host: `web-${index}`,
    status: "critical",
    message: `Disk is ${index}% full`,
  }));
  expect(await sent("/json", payloads)).toMatchObject({ ids: 60, lines: 20 });
});

test("what senders write themselves gathers only if the webhook says so", async () => {
  const payloads = times(60).map((index) => ({ content: `Disk full on web-${index}` }));
  expect(await sent("", payloads)).toMatchObject({ ids: 60, lines: 60 });
  expect(await sent("", payloads, true)).toMatchObject({ ids: 60, lines: 20 });
});
