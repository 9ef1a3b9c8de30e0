import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeChannel, makeUser, makeWebhook } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { askOperated, parley } from "./operated";

/** Runs `act` while every query of messages fails. */
async function withoutMessages<T>(act: () => Promise<T>): Promise<T> {
  await db().$executeRawUnsafe("ALTER TABLE messages RENAME TO mislaid");
  return act().finally(() => db().$executeRawUnsafe("ALTER TABLE mislaid RENAME TO messages"));
}

type Line = { requestId?: string; level: number; msg: string };

/** Waits for the line about this request in Parley's log. */
function loggedAs(id: string | null): Promise<Line> {
  return until(() => {
    const lines = parley.output.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));
    const found = lines.find(({ requestId }) => requestId === id);
    if (!found) throw new Error(`No line has the id ${id}.`);
    return found;
  });
}

test("a failed request of the API names its id, and the log has the reason under it", async () => {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const answer = await withoutMessages(() => askOperated(`/api/channels/${channel.id}/messages`, {}, user));
  expect(answer.status).toBe(500);
  const { error, requestId } = (await answer.json()) as { error: string; requestId: string };
  expect(error).toBe("Something went wrong on our side. Try again.");
  expect(requestId).toMatch(/^[0-9a-f]{16}$/);
  expect(answer.headers.get("x-request-id")).toBe(requestId);
  expect(await loggedAs(requestId)).toMatchObject({ level: 50, msg: "unexpected error" });
});

test("a failed page shows its request's id as the error code", async () => {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const answer = await withoutMessages(async () => {
    const page = await askOperated(`/channels/${channel.id}`, {}, user);
    return { id: page.headers.get("x-request-id"), html: await page.text() };
  });
  // The browser's error page shows the digest.
  const [, digest] = /digest\\?":\\?"([^"\\]+)/.exec(answer.html) ?? [];
  expect(digest).toBe(answer.id);
  expect(await loggedAs(answer.id)).toMatchObject({ level: 50, msg: "a page couldn't be shown" });
});

test("a failed post names its id in every format", async () => {
  const { webhook, token } = await makeWebhook();
  for (const [path, body] of [
    [`/webhooks/incoming/${webhook.id}/${token}`, { content: "x" }],
    [`/webhooks/incoming/${webhook.id}/${token}/slack`, { text: "x" }],
    [`/api/webhooks/${webhook.id}/${token}`, { content: "x" }],
  ] as const) {
    const headers = { "content-type": "application/json" };
    const answer = await withoutMessages(() =>
      askOperated(path, { method: "POST", headers, body: JSON.stringify(body) }),
    );
    expect([path, answer.status]).toEqual([path, 500]);
    await loggedAs(answer.headers.get("x-request-id"));
  }
});

test("a proxy's well-formed X-Request-Id is used, and any other is replaced", async () => {
  const idFor = async (given: string) =>
    (await askOperated("/api/health", { headers: { "x-request-id": given } })).headers.get("x-request-id");
  expect(await idFor("0af7651916cd43dd8448eb211c80319c")).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(await idFor("5f2b8c1e-7d0a-4c57-9a39-3f8f1a2b4c5d")).toBe("5f2b8c1e-7d0a-4c57-9a39-3f8f1a2b4c5d");
  for (const bad of ["short", "NEXT_REDIRECT;replace;/;307;", "a b c d e f g h", "x".repeat(65)]) {
    expect(await idFor(bad)).toMatch(/^[0-9a-f]{16}$/);
  }
});
