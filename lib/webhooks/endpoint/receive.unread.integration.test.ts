import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { readingProcess } from "@/lib/network/foreign-text/read-apart";
import { ReadingProcess } from "@/lib/network/foreign-text/reading-process";
import { processWide } from "@/lib/process/process-wide";
import { bomb } from "@/lib/testing/bomb";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";

const unread = vi.fn();
const forget = (name: string) => Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
/** Replaces the process that reads foreign texts. */
function readWith(...given: ConstructorParameters<typeof ReadingProcess>) {
  forget("reading-process");
  return processWide("reading-process", () => new ReadingProcess(...given));
}

const BAD = path.resolve("lib/testing/bad-reader.mjs");
beforeEach(() => {
  vi.stubEnv("TEST_LIMITS", "foreign-text-patience=100");
  forget("metrics-recorder");
  processWide("metrics-recorder", () => ({ unread, webhookRequest: () => {}, message: () => {} }));
  unread.mockClear();
});
afterEach(() => {
  vi.unstubAllEnvs();
  readingProcess().end();
  forget("reading-process");
  forget("metrics-recorder");
});

async function post(made: MadeWebhook, body: string, suffix = "/json") {
  const headers = { "content-type": "text/plain" };
  const { status, text } = await sendRequest(webhookPath(made, suffix), { headers, body });
  return { status, ...JSON.parse(text) };
}

const lastOf = ({ webhook }: MadeWebhook) =>
  db().message.findFirstOrThrow({ where: { webhookId: webhook.id }, orderBy: { id: "desc" } });
const deliveryOf = (messageId: string) =>
  until(() => db().delivery.findFirstOrThrow({ where: { messageId: BigInt(messageId) } }));

const UNREAD = "This payload couldn't be read";
const REMARK = expect.stringContaining("reading it failed or took too long");

test("YAML whose aliases stand for millions of values is a message as any other", async () => {
  const made = await makeWebhook();
  for (const text of [bomb(), bomb("? ")]) {
    expect(Buffer.byteLength(text)).toBeLessThan(2_300);
    expect(await post(made, text)).toMatchObject({ status: 200, messageId: expect.any(String) });
    const { content, embeds } = await lastOf(made);
    expect(content.length + JSON.stringify(embeds).length).toBeLessThan(8_000);
  }
  expect(unread).not.toHaveBeenCalled();
});

test.each([
  ["takes too long", "hang", "late"],
  ["takes too much memory", "grow", "died"],
  ["ends its process", "exit", "died"],
])("a payload whose reader %s says so instead, and the next one is read", async (_, text, reason) => {
  readWith(BAD, { answerMs: text === "hang" ? 300 : 30_000 });
  const made = await makeWebhook();
  const { status, messageId } = await post(made, text);
  expect(status).toBe(200);
  expect(await lastOf(made)).toMatchObject({ content: UNREAD, embeds: null });
  expect(await deliveryOf(messageId)).toMatchObject({ status: 200, reason: REMARK, payload: text, plain: false });
  expect(unread.mock.calls).toEqual([["text", reason]]);
  await post(made, "Host: web-3\nState: down");
  expect((await lastOf(made)).embeds).toMatchObject([{ title: "Down: web-3" }]);
});

test("without the process, texts say that they couldn't be read, and JSON doesn't need it", async () => {
  const reader = readWith("/nowhere/process.mjs");
  const made = await makeWebhook();
  const secret = "4f0a1c9e7b3d5e8f2a6c4f0a1c9e7b3d";
  for (const suffix of ["/json", "/gitlab"]) {
    const { messageId } = await post(made, `Backup: done\npassword=${secret}`, suffix);
    expect(await lastOf(made)).toMatchObject({ content: UNREAD, embeds: null });
    const { payload, reason } = await deliveryOf(messageId);
    expect(payload).toMatch(/^Backup: done\npassword=•+$/);
    expect(reason).toEqual(REMARK);
  }
  expect(unread.mock.calls).toEqual(Array.from({ length: 2 }, () => ["text", "unavailable"]));
  await post(made, JSON.stringify({ event: "backup.done" }));
  expect((await lastOf(made)).embeds).toMatchObject([{ title: "Done: Backup" }]);
  expect(reader.pid).toBeUndefined();
});

test("a webhook that sends bad payloads can go on, and another one's are read meanwhile", async () => {
  readWith(BAD, { answerMs: 300 });
  const [bad, good] = [await makeWebhook(), await makeWebhook()];
  const all = Array.from({ length: 3 }, () => post(bad, "hang"));
  expect(await post(good, "Host: web-3\nState: down")).toMatchObject({ status: 200 });
  expect((await lastOf(good)).embeds).toMatchObject([{ title: "Down: web-3" }]);
  for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  await post(bad, "Host: web-3\nState: up");
  expect((await lastOf(bad)).embeds).toMatchObject([{ card: { state: { word: "Up" } } }]);
});
