import { existsSync, rmSync, statSync } from "node:fs";
import { NextRequest } from "next/server";
import sharp from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { filePathOf, shownFilePathOf } from "@/lib/files/uploads/file-paths";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { images } from "@/lib/testing/images";
import { pdf } from "@/lib/testing/pdf";
import { AppError } from "@/lib/text/errors";
import { requireUser } from "@/lib/web/session";
import { DELETE, GET, HEAD, POST } from "./route";

const TEXT = "0123456789";
const signIn = (user: SessionUser) => vi.mocked(requireUser).mockResolvedValue(user);

let member: SessionUser;
let channel: { id: bigint };

beforeEach(async () => {
  member = await makeUser();
  channel = await makeChannel({ kind: "private", members: [member] });
  signIn(member);
});

async function attach(bytes: Buffer | string, name = "a.txt") {
  const file = await makeFile(bytes);
  return { ...(await makeAttachment({ file, name, channel })), file };
}

function ask(
  handler: typeof GET,
  id: bigint | string,
  headers: Record<string, string> = {},
  name = "a.txt",
  search = "",
) {
  const method = handler === HEAD ? "HEAD" : handler === POST ? "POST" : handler === DELETE ? "DELETE" : "GET";
  const request = new NextRequest(`http://chat.example/api/attachments${search}`, { method, headers });
  return handler(request, { params: Promise.resolve({ attachmentId: `${id}`, name }) });
}

