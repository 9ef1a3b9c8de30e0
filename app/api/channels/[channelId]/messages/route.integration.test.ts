import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import type { MessageDto } from "@/lib/messages/dto";
import { fileUsage } from "@/lib/messages/files/usage";
import type { SessionUser } from "@/lib/people/find-session-user";
import { storedFiles } from "@/lib/testing/attachments";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { images } from "@/lib/testing/images";
import { AppError } from "@/lib/text/errors";
import { requireUser } from "@/lib/web/session";
import { POST } from "./route";

type Parts = { content?: string; nonce?: string | null; threadId?: string; files?: File[] };

let member: SessionUser;
let channel: { id: bigint };
const signIn = (user: SessionUser) => vi.mocked(requireUser).mockResolvedValue(user);
const nonce = () => crypto.randomUUID();
const text = (name = "a.txt", bytes = nonce()) => new File([bytes], name);

beforeEach(async () => {
  member = await makeUser();
  channel = await makeChannel({ members: [member] });
  signIn(member);
});

function form({ files = [], ...fields }: Parts): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ nonce: nonce(), ...fields })) if (value !== null) data.set(name, value);
  for (const file of files) data.append("files", file);
  return data;
}

async function post(body: FormData | string, to: { id: bigint } = channel) {
  const headers = typeof body === "string" ? { "Content-Type": "application/json" } : {};
  const request = new NextRequest("http://chat.example/api", { method: "POST", body, headers });
  const response = await POST(request, { params: Promise.resolve({ channelId: `${to.id}` }) });
  return { status: response.status, body: (await response.json()) as MessageDto & { error?: string } };
}

const messageCount = () => db().message.count({ where: { channelId: channel.id } });

describe("a person's message with files", () => {
  test("appears in its channel with the files in order", async () => {
    const files = [new File([new Uint8Array(images.png(4, 3))], "p.png"), text("notes.txt", "hello")];
    const { status, body } = await post(form({ content: " Look ", files }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      content: "Look",
      author: { id: `${member.id}` },
      attachments: [
        { name: "p.png", contentType: "image/png", width: 4, height: 3, description: "" },
        { name: "notes.txt", contentType: "application/octet-stream", size: 5, width: null },
      ],
    });
  });

  test("needs either text or files", async () => {
    expect((await post(form({ files: [text()] }))).body).toMatchObject({
      content: "",
      attachments: [{ name: "a.txt" }],
    });
    expect((await post(form({ content: "", files: [text()] }))).status).toBe(200);
    expect((await post(form({ content: "only text" }))).body).toMatchObject({ content: "only text", attachments: [] });
  });

  test("is posted once per nonce", async () => {
    const parts = { content: "once", nonce: nonce(), files: [text()] };
    const [first, second] = [await post(form(parts)), await post(form({ ...parts, files: [text("b.txt")] }))];
    expect(second).toEqual(first);
    const json = JSON.stringify({ content: "once", nonce: parts.nonce });
    expect((await post(json)).body.id).toBe(first.body.id);
    expect(await messageCount()).toBe(1);
    expect(await db().attachment.count({ where: { channelId: channel.id } })).toBe(1);
  });

  test("can be a reply", async () => {
    const root = await post(form({ content: "root" }));
    const { body } = await post(form({ threadId: root.body.id, files: [text()] }));
    expect(body).toMatchObject({ threadId: root.body.id, attachments: [{ name: "a.txt" }] });
    expect((await post(form({ threadId: "1", files: [text()] }))).status).toBe(404);
  });
});

