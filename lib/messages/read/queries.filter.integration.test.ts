import { beforeEach, expect, test } from "vitest";
import { postMessages } from "@/lib/messages/post/post-messages";
import { messagePage, type PageOf } from "@/lib/messages/read/queries";
import type { MessageFilter } from "@/lib/messages/schema";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, userDraft, webhookDraft } from "@/lib/testing/factories";

let channel: { id: bigint };
let ci: MadeWebhook;

// The first of every three messages is a person's, the other two are webhooks'.
beforeEach(async () => {
  const user = await makeUser();
  channel = await makeChannel({ members: [user] });
  ci = await makeWebhook({ channelId: channel.id });
  const deploy = await makeWebhook({ channelId: channel.id });
  for (let n = 0; n < 60; n += 1) {
    await postMessages([userDraft(user, channel), webhookDraft(ci), webhookDraft(deploy)]);
  }
});

async function page(filter: MessageFilter, of: PageOf = { at: "latest" }) {
  const { messages, ...rest } = await messagePage(channel.id, of, filter);
  return { ...rest, seqs: messages.map(({ seq }) => seq) };
}

const every = (third: number, from: number, to: number) =>
  Array.from({ length: 60 }, (_, n) => n * 3 + third).filter((seq) => seq >= from && seq <= to);

test("pages of one webhook or of people contain nothing else, without gap or overlap, in both directions", async () => {
  const filter: MessageFilter = { by: "webhook", webhookId: `${ci.webhook.id}` };
  expect(await page(filter)).toEqual({ seqs: every(2, 32, 179), hasOlder: true, hasNewer: false, rev: 180 });
  expect(await page(filter, { at: "before", seq: 32 })).toMatchObject({ seqs: every(2, 1, 31), hasOlder: false });
  const people: MessageFilter = { by: "people" };
  expect(await page(people, { at: "after", seq: 100 })).toMatchObject({ seqs: every(1, 101, 175), hasNewer: true });
  expect(await page(people, { at: "after", seq: 175 })).toMatchObject({ seqs: every(1, 176, 180), hasNewer: false });
  expect(await page(people, { at: "around", seq: 100 })).toMatchObject({
    seqs: every(1, 25, 172),
    hasOlder: true,
    hasNewer: true,
  });
});

test("a webhook of another channel, or an unknown one, has no messages", async () => {
  const elsewhere = await makeWebhook();
  await postMessages([webhookDraft(elsewhere)]);
  for (const webhookId of [`${elsewhere.webhook.id}`, "4711"]) {
    expect(await page({ by: "webhook", webhookId })).toMatchObject({ seqs: [], hasOlder: false, hasNewer: false });
  }
});
