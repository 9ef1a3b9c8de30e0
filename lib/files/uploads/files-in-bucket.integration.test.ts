import { existsSync } from "node:fs";
import { NextRequest } from "next/server";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET, HEAD } from "@/app/api/attachments/[attachmentId]/[name]/route";
import { DELETE as DELETE_MESSAGE } from "@/app/api/channels/[channelId]/messages/[messageId]/route";
import { POST } from "@/app/api/channels/[channelId]/messages/route";
import { GET as GET_AVATAR } from "@/app/api/pictures/[hash]/route";
import { POST as POST_AVATAR } from "@/app/api/pictures/route";
import { db } from "@/lib/db/client";
import { allNamesOf, fileNameOf, filePathOf } from "@/lib/files/uploads/file-paths";
import { removeTemporary, storeFile, withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { StoredFile } from "@/lib/files/uploads/stored-file";
import { discardUnused, sweepFiles } from "@/lib/files/uploads/sweep-files";
import type { MessageDto } from "@/lib/messages/dto";
import type { UploadedAvatarDto } from "@/lib/people/avatars/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeAttachment, storedFiles } from "@/lib/testing/attachments";
import { duringBackup } from "@/lib/testing/backup-lock";
import { TestBucket } from "@/lib/testing/bucket";
import { makeChannel, makeUser, makeWebhook } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireUser } from "@/lib/web/session";

let bucket: TestBucket;
let member: SessionUser;
let channel: { id: bigint };

beforeAll(async () => {
  bucket = await TestBucket.open();
});
afterAll(() => bucket.close());
beforeEach(async () => {
  useBucket();
  member = await makeUser();
  channel = await makeChannel({ members: [member] });
  vi.mocked(requireUser).mockResolvedValue(member);
  // Storing a file starts a sweep in the background. It must not happen during a test.
  await upload("the first upload");
});
afterEach(() => {
  bucket.instead = () => false;
  bucket.before = () => undefined;
  vi.unstubAllEnvs();
});

function useBucket(): void {
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value);
}

/** As if the store had failed: nobody listens there. */
const unreachable = () => vi.stubEnv("S3_ENDPOINT", "http://127.0.0.1:9");

const inBucket = (hash: Uint8Array) => bucket.keys().includes(fileNameOf(hash));

/** Uploads a file as for a message. */
async function upload(text: string): Promise<StoredFile> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const file = await storeFile(bytes(), 1024);
  await withFilesInPlace([file], () => makeAttachment({ file, channel })).finally(() => removeTemporary([file]));
  return file;
}

async function refusedUpload(text: string): Promise<void> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const file = await storeFile(bytes(), 1024);
  await withFilesInPlace([file], () => Promise.reject(new Error("refused"))).catch(() => undefined);
  await removeTemporary([file]);
}

const attachmentOf = ({ hash }: StoredFile) =>
  db().attachment.findFirstOrThrow({ where: { hash: new Uint8Array(hash) }, select: { id: true, messageId: true } });

async function post(...files: File[]) {
  const form = new FormData();
  form.set("nonce", crypto.randomUUID());
  for (const file of files) form.append("files", file);
  const request = new NextRequest("http://chat.example/api", { method: "POST", body: form });
  const response = await POST(request, { params: Promise.resolve({ channelId: `${channel.id}` }) });
  const body = (await response.json()) as MessageDto & { error?: string };
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
}

