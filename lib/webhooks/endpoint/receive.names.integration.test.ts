import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { type SentRequest, sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteWebhook, setPaused } from "@/lib/webhooks/manage-webhook";
import { replayDelivery } from "@/lib/webhooks/post-as-member";

const body = '{"title":"Landed"}';

async function ask(path: string, sent: SentRequest = {}) {
  const { status, text } = await sendRequest(path, { body, ...sent });
  return { status, json: JSON.parse(text) };
}

async function managed() {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  return { made, manager: await requireWebhookManager(ada, channel.id) };
}

const discordPath = ({ webhook, token }: MadeWebhook) => `/api/webhooks/${webhook.id}/${token}`;
const GITLUB = 'There is no tool called "gitlap". Did you mean /gitlab or /gitea? Any tool can post to /json.';
const WRONG = "x".repeat(68);

test.each(["forgejo", "Gitea", "gogs", "prometheus", "uptime-kuma"])("a URL can end with %s", async (name) => {
  const made = await makeWebhook();
  expect(await ask(webhookPath(made, `/${name}`))).toMatchObject({ status: 200 });
});

test.each([
  ["gitlap", GITLUB],
  ["nothing-like-it", 'There is no tool called "nothing-like-it". Any tool can post to /json.'],
  ["%22%3Cb%3E", "There is no tool with this name. Any tool can post to /json."],
  [`gitlab${"x".repeat(5_000)}`, "There is no tool with this name. Did you mean /gitlab? "],
])("a request to /%s with the right token gets the nearest names", async (name, sentence) => {
  const made = await makeWebhook();
  for (const method of ["POST", "GET"]) {
    const { status, json } = await ask(webhookPath(made, `/${name}`), { method });
    expect([status, json]).toEqual([404, { error: expect.stringContaining(sentence) }]);
  }
  expect(await ask(`${discordPath(made)}/${name}`)).toEqual({
    status: 404,
    json: { code: 0, message: expect.stringContaining(sentence) },
  });
});

test("without the right token, a wrong name gets the same answer as any name", async () => {
  const { made, manager } = await managed();
  const deleted = await makeWebhook({ channelId: made.webhook.channelId });
  await ask(webhookPath(deleted));
  await deleteWebhook(manager, deleted.webhook.id);
  const wrong = { ...made, token: WRONG };
  for (const paths of [
    [wrong, deleted].map((each) => (suffix: string) => webhookPath(each, suffix)),
    [wrong, deleted].map((each) => (suffix: string) => `${discordPath(each)}${suffix}`),
  ]) {
    for (const path of paths) {
      const answers = ["/gitlap", "/nothing-like-it"].map((suffix) => sendRequest(path(suffix), { body }));
      const plain = await sendRequest(path(""), { body });
      for (const answer of await Promise.all(answers)) expect(answer).toEqual(plain);
    }
  }
  const short = await sendRequest("/webhooks/incoming/1/short/gitlap", { body });
  expect(short).toEqual(await sendRequest(webhookPath(wrong), { body }));
});

test("the webhook's state comes before an error about the name, even if it's cached", async () => {
  const { made, manager } = await managed();
  await ask(webhookPath(made, "/json"));
  await setPaused(manager, made.webhook.id, true);
  expect(await ask(webhookPath(made, "/gitlap"))).toMatchObject({ status: 403 });
});

test("a request with a wrong name appears in the delivery log with its payload, and can be resent", async () => {
  const { made, manager } = await managed();
  await ask(webhookPath(made, "/gitlap"));
  const where = { webhookId: made.webhook.id };
  const delivery = await until(() => db().delivery.findFirstOrThrow({ where }));
  expect(delivery).toMatchObject({ dialect: "json", status: 404, reason: GITLUB, payload: body });
  await replayDelivery(manager, made.webhook.id, delivery.id, body);
  expect(await db().message.count({ where })).toBe(1);
});
