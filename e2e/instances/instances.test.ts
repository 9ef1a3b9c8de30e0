// What two instances of one Parley do together. In one file, because starting them takes a while.
import "./incidents";
import "./presence";
import "./things";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { deactivate } from "@/lib/people/account/people";
import { requireTwoStep } from "@/lib/people/two-step/requirement";
import { type MadeWebhook, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { regenerateToken } from "@/lib/webhooks/manage-webhook";
import { exchange, type WireAnswer } from "../endpoint/exchange";
import { cookieHeader } from "../session-cookie";
import { listenTo, type StreamListener } from "./event-stream";
import { instances, nextUrl, PATIENCE_MILLISECONDS, until } from "./two-instances";

const STREAMS = 4;
const POSTS = 40;

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Posts to the two instances in turn. */
function post(
  { webhook, token }: MadeWebhook,
  content: string,
  headers: Record<string, string> = {},
): Promise<WireAnswer> {
  return exchange(nextUrl(), {
    path: `/webhooks/incoming/${webhook.id}/${token}`,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ content }),
  });
}

const idOf = ({ body }: WireAnswer): bigint => BigInt((JSON.parse(body) as { messageId: string }).messageId);

/** Creates a member of the webhook's channel and returns a function that opens its event stream for them. */
async function reader({ webhook: { channelId } }: MadeWebhook): Promise<() => Promise<StreamListener>> {
  const user = await makeUser();
  await makeMember({ id: channelId }, user);
  const cookie = await cookieHeader(user);
  return () => listenTo(nextUrl(), cookie, channelId);
}

/** Returns the distinct texts of the messages that a stream has received. */
function heardBy({ events }: StreamListener): string[] {
  return [
    ...new Set(events.flatMap((event) => (event.type === "changes" ? event.messages : [])).map((m) => m.content)),
  ];
}

test("a post to either instance reaches the streams of both", async () => {
  const made = await makeWebhook();
  const listen = await reader(made);
  const streams = await Promise.all(times(2).map(listen));
  const contents = times(6).map((index) => `Heard ${index}`);
  for (const content of contents) expect((await post(made, content)).status).toBe(200);
  for (const stream of streams) await until(() => expect(heardBy(stream)).toEqual(contents));
  for (const { close } of streams) close();
});

test("the same Idempotency-Key sent to both instances at once posts one message", async () => {
  const made = await makeWebhook();
  const answers = await Promise.all(times(8).map(() => post(made, "Only once", { "Idempotency-Key": "same" })));
  expect(answers.map(({ status }) => status)).toEqual(times(8).map(() => 200));
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await db().message.count({ where: { channelId: made.webhook.channelId } })).toBe(1);
});

test("a regenerated token stops working immediately on both instances", async () => {
  const owner = await makeUser({ role: "owner" });
  const made = await makeWebhook();
  const { channelId } = made.webhook;
  await makeMember({ id: channelId }, owner, "manager");
  // Both instances have just found it valid.
  for (const _ of instances) expect((await post(made, "Before")).status).toBe(200);
  const { url } = await regenerateToken(await requireWebhookManager(owner, channelId), made.webhook.id, "");
  for (const _ of instances) expect((await post(made, "Too late")).status).toBe(404);
  for (const _ of instances)
    expect((await post({ ...made, token: url.split("/").at(-1) ?? "" }, "After")).status).toBe(200);
  expect(await db().message.count({ where: { channelId } })).toBe(2 * instances.length);
});

test("deactivating a person ends their streams on both instances, and they can't open another", async () => {
  const [made, owner, user] = [await makeWebhook(), await makeUser({ role: "owner" }), await makeUser()];
  await makeMember({ id: made.webhook.channelId }, user);
  const cookie = await cookieHeader(user);
  const listen = () => listenTo(nextUrl(), cookie, made.webhook.channelId);
  const streams = await Promise.all(times(STREAMS).map(listen));
  await deactivate(owner, user.id);
  await until(() => expect(streams.map(({ ended }) => ended)).toEqual(times(STREAMS).map(() => true)));
  for (const { events } of streams) expect(events.at(-1)).toEqual({ type: "signed-out" });
  for (const _ of times(2)) await expect(listen()).rejects.toThrow("401");
});

test("requiring two-step sign-in ends the streams of people without it on both instances, and no others", async () => {
  const made = await makeWebhook();
  const admin = await makeUser({ role: "admin" });
  const app = { secret: new Uint8Array(), lastStep: 0n };
  await db().authenticatorApp.create({ data: { userId: admin.id, ...app }, select: { userId: true } });
  const user = await makeUser();
  const listenAs = async (person: typeof user) => {
    await db().membership.createMany({
      data: [{ channelId: made.webhook.channelId, userId: person.id }],
      skipDuplicates: true,
    });
    return listenTo(nextUrl(), await cookieHeader(person), made.webhook.channelId);
  };
  const listen = () => listenAs(user);
  await db().workspace.create({ data: { name: "Workers" }, select: { id: true } });
  const others = await Promise.all(times(2).map(() => listenAs(admin)));
  const streams = await Promise.all(times(2).map(listen));
  await requireTwoStep(admin, true);
  await until(() => expect(streams.map(({ ended }) => ended)).toEqual([true, true]));
  await expect(listen()).rejects.toThrow("401");
  expect((await post(made, "Still heard")).status).toBe(200);
  for (const stream of others) await until(() => expect(heardBy(stream)).toEqual(["Still heard"]));
  await requireTwoStep(admin, false);
  (await listen()).close();
  for (const { close } of others) close();
});

test(
  "when an instance is killed, the other keeps serving and no acknowledged post is lost",
  async () => {
    const second = instances[1];
    const hooks = await Promise.all(times(4).map(() => makeWebhook()));
    const listen = await reader(await makeWebhook());
    const streams = await Promise.all(times(STREAMS).map(listen));
    const acknowledged: bigint[] = [];
    const posting = hooks.map(async (made) => {
      for (const index of times(POSTS)) {
        if (index === POSTS / 2 && made === hooks[0]) await second.kill();
        // Requests to the killed instance fail with a closed connection and nothing else.
        const answer = await post(made, `Kept ${index}`).catch(() => null);
        if (answer === null) continue;
        expect(answer.status).toBe(200);
        acknowledged.push(idOf(answer));
      }
    });
    await Promise.all(posting);
    expect(acknowledged.length).toBeGreaterThan(POSTS * 2);
    expect(await db().message.count({ where: { id: { in: acknowledged } } })).toBe(acknowledged.length);
    await until(() => expect(streams.filter(({ ended }) => ended)).toHaveLength(STREAMS / 2));
    await second.restart();
    const made = await makeWebhook();
    for (const _ of instances) expect((await post(made, "Served")).status).toBe(200);
    for (const { close } of streams) close();
  },
  2 * PATIENCE_MILLISECONDS,
);
