import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { findWebhookMessage } from "@/lib/messages/read/queries";
import { type MadeWebhook, makeWebhook } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";

type Answer = { status: number; json: { id?: string; code?: number; embeds?: unknown; components?: unknown } };

let made: MadeWebhook;

beforeEach(async () => {
  made = await makeWebhook();
});

async function send(body: string | object, { headers = {}, message = "", method = "POST" } = {}): Promise<Answer> {
  const { status, text } = await sendRequest(`/api/webhooks/${made.webhook.id}/${made.token}${message}`, {
    method,
    search: "?wait=true&with_components=true",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status, json: text === "" ? {} : JSON.parse(text) };
}

function form(fields: Record<string, string>, file?: { name: string; body: string }) {
  const boundary = `x${randomUUID()}`;
  const part = (name: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => part(name, value));
  if (file) parts.push(part(`file"; filename="${file.name}`, file.body));
  return {
    body: `${parts.join("")}--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

const posted = async ({ json }: Answer) => findWebhookMessage(made.webhook.id, BigInt(json.id ?? "0"));

async function reasons(count: number) {
  await until(async () => expect(await db().delivery.count({ where: { webhookId: made.webhook.id } })).toBe(count));
  const rows = await db().delivery.findMany({ where: { webhookId: made.webhook.id }, orderBy: { id: "asc" } });
  return rows.map(({ reason }) => reason);
}

const row = (...components: object[]) => ({ type: 1, components });
const link = (label: string) => ({ type: 2, style: 5, label, url: `https://ci.example/${label}` });

test("link buttons are shown, come back as Discord's components, and change apart from the embeds", async () => {
  const first = await send({ content: "Built", components: [row(link("run"), link("log"))] });
  expect(first).toMatchObject({ status: 200, json: { embeds: [], components: [row(link("run"), link("log"))] } });
  expect((await posted(first))?.embeds).toMatchObject([{ buttons: [{ label: "run" }, { label: "log" }] }]);
  const message = `/messages/${first.json.id}`;
  const edit = (body: object) => send(body, { message, method: "PATCH" });
  // The answer has what was sent, and nothing that Parley derives from it for readers.
  const embed = { type: "rich", title: "T", color: 0xff0000 };
  const edited = await edit({ embeds: [embed] });
  expect(edited.json).toMatchObject({ components: [row(link("run"), link("log"))] });
  expect(edited.json.embeds).toEqual([embed]);
  expect((await posted(first))?.embeds).toMatchObject([{ title: "T", buttons: [{ label: "run" }, { label: "log" }] }]);
  expect(await edit({ components: [] })).toMatchObject({
    status: 200,
    json: { embeds: [{ title: "T" }], components: [] },
  });
});

test("components of the second version are a message, and those without anything to show are refused", async () => {
  const container = { type: 17, components: [{ type: 10, content: "**text** in a container" }] };
  const first = await send({ flags: 32768, components: [container] });
  expect(first.status).toBe(200);
  expect((await posted(first))?.embeds).toMatchObject([{ description: "**text** in a container" }]);
  const answer = { type: 2, style: 1, label: "Approve", custom_id: "approve" };
  expect(await send({ flags: 32768, components: [row(answer)] })).toMatchObject({ status: 400, json: { code: 50006 } });
});

test("the log names what isn't shown, and only that", async () => {
  const answer = { type: 2, style: 1, label: "Approve", custom_id: "approve" };
  const sent = [
    { content: "x", embeds: [{ title: "t", image: { url: "attachment://gone.png" } }], avatar_url: "none" },
    { content: "x", components: [row(answer)], sticker_items: [{ name: "Wave" }], motto: "more" },
    { content: "x", username: "u", nonce: "n", tts: false, embeds: [{ type: "rich", title: "t", image: { url: "" } }] },
  ];
  for (const body of sent) expect((await send(body)).status).toBe(200);
  const fields = form({ content: "x", thread_name: "Release", tts: "false", motto: "more" });
  const last = await send(fields.body, fields);
  expect((await posted(last))?.content).toBe("**Release**\n\nx");
  expect(await reasons(4)).toEqual([
    "Left out: embeds[0].image.url (isn't attached), avatar_url (isn't an http:// or https:// URL).",
    'Left out: components[0].components[0] (the button "Approve" needs an answer), sticker_items[0].name, motto.',
    null,
    "Left out: motto.",
  ]);
});

test("an embed that names a file as its picture is posted with the file", async () => {
  const payload_json = JSON.stringify({ embeds: [{ title: "Session", image: { url: "attachment://dump.7z" } }] });
  const given = form({ payload_json }, { name: "dump.7z", body: "x" });
  const first = await send(given.body, given);
  expect(first.status).toBe(200);
  const message = await posted(first);
  expect(message?.attachments).toMatchObject([{ name: "dump.7z" }]);
  expect(message?.embeds).toEqual([expect.objectContaining({ title: "Session" })]);
  expect(message?.embeds[0]?.image).toBeUndefined();
  const edited = await send(
    { embeds: [{ title: "New", image: { url: "attachment://dump.7z" } }] },
    { message: `/messages/${first.json.id}`, method: "PATCH" },
  );
  expect(edited.status).toBe(200);
  expect((await posted(first))?.attachments).toMatchObject([{ name: "dump.7z" }]);
  expect(await reasons(2)).toEqual(Array(2).fill("Left out: embeds[0].image.url (isn't a picture)."));
});
