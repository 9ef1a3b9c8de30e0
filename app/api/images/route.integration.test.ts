import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { requireChannel } from "@/lib/channels/access";
import { channelMembers } from "@/lib/channels/members";
import { namesFor } from "@/lib/channels/names-for";
import { mentionablePeople } from "@/lib/channels/queries";
import { shownImage, signedUrl } from "@/lib/files/images/signed-url";
import { fileUsage } from "@/lib/messages/files/usage";
import { postMessages } from "@/lib/messages/post/post-messages";
import { messagePage } from "@/lib/messages/read/queries";
import { findPeople } from "@/lib/messages/search/find-people";
import { toMe, updateProfile } from "@/lib/people/account/account";
import { listPeople } from "@/lib/people/list-people";
import { makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeMember, makeUser, makeWebhook, userDraft, webhookDraft } from "@/lib/testing/factories";
import { AppError } from "@/lib/text/errors";
import { requireUser } from "@/lib/web/session";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";
import { channelWebhooks, listMyWebhooks } from "@/lib/webhooks/queries";
import { GET } from "./[signature]/[url]/route";
import { POST } from "./route";

let asked = 0;
const inside = createServer((_, response) => {
  asked += 1;
  response.end("secret");
});
await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", () => resolve()));
const insideUrl = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
afterAll(() => void inside.close());

let user = await makeUser();
beforeEach(async () => {
  user = await makeUser();
  vi.mocked(requireUser).mockResolvedValue(user);
});

async function get(path: string) {
  const [, , , signature, url] = path.split("/");
  const params = Promise.resolve({ signature, url });
  const response = await GET(new NextRequest(`http://chat.example${path}`), { params });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function sign(body: unknown, headers: Record<string, string> = {}) {
  const all = { "Content-Type": "application/json", Origin: "http://chat.example", Host: "chat.example", ...headers };
  const init = { method: "POST", headers: all, body: JSON.stringify(body) };
  const response = await POST(new NextRequest("http://chat.example/api/images", init), { params: Promise.resolve({}) });
  return { status: response.status, body: await response.json() };
}

describe("an image from another site", () => {
  test("can't be loaded or signed without a session", async () => {
    vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
    expect((await get(shownImage("https://example.com/a.png", 1n))).status).toBe(401);
    expect((await sign({ urls: ["https://example.com/a.png"] })).status).toBe(401);
  });

  test("is fetched only with a signature of this install", async () => {
    const [, , , signature] = shownImage("https://example.com/a.png", 1n).split("/");
    const other = Buffer.from("1 https://example.com/b.png").toString("base64url");
    for (const path of [`/api/images/${signature}/${other}`, `/api/images/x/${other}`, "/api/images/%00/%ff"]) {
      expect(await get(path)).toMatchObject({
        status: 404,
        body: `{"error":"This doesn't exist, or you don't have access to it."}`,
      });
    }
  });

  test.each(["", "x\u0000", "?a=http://8.8.8.8/"])("is never fetched from an internal address: %j", async (rest) => {
    const answer = await get(shownImage(insideUrl + rest, 1n));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      404,
      { error: "This image can't be shown here. Open the original instead." },
    ]);
    expect(asked).toBe(0);
  });

  test.each([
    `http://localhost:80/`,
    "http://127.0.0.1:8080/",
    "http://[::1]:8080/",
    "http://169.254.169.254/",
    "https:/\\x",
  ])("is a 404 for %s", async (url) => expect((await get(shownImage(url, 1n))).status).toBe(404));

  test("is signed for a person who is about to use it, but not for another site's page", async () => {
    const urls = ["https://example.com/a.png", "nowhere", "javascript:alert(1)"];
    expect(await sign({ urls })).toEqual({
      status: 200,
      body: { shown: [shownImage("https://example.com/a.png", user.id), null, null] },
    });
    expect((await sign({ urls }, { Origin: "http://evil.example" })).status).toBe(403);
    expect((await sign({ urls: "x" })).status).toBe(400);
    expect((await sign({ urls: Array(101).fill("https://example.com/") })).status).toBe(400);
  });
});

test("readers never get the URL of an image on another site", async () => {
  const host = "https://watching.example";
  const ada = await makeUser({ name: "Ada", role: "owner", avatarUrl: `${host}/ada.png` });
  const grace = await makeUser({ name: "Grace", avatarUrl: `${host}/grace.png` });
  const channel = await makeChannel({ members: [ada, grace] });
  const direct = { ...(await makeChannel({ kind: "direct", members: [ada, grace] })), kind: "direct" as const };
  const naming = await namesFor(ada, [direct]);
  await makeMember(channel, await makeUser());
  const made = await makeWebhook({ channelId: channel.id, avatarUrl: `${host}/ci.png` });
  await postMessages([
    userDraft(ada, channel, { attachments: [{ file: await makeFile("a file"), name: "a.txt", description: "" }] }),
    webhookDraft(made),
    webhookDraft(made, { avatarUrl: `${host}/own.png` }),
  ]);
  await updateProfile(ada, { name: "Ada Lovelace", avatarUrl: ada.avatarUrl });
  const accessible = await requireChannel(ada, channel.id);
  const usage = await fileUsage(ada);
  const audit = await auditPage(requireAuditReader(ada), {});
  expect(JSON.stringify([usage, audit]).match(/\/api\/images\//g)).toHaveLength(2);
  const given = JSON.stringify([
    toMe(ada),
    await listPeople(ada),
    await findPeople(ada, "grace"),
    await mentionablePeople(accessible, ""),
    await channelMembers(accessible),
    naming(direct),
    await allWebhooks(ada),
    await listMyWebhooks(ada),
    await channelWebhooks(accessible),
    await messagePage(channel.id, { at: "latest" }),
    usage,
    audit,
  ]);
  expect(given).not.toContain("watching.example");
  const paths = [...given.matchAll(/\/api\/images\/([\w-]+)\/([\w-]+)/g)];
  const signed = paths.map(([, signature = "", encoded = ""]) => signedUrl(signature, encoded));
  const asked = new Set(signed.map((each) => `${each?.by} ${each?.url}`));
  const { id } = made.webhook;
  const named = { ada: ada.id, grace: grace.id, ci: id, own: id };
  expect([...asked].toSorted()).toEqual(
    Object.entries(named)
      .map(([name, by]) => `${by} ${host}/${name}.png`)
      .toSorted(),
  );
});
