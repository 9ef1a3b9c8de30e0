import { existsSync } from "node:fs";
import { NextRequest } from "next/server";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GET as GET_IMAGE } from "@/app/api/emoji/[emojiId]/route";
import { GET, POST } from "@/app/api/emoji/route";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import { avatarUrlOf } from "@/lib/files/images/uploaded-avatar";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { removeTemporary, storeFile } from "@/lib/files/uploads/store-file";
import { discardUnused, sweepFiles } from "@/lib/files/uploads/sweep-files";
import { setReaction } from "@/lib/messages/change/change-as-member";
import { fileUsage } from "@/lib/messages/files/usage";
import { takeUp } from "@/lib/people/avatars/take-up";
import { uploadAvatar } from "@/lib/people/avatars/upload-avatar";
import type { SessionUser } from "@/lib/people/find-session-user";
import { currentStatuses, setStatus } from "@/lib/people/status";
import { makeChannel, makeUser, postedMessage, userDraft } from "@/lib/testing/factories";
import { requireUser } from "@/lib/web/session";
import { deleteEmoji, emojiIds, listEmoji } from "./custom-emoji";
import { MOST_EMOJI } from "./dto";

let user: SessionUser;
let made = 0;

beforeEach(async () => {
  user = await makeUser();
  vi.mocked(requireUser).mockResolvedValue(user);
});
afterEach(() => vi.unstubAllEnvs());

const fresh = () => `parrot_${Date.now().toString(36)}${(made++).toString(36)}x`;

/** A unique red image. */
function plain(width = 300, height = 200) {
  return sharp({ create: { width, height, channels: 3, background: { r: 200 + (made++ % 50), g: made % 60, b: 9 } } });
}

async function upload(name: string | null, bytes: Uint8Array | null) {
  const form = new FormData();
  if (name !== null) form.append("name", name);
  if (bytes) form.append("image", new File([new Uint8Array(bytes)], "x.png"));
  const request = new NextRequest("http://chat.example/api/emoji", { method: "POST", body: form });
  const response = await POST(request, { params: Promise.resolve({}) });
  return { status: response.status, ...((await response.json()) as { id: string; error?: string }) };
}

const added = async (name: string, bytes?: Uint8Array) => {
  const answer = await upload(name, bytes ?? (await plain().png().toBuffer()));
  expect(answer.error).toBeUndefined();
  return answer.id;
};

async function imageOf(emojiId: string) {
  const request = new NextRequest(`http://chat.example/api/emoji/${emojiId}`);
  const response = await GET_IMAGE(request, { params: Promise.resolve({ emojiId }) });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const rowOf = (id: string) => db().avatar.findUniqueOrThrow({ where: { emojiId: BigInt(id) } });

test("any member adds an emoji, which becomes a small transparent square that everyone gets", async () => {
  const name = fresh();
  const hints: Hint["kind"][] = [];
  const stop = subscribe(({ kind }) => void hints.push(kind));
  const id = await added(`:${name.toUpperCase()}:`);
  stop();
  expect(hints).toContain("emoji");
  const { headers, bytes } = await imageOf(id);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 128, height: 128 });
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([data[3], (data.at((64 * 128 + 64) * 4) ?? 0) > 150]).toEqual([0, true]);
  expect(headers.get("content-type")).toBe("image/webp");
  expect(headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  const listed = await (await GET(new NextRequest("http://x/api/emoji"), { params: Promise.resolve({}) })).json();
  expect(listed).toMatchObject({ [name]: id });
  const entry = await db().auditEntry.findFirst({ where: { actorId: user.id, action: "emoji.added" } });
  expect(entry).toMatchObject({ kind: "workspace", details: { emoji: name } });
});

