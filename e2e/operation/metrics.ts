import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { ParleyProcess } from "@/server/testing/parley-process";
import { listenTo } from "../instances/event-stream";
import { cookieHeader } from "../session-cookie";
import { askOperated, METRICS_TOKEN, parley, post, readMetrics, withoutDatabase } from "./operated";

const requests = (sender: string, outcome: string) =>
  `parley_webhook_requests_total{sender="${sender}",outcome="${outcome}"}`;

test("only the token opens the metrics, and they can't be changed", async () => {
  const auth = (authorization: string, method = "GET") =>
    askOperated("/metrics", { method, headers: { authorization } });
  for (const wrong of ["", "Bearer", `Bearer ${METRICS_TOKEN}x`, `Basic ${METRICS_TOKEN}`, METRICS_TOKEN]) {
    const answer = await auth(wrong);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await answer.text()).not.toContain("parley_");
  }
  expect((await auth(`Bearer ${METRICS_TOKEN}`, "POST")).status).toBe(405);
  const answer = await auth(`bearer ${METRICS_TOKEN}`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
    "no-store",
  ]);
});

test("without METRICS_TOKEN, /metrics is answered like a path that doesn't exist", async () => {
  const other = await ParleyProcess.start(parley.dataDir, withoutToken());
  process.env.METRICS_TOKEN = METRICS_TOKEN;
  const look = async (path: string) => {
    const answer = await fetch(`${other.baseUrl}${path}`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const headers = [...answer.headers.keys()].sort();
    // Each page has its own nonce and names its own path.
    const text = (await answer.text()).replaceAll(path.slice(1), "PATH").replace(/nonce="[^"]*"|[\w+/]{22}==/g, "");
    return { status: answer.status, headers, text: text.length };
  };
  try {
    const [metrics, unknown] = [await look("/metrics"), await look("/nothing")];
    expect(metrics).toEqual(unknown);
    expect(metrics.status).toBe(404);
  } finally {
    await other.stop();
  }
}, 120_000);

function withoutToken(): string | undefined {
  process.env.METRICS_TOKEN = "";
  return process.env.DATABASE_URL;
}

test("requests to webhooks count by sender and outcome", async () => {
  const made = await makeWebhook();
  const before = await readMetrics();
  const key = { headers: { "idempotency-key": "same" } };
  expect(await post(made, { content: "posted" }, key)).toBe(200);
  expect(await post(made, { content: "posted" }, key)).toBe(200);
  expect(await post(made, { text: "posted" }, { suffix: "/slack" })).toBe(200);
  expect(await post(made, "{")).toBe(400);
  expect(await post(made, { content: "x" }, { headers: { "content-type": "text/plain" } })).toBe(415);
  expect(await post({ ...made, token: `${made.token.slice(1)}A` }, { content: "x" })).toBe(404);
  expect(await post(made, { content: "x" })).toBe(200);
  expect(await post(made, { content: "x" })).toBe(429);
  await db().webhook.update({ where: { id: made.webhook.id }, data: { pausedAt: new Date() } });
  const after = await readMetrics();
  const grown = (sender: string, outcome: string) =>
    (after.get(requests(sender, outcome)) ?? 0) - (before.get(requests(sender, outcome)) ?? 0);
  expect({
    posted: grown("parley", "posted"),
    duplicate: grown("parley", "duplicate"),
    slack: grown("slack", "posted"),
    invalid: grown("parley", "invalid"),
    unsupported: grown("parley", "unsupported_media_type"),
    unknown: grown("parley", "unknown_webhook"),
    limited: grown("parley", "rate_limited"),
  }).toEqual({ posted: 2, duplicate: 1, slack: 1, invalid: 1, unsupported: 1, unknown: 1, limited: 1 });
});

test("streams, delivery, search and response times are measured", async () => {
  const made = await makeWebhook();
  const user = await makeUser();
  await makeMember({ id: made.webhook.channelId }, user);
  const before = await readMetrics();
  const stream = await listenTo(parley.baseUrl, await cookieHeader(user), made.webhook.channelId);
  expect((await readMetrics()).get("parley_streams_open")).toBe((before.get("parley_streams_open") ?? 0) + 1);
  await post(made, { content: "delivered" });
  await (await askOperated("/docs/webhooks")).text();
  await (await askOperated("/api/health")).text();
  const grown = (after: Map<string, number>, series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0);
  await until(async () => {
    const after = await readMetrics();
    expect(grown(after, "parley_delivery_lag_seconds_count")).toBe(1);
    expect(grown(after, "parley_search_lag_seconds_count")).toBeGreaterThan(0);
    expect(after.get("parley_search_waiting_changes")).toBe(0);
    for (const kind of ["webhook", "page", "api"]) {
      const series = `parley_http_request_duration_seconds_count{kind="${kind}",status="2xx"}`;
      expect(grown(after, series), kind).toBeGreaterThan(0);
    }
    expect(grown(after, "parley_delivery_lag_seconds_sum")).toBeLessThan(20);
  });
  stream.close();
  await until(async () =>
    expect((await readMetrics()).get("parley_streams_open")).toBe(before.get("parley_streams_open")),
  );
});

test("no label names a person, a channel, a webhook or a token", async () => {
  const made = await makeWebhook({ name: "Unmistakable" });
  const user = await makeUser({ name: "Unmistakable" });
  await post(made, { content: "Unmistakable" }, { suffix: "/unmistakable" });
  await (await askOperated(`/channels/${made.webhook.channelId}`, {}, user)).text();
  const text = [...(await readMetrics()).keys()].join("\n");
  expect(text).toContain("parley_");
  for (const part of [`${made.webhook.id}`, `${made.webhook.channelId}`, `${user.id}`, made.token]) {
    expect(text).not.toContain(part);
  }
  expect(text.toLowerCase()).not.toContain("unmistakable");
});

test("while the database is down, the metrics still answer and say so", async () => {
  expect((await readMetrics()).get("parley_database_up")).toBe(1);
  await withoutDatabase(async () => {
    await until(async () => expect((await readMetrics()).get("parley_database_up")).toBe(0));
    expect([...(await readMetrics()).keys()].some((series) => series.startsWith("parley_database_size"))).toBe(false);
  });
  await until(async () => expect((await readMetrics()).get("parley_database_up")).toBe(1));
});