test.each<[string, Parts, number, RegExp]>([
  ["nothing to show", { content: " \n" }, 400, /^Write a message or attach a file/],
  ["an empty file", { content: "hi", files: [text("none.txt", "")] }, 400, /"none\.txt" is empty/],
  ["eleven files", { files: Array.from({ length: 11 }, (_, i) => text(`${i}.txt`)) }, 400, /at most 10 files/],
  ["no nonce", { nonce: null, files: [text()] }, 400, /^nonce must be/],
  ["a thread that is none", { threadId: "x", files: [text()] }, 400, /^threadId must be/],
  ["a text that is too long", { content: "a".repeat(8001), files: [text()] }, 400, /at most 8000 characters/],
  ["a field that is far too long", { content: "a".repeat(70_000) }, 413, /"content" can be at most 64 KiB/],
  [
    "a second file that is too large",
    { files: [text(), new File([new Uint8Array(UPLOAD_LIMITS.fileBytes + 1)], "b")] },
    413,
    /25 MiB/,
  ],
  ["a reply to nothing", { threadId: "1", files: [text()] }, 404, /doesn't exist or was deleted/],
])("%s is refused, and nothing is posted or left on the disk", async (_, parts, status, error) => {
  const before = await storedFiles();
  expect(await post(form(parts))).toEqual({ status, body: { error: expect.stringMatching(error) } });
  expect([await messageCount(), await storedFiles()]).toEqual([0, before]);
});

describe("a person's files", () => {
  const KIB = 1024;
  const room = (error: string | RegExp = /^This doesn't fit in the 10 KiB you have for files\. Delete messages/) => ({
    status: 413,
    body: { error: expect.stringMatching(error) },
  });
  const file = (kib: number, content = nonce()) => new File([content.padEnd(kib * KIB, "x")], "a.txt");

  afterEach(() => vi.unstubAllEnvs());

  test("take up their size and can't exceed the limit", async () => {
    vi.stubEnv("UPLOAD_LIMIT", "10KiB");
    expect((await post(form({ files: [file(6)] }))).status).toBe(200);
    const before = await storedFiles();
    expect(await post(form({ files: [file(3), file(2)] }))).toEqual(room());
    expect([await storedFiles(), await messageCount()]).toEqual([before, 1]);
    expect((await post(form({ files: [file(4)] }))).status).toBe(200);
    expect(await post(form({ files: [file(1)] }))).toEqual(room());
  });

  test("don't count again when the same person posts them again, but count for each person", async () => {
    vi.stubEnv("UPLOAD_LIMIT", "10KiB");
    const same = "same";
    for (let times = 0; times < 3; times += 1) {
      expect((await post(form({ files: [file(6, same), file(6, same)] }))).status).toBe(200);
    }
    const other = await makeUser();
    const there = await makeChannel({ members: [other] });
    signIn(other);
    expect((await post(form({ files: [file(6, same)] }), there)).status).toBe(200);
    expect(await post(form({ files: [file(5)] }), there)).toEqual(room());
  });

  test("stop counting when the last message with them is deleted", async () => {
    vi.stubEnv("UPLOAD_LIMIT", "10KiB");
    const first = await post(form({ files: [file(8, "one")] }));
    const second = await post(form({ files: [file(8, "one")] }));
    const here = await requireChannel(member, channel.id);
    await deleteMessage(here, BigInt(first.body.id));
    expect(await post(form({ files: [file(8, "two")] }))).toEqual(room());
    await deleteMessage(here, BigInt(second.body.id));
    expect((await post(form({ files: [file(8, "two")] }))).status).toBe(200);
  });

  test("can't exceed the limit together when posted at once", async () => {
    vi.stubEnv("UPLOAD_LIMIT", "10KiB");
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(form({ files: [file(4)] }))));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    expect(answers.filter(({ status }) => ![200, 413].includes(status))).toEqual([]);
    const sum = await db().attachment.aggregate({ where: { userId: member.id }, _sum: { size: true } });
    expect(sum._sum.size).toBeLessThanOrEqual(10 * KIB);
  });

  test("share the whole workspace's limit", async () => {
    const { used } = await fileUsage({ role: "owner" });
    vi.stubEnv("UPLOAD_TOTAL_LIMIT", `${Math.ceil(used / KIB) + 10}KiB`);
    expect((await post(form({ files: [file(8)] }))).status).toBe(200);
    expect(await post(form({ files: [file(8)] }))).toEqual(
      room(/^This workspace has no space left for files\. Ask an admin/),
    );
  });

  test("are listed for admins by person, with each file counted once in the total", async () => {
    await expect(fileUsage(member)).rejects.toMatchObject({ code: "not_found" });
    const before = await fileUsage({ role: "admin" });
    await post(form({ files: [file(6, "shared by two")] }));
    const other = await makeUser();
    signIn(other);
    await post(form({ files: [file(6, "shared by two"), file(2)] }), await makeChannel({ members: [other] }));
    const after = await fileUsage({ role: "admin" });
    expect([after.used - before.used, after.files - before.files]).toEqual([8 * KIB, 2]);
    const of = ({ id }: SessionUser) => after.people.find((person) => person.id === `${id}`);
    expect([of(member), of(other)]).toMatchObject([
      { used: 6 * KIB, files: 1 },
      { used: 8 * KIB, files: 2 },
    ]);
  });
});

test("a file that is too large is refused by name and isn't stored", async () => {
  const before = await storedFiles();
  const large = new File([new Uint8Array(UPLOAD_LIMITS.fileBytes + 1)], "film.mov");
  const answer = await post(form({ files: [large] }));
  expect(answer).toMatchObject({ status: 413, body: { error: 'The file "film.mov" can be at most 25 MiB.' } });
  expect(await storedFiles()).toEqual(before);
});

describe("nothing is stored", () => {
  async function expectNothing(status: number, to = channel): Promise<void> {
    const before = await storedFiles();
    expect((await post(form({ files: [text()] }), to)).status).toBe(status);
    expect(await storedFiles()).toEqual(before);
    expect(await db().message.count({ where: { channelId: to.id } })).toBe(0);
  }

  test("without a session", async () => {
    vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
    await expectNothing(401);
  });

  test("for a private channel that the person isn't in, or an unknown one", async () => {
    await expectNothing(404, await makeChannel({ kind: "private", members: [await makeUser()] }));
    await expectNothing(404, { id: 1n });
  });

  test("for a public channel that the person hasn't joined", async () => {
    signIn(await makeUser());
    await expectNothing(403);
  });

  test("for an archived channel", async () => {
    await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
    await expectNothing(403);
  });
});

test.each<[string, () => FormData | string]>([
  ["a text", () => JSON.stringify({ content: "hi", nonce: nonce() })],
  ["a file", () => form({ files: [text()] })],
])("%s that is too much at once is refused, and nothing is stored", async (_, body) => {
  vi.stubEnv("TEST_LIMITS", "write=1/600");
  expect((await post(body())).status).toBe(200);
  const before = await storedFiles();
  expect(await post(body())).toEqual({ status: 429, body: { error: expect.stringMatching(/Try again in \d+ s\.$/) } });
  expect([await storedFiles(), await messageCount()]).toEqual([before, 1]);
  vi.unstubAllEnvs();
});

test("JSON is still accepted, and requires text", async () => {
  expect((await post(JSON.stringify({ content: "hi", nonce: nonce() }))).status).toBe(200);
  expect(await post(JSON.stringify({ content: " ", nonce: nonce() }))).toEqual({
    status: 400,
    body: { error: "Write a message." },
  });
});
