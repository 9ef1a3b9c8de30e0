import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { seal } from "@/lib/secrets/secret";
import { exampleOf } from "@/lib/testing/examples";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { type SentRequest, sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { replayDelivery } from "@/lib/webhooks/post-as-member";

async function post(made: MadeWebhook, sent: SentRequest) {
  const { status, text } = await sendRequest(webhookPath(made), sent);
  return { status, json: JSON.parse(text) };
}

const messages = ({ webhook }: MadeWebhook) =>
  db().message.findMany({ where: { webhookId: webhook.id }, orderBy: { seq: "asc" } });
const set = ({ webhook }: MadeWebhook, takesAnyJson: boolean) =>
  db().webhook.update({ where: { id: webhook.id }, data: { takesAnyJson } });

const pushOfGitLab = exampleOf("gitlab", "push").body.toString();

test("the plain URL accepts only Parley's own JSON, until the webhook accepts any", async () => {
  const made = await makeWebhook();
  const any = { body: '{"alert":"Disk full","state":"critical"}' };
  expect(await post(made, any)).toMatchObject({ status: 400 });
  // The webhook is cached from now on, and looked up again before a request is refused.
  expect(await post(made, { body: '{"content":"own"}' })).toMatchObject({ status: 200 });
  await set(made, true);
  expect(await post(made, any)).toMatchObject({ status: 200 });
  expect(
    await post(made, { body: "disk=full", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  ).toMatchObject({ status: 200 });
  expect(await post(made, { body: "Disk full", headers: { "content-type": "text/plain" } })).toMatchObject({
    status: 200,
  });
  expect(await post(made, { body: '{"content":"own **again**"}' })).toMatchObject({ status: 200 });
  const posted = await messages(made);
  expect(posted).toHaveLength(5);
  expect(posted.at(0)?.content).toBe("own");
  expect(posted.at(-1)?.content).toBe("own **again**");
  expect(JSON.stringify(posted.at(1)?.embeds)).toContain("Disk full");
});

test("a known tool's payload at a plain URL that accepts only Parley's own is refused with the tool's address", async () => {
  const made = await makeWebhook();
  const { token } = made;
  for (const [body, headers, error] of [
    [
      exampleOf("grafana", "firing-values").body.toString(),
      {},
      "There is nothing to post. Add content or embeds. This is Grafana's payload: post it to …/grafana.",
    ],
    [pushOfGitLab, { "x-gitlab-event": "Push Hook" }, "This is GitLab's payload: post it to …/gitlab."],
    [
      '{"object_kind":"push","content":{"token":"t"}}',
      { "x-gitlab-event": "Push Hook" },
      "content must be a string. This is GitLab's payload: post it to …/gitlab.",
    ],
    ['{"text":"Deployed"}', {}, "This is Slack's payload: post it to …/slack."],
    ['{"attachments":[{"fallback":"Deployed"}]}', {}, "This is Slack's payload: post it to …/slack."],
    ['{"blocks":[{"type":"divider"}]}', {}, "This is Slack's payload: post it to …/slack."],
    ['{"text":"Deployed","props":{"card":"# Log"}}', {}, "This is Mattermost's payload: post it to …/mattermost."],
    ['{"alert":"Disk full"}', {}, "There is nothing to post. Add content or embeds."],
    ['{"content":5}', {}, "content must be a string."],
    ["{", {}, "The body must be JSON."],
  ] as const) {
    const { status, json } = await post(made, { body, headers });
    expect([status, json.error]).toEqual([400, expect.stringContaining(error)]);
    expect(json.error.endsWith(error)).toBe(true);
    expect(json.error).not.toContain(token);
  }
  expect(await messages(made)).toEqual([]);
});

test("invalid or empty JSON is still refused and posts nothing", async () => {
  const made = await makeWebhook({ takesAnyJson: true });
  for (const body of ["{", "{}", "[]", "null", "5", ""]) {
    const { status, json } = await post(made, { body });
    expect([status, typeof json.error]).toEqual([400, "string"]);
  }
  expect(await messages(made)).toEqual([]);
  await until(async () => expect(await db().delivery.count({ where: { webhookId: made.webhook.id } })).toBe(6));
});

test("a known tool is recognized at the plain URL, and signs in its own way", async () => {
  const signingSecret = new Uint8Array(seal("a signing secret"));
  const made = await makeWebhook({ takesAnyJson: true, signingSecret });
  const headers = { "x-gitlab-event": "Push Hook", "x-gitlab-token": "a signing secret" };
  expect(await post(made, { body: pushOfGitLab, headers })).toMatchObject({ status: 200 });
  expect(await post(made, { body: pushOfGitLab, headers: { ...headers, "x-gitlab-token": "wrong" } })).toMatchObject({
    status: 401,
  });
  expect(await post(made, { body: '{"content":"unsigned"}' })).toMatchObject({ status: 401 });
  expect(await post(made, { body: '{"alert":"unsigned"}' })).toMatchObject({ status: 401 });
  const [message, ...more] = await messages(made);
  expect(more).toEqual([]);
  expect(JSON.stringify(message?.embeds)).toContain("commit");
  await until(async () => {
    const logged = await db().delivery.findFirst({ where: { webhookId: made.webhook.id, status: 200 } });
    expect(logged?.dialect).toBe("gitlab");
  });
});

test("a tool's post at the plain URL is resent as that tool's, and says so if a rule skips it", async () => {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const made = await makeWebhook({ channelId: channel.id, takesAnyJson: true });
  const managed = await requireWebhookManager(user, channel.id);
  await post(made, { body: pushOfGitLab, headers: { "x-gitlab-event": "Push Hook" } });
  const where = { webhookId: made.webhook.id };
  await until(async () => expect(await db().delivery.count({ where })).toBe(1));
  const { id } = await db().delivery.findFirstOrThrow({ where });
  await replayDelivery(managed, made.webhook.id, id, pushOfGitLab);
  const [first, second] = await messages(made);
  expect(second?.embeds).toEqual(first?.embeds);
  const waiting = {
    object_kind: "pipeline",
    object_attributes: { id: 1, status: "pending" },
    project: { id: 1, path_with_namespace: "a/b" },
  };
  await expect(replayDelivery(managed, made.webhook.id, id, JSON.stringify(waiting))).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(/^Nothing was posted. Skipped: /),
  });
});

test("a paused webhook answers that it's paused, whatever it accepts", async () => {
  const made = await makeWebhook({ takesAnyJson: true, pausedAt: new Date() });
  expect(await post(made, { body: '{"alert":"x"}' })).toMatchObject({ status: 403 });
});
