import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sidebarChannels } from "@/lib/channels/queries";
import { db, disconnect } from "@/lib/db/client";
import type { SearchPageDto } from "@/lib/messages/search/dto";
import { lastBackups } from "@/lib/operation/backup/state";
import { seal, unseal } from "@/lib/secrets/secret";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeChannel, makeSession, makeUser, makeWebhook, said, webhookPath } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { paths } from "@/lib/text/paths";
import { searchPaths } from "@/lib/text/search-paths";
import { connectToRunning } from "@/server/embedded-postgres";
import { runCommand } from "@/server/run-program";
import { ParleyProcess } from "@/server/testing/parley-process";
import { cookieHeader } from "../session-cookie";

/*
 * The life of an install with the embedded PostgreSQL: it's backed up while tools post, destroyed, and restored into an empty
 * directory. What is restored is compared through the server, as people and tools see it.
 */

const home = temporaryDirectory("parley-backup-");
const backups = path.join(home, "backups");
const lost = path.join(home, "lost");
const restored = path.join(home, "restored");
const PASSPHRASE = "correct horse battery staple";
let parley: ParleyProcess;

/** Makes this process another instance beside the Parley that runs on the directory. */
async function connectTo(dataDir: string): Promise<void> {
  const url = await connectToRunning(dataDir);
  if (url === null) throw new Error(`No Parley runs on ${dataDir}.`);
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: dataDir });
}

const command = (dataDir: string, task: string[], passphrase = PASSPHRASE) =>
  runCommand(task, {
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    BACKUP_DIR: backups,
    BACKUP_PASSPHRASE: passphrase,
  });

async function get(url: string, user: { id: bigint; sessionId: bigint }): Promise<Response> {
  return fetch(parley.baseUrl + url, { headers: { cookie: await cookieHeader(user) } });
}

/** Posts to a webhook's URL and returns the message's id. */
async function post(url: string, content: string): Promise<bigint> {
  const answer = await fetch(parley.baseUrl + url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ content }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return BigInt(((await answer.json()) as { messageId: string }).messageId);
}

beforeAll(async () => {
  mkdirSync(backups);
  parley = await ParleyProcess.start(lost);
  await connectTo(lost);
}, 300_000);

afterAll(async () => {
  await parley.stop();
  for (const dataDir of [lost, restored]) removeDataDir(dataDir);
  rmSync(home, { recursive: true });
});

test("a Parley that was backed up while tools posted is as it was, on another machine", async () => {
  await db().workspace.create({ data: { name: "Acme" } });
  const [ada, bob] = [await makeUser({ role: "owner" }), await makeUser()];
  const [busy, quiet] = [await makeChannel({ members: [ada] }), await makeChannel({ members: [ada, bob] })];
  const [tool, signing] = [await makeWebhook({ channelId: busy.id }), await makeWebhook({ channelId: quiet.id })];
  await db().webhook.update({ where: { id: signing.webhook.id }, data: { signingSecret: seal("signing secret") } });
  for (const text of ["the zebra is striped", "so is the tiger", "a zebra crossing"]) await said(ada, quiet, text);
  await db().membership.updateMany({ where: { userId: bob.id }, data: { lastReadSeq: 1 } });
  const bytes = randomBytes(900_000);
  const { id: fileId } = await makeAttachment({ file: await makeFile(bytes), name: "photo.bin" });
  const { channelId } = await db().attachment.findUniqueOrThrow({ where: { id: fileId } });
  await db().membership.create({ data: { channelId, userId: bob.id } });
  const ended = await makeSession(bob);
  await db().session.delete({ where: { id: ended.sessionId } });

  /** What Bob sees, through the server. */
  const look = async () => ({
    search: (await (await get(searchPaths.messages("zebra", 10), bob)).json()) as SearchPageDto,
    channel: (await (await get(paths.api.messages(`${quiet.id}`), bob)).json()) as unknown,
    file: createHash("sha256")
      .update(Buffer.from(await (await get(paths.api.attachment(`${fileId}`, "photo.bin"), bob)).arrayBuffer()))
      .digest("hex"),
    unread: (await sidebarChannels(bob)).map(({ id, unread, mentions }) => ({ id, unread, mentions })),
    statuses: [(await get(paths.api.messages(`${quiet.id}`), ended)).status],
  });
  await until(async () => expect((await look()).search.results).toHaveLength(2));
  const before = await look();
  expect(before.file).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(before.unread).toContainEqual({ id: `${quiet.id}`, unread: 2, mentions: 0 });
  expect(before.statuses).toEqual([401]);

  const posted: bigint[] = [];
  let goOn = true;
  const posting = (async () => {
    while (goOn) posted.push(await post(webhookPath(tool), `Deploy ${posted.length}`));
  })();
  await until(() => expect(posted.length).toBeGreaterThan(20));
  const atLeast = posted.length;
  const made = await command(lost, ["backup"]);
  const atMost = posted.length + 1;
  expect(made.code, made.output).toBe(0);
  await until(() => expect(posted.length).toBeGreaterThan(atMost + 20));
  goOn = false;
  await posting;

  await disconnect();
  await parley.kill();
  removeDataDir(lost);

  const [, archive = ""] = /Backed up to (\S+)/.exec(made.output) ?? [];
  const refused = await command(restored, ["restore", archive], "a wrong passphrase");
  expect([refused.code, existsSync(restored)]).toEqual([1, false]);
  const { code, output } = await command(restored, ["restore", archive]);
  expect(code, output).toBe(0);
  parley = await ParleyProcess.start(restored);
  await connectTo(restored);

  expect(await look()).toEqual(before);
  const kept = await db().message.findMany({ where: { channelId: busy.id }, orderBy: { seq: "asc" } });
  expect(kept.length).toBeGreaterThanOrEqual(atLeast);
  expect(kept.length).toBeLessThanOrEqual(atMost);
  expect(kept.map(({ id }) => id)).toEqual(posted.slice(0, kept.length));
  expect((await db().channel.findUniqueOrThrow({ where: { id: busy.id } })).msgSeq).toBe(BigInt(kept.length));
  const again = await post(webhookPath(tool), "Deploy after the restore");
  expect(posted.every((id) => again > id)).toBe(true);
  const { signingSecret } = await db().webhook.findUniqueOrThrow({ where: { id: signing.webhook.id } });
  expect(unseal(signingSecret ?? new Uint8Array())).toBe("signing secret");
}, 300_000);

test("a scheduled backup that was missed is made soon after the start, and one by command while Parley is stopped", async () => {
  Object.assign(process.env, { BACKUP_SCHEDULE: "@yearly", BACKUP_DIR: backups });
  await disconnect();
  await parley.restart();
  await connectTo(restored);
  const complete = async () => expect((await lastBackups(1))[0]).toMatchObject({ scheduled: true, state: "complete" });
  await vi.waitFor(complete, { timeout: 60_000, interval: 100 });
  const [scheduled] = await lastBackups(1);
  expect(existsSync(scheduled?.path ?? "")).toBe(true);

  await disconnect();
  await parley.stop();
  const { code, output } = await command(restored, ["backup"]);
  expect(code, output).toBe(0);
  expect(output).toMatch(/Backed up to \S+\.tar\.age/);
}, 120_000);