test("an animation stays one, unless its frames are too many", async () => {
  const frames = await Promise.all([0, 90, 180].map((g) => frame({ r: 250, g, b: 0 })));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [50, 50, 50] })
    .toBuffer();
  const { bytes } = await imageOf(await added(fresh(), gif));
  expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: 3, width: 128, pageHeight: 128 });

  const noise = { type: "gaussian", mean: 128, sigma: 120 } as const;
  const loud = await Promise.all(
    Array.from({ length: 80 }, () =>
      sharp({ create: { width: 128, height: 128, channels: 3, background: "black", noise } })
        .png()
        .toBuffer(),
    ),
  );
  const long = await sharp(loud, { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer();
  expect(await upload(fresh(), long)).toMatchObject({
    status: 400,
    error: expect.stringContaining("Use fewer frames"),
  });
});

function frame(background: { r: number; g: number; b: number }): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
}

test.each([
  ["a", "2 to 32"],
  ["no spaces", "2 to 32"],
  ["ünï", "2 to 32"],
  ["x".repeat(33), "2 to 32"],
  ["", "Enter a name"],
  ["_parrot", "underscore"],
  ["rocket", "already an emoji with this name"],
  ["+1", "already an emoji with this name"],
])("the name %j is refused", async (name, reason) => {
  const image = await plain().png().toBuffer();
  expect(await upload(name, image)).toMatchObject({ status: 400, error: expect.stringContaining(reason) });
});

test("what isn't an image is refused, and leaves nothing", async () => {
  const before = await db().customEmoji.count();
  expect(await upload(fresh(), Buffer.from("<svg onload=alert(1)>"))).toMatchObject({ status: 400 });
  expect(await upload(fresh(), null)).toMatchObject({ status: 400, error: expect.stringContaining("no image") });
  expect(await upload(null, await plain().png().toBuffer())).toMatchObject({ status: 400 });
  expect(await db().customEmoji.count()).toBe(before);
});

test("a name is taken until its emoji is deleted, by the person who added it or by an admin", async () => {
  const name = fresh();
  const id = await added(name);
  expect(await upload(name, await plain().png().toBuffer())).toMatchObject({
    status: 409,
    error: `There is already an emoji :${name}:. Choose another name.`,
  });
  const [other, admin] = [await makeUser(), await makeUser({ role: "admin" })];
  const mayDelete = async (who: SessionUser) => (await listEmoji(who)).find((each) => each.id === id)?.mayDelete;
  expect([await mayDelete(user), await mayDelete(other), await mayDelete(admin)]).toEqual([true, false, true]);
  await expect(deleteEmoji(other, BigInt(id))).rejects.toMatchObject({ code: "forbidden" });
  const { hash } = await rowOf(id);
  const path = filePathOf(Buffer.from(hash));
  expect(existsSync(path)).toBe(true);
  const hints: Hint["kind"][] = [];
  const stop = subscribe(({ kind }) => void hints.push(kind));
  await deleteEmoji(user, BigInt(id));
  stop();
  expect(hints).toContain("emoji");
  await expect(deleteEmoji(user, BigInt(id))).rejects.toMatchObject({ code: "not_found" });
  expect(await emojiIds()).not.toHaveProperty(name);
  expect((await imageOf(id)).status).toBe(404);
  await discardUnused();
  expect(existsSync(path)).toBe(false);
  expect(await db().auditEntry.count({ where: { actorId: user.id, action: "emoji.deleted" } })).toBe(1);

  const again = await added(name);
  await deleteEmoji(admin, BigInt(again));
});

test("an image counts toward its uploader's storage, and only deleting the emoji removes it", async () => {
  const id = await added(fresh());
  const { size, hash } = await rowOf(id);
  const person = async () =>
    (await fileUsage(await makeUser({ role: "owner" }))).people.find(({ name }) => name === user.name);
  expect(await person()).toMatchObject({ used: size });
  // A version before 0.2 would sweep it after a day as an avatar that no one uses.
  const old = { emojiId: BigInt(id), createdAt: { lt: new Date(Date.now() + 86_400_000) } };
  expect(await db().avatar.count({ where: old })).toBe(0);
  // Neither the sweep of unused avatars nor using it as an avatar takes it away.
  const other = await makeUser();
  const given = await storeFile(plain(40, 40).png(), 1_000_000);
  await uploadAvatar(other, { x: 0, y: 0, side: 40 }, [{ file: given, name: "me.png", description: "" }]);
  await removeTemporary([given]);
  await sweepFiles();
  await expect(
    db().$transaction((tx) => takeUp(tx, user, avatarUrlOf(hash), { ownerId: user.id })),
  ).rejects.toMatchObject({ code: "invalid" });
  expect((await imageOf(id)).status).toBe(200);
  // It stays when its uploader's account is deleted.
  await db().user.delete({ where: { id: user.id } });
  expect((await listEmoji(other)).find((each) => each.id === id)).toMatchObject({ by: null, mayDelete: false });
});

