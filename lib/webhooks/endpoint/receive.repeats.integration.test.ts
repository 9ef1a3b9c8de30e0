import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { exampleOf, examplesOf } from "@/lib/testing/examples";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { replayDelivery } from "@/lib/webhooks/post-as-member";
import { descriptions } from "@/lib/webhooks/senders/descriptions";

/** Returns the request of one of the tool's examples: the named one, or the first. */
function requestOf(tool: string, name?: string): { headers: Record<string, string>; body: Record<string, unknown> } {
  const example = name === undefined ? examplesOf(tool)[0] : exampleOf(tool, name);
  if (!example) throw new Error(`${tool} has no examples.`);
  return { headers: example.headers, body: JSON.parse(example.body.toString()) };
}

async function post(made: MadeWebhook, suffix: string, body: object, headers: Record<string, string> = {}) {
  const given = { "content-type": "application/json", ...headers };
  const { status, text } = await sendRequest(webhookPath(made, suffix && `/${suffix}`), {
    headers: given,
    body: JSON.stringify(body),
  });
  const said: { messageId?: string; error?: string } = JSON.parse(text);
  return { status, ...said };
}

const posted = ({ webhook }: MadeWebhook) => db().message.count({ where: { webhookId: webhook.id } });

const reasons = ({ webhook }: MadeWebhook, count: number) =>
  until(async () => {
    const rows = await db().delivery.findMany({ where: { webhookId: webhook.id }, orderBy: { createdAt: "asc" } });
    expect(rows).toHaveLength(count);
    return rows.map(({ reason }) => reason);
  });

const otherBody = expect.stringContaining("a different body");

test.each([
  ["bitbucket", { "x-request-uuid": "e-1" }],
  ["linear", { "linear-delivery": "e-1" }],
  ["github", { "x-github-delivery": "e-1", "x-github-event": "ping" }],
  ["json", { "webhook-id": "e-1" }],
])("at /%s, an id with another body is another delivery, and repeats of each post nothing", async (tool, headers) => {
  const made = await makeWebhook();
  const [one, two] = [
    { zen: "One", title: "One" },
    { zen: "Two", title: "Two" },
  ];
  const first = await post(made, tool, one, headers);
  const second = await post(made, tool, two, headers);
  expect([first.status, second.status, await posted(made)]).toEqual([200, 200, 2]);
  expect(await post(made, tool, one, headers)).toEqual(first);
  expect(await post(made, tool, two, headers)).toEqual(second);
  expect(await posted(made)).toBe(2);
  expect(await reasons(made, 4)).toEqual([null, otherBody, null, null]);
});

test("a request with several messages under a used id posts all of them, each once", async () => {
  const made = await makeWebhook();
  const headers = { "webhook-id": "msg_1" };
  const alerts = (...names: string[]) => ({
    receiver: "parley",
    status: "firing",
    groupLabels: {},
    alerts: names.map((alertname) => ({ status: "firing", labels: { alertname }, annotations: {} })),
  });
  await post(made, "alertmanager", alerts("one"), headers);
  const three = alerts("two", "three", "four");
  const answered = await post(made, "alertmanager", three, headers);
  expect(await posted(made)).toBe(4);
  expect(await post(made, "alertmanager", three, headers)).toEqual(answered);
  expect(await posted(made)).toBe(4);
});

test("a GitLab comment that shares its X-Gitlab-Event-UUID with an issue is posted: only an Idempotency-Key identifies a delivery", async () => {
  const made = await makeWebhook();
  const [issue, note] = [requestOf("gitlab", "issue-opened"), requestOf("gitlab", "note-issue")];
  const shared = { "x-gitlab-event-uuid": "u-1", "x-gitlab-webhook-uuid": "h-1" };
  expect(await post(made, "gitlab", issue.body, { ...issue.headers, ...shared })).toMatchObject({ status: 200 });
  expect(await post(made, "gitlab", note.body, { ...note.headers, ...shared })).toMatchObject({ status: 200 });
  expect(await posted(made)).toBe(2);
  const keyed = { ...note.headers, ...shared, "idempotency-key": "k-1" };
  expect(await post(made, "gitlab", note.body, keyed)).toEqual(await post(made, "gitlab", note.body, keyed));
  expect([await posted(made), await reasons(made, 4)]).toEqual([3, [null, null, null, null]]);
});

test("an Idempotency-Key that comes with another body is refused, in every dialect", async () => {
  const made = await makeWebhook();
  const headers = { "idempotency-key": "k-1", "x-github-delivery": "d-1", "webhook-id": "w-1" };
  expect(await post(made, "json", { title: "One" }, headers)).toMatchObject({ status: 200 });
  for (const suffix of ["json", "stripe", ""]) {
    expect(await post(made, suffix, { title: "Two", content: "Two" }, headers)).toMatchObject({ status: 409 });
  }
  expect(await post(made, "", { zen: "Two" }, { ...headers, "x-github-event": "ping" })).toMatchObject({ status: 409 });
});

const counting = [...descriptions()].flatMap(([tool, { delivery }]) =>
  delivery?.varies ? [[tool, delivery] as const] : [],
);

/** Returns the body with other values at these paths, as in a retry. */
function tried(body: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> {
  const made = structuredClone(body);
  for (const path of paths) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const holder = keys.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), made);
    Reflect.set(Object(holder), last, { id: "another", n: 7 });
  }
  return made;
}

test.each(counting)("a delivery from %s becomes one message, however often it's retried", async (tool, delivery) => {
  const made = await makeWebhook();
  const sent = requestOf(tool);
  const headers = "header" in delivery ? { ...sent.headers, [delivery.header]: "d-1" } : sent.headers;
  const first = await post(made, tool, sent.body, headers);
  expect(first.status).toBe(200);
  expect(await post(made, tool, tried(sent.body, delivery.varies ?? []), headers)).toEqual(first);
  expect(await posted(made)).toBe(1);
});

test("a delivery identified by its body becomes a new message when a member resends it", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const { body } = requestOf("stripe");
  await post(made, "stripe", body);
  const delivery = await until(() => db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id } }));
  const manager = await requireWebhookManager(ada, channel.id);
  await replayDelivery(manager, made.webhook.id, delivery.id, JSON.stringify(body));
  expect(await posted(made)).toBe(2);
});
