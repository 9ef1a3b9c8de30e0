import { createHmac } from "node:crypto";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { findMessage } from "@/lib/messages/read/queries";
import { seal } from "@/lib/secrets/secret";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { isLong, randomRuns } from "@/lib/testing/long";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { replayDelivery } from "@/lib/webhooks/post-as-member";

type Part = { name: string; body: string | Buffer; filename?: string };

async function post(made: MadeWebhook, suffix: string, type: string, body: string | Buffer, headers = {}) {
  const { status, text } = await sendRequest(webhookPath(made, `/${suffix}`), {
    headers: { "content-type": type, ...headers },
    body,
  });
  const said: { messageId?: string; error?: string } = JSON.parse(text);
  return { status, ...said };
}

async function read(posted: { messageId?: string; error?: string }) {
  const message = posted.messageId === undefined ? null : await findMessage(BigInt(posted.messageId));
  if (!message) throw new Error(`Nothing was posted: ${posted.error}`);
  return message;
}

const rowsOf = ({ webhook }: MadeWebhook) => db().message.count({ where: { webhookId: webhook.id } });

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=X";

function multipart(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, body, filename }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    return [`--X\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, body, "\r\n"];
  });
  return Buffer.concat([...pieces, "--X--\r\n"].map((piece) => Buffer.from(piece)));
}

process.env.WEBHOOK_RATE_LIMIT = "off";

const kuma = JSON.stringify({
  heartbeat: { monitorID: 7, status: 0, msg: "timeout" },
  monitor: { id: 7, name: "API" },
  msg: "API is down",
});

test.each([
  ["OpenSearch's text sent as JSON", "opensearch", "application/json", "Disk full on db-1"],
  ["curl's text sent as a form", "json", FORM, "Disk full on db-1"],
  ["text of an unknown type", "gitlab", "application/octet-stream", "Disk full on db-1"],
])("%s is posted unchanged", async (_, suffix, type, body) => {
  const made = await makeWebhook();
  const { content, embeds } = await read(await post(made, suffix, type, body));
  expect(JSON.stringify([content, embeds])).toContain(body);
});

test.each([
  ["sent as a form, as by curl -d,", FORM, kuma],
  ["sent as text", "text/plain", kuma],
  ["of an unknown type", "application/octet-stream", kuma],
  ["in a form's field payload_json", FORM, new URLSearchParams({ payload_json: kuma }).toString()],
  [
    "in the field data of a multipart form, as Uptime Kuma sends it",
    MULTIPART,
    multipart([{ name: "data", body: kuma }]),
  ],
])("JSON %s becomes its tool's card", async (_, type, body) => {
  const made = await makeWebhook();
  for (const suffix of ["json", "uptimekuma"]) {
    const { embeds } = await read(await post(made, suffix, type, body));
    expect(embeds[0]?.title).toBe("Down: API");
  }
});

test("a multipart form is accepted at the plain URL only if the webhook accepts any JSON", async () => {
  const body = multipart([{ name: "data", body: kuma }]);
  const open = await makeWebhook({ takesAnyJson: true });
  expect((await read(await post(open, "", MULTIPART, body))).embeds[0]?.title).toBe("Down: API");
  expect(await post(await makeWebhook(), "", MULTIPART, body)).toEqual({
    status: 415,
    error: "The Content-Type must be application/json.",
  });
});

test("a form's file is attached, and its message is posted as a new one instead of an update", async () => {
  const made = await makeWebhook();
  await post(made, "uptimekuma", MULTIPART, multipart([{ name: "data", body: kuma }]));
  const parts = [
    { name: "data", body: kuma },
    { name: "shot", body: Buffer.from([0, 255, 254]), filename: "shot.bin" },
  ];
  const message = await read(await post(made, "uptimekuma", MULTIPART, multipart(parts)));
  expect(message.attachments).toMatchObject([{ name: "shot.bin", size: 3 }]);
  expect(await rowsOf(made)).toBe(2);
  expect(readdirSync(incomingDir())).toEqual([]);
});

test("a multipart form's fields become a card, including each field with a repeated name", async () => {
  const made = await makeWebhook();
  const parts = [
    { name: "title", body: "Backup done" },
    { name: "host", body: "db-1" },
    { name: "host", body: "db-2" },
  ];
  const { embeds } = await read(await post(made, "json", MULTIPART, multipart(parts)));
  expect(embeds[0]?.title).toBe("Backup done");
  expect(JSON.stringify(embeds)).toMatch(/db-1.*db-2/s);
});

test("unreadable bodies are rejected with an error that says how to send them, and leave nothing behind", async () => {
  const made = await makeWebhook();
  const file = { name: "shot", body: "x", filename: "shot.txt" };
  const tooLong = multipart([{ name: "data", body: "x".repeat(257 * 1024) }]);
  expect([
    await post(made, "json", MULTIPART, multipart([file])),
    await post(made, "json", MULTIPART, multipart([])),
    await post(made, "json", "multipart/form-data", multipart([{ name: "data", body: kuma }])),
    await post(made, "json", "multipart/mixed; boundary=X", multipart([{ name: "data", body: kuma }])),
    await post(made, "json", MULTIPART, multipart([file]).subarray(0, 60)),
    await post(made, "json", MULTIPART, tooLong),
    await post(made, "json", "application/x-protobuf", "\u0001\u0002 event"),
    await post(made, "json", "application/json", '{"title": "Disk",}'),
    await post(made, "json", FORM, ""),
  ]).toEqual(
    (
      [
        [400, /^The form has a file but no message\. Add the message as JSON in a field named payload\.$/],
        [400, /^The form is empty\. Send at least one field, or send JSON with `Content-Type: application\/json`\.$/],
        [400, /boundary/],
        [415, /^The Content-Type must be application\/json, .* or text\/plain\.$/],
        [400, /^The last part of the form is incomplete\. Send the whole form again\.$/],
        [413, /256 KiB/],
        [415, /^The Content-Type must be /],
        [400, /^The body isn't valid JSON\. Fix it, or send plain text as text\/plain\.$/],
        [400, /^The form is empty\./],
      ] as const
    ).map(([status, error]) => ({ status, error: expect.stringMatching(error) })),
  );
  expect(await rowsOf(made)).toBe(0);
  expect(readdirSync(incomingDir())).toEqual([]);
});

describe("the charset that a sender names is decoded at every URL but Parley's own", () => {
  const said = "Größe: 5 € – fertig";
  const latin1 = (text: string) => Buffer.from(text.replace("€", "\x80").replace("–", "\x96"), "latin1");
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  const json = (key: string) => JSON.stringify({ [key]: said });
  const contentOf = async (path: string, type: string, body: Buffer) => {
    const made = await makeWebhook();
    const url = path.startsWith("/") ? `${path}/${made.webhook.id}/${made.token}` : webhookPath(made, `/${path}`);
    const { status, text } = await sendRequest(url, { headers: { "content-type": type }, body });
    expect([200, 204, text]).toContain(status);
    const message = await db().message.findFirstOrThrow({ where: { webhookId: made.webhook.id } });
    return `${message.content} ${JSON.stringify(message.embeds)}`;
  };

  test.each<[string, string, Buffer]>([
    ["json", "application/json; charset=ISO-8859-1", latin1(json("message"))],
    ["json", 'text/plain; charset="windows-1252"', latin1(said)],
    ["json", "application/json; charset=utf-16", utf16(json("message"))],
    ["json", "application/json", utf16(json("message"))],
    ["json", `${FORM}; charset=iso-8859-1`, Buffer.from("message=Gr%F6%DFe%3A+5+%80+%96+fertig")],
    ["json", `${MULTIPART}; charset=windows-1252`, multipart([{ name: "message", body: latin1(said) }])],
    ["json", "text/xml", latin1(`<?xml version="1.0" encoding="windows-1252"?><message>${said}</message>`)],
    ["gitlab", "application/json; charset=ISO-8859-1", latin1(json("message"))],
    ["slack", "application/json; charset=ISO-8859-1", latin1(json("text"))],
    ["slack", `${FORM}; charset=ISO-8859-1`, Buffer.from(`payload=${escape(latin1(json("text")).toString("latin1"))}`)],
    ["/api/webhooks", "application/json; charset=ISO-8859-1", latin1(json("content"))],
    ["/api/webhooks", `${FORM}; charset=ISO-8859-1`, Buffer.from("content=Gr%F6%DFe:+5+%80+%96+fertig")],
  ])("%s, %s", async (path, type, body) => {
    expect(await contentOf(path, type, body)).toContain(said);
  });

  test("which says how PowerShell 5 sends UTF-8", async () => {
    const made = await makeWebhook();
    const how =
      "In PowerShell 5: Invoke-RestMethod $url -Method Post -Body $json -ContentType 'application/json; charset=utf-8'.";
    const own = (type: string, body: Buffer) => post(made, "", type, body);
    for (const charset of ["ISO-8859-1", "utf-16", "nonsense"]) {
      expect(await own(`application/json; charset=${charset}`, latin1(json("content")))).toEqual({
        status: 415,
        error: `The charset in Content-Type must be utf-8. ${how}`,
      });
    }
    for (const body of [latin1(json("content")), utf16(json("content"))]) {
      const error = `The body must be text in UTF-8. ${how}`;
      expect(await own("application/json", body)).toEqual({ status: 400, error });
    }
    const open = await makeWebhook({ takesAnyJson: true });
    const type = "application/json; charset=ISO-8859-1";
    expect((await post(open, "", type, latin1(json("message")))).status).toBe(200);
  });
});

test("a body that is only said to be encoded as itself is accepted", async () => {
  const made = await makeWebhook();
  for (const encoding of ["identity", "Identity", "", "identity, identity"]) {
    const sent = await post(made, "", "application/json", '{"content":"Hello"}', { "content-encoding": encoding });
    expect([encoding, sent.status]).toEqual([encoding, 200]);
  }
  for (const encoding of ["gzip", "identity, gzip", "identityx", "*"]) {
    const sent = await post(made, "json", "application/json", '{"content":"Hello"}', { "content-encoding": encoding });
    expect([encoding, sent.status]).toEqual([encoding, 415]);
  }
});

test("a multipart form is signed by its bytes, and the same form posts only once", async () => {
  const made = await makeWebhook({ signingSecret: new Uint8Array(seal("it's a secret")) });
  const body = multipart([
    { name: "data", body: kuma },
    { name: "log", body: "x", filename: "log.txt" },
  ]);
  expect(await post(made, "json", MULTIPART, body)).toMatchObject({ status: 401 });
  expect(readdirSync(incomingDir())).toEqual([]);
  const signature = `sha256=${createHmac("sha256", "it's a secret").update(body).digest("hex")}`;
  const headers = { "x-hub-signature-256": signature };
  const first = await post(made, "json", MULTIPART, body, headers);
  expect((await read(first)).attachments).toHaveLength(1);
  expect(await post(made, "json", MULTIPART, body, headers)).toEqual(first);
  expect(await rowsOf(made)).toBe(1);
});

test("ids of any length keep all their digits on the card, in keys, in the delivery log and when resent", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const json = '{"title":"Job","order":1234567890123456789,"parts":[9007199254740993]}';
  const card = await read(await post(made, "json", "application/json", json));
  expect(JSON.stringify(card.embeds)).toMatch(/1234567890123456789.*9007199254740993/s);
  // Two monitors whose ids JavaScript rounds to the same number each have a card.
  const [one, other] = ["9007199254740992", "9007199254740993"].map((id) =>
    kuma.replace('"monitorID":7', `"monitorID":${id}`),
  );
  const ids = [one, other, one].map(
    async (each) => (await post(made, "uptimekuma", "application/json", each ?? "")).messageId,
  );
  expect(new Set(await Promise.all(ids)).size).toBe(2);
  const delivery = await until(() =>
    db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id, payload: json } }),
  );
  const manager = await requireWebhookManager(ada, channel.id);
  await replayDelivery(manager, made.webhook.id, delivery.id, delivery.payload ?? "");
  const again = await db().message.findFirstOrThrow({
    where: { webhookId: made.webhook.id },
    orderBy: { seq: "desc" },
  });
  expect(again.embeds).toEqual(JSON.parse(JSON.stringify(card.embeds.map(({ head, ...embed }) => embed))));
});

test("a multipart form appears in the delivery log as JSON and can be resent", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const parts = [
    { name: "payload", body: '{"title":"Backup done"}' },
    { name: "host", body: "db-1" },
  ];
  await post(made, "json", MULTIPART, multipart(parts));
  const delivery = await until(() => db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id } }));
  expect(delivery.payload).toBe('{"title":"Backup done","host":"db-1"}');
  const manager = await requireWebhookManager(ada, channel.id);
  await replayDelivery(manager, made.webhook.id, delivery.id, delivery.payload ?? "");
  const rows = await db().message.findMany({ where: { webhookId: made.webhook.id } });
  expect(rows.map(({ embeds }) => embeds)).toEqual(Array(2).fill(rows[0]?.embeds));
});

const piece = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("{", "[", "{{", "payload=", "data=", "&", "=", "a=1", "%7B", "1234567890123456789", '"', " ", "\0"),
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
const parts = fc.array(
  fc.record(
    { name: fc.constantFrom("payload", "data", "title", "x"), body: text, filename: fc.constantFrom("a.txt", "") },
    { requiredKeys: ["name", "body"] },
  ),
  { maxLength: 4 },
);
const sent = fc.oneof(
  fc.tuple(fc.constantFrom("application/json", FORM, "text/plain", "application/xml"), text),
  fc.tuple(fc.constant(MULTIPART), parts.map(multipart)),
);

test("any body is either refused with an error, or posted readable with all its files", {
  timeout: isLong ? 240_000 : 60_000,
}, async () => {
  const made = await makeWebhook();
  await fc.assert(
    fc.asyncProperty(sent, fc.constantFrom("json", "opensearch"), async ([type, body], suffix) => {
      const posted = await post(made, suffix, type, body);
      if (posted.status !== 200) {
        expect(posted).toEqual({ status: expect.any(Number), error: expect.stringMatching(/^[A-Z].*\.$/) });
        expect([400, 415]).toContain(posted.status);
        return;
      }
      const { content, embeds, attachments } = await read(posted);
      expect(content !== "" || embeds.length > 0).toBe(true);
      expect(attachments).toHaveLength(`${body}`.split('; filename="').length - 1);
    }),
    { numRuns: randomRuns(2_000) },
  );
});

test.each([
  ["Parley's", ""],
  ["Slack's", "/slack"],
  ["GitHub's", "/github"],
  ["a tool's", "/stripe"],
  ["the common", "/json"],
])("JSON over its limits is refused at %s address, and nothing is posted", async (_, suffix) => {
  const made = await makeWebhook();
  const send = (unused: string) =>
    sendRequest(webhookPath(made, suffix), {
      headers: { "content-type": "application/json", "x-github-event": "push" },
      body: `{"content":"a","text":"a","title":"a","unused":${unused}}`,
    });
  const deep = await send("[".repeat(100_000) + "]".repeat(100_000));
  const long = await send(`[${"1,".repeat(100_000)}1]`);
  expect([deep.status, long.status]).toEqual([400, 400]);
  // Slack's clients get a word instead of a sentence.
  if (suffix !== "/slack") {
    expect(deep.text).toContain("must be JSON nested at most 64 levels deep");
    expect(long.text).toContain("must be JSON with at most 50,000 values");
  }
  expect(await rowsOf(made)).toBe(0);
});
