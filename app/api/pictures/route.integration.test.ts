import { existsSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { NextRequest } from "next/server";
import sharp, { type Sharp } from "sharp";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/files/images/signed-url";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { discardUnused, sweepFiles } from "@/lib/files/uploads/sweep-files";
import { fileUsage } from "@/lib/messages/files/usage";
import { toMe, updateProfile } from "@/lib/people/account/account";
import { AVATAR_LIMITS, type UploadedAvatarDto } from "@/lib/people/avatars/dto";
import { setOwnAvatar } from "@/lib/people/avatars/take-up";
import type { SessionUser } from "@/lib/people/find-session-user";
import { listPeople } from "@/lib/people/list-people";
import { storedFiles } from "@/lib/testing/attachments";
import { makeUser } from "@/lib/testing/factories";
import { images } from "@/lib/testing/images";
import { AppError } from "@/lib/text/errors";
import { requireUser } from "@/lib/web/session";
import { setLogo } from "@/lib/workspace/settings";
import { workspaceFace } from "@/lib/workspace/workspace";
import { GET as GET_LOGO } from "../logo/[hash]/route";
import { GET } from "./[hash]/route";
import { POST } from "./route";

let user: SessionUser;
let made = 0;

beforeEach(async () => {
  user = await makeUser();
  vi.mocked(requireUser).mockResolvedValue(user);
});
afterEach(() => vi.unstubAllEnvs());

const WHOLE = { x: 0, y: 0, side: 40 };

/** A unique image. */
function plain(width = 40, height = 40): Sharp {
  made += 1;
  const background = { r: made % 256, g: (made * 53) % 256, b: 90 };
  return sharp({ create: { width, height, channels: 3, background } });
}

async function upload(bytes: Uint8Array | null, fields: Record<string, unknown> = WHOLE, name = "me.png") {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, `${value}`);
  if (bytes) form.append("picture", new File([new Uint8Array(bytes)], name));
  const request = new NextRequest("http://chat.example/api/pictures", { method: "POST", body: form });
  const response = await POST(request, { params: Promise.resolve({}) });
  return { status: response.status, body: (await response.json()) as UploadedAvatarDto & { error?: string } };
}

async function uploaded(bytes?: Uint8Array): Promise<UploadedAvatarDto> {
  const { status, body } = await upload(bytes ?? (await plain().png().toBuffer()));
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

async function get(path: string, headers: Record<string, string> = {}, handler = GET) {
  const params = Promise.resolve({ hash: path.split("/").at(-1) ?? "" });
  const response = await handler(new NextRequest(`http://chat.example${path}`, { headers }), { params });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const hashIn = ({ picture }: { picture: string }) => Buffer.from(picture.slice("picture:".length), "hex");
const isOnDisk = (picture: { picture: string }) => existsSync(filePathOf(hashIn(picture)));
const rows = () => db().avatar.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } });

