import { describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/files/images/signed-url";
import type { MessageDto } from "@/lib/messages/dto";
import { changesSince, findMessage } from "@/lib/messages/read/queries";
import { VERSION } from "@/lib/process/version";
import { type MadeWebhook, makeMember, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteWebhook, regenerateToken, setPaused } from "@/lib/webhooks/manage-webhook";
import { exchange, exchangeRaw, type WireAnswer, type WireRequest } from "./exchange";
import { ACCEPTED, REFUSED, type StoredMessage } from "./payloads";
import { baseUrls, POSTS_PER_WINDOW, TRANSPORTS } from "./transports";

const JSON_TYPE = { "Content-Type": "application/json" };
const HELLO = '{"content":"hello"}';
const OTHER_METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];
const NOT_FOUND = '{"error":"There is no webhook with this ID and token."}';
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

const stored = async ({ webhook }: MadeWebhook): Promise<MessageDto[]> =>
  (await changesSince(webhook.channelId, 0, 1000)).messages;
const make = () => makeWebhook({ name: "Endpoint" });
/** Signs the avatar's URL as the server does. Call it in a test, when this process has the server's secret. */
const asShown = ({ author, ...rest }: StoredMessage, by: bigint): StoredMessage =>
  author?.avatarUrl
    ? { ...rest, author: { ...author, avatarUrl: shownImage(author.avatarUrl, by) } }
    : { ...rest, ...(author && { author }) };
const errorOf = ({ body }: WireAnswer): string => (JSON.parse(body) as { error: string }).error;

/** Creates a webhook in a channel that has a member. */
async function managed() {
  const made = await make();
  const user = await makeUser();
  await makeMember({ id: made.webhook.channelId }, user);
  return { made, channel: await requireWebhookManager(user, made.webhook.channelId) };
}

/** Checks what holds for every response of the endpoint. */
function expectOrderly(answer: WireAnswer, secret: string, isHead = false): void {
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.headers.location).toBeUndefined();
  expect(JSON.stringify(answer)).not.toContain(secret);
  if (isHead) {
    expect(answer.body).toBe("");
    return;
  }
  const expected =
    answer.status === 200
      ? { messageId: expect.stringMatching(/^\d{17,19}$/), channelId: expect.stringMatching(/^\d{17,19}$/) }
      : { error: expect.stringMatching(/^\S.*\.$/) };
  expect(JSON.parse(answer.body)).toEqual(expected);
}

