import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { requireTwoStep } from "@/lib/two-step/requirement";
import { deactivate } from "@/lib/users/people";
import { type Answer, exchange } from "../endpoint/exchange";
import { cookieOf } from "../session-cookie";
import { type Listening, listenTo } from "./event-stream";
import { PATIENCE_MILLISECONDS, POSTS_PER_WINDOW, parley, STREAMS, servingProcesses, until } from "./two-processes";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Posts on a connection of its own. */
function post({ webhook, token }: MadeWebhook, content: string, headers: Record<string, string> = {}): Promise<Answer> {
  return exchange(parley.baseUrl, {
    path: `/webhooks/incoming/${webhook.id}/${token}`,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ content }),
  });
}

const idOf = ({ body }: Answer): bigint => BigInt((JSON.parse(body) as { messageId: string }).messageId);

/** Somebody in the webhook's channel, and how they open its event stream. */
async function reader({ webhook: { channelId } }: MadeWebhook): Promise<() => Promise<Listening>> {
  const user = await makeUser();
  await makeMember({ id: channelId }, user);
  const { name, value } = await cookieOf({ userId: user.id, sessionId: user.sessionId });
  return () => listenTo(parley.baseUrl, `${name}=${value}`, channelId);
}

/** Each message that a stream has heard of, once, by its text. */
function heardBy({ events }: Listening): string[] {
  return [
    ...new Set(events.flatMap((event) => (event.type === "changes" ? event.messages : [])).map((m) => m.content)),
  ];
}

test("two processes serve, and the start says what one would say, once", async () => {
  expect(servingProcesses()).toHaveLength(2);
  const code = "From another machine, /setup asks for this code: ";
  await until(() => expect(parley.output).toContain(code));
  for (const line of ["Parley is running at ", "Open http", code]) {
    expect(parley.output.split("\n").filter((each) => each.startsWith(line))).toHaveLength(1);
  }
});

test("what is posted to either is heard by the streams of both", async () => {
  const made = await makeWebhook();
  const listen = await reader(made);
  const streams = await Promise.all(times(2).map(listen));
  const contents = times(6).map((index) => `Heard ${index}`);
  for (const content of contents) expect((await post(made, content)).status).toBe(200);
  for (const stream of streams) await until(() => expect(heardBy(stream)).toEqual(contents));
  for (const { close } of streams) close();
});

test("they count a webhook's posts together", async () => {
  const made = await makeWebhook();
  const answers = await Promise.all(times(POSTS_PER_WINDOW + 8).map((index) => post(made, `Counted ${index}`)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...times(POSTS_PER_WINDOW).map(() => 200), ...times(8).map(() => 429)]);
});

test("a key sent to both at once posts one message", async () => {
  const made = await makeWebhook();
  const answers = await Promise.all(times(8).map(() => post(made, "Only once", { "Idempotency-Key": "same" })));
  expect(answers.map(({ status }) => status)).toEqual(times(8).map(() => 200));
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await db().message.count({ where: { channelId: made.webhook.channelId } })).toBe(1);
});

test("they count a person's streams together: of too many the oldest ends", async () => {
  const listen = await reader(await makeWebhook());
  const streams: Listening[] = [];
  for (const _ of times(STREAMS + 2)) streams.push(await listen());
  await until(() => expect(streams.map(({ ended }) => ended)).toEqual([true, true, false, false, false, false]));
  expect(streams[0]?.events.at(-1)).toEqual({ type: "displaced" });
  for (const { close } of streams) close();
});

test("somebody is deactivated: their streams in both end at once, and no other opens", async () => {
  const [made, owner, user] = [await makeWebhook(), await makeUser({ role: "owner" }), await makeUser()];
  await makeMember({ id: made.webhook.channelId }, user);
  const { name, value } = await cookieOf({ userId: user.id, sessionId: user.sessionId });
  const listen = () => listenTo(parley.baseUrl, `${name}=${value}`, made.webhook.channelId);
  const streams = await Promise.all(times(STREAMS).map(listen));
  await deactivate(owner, user.id);
  await until(() => expect(streams.map(({ ended }) => ended)).toEqual(times(STREAMS).map(() => true)));
  for (const { events } of streams) expect(events.at(-1)).toEqual({ type: "signed-out" });
  for (const _ of times(2)) await expect(listen()).rejects.toThrow("401");
});

test("two-step sign-in is required: streams of who has none end in both, and others' go on", async () => {
  const made = await makeWebhook();
  const admin = await makeUser({ role: "admin" });
  const app = { secret: new Uint8Array(), lastStep: 0n };
  await db().authenticatorApp.create({ data: { userId: admin.id, ...app }, select: { userId: true } });
  const user = await makeUser();
  const listenAs = async ({ id, sessionId }: typeof user) => {
    await db().membership.createMany({
      data: [{ channelId: made.webhook.channelId, userId: id }],
      skipDuplicates: true,
    });
    const { name, value } = await cookieOf({ userId: id, sessionId });
    return listenTo(parley.baseUrl, `${name}=${value}`, made.webhook.channelId);
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
  "one that is killed is replaced, the other serves on, and nothing acknowledged is lost",
  async () => {
    const hooks = await Promise.all(times(4).map(() => makeWebhook()));
    const listen = await reader(await makeWebhook());
    const streams = await Promise.all(times(STREAMS).map(listen));
    const acknowledged: bigint[] = [];
    const before = servingProcesses();
    const [killed, other] = before;
    const posting = hooks.map(async (made) => {
      for (let index = 0; index < POSTS_PER_WINDOW; index += 1) {
        if (index === POSTS_PER_WINDOW / 2 && made === hooks[0]) process.kill(killed, "SIGKILL");
        // Whoever was just being answered by the one that is killed finds the connection closed, and nothing else.
        const answer = await post(made, `Kept ${index}`).catch(() => null);
        if (answer === null) continue;
        expect(answer.status).toBe(200);
        acknowledged.push(idOf(answer));
      }
    });
    await Promise.all(posting);
    expect(acknowledged.length).toBeGreaterThan(POSTS_PER_WINDOW * 3);
    expect(await db().message.count({ where: { id: { in: acknowledged } } })).toBe(acknowledged.length);
    // Its streams ended, and not those of the other. How many each has depends on who was free when they came.
    const ended = () => streams.filter((stream) => stream.ended).length;
    await until(() => expect(ended()).toBeGreaterThan(0));
    expect(ended()).toBeLessThan(STREAMS);
    expect(parley.output).toContain(`(process ${killed}) ended by SIGKILL; another takes its place now.`);
    await until(() => expect(servingProcesses().filter((pid) => !before.includes(pid))).toHaveLength(1));
    // With the other old one gone, only the new one can answer.
    if (other === undefined) throw new Error("Only one process served.");
    process.kill(other, "SIGKILL");
    const made = await makeWebhook();
    await until(async () => expect((await post(made, "Served")).status).toBe(200));
    await until(() => expect(streams.every(({ ended }) => ended)).toBe(true));
  },
  2 * PATIENCE_MILLISECONDS,
);
