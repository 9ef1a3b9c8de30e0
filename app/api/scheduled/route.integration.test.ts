import { randomUUID } from "node:crypto";
import { existsSync, rmSync, utimesSync } from "node:fs";
import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { discardUnused, sweepFiles } from "@/lib/files/uploads/sweep-files";
import type { ScheduledDto } from "@/lib/messages/scheduled/dto";
import { sendDue, sendScheduledNow } from "@/lib/messages/scheduled/send-scheduled";
import type { SessionUser } from "@/lib/people/find-session-user";
import { storedFiles } from "@/lib/testing/attachments";
import { makeChannel, makeUser, said } from "@/lib/testing/factories";
import { images } from "@/lib/testing/images";
import { requireUser } from "@/lib/web/session";
import * as one from "./[scheduledId]/files/[fileId]/route";
import * as files from "./[scheduledId]/files/route";
import * as item from "./[scheduledId]/route";
import * as all from "./route";

const HOUR_MS = 3_600_000;
type Handler = typeof all.POST;
type SentRequest = { method?: string; body?: FormData | object; params?: Record<string, string>; query?: string };

let ann: SessionUser;
let channel: { id: bigint };
const signIn = (user: SessionUser) => vi.mocked(requireUser).mockResolvedValue(user);
const text = (name = "a.txt", bytes: string = randomUUID()) => new File([bytes], name);

beforeEach(async () => {
  ann = await makeUser();
  channel = await makeChannel({ kind: "private", members: [ann] });
  signIn(ann);
});
afterEach(() => vi.unstubAllEnvs());

async function call(handler: Handler, { method = "GET", body, params = {}, query = "" }: SentRequest = {}) {
  const sent = body === undefined ? {} : body instanceof FormData ? { body } : { body: JSON.stringify(body) };
  const headers = body === undefined || body instanceof FormData ? {} : { "Content-Type": "application/json" };
  const request = new NextRequest(`http://chat.example/api${query}`, { method, headers, ...sent });
  const response = await handler(request, { params: Promise.resolve(params) });
  const answer = await response.text();
  return { status: response.status, answer, type: response.headers.get("content-type") };
}

function form(added: File[], fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const file of added) data.append("files", file);
  return data;
}

function schedule(added: File[], fields: Record<string, string> = {}) {
  const sendAt = new Date(Date.now() + HOUR_MS).toISOString();
  const usual = { channelId: `${channel.id}`, content: "", nonce: randomUUID(), sendAt };
  return call(all.POST, { method: "POST", body: form(added, { ...usual, ...fields }) });
}

const list = async () => JSON.parse((await call(all.GET)).answer) as ScheduledDto[];

async function scheduled(added: File[], fields: Record<string, string> = {}) {
  expect(await schedule(added, fields)).toMatchObject({ status: 204 });
  const dto = (await list()).at(-1);
  const rows = await db().scheduledFile.findMany({
    where: { scheduledId: BigInt(dto?.id ?? 0) },
    orderBy: { id: "asc" },
  });
  const params = { scheduledId: `${dto?.id}`, fileId: `${rows[0]?.id}` };
  return {
    id: BigInt(dto?.id ?? 0),
    dto,
    rows,
    params,
    lies: () => rows.map(({ hash }) => existsSync(filePathOf(hash))),
  };
}

const makeDue = (id: bigint) => db().scheduledMessage.update({ where: { id }, data: { sendAt: new Date(0) } });
const add = (params: Record<string, string>, added: File[]) =>
  call(files.POST, { method: "POST", params, body: form(added) });
const remove = (params: Record<string, string>) => call(one.DELETE, { method: "DELETE", params });
const posted = () =>
  db().message.findMany({
    where: { channelId: channel.id },
    orderBy: { id: "asc" },
    include: { attachments: { orderBy: { position: "asc" } } },
  });

test("files wait with their message, however long, and are posted with it once", async () => {
  const { id, dto, rows, lies } = await scheduled(
    [new File([new Uint8Array(images.png(4, 3))], "p.png"), text("notes.txt", "hello")],
    { content: "Look" },
  );
  expect(dto).toMatchObject({ content: "Look", problem: null });
  expect(dto?.files).toMatchObject([
    { name: "p.png", contentType: "image/png", width: 4, height: 3, shown: { preview: expect.any(String) } },
    { name: "notes.txt", size: 5, shown: null },
  ]);
  const longAgo = (Date.now() - 48 * HOUR_MS) / 1000;
  for (const { hash } of rows) utimesSync(filePathOf(hash), longAgo, longAgo);
  await sweepFiles();
  await discardUnused();
  expect(lies()).toEqual([true, true]);
  await makeDue(id);
  await Promise.all([sendDue(), sendDue()]);
  await discardUnused();
  expect(await list()).toEqual([]);
  expect(await posted()).toMatchObject([
    {
      content: "Look",
      attachments: [
        { name: "p.png", userId: ann.id, width: 4 },
        { name: "notes.txt", size: 5 },
      ],
    },
  ]);
  expect(lies()).toEqual([true, true]);
});

test("a message of files alone is sent now, as a reply that also appears in the channel", async () => {
  const root = await said(ann, channel, "root");
  const { id } = await scheduled([text()], { threadId: `${root}`, inChannel: "true" });
  await sendScheduledNow(ann, id);
  expect((await posted()).at(-1)).toMatchObject({
    threadRootId: root,
    inChannel: true,
    content: "",
    attachments: [{ name: "a.txt" }],
  });
  const nothing = await schedule([]);
  expect(nothing).toMatchObject({ status: 400, answer: expect.stringContaining("Write a message or attach a file.") });
});