for (const transport of TRANSPORTS) {
  describe(transport, () => {
    const baseUrl = baseUrls[transport];

    async function ask(made: MadeWebhook, sent: Partial<WireRequest>): Promise<WireAnswer> {
      const answer = await exchange(baseUrl, { path: webhookPath(made), ...sent });
      expectOrderly(answer, made.token, sent.method === "HEAD");
      return answer;
    }

    const post = (made: MadeWebhook, body: string | Uint8Array = HELLO, headers: Record<string, string> = {}) =>
      ask(made, { body, headers: { ...JSON_TYPE, ...headers } });

    /** Reads the message of a 200 as soon as the response has arrived. */
    async function read(answer: WireAnswer): Promise<MessageDto> {
      expect([answer.status, answer.body]).toEqual([200, expect.any(String)]);
      const { messageId, channelId } = JSON.parse(answer.body) as { messageId: string; channelId: string };
      const message = await findMessage(BigInt(messageId));
      if (!message) throw new Error("The response was 200, but its message isn't stored.");
      expect(message.channelId).toBe(channelId);
      return message;
    }

    async function expectRefused(made: MadeWebhook, answer: WireAnswer, status: number): Promise<void> {
      expect([answer.status, answer.body]).toEqual([status, expect.any(String)]);
      expect(await stored(made)).toEqual([]);
    }

    async function expectNotFound(made: MadeWebhook, sent: Partial<WireRequest>): Promise<void> {
      const answer = await ask(made, sent);
      expect([answer.status, answer.body]).toEqual([404, sent.method === "HEAD" ? "" : NOT_FOUND]);
    }

    for (const [name, body, expected] of ACCEPTED) {
      test(`accepts ${name}`, async () => {
        const made = await make();
        const message = await read(await post(made, body));
        expect(message).toMatchObject(asShown(expected, made.webhook.id));
        expect(message.author.kind).toBe("webhook");
      });
    }

    for (const [name, body, names] of REFUSED) {
      test(`refuses ${name} and stores nothing`, async () => {
        const made = await make();
        const answer = await post(made, body);
        await expectRefused(made, answer, 400);
        expect(errorOf(answer)).toMatch(names);
      });
    }

    test("returns ids as strings of digits, with the webhook's channel", async () => {
      const made = await make();
      const answer = await post(made);
      expect(JSON.parse(answer.body)).toMatchObject({ channelId: `${made.webhook.channelId}` });
      expect((await stored(made)).map(({ id }) => id)).toEqual([(await read(answer)).id]);
    });

    for (const suffix of ["/", "?wait=true", "/?thread_id=1&x=%20", "?"]) {
      test(`accepts a URL that ends with ${suffix} without redirecting`, async () => {
        const made = await make();
        await read(await ask(made, { path: webhookPath(made) + suffix, headers: JSON_TYPE, body: HELLO }));
        expect((await ask(made, { path: webhookPath(made) + suffix, method: "GET" })).status).toBe(405);
      });
    }

    test("ignores headers other than the content type", async () => {
      const headers = {
        ...JSON_TYPE,
        Authorization: "Bearer wrong",
        Cookie: "parley.session=wrong",
        Origin: "https://evil.example",
      };
      await read(await ask(await make(), { headers, body: HELLO }));
    });

    for (const type of [
      "application/json; charset=UTF-8",
      'application/json;charset="utf-8"',
      "application/json; charset=utf8; profile=x",
      "Application/JSON",
      "application/vnd.example+json",
    ]) {
      test(`accepts the content type ${type}`, async () => {
        await read(await post(await make(), HELLO, { "Content-Type": type }));
      });
    }

    for (const type of [
      "text/plain",
      "text/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/json; charset=latin1",
      "application/json; charset=utf-16",
      "application/json, text/plain",
    ]) {
      test(`refuses the content type ${type}`, async () => {
        const made = await make();
        await expectRefused(made, await post(made, HELLO, { "Content-Type": type }), 415);
      });
    }

    test("refuses a missing content type", async () => {
      const made = await make();
      await expectRefused(made, await ask(made, { body: HELLO }), 415);
    });

    test("accepts the content encoding identity, which is none", async () => {
      await read(await post(await make(), HELLO, { "Content-Encoding": "identity" }));
    });

    for (const encoding of ["gzip", "deflate", "br", "identity, gzip"]) {
      test(`refuses the content encoding ${encoding}`, async () => {
        const made = await make();
        await expectRefused(made, await post(made, HELLO, { "Content-Encoding": encoding }), 415);
      });
    }

    for (const method of OTHER_METHODS) {
      test(`responds to ${method} with 405 and never posts`, async () => {
        const made = await make();
        const withBody = ["PUT", "PATCH", "DELETE"].includes(method) ? { body: HELLO } : {};
        const answer = await ask(made, { method, headers: JSON_TYPE, ...withBody });
        expect(answer.headers.allow).toBe("POST");
        await expectRefused(made, answer, 405);
      });

      test(`responds to ${method} without a valid token with 404`, async () => {
        const made = await make();
        await expectNotFound(made, { method, path: webhookPath({ ...made, token: "wrong" }) });
        await expectNotFound(made, { method, path: "/webhooks/incoming" });
      });
    }

    test("responds with 413 to a body that's one byte over 256 KiB, also if it's chunked", async () => {
      const made = await make();
      const body = JSON.stringify({ content: "c", padding: "p".repeat(256 * 1024 - 27) });
      expect(body).toHaveLength(256 * 1024 + 1);
      await expectRefused(made, await post(made, body), 413);
      await expectRefused(made, await ask(made, { headers: JSON_TYPE, body, chunked: true }), 413);
      await read(await ask(made, { headers: JSON_TYPE, body: body.replace("pp", "p"), chunked: true }));
    });

    test("responds with 413 to a much larger body, also if it's chunked", async () => {
      const made = await make();
      const body = JSON.stringify({ content: "c".repeat(3 * 1024 * 1024) });
      await expectRefused(made, await post(made, body), 413);
      await expectRefused(made, await ask(made, { headers: JSON_TYPE, body, chunked: true }), 413);
    });

    test("responds to a Content-Length over 256 KiB without waiting for the body", async () => {
      const made = await make();
      const headers = { ...JSON_TYPE, "Content-Length": "262145" };
      await expectRefused(made, await ask(made, { headers, body: HELLO }), 413);
    });

    test("sends the same bytes for every wrong id or token", async () => {
      const { made, channel } = await managed();
      const other = await make();
      const { token, webhook } = made;
      const paused = await makeWebhook({ pausedAt: new Date() });
      await deleteWebhook(channel, webhook.id);
      const paths = [
        webhookPath(made),
        webhookPath({ ...other, token: made.token }),
        webhookPath({ ...paused, token: made.token }),
        webhookPath({ ...other, webhook: { ...other.webhook, id: webhook.id } }),
        `/webhooks/incoming/117000000000000000/${token}`,
        `/webhooks/incoming/9223372036854775808/${token}`,
        `/webhooks/incoming/0${other.webhook.id}/${other.token}`,
        `/webhooks/incoming/-1/${token}`,
        `/webhooks/incoming/abc/${token}`,
        `/webhooks/incoming/${other.webhook.id}/${other.token.slice(1)}`,
        `/webhooks/incoming/${other.webhook.id}/${other.token}x`,
        `/webhooks/incoming/${other.webhook.id}/${other.token.toUpperCase()}`,
        `/webhooks/incoming/${other.webhook.id}/${"t".repeat(4000)}`,
        `/webhooks/incoming/${other.webhook.id}/%00`,
        `/webhooks/incoming/${other.webhook.id}/%C3%A4`,
        `/webhooks/incoming/${other.webhook.id}/${other.token}%20`,
        `/webhooks/incoming/${other.webhook.id}/${other.token}x/gitlap`,
        `/webhooks/incoming/${other.webhook.id}/${other.token}/gitlab/more`,
        `/webhooks/incoming/${other.webhook.id}`,
        "/webhooks/incoming/",
        "/webhooks/incoming",
        "/webhooks/nothing",
        "/webhooks",
      ];
      const found = new Set<string>();
      for (const path of paths) {
        const answer = await exchange(baseUrl, { path, headers: JSON_TYPE, body: HELLO });
        expectOrderly(answer, other.token);
        expect([path, answer.status, answer.body]).toEqual([path, 404, NOT_FOUND]);
        const { date: _, ...headers } = answer.headers;
        found.add(JSON.stringify(headers));
      }
      expect([...found]).toHaveLength(1);
      for (const each of [made, other, paused]) expect(await stored(each)).toEqual([]);
    });

    test("sends only a 404 to a caller without a valid token, whatever else is wrong", async () => {
      const made = await makeWebhook({ pausedAt: new Date() });
      await db().channel.update({ where: { id: made.webhook.channelId }, data: { archivedAt: new Date() } });
      const path = webhookPath({ ...made, token: (await make()).token });
      const large = "x".repeat(300 * 1024);
      const wrong: Partial<WireRequest>[] = [
        { body: HELLO },
        { body: "no json", headers: JSON_TYPE },
        { body: HELLO, headers: { "Content-Type": "text/plain" } },
        { body: HELLO, headers: { ...JSON_TYPE, "Content-Encoding": "gzip" } },
        { body: HELLO, headers: { ...JSON_TYPE, "Idempotency-Key": "not visible ASCII" } },
        { body: large, headers: JSON_TYPE },
        { body: large, headers: JSON_TYPE, chunked: true },
        { method: "PUT", body: large, headers: { "Content-Type": "text/plain" } },
      ];
      for (const sent of wrong) await expectNotFound(made, { path, ...sent });
      for (const sent of times(POSTS_PER_WINDOW + 2))
        await expectNotFound(made, { path, headers: JSON_TYPE, body: `{"content":"${sent}"}` });
    });

    test("checks the method, then the content type, then the size, then the JSON, then its fields", async () => {
      const made = await make();
      const large = `{"content":"${"x".repeat(300 * 1024)}`;
      const text = { "Content-Type": "text/plain" };
      expect((await ask(made, { method: "PUT", headers: text, body: large })).status).toBe(405);
      expect((await ask(made, { headers: text, body: large })).status).toBe(415);
      expect((await ask(made, { headers: JSON_TYPE, body: large })).status).toBe(413);
      expect(errorOf(await post(made, '{"content":1,'))).toMatch(/JSON/);
      expect(errorOf(await post(made, '{"content":1}'))).toMatch(/content/);
    });

    test("responds with 403 as soon as a webhook is paused, until it's resumed", async () => {
      const { made, channel } = await managed();
      await read(await post(made));
      await setPaused(channel, made.webhook.id, true);
      const answer = await post(made, '{"content":"while paused"}');
      expect([answer.status, errorOf(answer)]).toEqual([403, expect.stringMatching(/paused/)]);
      expect((await ask(made, { method: "GET" })).status).toBe(405);
      await expectNotFound(made, { path: webhookPath({ ...made, token: "wrong" }), headers: JSON_TYPE, body: HELLO });
      await setPaused(channel, made.webhook.id, false);
      await read(await post(made));
      expect((await stored(made)).map(({ content }) => content)).toEqual(["hello", "hello"]);
    });

    test("responds with 403 as soon as the channel is archived", async () => {
      const made = await make();
      await read(await post(made));
      await db().channel.update({ where: { id: made.webhook.channelId }, data: { archivedAt: new Date() } });
      const answer = await post(made);
      expect([answer.status, errorOf(answer)]).toEqual([403, expect.stringMatching(/archived/)]);
      await expectNotFound(made, { path: webhookPath({ ...made, token: "wrong" }), headers: JSON_TYPE, body: HELLO });
      expect(await stored(made)).toHaveLength(1);
    });

    test("responds with 404 to the old URL as soon as the token is regenerated, and accepts the new one", async () => {
      const { made, channel } = await managed();
      await read(await post(made));
      const { url } = await regenerateToken(channel, made.webhook.id, "");
      await expectNotFound(made, { headers: JSON_TYPE, body: HELLO });
      await expectNotFound(made, { headers: JSON_TYPE, body: "{}" });
      await expectNotFound(made, { method: "GET" });
      await read(await post({ ...made, token: url.split("/").at(-1) ?? "" }));
      expect(await stored(made)).toHaveLength(2);
    });

    test("responds with 404 as soon as a webhook is deleted", async () => {
      const { made, channel } = await managed();
      await read(await post(made));
      await deleteWebhook(channel, made.webhook.id);
      await expectNotFound(made, { headers: JSON_TYPE, body: HELLO });
      expect(await stored(made)).toHaveLength(1);
    });

    test("posts to the new channel as soon as a webhook is moved", async () => {
      const [made, other] = [await make(), await make()];
      await read(await post(made));
      await db().webhook.update({ where: { id: made.webhook.id }, data: { channelId: other.webhook.channelId } });
      expect((await read(await post(made))).channelId).toBe(`${other.webhook.channelId}`);
    });

    test("repeats the first response for a repeated Idempotency-Key and posts nothing", async () => {
      const made = await make();
      const key = { "Idempotency-Key": "~".repeat(255) };
      const first = await post(made, HELLO, key);
      const again = await post(made, HELLO, key);
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(await stored(made)).toHaveLength(1);
      const answer = await post(made, '{"content":"other"}', key);
      expect([answer.status, errorOf(answer)]).toEqual([409, expect.stringMatching(/Idempotency-Key/)]);
      await read(await post(await make(), '{"content":"other"}', key));
      expect(await stored(made)).toHaveLength(1);
    });

    test("posts one message for twenty simultaneous requests with the same Idempotency-Key", async () => {
      const made = await make();
      const answers = await Promise.all(times(20).map(() => post(made, HELLO, { "Idempotency-Key": "k" })));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
      expect(await stored(made)).toHaveLength(1);
    });

    for (const [name, key] of [
      ["too long", "k".repeat(256)],
      ["empty", ""],
      ["with a space in it", "a b"],
      ["that isn't ASCII", "k\u00e4"],
    ] as const) {
      test(`refuses an Idempotency-Key ${name}`, async () => {
        const made = await make();
        const answer = await post(made, HELLO, { "Idempotency-Key": key });
        await expectRefused(made, answer, 400);
        expect(errorOf(answer)).toMatch(/Idempotency-Key/);
      });
    }

    test("limits each webhook separately and says when to retry", async () => {
      const [made, other] = [await make(), await make()];
      const answers = await Promise.all(times(POSTS_PER_WINDOW + 5).map(() => post(made)));
      const limited = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(POSTS_PER_WINDOW);
      expect(limited).toHaveLength(5);
      for (const { headers } of limited) {
        expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
        expect(Number(headers["retry-after"])).toBeLessThanOrEqual(600);
      }
      await read(await post(other));
      expect((await ask(made, { method: "GET" })).status).toBe(405);
      await expectNotFound(made, { path: webhookPath({ ...made, token: "wrong" }), headers: JSON_TYPE, body: HELLO });
      expect(await stored(made)).toHaveLength(POSTS_PER_WINDOW);
    });

    test("stores the last error for the webhook's settings", async () => {
      const made = await make();
      const answer = await post(made, '{"content":1}');
      const lastError = async () =>
        (await db().webhook.findUniqueOrThrow({ where: { id: made.webhook.id }, select: { lastError: true } }))
          .lastError;
      await expect.poll(lastError, { timeout: 10_000 }).toBe(errorOf(answer));
    });

    for (const [method, path, status, allow] of [
      ["GET", "/api/nothing", 404, undefined],
      ["POST", "/api/nothing", 404, undefined],
      ["DELETE", "/api/nothing/at/all", 404, undefined],
      ["GET", "/api", 404, undefined],
      ["POST", "/api/health", 405, "GET"],
      ["DELETE", "/api/health", 405, "GET"],
      ["PUT", "/api/channels/1/messages", 405, "GET, POST"],
      ["GET", "/api/channels/1/messages", 401, undefined],
      ["POST", "/api/channels/1/messages", 401, undefined],
      ["GET", "/api/channels", 401, undefined],
      ["GET", "/api/events", 401, undefined],
    ] as const) {
      test(`responds to ${method} ${path} with ${status} in JSON`, async () => {
        const body = method === "POST" || method === "PUT" ? { body: "{}", headers: JSON_TYPE } : {};
        const answer = await exchange(baseUrl, { method, path, ...body });
        expect([answer.status, answer.headers["content-type"]]).toEqual([
          status,
          expect.stringMatching(/^application\/json/),
        ]);
        expect(answer.headers.allow).toBe(allow);
        expect(JSON.parse(answer.body)).toEqual({ error: expect.stringMatching(/^\S.*\.$/) });
      });
    }

    test("reports its health and version", async () => {
      const answer = await exchange(baseUrl, { method: "GET", path: "/api/health" });
      expect([answer.status, answer.body]).toEqual([200, `{"status":"ok","version":"${VERSION}"}`]);
      expect((await exchange(baseUrl, { method: "HEAD", path: "/api/health" })).status).toBe(200);
    });
  });
}

