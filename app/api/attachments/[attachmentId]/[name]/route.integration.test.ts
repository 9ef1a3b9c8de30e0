import { rmSync } from "node:fs";
import { NextRequest } from "next/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { requireUser } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { images } from "@/lib/testing/images";
import { placeOf } from "@/lib/uploads/places";
import type { SessionUser } from "@/lib/users/find-session-user";
import { DELETE, GET, HEAD, POST } from "./route";

vi.mock("@/lib/auth/session", () => ({ requireUser: vi.fn() }));

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

function ask(handler: typeof GET, id: bigint | string, headers: Record<string, string> = {}, name = "a.txt") {
  const method = handler === HEAD ? "HEAD" : handler === POST ? "POST" : handler === DELETE ? "DELETE" : "GET";
  const request = new NextRequest("http://chat.example/api/attachments", { method, headers });
  return handler(request, { params: Promise.resolve({ attachmentId: `${id}`, name }) });
}

async function told(response: Response) {
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

describe("a file of a message", () => {
  test("is given to a member of its channel, as a download that can do nothing", async () => {
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

  test("is shown in place when it is an image", async () => {
    const { id } = await attach(images.png(4, 3), "p.png");
    const { headers } = await ask(HEAD, id);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("content-disposition")).toMatch(/^inline;/);
  });

  test("keeps its own name, whatever the address says", async () => {
    const { id } = await attach(TEXT, "a.txt");
    const response = await ask(GET, id, {}, '../../x"\r\nSet-Cookie: a=b');
    expect(response.headers.get("content-disposition")).toContain('filename="a.txt"');
  });

  test("comes whole when it is large", async () => {
    const bytes = Buffer.alloc(300_000, "abcdefg");
    const { id } = await attach(bytes);
    expect(Buffer.from(await (await ask(GET, id)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("may be empty", async () => {
    const { id } = await attach("");
    expect(await told(await ask(GET, id))).toMatchObject({ status: 200, body: "" });
  });

  test("is seen in a public channel by who has not joined it", async () => {
    channel = await makeChannel();
    const { id } = await attach(TEXT);
    expect((await ask(GET, id)).status).toBe(200);
  });

  test("answers HEAD like GET, without the bytes", async () => {
    const { id } = await attach(TEXT);
    const [get, head] = [await told(await ask(GET, id)), await told(await ask(HEAD, id))];
    expect(head).toEqual({ ...get, body: "" });
  });

  test("is not sent again to who has it", async () => {
    const { id } = await attach(TEXT);
    const etag = (await ask(HEAD, id)).headers.get("etag") ?? "";
    for (const tags of [etag, `"other", W/${etag}`, "*"]) {
      expect(await told(await ask(GET, id, { "If-None-Match": tags })), tags).toMatchObject({ status: 304, body: "" });
    }
    expect((await ask(GET, id, { "If-None-Match": '"other"' })).status).toBe(200);
  });

  test("is given in parts", async () => {
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

  test("takes no other method", async () => {
    const { id } = await attach(TEXT);
    expect((await ask(POST, id)).status).toBe(405);
    expect((await ask(DELETE, id)).status).toBe(405);
  });
});

describe("one and the same 404", () => {
  async function expectNothing(id: bigint | string, headers?: Record<string, string>) {
    const none = await told(await ask(GET, "4611686018427387904"));
    expect(none).toMatchObject({ status: 404, body: '{"error":"There is nothing at this address."}' });
    expect(await told(await ask(GET, id, headers))).toEqual(none);
  }

  test("for who is not in the private channel", async () => {
    const { id } = await attach(TEXT);
    const etag = (await ask(HEAD, id)).headers.get("etag") ?? "";
    signIn(await makeUser({ role: "owner" }));
    await expectNothing(id);
    await expectNothing(id, { "If-None-Match": etag });
    await expectNothing(id, { Range: "bytes=99-" });
  });

  test("for a member of another channel", async () => {
    const { id } = await attach(TEXT);
    const other = await makeUser();
    await makeChannel({ kind: "private", members: [other] });
    signIn(other);
    await expectNothing(id);
  });

  test("for who has left", async () => {
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
    rmSync(placeOf(file.hash));
    await expectNothing(id);
  });

  test.each(["0", "01", "-1", "1e3", "x", "", "9223372036854775808", "99999999999999999999", "1%00"])(
    "for %j, which is no id",
    (id) => expectNothing(id),
  );
});

test("a stranger is told to sign in, of a file as of none", async () => {
  const { id } = await attach(TEXT);
  vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
  expect(await told(await ask(GET, id))).toEqual(await told(await ask(GET, "4611686018427387904")));
  expect((await ask(GET, id)).status).toBe(401);
});
