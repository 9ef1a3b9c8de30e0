import { describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { seal } from "@/lib/secrets/secret";
import { makeWebhook, webhookPath } from "@/lib/testing/factories";
import { type SentRequest, sendRequest } from "@/lib/testing/sender";
import { toolAnswers, webhookAnswers } from "@/lib/webhooks/docs/answers";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";

type DocumentedRequest = SentRequest & { path?: string };

async function ask({ path = "", body = '{"content":"hello"}', ...sent }: DocumentedRequest) {
  const answer = await sendRequest(path, { body, ...sent });
  return { ...answer, error: (JSON.parse(answer.text) as { error?: string }).error };
}

describe("the endpoint answers with the documented error", () => {
  const key = { "idempotency-key": "once" };
  test.each<[number, DocumentedRequest]>([
    [400, { body: JSON.stringify({ embeds: [{ title: "t".repeat(257) }] }) }],
    [404, { path: "/webhooks/incoming/117430585659490304/wrong" }],
    [405, { method: "GET" }],
    [409, { headers: key, body: '{"content":"another"}' }],
    [413, { body: " ".repeat(PAYLOAD_LIMITS.bodyBytes + 1) }],
    [415, { headers: { "content-type": "" } }],
  ])("%i", async (status, sent) => {
    const made = await makeWebhook();
    const path = webhookPath(made);
    await ask({ path, headers: key });
    const documented = webhookAnswers.find((answer) => answer.status === status);
    const answer = await ask({ path, ...sent });
    expect({ status: answer.status, error: answer.error }).toEqual({ status, error: documented?.error });
    for (const { name } of documented?.headers ?? []) expect(answer.headers[name]).toBeTruthy();
  });

  test.each<[number, DocumentedRequest]>([
    [400, { body: "{}" }],
    [404, { path: "/webhooks/incoming/117430585659490304/wrong/gitlab" }],
    [405, { method: "GET" }],
    [409, { headers: key, body: '{"title":"another"}' }],
    [413, { body: " ".repeat(PAYLOAD_LIMITS.bodyBytes + 1) }],
    [415, { headers: { "content-type": "image/png" } }],
  ])("%i for the addresses of tools", async (status, sent) => {
    const made = await makeWebhook();
    const documented = toolAnswers.find((answer) => answer.status === status);
    for (const suffix of ["gitlab", "json"]) {
      const path = webhookPath(made, `/${suffix}`);
      await ask({ path, headers: key, body: '{"title":"first"}' });
      const answer = await ask({ path, ...sent });
      expect({ status: answer.status, error: answer.error }).toEqual({ status, error: documented?.error });
    }
  });

  test("401 for the address of a tool that signs its requests", async () => {
    const made = await makeWebhook({ signingSecret: new Uint8Array(seal("a signing secret")) });
    const path = webhookPath(made, "/gitlab");
    const headers = { "x-gitlab-token": "another secret" };
    const answer = await ask({ path, headers, body: '{"object_kind":"push"}' });
    expect({ status: answer.status, error: answer.error }).toEqual({
      status: 401,
      error: toolAnswers.find(({ status }) => status === 401)?.error,
    });
  });

  test("202 if one of the webhook's rules skips a post", async () => {
    const made = await makeWebhook();
    const conditions = [{ on: "fact", fact: "text", test: "is", text: "Hello" }];
    await db().webhookRule.create({ data: { webhookId: made.webhook.id, position: 0, conditions, action: "skip" } });
    const answer = await ask({ path: webhookPath(made), body: '{"content":"Hello"}' });
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.text)).toEqual({ skipped: "Don't post when text is Hello" });
    expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(0);
  });

  test("202 if a tool's own rule skips an event", async () => {
    const made = await makeWebhook();
    const body = JSON.stringify({
      object_kind: "pipeline",
      object_attributes: { id: 1, status: "pending" },
      project: { id: 1, name: "api" },
    });
    const answer = await ask({ path: webhookPath(made, "/gitlab"), body });
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.text)).toEqual({ skipped: expect.any(String) });
    expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(0);
  });

  test("401", async () => {
    const made = await makeWebhook({ signingSecret: new Uint8Array(seal("a signing secret")) });
    const answer = await ask({ path: webhookPath(made) });
    expect({ status: answer.status, error: answer.error }).toEqual({
      status: 401,
      error: webhookAnswers.find(({ status }) => status === 401)?.error,
    });
  });

  test("403", async () => {
    const made = await makeWebhook({ pausedAt: new Date() });
    const answer = await ask({ path: webhookPath(made) });
    expect(answer.error).toBe(webhookAnswers.find(({ status }) => status === 403)?.error);
    expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(0);
  });
});
