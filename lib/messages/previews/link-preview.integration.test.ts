import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { editMessage, removeLinkPreview } from "@/lib/messages/change/change-as-member";
import { sendMessage } from "@/lib/messages/post/send-message";
import { findPage } from "@/lib/messages/previews/find-page";
import { addPreview, firstLink } from "@/lib/messages/previews/link-preview";
import { findMessage } from "@/lib/messages/read/queries";
import { ReadingProcess, Unread } from "@/lib/network/foreign-text/reading-process";
import { makeChannel, makeMember, makeUser } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";

let requests = 0;
let html = "";
const server = createServer((_, response) => {
  requests += 1;
  response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
});
const network = {
  resolve: async () => ["93.184.216.34"],
  connect: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
};
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());
beforeEach(() => {
  requests = 0;
  html = `<head><title>Release 2</title><meta property="og:description" content="Faster &amp; **bold** <@1>">
    <meta property="og:image" content="/cover.png"></head><body><h1>…`;
});

const someUrl = () => `http://site-${randomUUID()}.invalid/release`;

async function setUp() {
  const [ann, bo] = [await makeUser(), await makeUser()];
  const channel = await makeChannel({ members: [ann, bo] });
  const as = (user: typeof ann) => requireChannel(user, channel.id);
  // The page is in the cache, so sending the message adds the card without a request.
  const post = async (content: string) => {
    const url = firstLink(content);
    if (url !== null) await keepPage(url);
    const { id } = await sendMessage(await as(ann), { content, nonce: randomUUID(), threadId: null });
    return { id: BigInt(id), channelId: channel.id, userId: ann.id, content };
  };
  const preview = ({ id }: { id: bigint }) =>
    until(async () => {
      const found = await findMessage(id);
      expect(found?.embeds).toHaveLength(1);
      return found;
    });
  return { ann, bo, channel, as, post, preview };
}

async function keepPage(url: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000);
  const page = { title: "Release 2", description: "Faster & **bold**", site: "site.invalid", image: null };
  await db().linkPreview.create({ data: { url, page, expiresAt } });
}

test("what a page says is read once for all instances, and failures are kept too", async () => {
  const url = someUrl();
  const page = {
    title: "Release 2",
    description: "Faster & **bold** < @1>",
    image: `${new URL(url).origin}/cover.png`,
  };
  expect(await findPage(url, 1n, network)).toMatchObject(page);
  expect(await findPage(url, 2n, network)).toMatchObject(page);
  expect(requests).toBe(1);
  html = "<p>Nothing to show";
  const empty = someUrl();
  expect(await findPage(empty, 1n, network)).toBeNull();
  expect(await findPage(empty, 1n, network)).toBeNull();
  expect(requests).toBe(2);
});

test("a page that can't be read has no preview", async () => {
  vi.spyOn(ReadingProcess.prototype, "ask").mockRejectedValueOnce(new Unread("died"));
  const url = someUrl();
  expect(await findPage(url, 1n, network)).toBeNull();
  expect(requests).toBe(1);
});

test("a message gets one card that isn't an edit, with the page's words as plain text", async () => {
  const { post, preview } = await setUp();
  const url = someUrl();
  const before = await post(`See ${url} and ${someUrl()}`);
  const after = await preview(before);
  expect(after).toMatchObject({
    editedAt: null,
    embeds: [{ preview: true, title: "Release 2", url, author: { name: "site.invalid" } }],
  });
  expect(JSON.stringify(after?.parsed)).toContain("Faster & **bold**");
  expect(after?.embeds).toHaveLength(1);
});

test("editing the link away removes the card; a text without the link can't be left empty", async () => {
  const { ann, as, post, preview } = await setUp();
  const url = someUrl();
  const message = await post(url);
  await preview(message);
  expect(await editMessage(await as(ann), message.id, `Look: ${url}`)).toMatchObject({ embeds: [{ url }] });
  await expect(editMessage(await as(ann), message.id, "")).rejects.toMatchObject({ code: "invalid" });
  expect(await editMessage(await as(ann), message.id, "No link")).toMatchObject({ embeds: [] });
});

test("its author and managers remove the card, and it stays away", async () => {
  const { ann, bo, channel, as, post, preview } = await setUp();
  const message = await post(someUrl());
  await preview(message);
  await expect(removeLinkPreview(await as(bo), message.id)).rejects.toMatchObject({ code: "forbidden" });
  expect(await removeLinkPreview(await as(ann), message.id)).toMatchObject({ embeds: [], editedAt: null });
  await addPreview(message, network);
  expect((await findMessage(message.id))?.embeds).toEqual([]);
  const manager = await makeUser();
  await makeMember(channel, manager, "manager");
  const other = await post(someUrl());
  await preview(other);
  expect((await removeLinkPreview(await as(manager), other.id)).embeds).toEqual([]);
});

test("a link that changed while its page was read gets no card, and none is added if the workspace shows none", async () => {
  const { ann, as, post } = await setUp();
  const message = await post(someUrl());
  await editMessage(await as(ann), message.id, "Never mind");
  await addPreview(message, network);
  expect((await findMessage(message.id))?.embeds).toEqual([]);
  await db().workspace.deleteMany();
  await db().workspace.create({ data: { name: "Acme", previewsLinks: false } });
  const other = await post(someUrl());
  await addPreview(other, network);
  expect((await findMessage(other.id))?.embeds).toEqual([]);
  await db().workspace.updateMany({ data: { previewsLinks: true } });
  await addPreview(other, network);
  expect((await findMessage(other.id))?.embeds).toHaveLength(1);
});

test("links in code, to images and to Parley's own channels have no preview", () => {
  expect(firstLink("`https://a.example` and <https://b.example/x>")).toBe("https://b.example/x");
  expect(firstLink("[docs](https://c.example)")).toBe("https://c.example");
  for (const text of [
    "plain",
    "![](https://a.example/b.png)",
    "https://chat.example/channels/12345678901234567?message=3",
  ]) {
    expect(firstLink(text)).toBeNull();
  }
});