describe("the listener alone", () => {
  const baseUrl = baseUrls["the listener"];

  for (const method of ["PROPFIND", "TRACE", "QUERY", "FOO"]) {
    test(`responds to ${method} with 405 if the token is right, and with 404 otherwise`, async () => {
      const made = await make();
      const ask = (path: string) =>
        exchangeRaw(baseUrl, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const answer = await ask(webhookPath(made));
      expectOrderly(answer, made.token);
      expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
      const wrong = await ask(webhookPath({ ...made, token: "wrong" }));
      expect([wrong.status, wrong.body]).toEqual([404, NOT_FOUND]);
      expect((await ask("/api/health")).status).toBe(405);
      expect(await stored(made)).toEqual([]);
    });
  }

  for (const [name, path, status] of [
    ["a malformed escape under /webhooks", "/webhooks/incoming/1/%zz", 404],
    ["a malformed escape right under /webhooks", "/webhooks/%", 404],
    ["overlong UTF-8 under /webhooks", "/webhooks/incoming/%c0%ae/x", 404],
    ["a malformed escape under /api", "/api/%zz", 404],
  ] as const) {
    test(`responds to ${name} in JSON`, async () => {
      const answer = await exchangeRaw(baseUrl, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
      expect(answer.status).toBe(status);
      expectOrderly(answer, "no secret");
    });
  }

  for (const [name, raw, status] of [
    ["a request that isn't HTTP", "hello there\r\n\r\n", 400],
    ["a bad header", "POST /webhooks/incoming/1/x HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400],
    [
      "two Content-Length headers",
      "POST /webhooks/incoming/1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    [
      "headers that are too large",
      `POST /webhooks/incoming/1/x HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
      431,
    ],
  ] as const) {
    test(`responds to ${name} in JSON`, async () => {
      const answer = await exchangeRaw(baseUrl, raw);
      expect(answer.status).toBe(status);
      expectOrderly(answer, "no secret");
    });
  }

  test("accepts a request in absolute form, as senders behind a proxy send it", async () => {
    const made = await make();
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${HELLO.length}`;
    const answer = await exchangeRaw(
      baseUrl,
      `POST http://chat.example${webhookPath(made)} HTTP/1.1\r\n${head}\r\n\r\n${HELLO}`,
    );
    expectOrderly(answer, made.token);
    expect([answer.status, (await stored(made)).length]).toEqual([200, 1]);
  });

  test("responds to several posts on one connection in order", async () => {
    const made = await make();
    const one = (body: string, connection: string) =>
      `POST ${webhookPath(made)} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await exchangeRaw(baseUrl, one('{"content":1}', "keep-alive") + one(HELLO, "close"), 2);
    expect([answer.status, (await stored(made)).length]).toEqual([200, 1]);
  });
});