test("only its author gets its files, adds to them and removes them", async () => {
  const { params } = await scheduled([text("plan.txt", "the plan")]);
  expect(await call(one.GET, { params })).toMatchObject({ status: 200, answer: "the plan" });
  const stranger = { ...(await makeUser()), role: "owner" as const };
  await db().membership.create({ data: { channelId: channel.id, userId: stranger.id } });
  const before = await storedFiles();
  signIn(stranger);
  expect(await call(one.GET, { params })).toMatchObject({ status: 404 });
  expect(await call(one.GET, { params, query: "?size=preview" })).toMatchObject({ status: 404 });
  expect(await remove(params)).toMatchObject({ status: 404 });
  expect(await add(params, [text()])).toMatchObject({ status: 404 });
  expect(await storedFiles()).toEqual(before);
  signIn(ann);
  const other = await scheduled([text()]);
  expect(await call(one.GET, { params: { ...params, scheduledId: other.params.scheduledId } })).toMatchObject({
    status: 404,
  });
  expect(await list()).toMatchObject([{ files: [{ name: "plan.txt" }] }, { files: [{ name: "a.txt" }] }]);
});

test("files are added and removed, and something to send always stays", async () => {
  const { id, params, lies } = await scheduled([text("first.txt")]);
  expect(await add(params, [text("second.txt"), text("third.txt")])).toMatchObject({ status: 204 });
  const names = async () => (await list())[0]?.files?.map(({ name }) => name);
  expect(await names()).toEqual(["first.txt", "second.txt", "third.txt"]);
  const tooMany = await add(
    params,
    Array.from({ length: 8 }, (_, index) => text(`${index}.txt`)),
  );
  expect(tooMany).toMatchObject({ status: 400, answer: expect.stringContaining("at most 10 files") });
  expect(await remove(params)).toMatchObject({ status: 204 });
  await discardUnused();
  expect([lies(), await names()]).toEqual([[false], ["second.txt", "third.txt"]]);
  expect(await remove(params)).toMatchObject({ status: 404 });
  const change = (content: string) => call(item.PATCH, { method: "PATCH", params, body: { content } });
  expect(await change("Text")).toMatchObject({ status: 204 });
  expect(await change("")).toMatchObject({ status: 204 });
  const rest = await db().scheduledFile.findMany({ where: { scheduledId: id }, orderBy: { id: "asc" } });
  const [second, third] = rest.map((file) => ({ ...params, fileId: `${file.id}` }));
  expect(await remove({ ...params, ...second })).toMatchObject({ status: 204 });
  expect(await remove({ ...params, ...third })).toMatchObject({
    status: 400,
    answer: expect.stringContaining("nothing else to send"),
  });
  expect(await change("Text")).toMatchObject({ status: 204 });
  expect(await remove({ ...params, ...third })).toMatchObject({ status: 204 });
  expect(await change("")).toMatchObject({ status: 400 });
  expect(await list()).toMatchObject([{ content: "Text" }]);
});

test("a deleted message's files are deleted, and so are those of a deleted channel", async () => {
  const [deleted, orphaned] = [await scheduled([text()]), await scheduled([text()])];
  await call(item.DELETE, { method: "DELETE", params: deleted.params });
  await discardUnused();
  expect([deleted.lies(), orphaned.lies()]).toEqual([[false], [true]]);
  await db().channel.delete({ where: { id: channel.id } });
  await discardUnused();
  expect(orphaned.lies()).toEqual([false]);
});

test("scheduled files count in their author's limit, once also when they're posted", async () => {
  vi.stubEnv("UPLOAD_LIMIT", "10KiB");
  const large = (kib: number) => text("large.txt", randomUUID().padEnd(kib * 1024, "x"));
  const { id, params } = await scheduled([large(6)]);
  expect(await schedule([large(5)])).toMatchObject({ status: 413 });
  expect(await add(params, [large(5)])).toMatchObject({ status: 413 });
  await makeDue(id);
  await sendDue();
  expect(await schedule([large(5)])).toMatchObject({ status: 413 });
  expect(await schedule([large(4)])).toMatchObject({ status: 204 });
});

test("a message with a missing file isn't sent and says which, until the file is removed", async () => {
  const { id, rows, params } = await scheduled([text("plan.txt"), text("kept.txt")], { content: "Both" });
  rmSync(filePathOf(rows[0]?.hash ?? new Uint8Array()));
  await makeDue(id);
  await sendDue();
  const problem = 'The file "plan.txt" is missing on the server. Remove it or add it again.';
  expect(await list()).toMatchObject([{ problem, files: [{ name: "plan.txt" }, { name: "kept.txt" }] }]);
  await expect(sendScheduledNow(ann, id)).rejects.toMatchObject({ message: problem });
  expect(await posted()).toEqual([]);
  expect(await remove(params)).toMatchObject({ status: 204 });
  await sendScheduledNow(ann, id);
  expect(await posted()).toMatchObject([{ content: "Both", attachments: [{ name: "kept.txt" }] }]);
});

test("the same nonce schedules one message, and what is refused leaves no file behind", async () => {
  const fields = { content: "Once", nonce: randomUUID() };
  const { rows } = await scheduled([text()], fields);
  const before = await storedFiles();
  expect(await schedule([text("again.txt")], fields)).toMatchObject({ status: 204 });
  expect(await list()).toMatchObject([{ content: "Once", files: [{ name: "a.txt" }] }]);
  expect(await schedule([text()], { channelId: "1" })).toMatchObject({ status: 404 });
  expect(await schedule([text()], { sendAt: "tomorrow" })).toMatchObject({ status: 400 });
  vi.stubEnv("TEST_LIMITS", "scheduled=1/1");
  expect(await schedule([text()])).toMatchObject({ status: 403 });
  expect(rows).toHaveLength(1);
  expect(await storedFiles()).toEqual(before);
});
