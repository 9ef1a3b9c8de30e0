import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { MessageDto } from "@/lib/messages/dto";
import { changesSince } from "@/lib/messages/read/queries";
import { bomb } from "@/lib/testing/bomb";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { exchange, type WireAnswer, type WireRequest } from "./exchange";
import { baseUrls, POSTS_PER_WINDOW, TRANSPORTS } from "./transports";

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };
const PING = JSON.stringify({ zen: "Design for failure.", hook_id: 1, hook: { events: ["push"] } });
const WRONG = "x".repeat(68);

const discord = ({ webhook, token }: MadeWebhook) => `/api/v10/webhooks/${webhook.id}/${token}`;
const stored = async ({ webhook }: MadeWebhook): Promise<MessageDto[]> =>
  (await changesSince(webhook.channelId, 0, 1000)).messages;
const form = (payload: unknown) => new URLSearchParams({ payload: JSON.stringify(payload) }).toString();

function upload(name: string, bytes: string | Uint8Array, payload: unknown): Pick<WireRequest, "headers" | "body"> {
  const boundary = `x${randomUUID()}`;
  const head = (part: string) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n\r\n`;
  const json = `${head('name="payload_json"')}${JSON.stringify(payload)}\r\n`;
  const file = head(`name="files[0]"; filename="${name}"`);
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([json, file, bytes, `\r\n--${boundary}--\r\n`].map((part) => Buffer.from(part))),
  };
}

for (const transport of TRANSPORTS) {
  describe(transport, () => {
    const baseUrl = baseUrls[transport];

    async function ask(
      path: string,
      sent: Omit<WireRequest, "path"> = {},
    ): Promise<WireAnswer & { json: Record<string, unknown> }> {
      const answer = await exchange(baseUrl, { path, headers: JSON_TYPE, ...sent });
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["set-cookie"]).toBeUndefined();
      const isJson = answer.headers["content-type"]?.startsWith("application/json") && answer.body !== "";
      return { ...answer, json: isJson ? (JSON.parse(answer.body) as Record<string, unknown>) : {} };
    }

    for (const suffix of ["/slack", "/slack/", "/slack?x=1"]) {
      test(`Slack clients get "ok" at ${suffix}`, async () => {
        const made = await makeWebhook();
        const answer = await ask(webhookPath(made) + suffix, { body: '{"text":"*hi* <https://x.y|link>"}' });
        expect([answer.status, answer.body]).toEqual([200, "ok"]);
        expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
        await ask(webhookPath(made) + suffix, { headers: FORM_TYPE, body: form({ text: "form" }) });
        expect((await stored(made)).map(({ content }) => content)).toEqual(["**hi** [link](https://x.y)", "form"]);
      });
    }

    test("Mattermost's clients get its answers", async () => {
      const made = await makeWebhook();
      const path = webhookPath(made, "/mattermost");
      const answer = await ask(path, { body: '{"text":"**hi**","attachments":[{"text":"*a*"}]}' });
      expect([answer.status, answer.body]).toEqual([200, "ok"]);
      expect(await stored(made)).toMatchObject([{ content: "**hi**", embeds: [{ description: "*a*" }] }]);
      const { status, json } = await ask(path, { body: '{"text":""}' });
      expect([status, json]).toEqual([
        400,
        {
          id: "web.incoming_webhook.text.app_error",
          message: "There is nothing to post. Add text, blocks or attachments.",
          detailed_error: "",
          request_id: expect.any(String),
          status_code: 400,
        },
      ]);
    });

    test("what exceeds one of Slack's messages is posted as several, all of them", async () => {
      const made = await makeWebhook();
      const attachments = Array.from({ length: 25 }, (_, index) => ({ text: `t${index}` }));
      const answer = await ask(webhookPath(made, "/slack"), { body: JSON.stringify({ text: "all", attachments }) });
      expect([answer.status, answer.body]).toEqual([200, "ok"]);
      expect((await stored(made)).map(({ embeds }) => embeds.length)).toEqual([10, 10, 5]);
    });

    test("GitHub's deliveries are posted once each, with and without the suffix", async () => {
      const made = await makeWebhook();
      const headers = { ...JSON_TYPE, "X-GitHub-Event": "ping", "X-GitHub-Delivery": randomUUID() };
      const first = await ask(webhookPath(made), { headers, body: PING });
      expect(first.json).toEqual({
        messageId: expect.stringMatching(/^\d{17,19}$/),
        channelId: `${made.webhook.channelId}`,
      });
      expect((await ask(`${webhookPath(made)}/github`, { headers, body: PING })).json).toEqual(first.json);
      expect(await stored(made)).toHaveLength(1);
    });

    test("a sender's URL works with its other names, and the error for a misspelled name suggests the nearest", async () => {
      const made = await makeWebhook();
      expect((await ask(`${webhookPath(made)}/Uptime-Kuma`, { body: '{"msg":"Testing"}' })).status).toBe(200);
      const wrong = await ask(`${webhookPath(made)}/gitlap`, { body: '{"title":"Landed"}' });
      expect([wrong.status, wrong.json]).toEqual([404, { error: expect.stringContaining("Did you mean /gitlab") }]);
      expect(await stored(made)).toHaveLength(1);
    });

    test("a text with a structure becomes a card, and one that stands for millions of values stays text", async () => {
      const made = await makeWebhook();
      const headers = { "Content-Type": "text/plain" };
      for (const body of ["Host: web-3\nState: down", bomb()]) {
        expect((await ask(`${webhookPath(made)}/json`, { headers, body })).status).toBe(200);
      }
      const [card, text] = await stored(made);
      expect(card).toMatchObject({ embeds: [{ title: "Down: web-3" }] });
      expect(text).toMatchObject({ content: expect.stringContaining("event: deploy"), embeds: [] });
    });

    test("a multipart form is accepted at a sender's URL, with its file", async () => {
      const made = await makeWebhook();
      const { status } = await ask(`${webhookPath(made)}/json`, upload("log.txt", "disk full", { title: "Backup" }));
      expect(status).toBe(200);
      const [message] = await stored(made);
      expect(message).toMatchObject({ embeds: [{ title: "Backup" }], attachments: [{ name: "log.txt", size: 9 }] });
    });

    for (const version of ["/api", "/api/v6", "/api/v10"]) {
      test(`Discord clients get a 204 or the message under ${version}`, async () => {
        const made = await makeWebhook();
        const path = `${version}/webhooks/${made.webhook.id}/${made.token}`;
        const silent = await ask(path, { body: '{"content":"one"}' });
        expect([silent.status, silent.body]).toEqual([204, ""]);
        const waited = await ask(`${path}?wait=true`, { body: '{"content":"two"}' });
        expect(waited.json).toMatchObject({ content: "two", webhook_id: `${made.webhook.id}` });
        expect(waited.headers["x-ratelimit-limit"]).toBe(`${POSTS_PER_WINDOW}`);
        expect(waited.headers["x-ratelimit-remaining"]).toBe(`${POSTS_PER_WINDOW - 2}`);
        expect(waited.headers["x-ratelimit-reset"]).toMatch(/^\d+$/);
        expect((await ask(path, { method: "GET" })).json).toMatchObject({ id: `${made.webhook.id}`, type: 1 });
        expect((await stored(made)).map(({ content }) => content)).toEqual(["one", "two"]);
      });
    }

    test("a webhook can read, edit and delete its own messages and no others", async () => {
      const made = await makeWebhook();
      const { json } = await ask(`${discord(made)}?wait=true`, { body: '{"content":"one"}' });
      const path = `${discord(made)}/messages/${json.id}`;
      expect((await ask(path, { method: "GET" })).json).toEqual(json);
      expect((await ask(path, { method: "PATCH", body: '{"content":"two"}' })).json).toMatchObject({ content: "two" });
      const removed = await ask(path, { method: "DELETE" });
      expect([removed.status, removed.body]).toEqual([204, ""]);
      expect((await ask(path, { method: "GET" })).json).toMatchObject({ code: 10008 });
      for (const method of ["PATCH", "DELETE"]) {
        expect((await ask(discord(made), { method, body: "{}" })).status).toBe(405);
      }
      expect((await ask(discord(made), { body: '{"content":"still here"}' })).status).toBe(204);
      expect((await stored(made)).map(({ content, deleted }) => [content, deleted])).toEqual([
        ["", true],
        ["still here", false],
      ]);
    });

    test("requests that are refused before they're parsed get an error in the dialect's format too", async () => {
      const made = await makeWebhook();
      const code = async (path: string, body: string) => {
        const { status, json } = await ask(path, { body });
        return [status, json.code];
      };
      expect(await code("/api/webhooks/1/short", "{}")).toEqual([401, 50027]);
      expect(await code("/api/webhooks", "{}")).toEqual([401, 50027]);
      expect(await code(discord(made), JSON.stringify({ content: "x".repeat(300_000) }))).toEqual([413, 40005]);
      const { status, body } = await ask(webhookPath({ ...made, token: WRONG }, "/slack"), { body: "{}" });
      expect([status, body]).toEqual([404, "no_service"]);
      expect(await stored(made)).toEqual([]);
    });

    test("a file of several megabytes is posted, and one that's too large is refused", async () => {
      const made = await makeWebhook();
      const file = upload("log.txt", Buffer.alloc(3 * 1024 * 1024, "log\n"), { content: "see" });
      const { json, status } = await ask(`${discord(made)}?wait=true`, file);
      expect(status).toBe(200);
      expect(json.attachments).toEqual([expect.objectContaining({ filename: "log.txt", size: 3 * 1024 * 1024 })]);
      const tooLarge = upload("log.txt", Buffer.alloc(11 * 1024 * 1024), { content: "see" });
      expect((await ask(discord(made), tooLarge)).json).toMatchObject({ code: 40005 });
      expect(await stored(made)).toHaveLength(1);
    });
  });
}