async function summaryOf(response: Response) {
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

describe("a message's file", () => {
  test("is served to a member of its channel as a harmless download", async () => {
    const { id } = await attach("<script>alert(1)</script>", "page.html");
    const response = await ask(GET, id);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      "content-length": "25",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
    });
    expect(await response.text()).toBe("<script>alert(1)</script>");
  });

  test("is a download of the original bytes, even if it's an image", async () => {
    const bytes = await photo();
    const { id } = await attach(bytes, "p.jpg");
    const response = await ask(GET, id);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("keeps its own name, whatever name the URL has", async () => {
    const { id } = await attach(TEXT, "a.txt");
    const response = await ask(GET, id, {}, '../../x"\r\nSet-Cookie: a=b');
    expect(response.headers.get("content-disposition")).toContain('filename="a.txt"');
  });

  test("arrives complete if it's large", async () => {
    const bytes = Buffer.alloc(300_000, "abcdefg");
    const { id } = await attach(bytes);
    expect(Buffer.from(await (await ask(GET, id)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("can be empty", async () => {
    const { id } = await attach("");
    expect(await summaryOf(await ask(GET, id))).toMatchObject({ status: 200, body: "" });
  });

  test("can be read in a public channel without joining it", async () => {
    channel = await makeChannel();
    const { id } = await attach(TEXT);
    expect((await ask(GET, id)).status).toBe(200);
  });

  test("answers HEAD like GET, without a body", async () => {
    const { id } = await attach(TEXT);
    const [get, head] = [await summaryOf(await ask(GET, id)), await summaryOf(await ask(HEAD, id))];
    expect(head).toEqual({ ...get, body: "" });
  });

  test("isn't sent again to a browser that has it", async () => {
    const { id } = await attach(TEXT);
    const etag = (await ask(HEAD, id)).headers.get("etag") ?? "";
    for (const tags of [etag, `"other", W/${etag}`, "*"]) {
      expect(await summaryOf(await ask(GET, id, { "If-None-Match": tags })), tags).toMatchObject({
        status: 304,
        body: "",
      });
    }
    expect((await ask(GET, id, { "If-None-Match": '"other"' })).status).toBe(200);
  });

  test("can be requested in ranges", async () => {
    const { id } = await attach(TEXT);
    const part = await ask(GET, id, { Range: "bytes=2-4" });
    expect([part.status, part.headers.get("content-range"), part.headers.get("content-length")]).toEqual([
      206,
      "bytes 2-4/10",
      "3",
    ]);
    expect(await part.text()).toBe("234");
    const beyond = await ask(GET, id, { Range: "bytes=10-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    expect((await ask(GET, id, { Range: "bytes=2-4", "If-Range": '"other"' })).status).toBe(200);
  });

  test("accepts no other methods", async () => {
    const { id } = await attach(TEXT);
    expect((await ask(POST, id)).status).toBe(405);
    expect((await ask(DELETE, id)).status).toBe(405);
  });
});

let photos = 0;

/** A unique photograph with an EXIF rotation, location and camera. */
async function photo(): Promise<Buffer> {
  const background = { r: 10 * photos++, g: 0, b: 0 };
  const plain = sharp({ create: { width: 3000, height: 1500, channels: 3, background } }).jpeg();
  const exif = { IFD0: { Make: "SecretCam" }, IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } };
  return plain.withMetadata({ orientation: 6 }).withExif(exif).toBuffer();
}

describe("an image that is displayed", () => {
  test.each([
    ["preview", 320, 640],
    ["large", 1280, 2560],
  ])("is upright, scaled down and without camera metadata: %s", async (size, width, height) => {
    const bytes = await photo();
    expect(bytes.includes("SecretCam")).toBe(true);
    const { id, file } = await attach(bytes, "p.jpg");
    expect([file.width, file.height]).toEqual([1500, 3000]);
    const response = await ask(GET, id, {}, "p.jpg", `?size=${size}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": `inline; filename="p.webp"; filename*=UTF-8''p.webp`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
    });
    const shown = Buffer.from(await response.arrayBuffer());
    const facts = await sharp(shown).metadata();
    expect(facts).toMatchObject({ format: "webp", width, height });
    expect([facts.exif, facts.xmp, facts.iptc, facts.orientation, shown.includes("SecretCam")]).toEqual([
      ...Array(4).fill(undefined),
      false,
    ]);
    const etag = response.headers.get("etag") ?? "";
    expect((await ask(GET, id, { "If-None-Match": etag }, "p.jpg", `?size=${size}`)).status).toBe(304);
  });

  test("is a PDF's first page, whose file stays a download", async () => {
    const bytes = pdf("BT /F1 48 Tf 50 700 Td (Secret plan) Tj ET");
    const { id, file } = await attach(bytes, "plan.pdf");
    const response = await ask(GET, id, {}, "plan.pdf", "?size=preview");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": `inline; filename="plan.webp"; filename*=UTF-8''plan.webp`,
      "content-security-policy": "sandbox; default-src 'none'",
    });
    const page = Buffer.from(await response.arrayBuffer());
    expect(await sharp(page).metadata()).toMatchObject({ format: "webp", width: 1120, height: 1585 });
    expect(existsSync(shownFilePathOf(file.hash, "preview"))).toBe(true);
    const original = await ask(GET, id, {}, "plan.pdf");
    expect(original.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("is created once, and stored next to the file", async () => {
    const { id, file } = await attach(await photo(), "p.jpg");
    expect(existsSync(shownFilePathOf(file.hash, "preview"))).toBe(false);
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(GET, id, {}, "p.jpg", "?size=preview")));
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const made = statSync(shownFilePathOf(file.hash, "preview"));
    for (const response of all) expect((await response.arrayBuffer()).byteLength).toBe(made.size);
    await ask(GET, id, {}, "p.jpg", "?size=preview");
    expect(statSync(shownFilePathOf(file.hash, "preview")).mtimeMs).toBe(made.mtimeMs);
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ["a picture that ends after its head", () => images.png(4000, 3000)],
    ["a picture that breaks off", async () => (await photo()).subarray(0, 3000)],
    ["a few bytes that claim to be 100 megapixels", () => images.gif(10_000, 10_000)],
    ["what is no picture", () => Buffer.from("<svg/>")],
    ["a broken PDF", () => Buffer.from(`%PDF-1.7 ${photos++}`)],
  ])("is a 404 for %s, which can still be downloaded", async (_, make) => {
    const bytes = await make();
    const { id } = await attach(bytes, "p.png");
    for (let time = 0; time < 2; time += 1) {
      const response = await summaryOf(await ask(GET, id, {}, "p.png", "?size=preview"));
      expect(response).toMatchObject({
        status: 404,
        body: `{"error":"This file can't be shown as an image. Download it instead."}`,
      });
    }
    expect(Buffer.from(await (await ask(GET, id)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("comes in two sizes", async () => {
    const { id } = await attach(TEXT);
    expect(await summaryOf(await ask(GET, id, {}, "a.txt", "?size=9999"))).toMatchObject({
      status: 400,
      body: '{"error":"size must be preview or large."}',
    });
  });
});

describe("the same 404 is sent", () => {
  async function expectNothing(id: bigint | string, headers?: Record<string, string>, search?: string) {
    const none = await summaryOf(await ask(GET, "4611686018427387904"));
    expect(none).toMatchObject({
      status: 404,
      body: `{"error":"This doesn't exist, or you don't have access to it."}`,
    });
    expect(await summaryOf(await ask(GET, id, headers, "a.txt", search))).toEqual(none);
  }

  test("to a person who isn't in the private channel", async () => {
    const { id } = await attach(TEXT);
    const etag = (await ask(HEAD, id)).headers.get("etag") ?? "";
    signIn(await makeUser({ role: "owner" }));
    await expectNothing(id);
    await expectNothing(id, { "If-None-Match": etag });
    await expectNothing(id, { Range: "bytes=99-" });
    await expectNothing(id, {}, "?size=preview");
  });

  test("to a member of another channel", async () => {
    const { id } = await attach(TEXT);
    const other = await makeUser();
    await makeChannel({ kind: "private", members: [other] });
    signIn(other);
    await expectNothing(id);
  });

  test("to a person who left", async () => {
    const { id } = await attach(TEXT);
    await db().membership.deleteMany({ where: { userId: member.id } });
    await expectNothing(id);
  });

  test("for a deleted message", async () => {
    const { id, messageId } = await attach(TEXT);
    await db().message.update({ where: { id: messageId }, data: { deletedAt: new Date() } });
    await expectNothing(id);
  });

  test("for a file that is missing on disk", async () => {
    const { id, file } = await attach("lost bytes");
    rmSync(filePathOf(file.hash));
    await expectNothing(id);
    const lost = await attach(await photo());
    rmSync(filePathOf(lost.file.hash));
    await expectNothing(lost.id, {}, "?size=preview");
  });

  test.each(["0", "01", "-1", "1e3", "x", "", "9223372036854775808", "99999999999999999999", "1%00"])(
    "for the invalid id %j",
    (id) => expectNothing(id),
  );
});

test("a request without a session gets 401, whether the file exists or not", async () => {
  const { id } = await attach(TEXT);
  vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
  expect(await summaryOf(await ask(GET, id))).toEqual(await summaryOf(await ask(GET, "4611686018427387904")));
  expect((await ask(GET, id)).status).toBe(401);
});