describe("an uploaded avatar", () => {
  test.each(["png", "jpeg", "webp", "gif", "avif"] as const)("becomes a small square WebP from %s", async (format) => {
    const bytes = await plain(600, 400)[format]().toBuffer();
    const { status, body } = await upload(bytes, { x: 100, y: 0, side: 400 });
    expect(status).toBe(200);
    const { headers, bytes: shown } = await get(body.shown);
    expect(await sharp(shown).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    expect(headers.get("content-length")).toBe(`${shown.byteLength}`);
  });

  test("is the selected square, upright and without camera metadata", async () => {
    // Rotated by EXIF: displayed, it is 200 wide and 400 high, its upper half red, its lower half blue.
    const red = await sharp({ create: { width: 200, height: 200, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: "blue" } })
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: "SecretCam" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .toBuffer();
    expect(bytes.includes("SecretCam")).toBe(true);
    const colourOf = async (fields: Record<string, number>) => {
      const { body } = await upload(bytes, fields);
      const { bytes: shown } = await get(body.shown);
      expect(shown.includes("Secret")).toBe(false);
      const { width, exif } = await sharp(shown).metadata();
      expect([width, exif]).toEqual([180, undefined]);
      const { dominant } = await sharp(shown).stats();
      return dominant.r > dominant.b ? "red" : "blue";
    };
    expect(await colourOf({ x: 10, y: 10, side: 180 })).toBe("red");
    expect(await colourOf({ x: 10, y: 210, side: 180 })).toBe("blue");
  });

  test("is the first frame of an animation", async () => {
    const frames = await Promise.all([plain().png().toBuffer(), plain().png().toBuffer()]);
    const film = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { shown } = await uploaded(film);
    expect((await sharp((await get(shown)).bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  test("can exceed the image by a rounding error, but not more", async () => {
    const bytes = await plain(100, 60).png().toBuffer();
    expect((await upload(bytes, { x: 41, y: 1, side: 60 })).status).toBe(200);
    const refused = { status: 400, body: { error: "The selected area is outside the image. Select it again." } };
    for (const square of [
      { x: 80, y: 0, side: 60 },
      { x: 100, y: 0, side: 1 },
      { x: 0, y: 99_999_999, side: 100_000_000 },
    ]) {
      expect(await upload(bytes, square)).toEqual(refused);
    }
  });
});

describe("an unusable avatar", () => {
  const unreadable = "This image can't be opened. Choose a PNG, JPEG, WebP, GIF or AVIF up to 100 megapixels.";

  /** A PNG of a few kilobytes that decompresses to as many pixels as it says. */
  function bomb(side: number): Buffer {
    return Buffer.concat([images.png(side, side), deflateSync(Buffer.alloc(1_000_000))]);
  }

  const bad: [string, () => Promise<Uint8Array> | Uint8Array][] = [
    ["a text", () => Buffer.from("Not a picture.")],
    ["HTML", () => Buffer.from("<html><script>alert(1)</script></html>")],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>')],
    ["a header and nothing more", () => images.png(40, 40)],
    ["a JPEG that says more than it has", () => images.jpeg(4000, 4000)],
    ["a GIF that says more than it has", () => images.gif(40, 40)],
    ["a WebP that says more than it has", () => images.webp(40, 40)],
    ["an AVIF that says more than it has", () => images.avif([40, 40])],
    ["a PNG of 60,000 by 60,000", () => bomb(60_000)],
    ["a PNG of 20,000 by 20,000", () => bomb(20_000)],
    [
      "half a PNG",
      async () =>
        (
          await sharp({
            create: {
              width: 800,
              height: 800,
              channels: 3,
              noise: { type: "gaussian", mean: 128, sigma: 50 },
              background: "red",
            },
          })
            .png()
            .toBuffer()
        ).subarray(0, 90_000),
    ],
    [
      "a real picture above the limit",
      () =>
        sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: "red" }, limitInputPixels: false })
          .png()
          .toBuffer(),
    ],
  ];

  test.each(bad)(
    "is refused with one sentence and not stored: %s",
    async (_, bytes) => {
      const before = await storedFiles();
      const answer = await upload(await bytes());
      expect(answer).toEqual({ status: 400, body: { error: unreadable } });
      expect(await storedFiles()).toEqual(before);
      expect(await rows()).toEqual([]);
    },
    60_000,
  );

  test("is refused if it's too large, empty or missing", async () => {
    const before = await storedFiles();
    expect(await upload(Buffer.alloc(AVATAR_LIMITS.bytes + 1))).toEqual({
      status: 413,
      body: { error: 'The file "me.png" can be at most 10 MiB.' },
    });
    expect(await upload(Buffer.alloc(0))).toEqual({ status: 400, body: { error: 'The file "me.png" is empty.' } });
    expect((await upload(null)).status).toBe(400);
    const json = new NextRequest("http://chat.example/api/pictures", { method: "POST", body: "{}" });
    expect((await POST(json, { params: Promise.resolve({}) })).status).toBe(400);
    expect(await storedFiles()).toEqual(before);
  });

  test.each([
    {},
    { x: 0, y: 0 },
    { x: -1, y: 0, side: 10 },
    { x: 0.5, y: 0, side: 10 },
    { x: "a", y: 0, side: 10 },
    { x: 0, y: 0, side: 0 },
    { x: 0, y: 0, side: 1e300 },
  ])("is refused with the invalid crop area %j", async (fields) => {
    expect(await upload(await plain().png().toBuffer(), fields)).toEqual({
      status: 400,
      body: { error: "Send the crop area as x, y and side, in whole pixels." },
    });
  });

  test("is refused above the hourly limit", async () => {
    vi.stubEnv("TEST_LIMITS", "avatar=2/3600");
    const bytes = await plain().png().toBuffer();
    await upload(bytes);
    await upload(Buffer.from("no picture"));
    expect(await upload(bytes)).toEqual({
      status: 429,
      body: { error: expect.stringMatching(/^You've uploaded too many images\. Try again in \d+ minutes\.$/) },
    });
  });
});

describe("an uploaded avatar's URL", () => {
  test("needs a session, and so does uploading", async () => {
    const { shown } = await uploaded();
    vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
    expect((await get(shown)).status).toBe(401);
    expect((await upload(await plain().png().toBuffer())).status).toBe(401);
  });

  test.each(["0".repeat(64), "x", "", "A".repeat(64), "..%2f..%2fsecret", "%00"])("is a 404 for %j", async (hash) => {
    const { status, bytes } = await get(`/api/pictures/${hash}`);
    expect([status, `${bytes}`]).toEqual([404, `{"error":"This doesn't exist, or you don't have access to it."}`]);
  });

  test("is a 404 for a message's file", async () => {
    const { picture, shown } = await uploaded();
    await db().avatar.deleteMany({ where: { hash: new Uint8Array(hashIn({ picture })) } });
    expect((await get(shown)).status).toBe(404);
  });

  test("answers 304 to a browser that has the avatar", async () => {
    const { shown } = await uploaded();
    const etag = (await get(shown)).headers.get("etag") ?? "";
    expect((await get(shown, { "if-none-match": etag })).status).toBe(304);
  });
});

describe("the workspace's logo", () => {
  const logo = async (path: string) => (await get(path, {}, GET_LOGO)).status;

  test("is served to everyone, is kept, and is deleted once another replaces it", async () => {
    const workspace = await db().workspace.create({ data: { name: "Acme" } });
    const owner = await makeUser({ role: "owner" });
    vi.mocked(requireUser).mockResolvedValue(owner);
    const [first, second] = [await uploaded(), await uploaded()];
    await setLogo(owner, first.picture);
    await db().avatar.updateMany({ where: { workspaceId: workspace.id }, data: { createdAt: new Date(0) } });
    await uploaded();
    const shown = (await workspaceFace())?.logoUrl ?? "";
    expect(await logo(shown)).toBe(200);
    expect(await logo(second.shown?.replace("pictures", "logo") ?? "")).toBe(404);
    await expect(setOwnAvatar(owner, first.picture)).rejects.toThrow("Upload it again.");
    await setLogo(owner, second.picture);
    expect(await logo(shown)).toBe(404);
    await setLogo(owner, null);
    expect(await workspaceFace()).toEqual({ name: "Acme", logoUrl: null });
    expect(await db().avatar.count({ where: { workspaceId: workspace.id } })).toBe(0);
  });

  test("can't be set by a member, or to someone else's image", async () => {
    await db().workspace.upsert({ where: { singleton: true }, update: {}, create: { name: "Acme" } });
    const { picture } = await uploaded();
    await expect(setLogo(user, picture)).rejects.toMatchObject({ code: "forbidden" });
    await expect(setLogo(await makeUser({ role: "admin" }), picture)).rejects.toThrow("Upload it again.");
  });
});

describe("a person's own avatar", () => {
  const gone = "This image no longer exists. Upload it again.";

  test("is displayed everywhere until another replaces and deletes it", async () => {
    const first = await uploaded();
    await setOwnAvatar(user, first.picture);
    const avatarUrl = first.picture;
    expect(toMe({ ...user, avatarUrl }).avatarUrl).toBe(first.shown);
    expect((await listPeople(user, { q: user.email })).items[0]?.avatarUrl).toBe(first.shown);
    const second = await uploaded();
    await setOwnAvatar(user, second.picture);
    await discardUnused();
    expect([isOnDisk(first), isOnDisk(second)]).toEqual([false, true]);
    expect((await get(first.shown)).status).toBe(404);
    await setOwnAvatar(user, null);
    await discardUnused();
    expect([isOnDisk(second), await rows()]).toEqual([false, []]);
    const after = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after.avatarUrl).toBeNull();
  });

  test("can only be set by its owner, once, and stays if it's set again", async () => {
    const mine = await uploaded();
    const other = await makeUser();
    await expect(setOwnAvatar(other, mine.picture)).rejects.toThrow(gone);
    await expect(setOwnAvatar(user, `picture:${"0".repeat(64)}`)).rejects.toThrow(gone);
    await setOwnAvatar(user, mine.picture);
    await setOwnAvatar(user, mine.picture);
    await expect(setOwnAvatar(other, mine.picture)).rejects.toThrow(gone);
    expect(await rows()).toMatchObject([{ ownerId: user.id }]);
  });

  test("stays when another person's identical avatar is deleted", async () => {
    const bytes = await plain().png().toBuffer();
    const mine = await uploaded(bytes);
    await setOwnAvatar(user, mine.picture);
    const other = await makeUser();
    vi.mocked(requireUser).mockResolvedValue(other);
    const theirs = await uploaded(bytes);
    expect(theirs).toEqual(mine);
    await setOwnAvatar(other, theirs.picture);
    await setOwnAvatar(other, null);
    await discardUnused();
    expect([isOnDisk(mine), (await get(mine.shown)).status]).toEqual([true, 200]);
  });

  test("stays when the profile is saved without a URL, and is replaced by a URL", async () => {
    const mine = await uploaded();
    await setOwnAvatar(user, mine.picture);
    await updateProfile(user, { name: "Another Name", avatarUrl: null });
    const read = () => db().user.findUniqueOrThrow({ where: { id: user.id }, select: { name: true, avatarUrl: true } });
    expect(await read()).toEqual({ name: "Another Name", avatarUrl: mine.picture });
    const address = "https://example.com/me.png";
    await updateProfile(user, { name: "Another Name", avatarUrl: address });
    expect(await read()).toEqual({ name: "Another Name", avatarUrl: address });
    expect(await rows()).toEqual([]);
  });

  test("that is set twice at once is kept once, with its file", async () => {
    const all = [await uploaded(), await uploaded(), await uploaded()];
    await Promise.all(all.map(({ picture }) => setOwnAvatar(user, picture)));
    const { avatarUrl } = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(await rows()).toHaveLength(1);
    expect((await get(shownImage(avatarUrl ?? "", user.id))).status).toBe(200);
  });

  test("counts toward the person's storage", async () => {
    const owner = await makeUser({ role: "owner" });
    const usedBy = async () => (await fileUsage(owner)).people.find(({ id }) => id === `${user.id}`)?.files;
    expect(await usedBy()).toBeUndefined();
    await setOwnAvatar(user, (await uploaded()).picture);
    expect(await usedBy()).toBe(1);
  });

  test("survives the cleanup of old files; one that was never set is deleted after a day", async () => {
    const [mine, forgotten] = [await uploaded(), await uploaded()];
    await setOwnAvatar(user, mine.picture);
    const old = new Date(Date.now() - 25 * 3_600_000);
    await db().avatar.updateMany({ where: { userId: user.id }, data: { createdAt: old } });
    const { utimes } = await import("node:fs/promises");
    for (const each of [mine, forgotten]) await utimes(filePathOf(hashIn(each)), old, old);
    await sweepFiles();
    expect([isOnDisk(mine), isOnDisk(forgotten)]).toEqual([true, true]);
    await uploaded();
    await discardUnused();
    expect([isOnDisk(mine), isOnDisk(forgotten)]).toEqual([true, false]);
  });
});
