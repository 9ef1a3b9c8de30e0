import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import type { WebhookDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post/post-messages";
import { type MadeWebhook, makeTalk, makeUser, webhookDraft } from "@/lib/testing/factories";

async function post(made: MadeWebhook, fields: Partial<WebhookDraft>) {
  const [result] = await postMessages([webhookDraft(made, fields)]);
  return result;
}

const rowsOf = ({ webhook }: MadeWebhook) =>
  db().message.findMany({
    where: { webhookId: webhook.id },
    orderBy: { seq: "asc" },
    select: { content: true, silent: true, threadRootId: true },
  });

const skipped = { refused: "skipped", reason: "By a rule." };
const skip = "By a rule.";

const make = async () => (await makeTalk(await makeUser())).made;

test("a skipped post makes no message, but changes the one that its key refers to", async () => {
  const made = await make();
  expect(await post(made, { content: "a", updateKey: "k", skip })).toEqual(skipped);
  const first = await post(made, { content: "b", updateKey: "k" });
  expect(await post(made, { content: "c", updateKey: "k", threadKey: "t", skip })).toEqual(first);
  expect(await rowsOf(made)).toEqual([{ content: "c", silent: null, threadRootId: null }]);
});

test("a repeat of a skipped post gets the same answer, with and without a key of its own", async () => {
  const made = await make();
  for (const updateKey of ["k", null]) {
    const idempotency = { key: `request ${updateKey}`, bodyHash: Buffer.from("x") };
    expect(await post(made, { updateKey, idempotency, skip })).toEqual(skipped);
    expect(await post(made, { updateKey, idempotency })).toEqual(skipped);
  }
  expect(await post(made, { skip })).toEqual(skipped);
  expect(await rowsOf(made)).toEqual([]);
});

test("a webhook that can't post is refused, not skipped", async () => {
  const made = await make();
  await db().webhook.update({ where: { id: made.webhook.id }, data: { pausedAt: new Date() } });
  for (const updateKey of ["k", null]) expect(await post(made, { updateKey, skip })).toEqual({ refused: "paused" });
});

test("what belongs only into a thread is silent where there is none", async () => {
  const made = await make();
  await post(made, { content: "alone", threadOnly: true });
  await post(made, { content: "keyed", updateKey: "k", threadOnly: true });
  await post(made, { content: "root", threadKey: "t", threadOnly: true });
  await post(made, { content: "reply", threadKey: "t", threadOnly: true });
  await post(made, { content: "silent", updateKey: "s", silent: true });
  expect(
    (await rowsOf(made)).map(({ content, silent, threadRootId }) => [content, silent, threadRootId !== null]),
  ).toEqual([
    ["alone", true, false],
    ["keyed", true, false],
    ["root", true, false],
    ["reply", null, true],
    ["silent", true, false],
  ]);
});