async function get(id: string | bigint, headers: Record<string, string> = {}, search = "", handler = GET) {
  const method = handler === HEAD ? "HEAD" : "GET";
  const request = new NextRequest(`http://chat.example/api/attachments${search}`, { method, headers });
  const response = await handler(request, { params: Promise.resolve({ attachmentId: `${id}`, name: "a" }) });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

let shade = 0;

/** A unique photo. */
function photo(): Promise<Buffer> {
  shade += 1;
  const background = { r: 9 * shade, g: 99, b: 200 };
  return sharp({ create: { width: 2_000, height: 1_500, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

describe("with a bucket", () => {
  test("a person's files are stored there, and nothing is left on disk", async () => {
    const before = await storedFiles();
    const { status, body } = await post(new File(["0123456789"], "a.txt"), new File([], "empty.png"));
    expect([status, body.error]).toEqual([400, 'The file "empty.png" is empty.']);
    const posted = await post(new File(["0123456789"], "a.txt"));
    expect(posted.status).toBe(200);
    expect(await storedFiles()).toEqual(before);
    const id = posted.body.attachments[0]?.id ?? "";
    expect(await get(id)).toMatchObject({
      status: 200,
      headers: {
        "content-length": "10",
        "accept-ranges": "bytes",
        "content-disposition": expect.stringMatching(/^att/),
      },
      bytes: Buffer.from("0123456789"),
    });
    expect(await get(id, { Range: "bytes=2-4" })).toMatchObject({
      status: 206,
      headers: { "content-length": "3", "content-range": "bytes 2-4/10" },
      bytes: Buffer.from("234"),
    });
    expect(await get(id, { Range: "bytes=-3" })).toMatchObject({ status: 206, bytes: Buffer.from("789") });
    expect(await get(id, { Range: "bytes=10-" })).toMatchObject({ status: 416 });
    expect(await get(id, {}, "", HEAD)).toMatchObject({ headers: { "content-length": "10" }, bytes: Buffer.alloc(0) });
  });

  test("an image is shown from there, in both sizes, made once", async () => {
    const before = await storedFiles();
    const { body } = await post(new File([new Uint8Array(await photo())], "photo.jpg"));
    const id = body.attachments[0]?.id ?? "";
    for (const [size, width] of [
      ["preview", 853],
      ["large", 2000],
    ] as const) {
      const { status, bytes } = await get(id, {}, `?size=${size}`);
      expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, width]);
      bucket.requests.length = 0;
      expect((await get(id, {}, `?size=${size}`)).bytes.equals(bytes)).toBe(true);
      expect(bucket.requests).toEqual([expect.stringMatching(`^GET .*\\.${size}\\.webp$`)]);
    }
    expect(await storedFiles()).toEqual(before);
  });

  test("an image that can't be shown is remembered there", async () => {
    const { body } = await post(new File([new Uint8Array((await photo()).subarray(0, 700))], "broken.jpg"));
    const id = body.attachments[0]?.id ?? "";
    expect((await get(id, {}, "?size=preview")).status).toBe(404);
    bucket.requests.length = 0;
    expect((await get(id, {}, "?size=preview")).status).toBe(404);
    expect(bucket.requests).toHaveLength(1);
  });

  test("avatars are stored there", async () => {
    const before = await storedFiles();
    const form = new FormData();
    for (const [name, value] of Object.entries({ x: "0", y: "0", side: "1500" })) form.set(name, value);
    form.set("picture", new File([new Uint8Array(await photo())], "me.jpg"));
    const request = new NextRequest("http://chat.example/api/pictures", { method: "POST", body: form });
    const { shown } = (await (await POST_AVATAR(request, { params: Promise.resolve({}) })).json()) as UploadedAvatarDto;
    const hash = shown.split("/").at(-1) ?? "";
    const response = await GET_AVATAR(new NextRequest(`http://chat.example${shown}`), {
      params: Promise.resolve({ hash }),
    });
    expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(256);
    expect([inBucket(Buffer.from(hash, "hex")), await storedFiles()]).toEqual([true, before]);
  });

  test("a missing object is a missing file", async () => {
    const file = await upload(`missing ${channel.id}`);
    const { id } = await attachmentOf(file);
    bucket.removeObject(fileNameOf(file.hash));
    const unknown = await get(1n);
    expect(unknown.status).toBe(404);
    expect(await get(id)).toEqual(unknown);
    expect((await get(id, {}, "", HEAD)).status).toBe(404);
  });
});

describe("while the bucket can't be reached", () => {
  const SENTENCE = "Files can't be stored or read just now. Try again in a few seconds.";

  test("a message with files isn't posted, and nothing is left behind", async () => {
    const [messages, files] = [await db().message.count(), await storedFiles()];
    bucket.instead = (_request, response) => response.destroy() && true;
    bucket.requests.length = 0;
    const { status, retryAfter, body } = await post(new File(["some text"], "a.txt"));
    expect([status, retryAfter, body.error]).toEqual([503, "5", SENTENCE]);
    expect([await db().message.count(), await storedFiles()]).toEqual([messages, files]);
    // The sender waits for no more than that.
    expect(bucket.requests.map((request) => request.split(" ")[0])).toEqual(["HEAD", "HEAD", "HEAD"]);
  });

  test("a webhook's sender is asked to try again", async () => {
    const { webhook, token } = await makeWebhook();
    const form = new FormData();
    form.set("payload_json", JSON.stringify({ content: "hi" }));
    form.set("files[0]", new File(["some text"], "a.txt"));
    const body = new Response(form);
    const send = async () =>
      sendRequest(`/api/webhooks/${webhook.id}/${token}`, {
        headers: { "content-type": body.headers.get("content-type") ?? "" },
        body: bytes,
      });
    const bytes = Buffer.from(await body.arrayBuffer());
    unreachable();
    const { status, headers, text } = await send();
    expect([status, headers["Retry-After"], JSON.parse(text)]).toEqual([
      503,
      "5",
      expect.objectContaining({ message: SENTENCE }),
    ]);
    useBucket();
    expect((await send()).status).toBe(204);
  });

  test("files and images answer 503, and don't count as missing", async () => {
    const { body } = await post(new File([new Uint8Array(await photo())], "photo.jpg"));
    const id = body.attachments[0]?.id ?? "";
    unreachable();
    for (const search of ["", "?size=preview"]) {
      const { status, headers, bytes } = await get(id, {}, search);
      expect([status, headers["retry-after"], `${bytes}`]).toEqual([503, "5", JSON.stringify({ error: SENTENCE })]);
    }
    useBucket();
    expect((await get(id, {}, "?size=preview")).status).toBe(200);
  });

  test("messages without files are posted as ever, and files deleted meanwhile go later", async () => {
    const file = await upload(`deleted ${channel.id}`);
    const { messageId } = await attachmentOf(file);
    unreachable();
    await db().message.delete({ where: { id: messageId } });
    await discardUnused().catch(() => undefined);
    const { webhook, token } = await makeWebhook();
    const headers = { "content-type": "application/json" };
    const path = `/webhooks/incoming/${webhook.id}/${token}`;
    expect((await sendRequest(path, { headers, body: '{"content":"hi"}' })).status).toBe(200);
    expect(inBucket(file.hash)).toBe(true);
    useBucket();
    await discardUnused();
    expect(inBucket(file.hash)).toBe(false);
  });
});

describe("files that no message uses leave the bucket", () => {
  test("when the message is deleted, with the versions of an image", async () => {
    const { body } = await post(new File([new Uint8Array(await photo())], "photo.jpg"));
    const [attachment] = body.attachments;
    await get(attachment?.id ?? "", {}, "?size=preview");
    const { hash } = await db().attachment.findUniqueOrThrow({ where: { id: BigInt(attachment?.id ?? 0) } });
    const stored = () => bucket.keys().filter((key) => allNamesOf(hash).includes(key)).length;
    expect(stored()).toBe(2);
    const params = Promise.resolve({ channelId: `${channel.id}`, messageId: body.id });
    await DELETE_MESSAGE(new NextRequest("http://chat.example/api", { method: "DELETE" }), { params });
    await discardUnused();
    expect(stored()).toBe(0);
  });

  test("when the post is refused", async () => {
    const before = bucket.keys();
    await refusedUpload(`refused ${channel.id}`);
    expect(bucket.keys()).toEqual(before);
  });

  test("after a day, but not during a backup", async () => {
    const [orphan, fresh, named] = [await upload("orphan"), await upload("fresh"), await upload("named")];
    bucket.copyObject(fileNameOf(orphan.hash), `${fileNameOf(orphan.hash)}.preview.webp`);
    await db().attachment.deleteMany({
      where: { hash: { in: [orphan, fresh].map(({ hash }) => new Uint8Array(hash)) } },
    });
    for (const { hash } of [orphan, named]) bucket.age(fileNameOf(hash), 25);
    const stored = () => [orphan, fresh, named].map(({ hash }) => inBucket(hash));
    await duringBackup(async () => {
      await sweepFiles();
      expect(stored()).toEqual([true, true, true]);
    });
    await sweepFiles();
    expect(stored()).toEqual([false, true, true]);
    expect(bucket.keys()).not.toContain(`${fileNameOf(orphan.hash)}.preview.webp`);
  });
});

async function waitingLocks(): Promise<number> {
  const rows = await db().$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
  return rows[0]?.waiting ?? 0;
}

test("a file posted while the same one is deleted is put back", async () => {
  const text = `posted meanwhile ${channel.id}`;
  const file = await upload(text);
  const { messageId } = await attachmentOf(file);
  await db().message.delete({ where: { id: messageId } });
  // The deletion has checked that no message uses the file, and reaches the store after the post has looked there.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const deletion = `DELETE /parley-files/${fileNameOf(file.hash)}`;
  bucket.before = ({ method, url }) => (`${method} ${url}` === deletion ? held : undefined);
  const discarding = discardUnused();
  await until(() => expect(bucket.requests.at(-1)).toBe(deletion));
  const posting = upload(text);
  // The message is there, and its post waits for the deletion.
  await until(() => expect(waitingLocks()).resolves.toBe(1));
  expect(await db().attachment.count({ where: { hash: new Uint8Array(file.hash) } })).toBe(1);
  release();
  await Promise.all([discarding, posting]);
  expect(inBucket(file.hash)).toBe(true);
});

test("simultaneous posts, refusals, deletes and sweeps of the same bytes never lose a message's file", async () => {
  for (let round = 0; round < 10; round += 1) {
    const old = await upload("contended");
    bucket.age(fileNameOf(old.hash), 25);
    const { messageId } = await attachmentOf(old);
    await Promise.all([
      db()
        .message.delete({ where: { id: messageId } })
        .then(discardUnused),
      upload("contended"),
      refusedUpload("contended"),
      sweepFiles(),
      upload("contended"),
      refusedUpload("contended"),
    ]);
    expect(inBucket(old.hash), `round ${round}`).toBe(true);
    await db().message.deleteMany({ where: { channelId: channel.id } });
    await discardUnused();
    expect(inBucket(old.hash), `round ${round}`).toBe(false);
  }
});

describe("files in the other store", () => {
  test("on disk are read while new ones go to the bucket, and are deleted there", async () => {
    vi.stubEnv("FILE_STORE", "disk");
    const file = await upload(`on disk ${channel.id}`);
    expect([existsSync(filePathOf(file.hash)), inBucket(file.hash)]).toEqual([true, false]);
    vi.stubEnv("FILE_STORE", "s3");
    const { id, messageId } = await attachmentOf(file);
    expect(await get(id, { Range: "bytes=3-6" })).toMatchObject({ status: 206, bytes: Buffer.from("disk") });
    await db().message.delete({ where: { id: messageId } });
    await discardUnused();
    expect(existsSync(filePathOf(file.hash))).toBe(false);
  });

  test("in the bucket are read while new ones go to the disk, and are deleted there", async () => {
    const file = await upload(`in the bucket ${channel.id}`);
    vi.stubEnv("FILE_STORE", "disk");
    const { id, messageId } = await attachmentOf(file);
    expect(await get(id, {}, "", HEAD)).toMatchObject({ status: 200 });
    expect(await get(id, { Range: "bytes=7-12" })).toMatchObject({ status: 206, bytes: Buffer.from("bucket") });
    await db().message.delete({ where: { id: messageId } });
    await discardUnused();
    expect(inBucket(file.hash)).toBe(false);
  });
});