test("a workspace has at most 1,000", async () => {
  const missing = MOST_EMOJI - (await db().customEmoji.count());
  const prefix = fresh();
  const names = Array.from({ length: missing }, (_, n) => ({ name: `${prefix}${n}` }));
  await db().customEmoji.createMany({ data: names });
  const image = await plain().png().toBuffer();
  expect(await upload(fresh(), image)).toMatchObject({ status: 409, error: expect.stringContaining("at most 1000") });
  await db().customEmoji.deleteMany({ where: { name: { startsWith: prefix } } });
});

test("a person who adds too many has to wait", async () => {
  vi.stubEnv("TEST_LIMITS", "emoji=1/600");
  await added(fresh());
  expect((await upload(fresh(), await plain().png().toBuffer())).status).toBe(429);
});

test("a reaction can be a custom emoji as long as it exists, and is removed afterwards too", async () => {
  const channel = await makeChannel({ members: [user] });
  const { messageId } = await postedMessage(userDraft(user, channel, { content: "done" }));
  const accessible = await requireChannel(user, channel.id);
  const name = fresh();
  const id = await added(name);
  const emoji = `:${name}:`;
  expect(await setReaction(accessible, messageId, emoji, true)).toMatchObject({ reactions: [{ emoji }] });
  await deleteEmoji(user, BigInt(id));
  expect(await setReaction(accessible, messageId, emoji, false)).toMatchObject({ reactions: [] });
  for (const gone of [emoji, ":+1:"])
    await expect(setReaction(accessible, messageId, gone, true)).rejects.toMatchObject({ code: "invalid" });
});

test("a status can be a custom emoji as long as it exists, and goes without it afterwards", async () => {
  const name = fresh();
  const id = await added(name);
  const emoji = `:${name}:`;
  const [busy, silent, other] = [await makeUser(), await makeUser(), await makeUser({ statusEmoji: "🌴" })];
  await setStatus(busy, { emoji, text: "Shipping", endsAt: null });
  await setStatus(silent, { emoji, text: "", endsAt: null });
  const of = async ({ id }: SessionUser) => (await currentStatuses())[`${id}`];
  expect([await of(busy), await of(silent)]).toMatchObject([{ emoji, text: "Shipping" }, { emoji }]);
  const people: bigint[] = [];
  const stop = subscribe((hint) => hint.kind === "person" && void people.push(hint.userId));
  await deleteEmoji(user, BigInt(id));
  stop();
  expect(await of(busy)).toMatchObject({ emoji: "💬", text: "Shipping" });
  expect([await of(silent), (await of(other))?.emoji]).toEqual([undefined, "🌴"]);
  expect(people).toEqual([busy.id, silent.id]);
  await expect(setStatus(busy, { emoji, text: "", endsAt: null })).rejects.toMatchObject({ code: "invalid" });
  expect(await of(busy)).toMatchObject({ emoji: "💬" });
});

test("an emoji that's deleted while a status takes it is in no status", async () => {
  const name = fresh();
  const id = await added(name);
  const tries = Array.from({ length: 4 }, async () => {
    const person = await makeUser();
    return () => setStatus(person, { emoji: `:${name}:`, text: "Shipping", endsAt: null });
  });
  const set = await Promise.all(tries);
  await Promise.allSettled([
    ...set.slice(0, 2).map((run) => run()),
    deleteEmoji(user, BigInt(id)),
    ...set.slice(2).map((run) => run()),
  ]);
  expect(await db().user.count({ where: { statusEmoji: `:${name}:` } })).toBe(0);
});
