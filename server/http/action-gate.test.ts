import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { listenLocally } from "@/lib/testing/listen";
import { createHttpServer } from "@/server/http";

const KNOWN = "7fa5e119e16cd56ed52fd84a674288af37eba69fbb";
const TEXT = { "Next-Action": KNOWN, "Content-Type": "text/plain;charset=UTF-8" };

afterEach(() => vi.unstubAllEnvs());

/** Sends a body in pieces to a page, and returns the answer and what reached the framework. */
async function call(headers: Record<string, string>, ...pieces: (string | Buffer)[]) {
  const passed: { headers: IncomingMessage["headers"]; body: string }[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    passed.push({ headers: request.headers, body: await text(request) });
    response.end("the framework's");
  };
  const others = { files: null, receive: null, streamFor: null, upgrade: null, endStreams: async () => undefined };
  const { server, close } = createHttpServer({ handle, actions: new Set([KNOWN]), ...others, dev: false });
  const socket = connect(await listenLocally(server), "127.0.0.1");
  socket.on("error", () => undefined);
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const all = { Host: "chat.example", Connection: "close", "Content-Length": `${length}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /channels HTTP/1.1\r\n${lines.join("")}\r\n`);
  for (const piece of pieces) {
    await new Promise(setImmediate);
    socket.write(piece);
  }
  const answer = await text(socket);
  await close();
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body, passed };
}

test("a call with a list of JSON values reaches the framework as it was sent, however it arrives", async () => {
  for (const body of ['[{"name":"x"}]', '["$$5 a month",{"empty":"$undefined","count":"$NaN"}]', "[]", '["ü"]']) {
    expect((await call(TEXT, body)).passed).toMatchObject([{ body }]);
  }
  expect((await call(TEXT, '[{"na', 'me":', '"x"}]')).passed).toMatchObject([{ body: '[{"name":"x"}]' }]);
  const long = JSON.stringify([{ text: "x".repeat(900_000) }]);
  const { passed } = await call(TEXT, long.slice(0, 400_000), long.slice(400_000));
  expect(passed[0]?.body === long).toBe(true);
});

test.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["no list", '{"name":"x"}'],
  ["null", "null"],
  ["a number", "5"],
  ["bytes that aren't text", Buffer.from([0xff, 0xfe, 0x00])],
  ["a reference to a function", '["$h1"]'],
  ["a reference to a part", '[{"a":"$1"}]'],
  ["a reference to itself", '["$0"]'],
  ["a promise", '["$@1"]'],
  ["a form", '["$K1"]'],
  ["no number", '["$n1x"]'],
  ["deep nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ["deep nesting in objects", `[${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}]`],
  ["many values", `[${"0,".repeat(200_000)}0]`],
  ["more arguments than the framework takes", JSON.stringify(Array(1_001).fill(1))],
])("a call with %s is refused with 400 and doesn't reach the framework", async (_, body) => {
  const answer = await call(TEXT, body);
  expect(answer).toMatchObject({ status: 400, body: expect.stringMatching(/^The call can't be read/), passed: [] });
});

test("forms are refused with 400, because no action takes one", async () => {
  const type = { "Content-Type": "multipart/form-data; boundary=x" };
  const part = '--x\r\nContent-Disposition: form-data; name="$ACTION_ID_x"\r\n\r\n\r\n--x--\r\n';
  for (const [headers, body] of [
    [type, part],
    [type, "--x"],
    [{ ...type, "Next-Action": KNOWN }, part],
  ] as const) {
    expect(await call(headers, body)).toMatchObject({ status: 400, passed: [] });
  }
});

test("an action that the build doesn't have is answered with 404 and what makes an old page reload", async () => {
  for (const id of ["7f".padEnd(42, "0"), "toString", "x", ""]) {
    const { status, head, passed } = await call({ ...TEXT, "Next-Action": id }, "[]");
    expect([id, status, passed]).toEqual([id, 404, []]);
    expect(head).toMatch(/^x-nextjs-action-not-found: 1\r?$/im);
  }
});

test("a call from another site is refused with 403, and one through a proxy that changes the host isn't", async () => {
  for (const from of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "nonsense" },
    { "Sec-Fetch-Site": "cross-site" },
  ]) {
    expect(await call({ ...TEXT, ...from }, "[]")).toMatchObject({
      status: 403,
      body: "This can only be done from Parley's own pages.",
      passed: [],
    });
  }
  vi.stubEnv("BASE_URL", "https://public.example");
  // The framework compares the origin with this header.
  expect((await call({ ...TEXT, Origin: "https://public.example" }, "[]")).passed).toMatchObject([
    { headers: { host: "chat.example", "x-forwarded-host": "public.example" } },
  ]);
  const { passed } = await call({ ...TEXT, Origin: "https://chat.example" }, "[]");
  expect(passed[0]?.headers["x-forwarded-host"]).toBeUndefined();
});

test.each<[string, string, Record<string, string>]>([
  ["http://127.0.0.1:3973", "http://127.0.0.1:3973", { Host: "127.0.0.1" }],
  ["http://127.0.0.1:3973", "http://127.0.0.1:3973", { Host: "parley:3000" }],
  ["https://chat.example", "https://chat.example", { Host: "chat.example:3000", "X-Forwarded-Host": "chat.example" }],
  ["https://chat.example:443/", "https://chat.example", { Host: "CHAT.example:443", "X-Forwarded-Host": "a, b" }],
  ["http://[::1]:3973", "http://[::1]:3973", { Host: "[::1]" }],
  ["", "https://chat.example", { Host: "parley", "X-Forwarded-Host": "chat.example, parley" }],
  ["", "https://chat.example", { Host: "parley", "X-Forwarded-Host": " , Chat.Example:443" }],
  [
    "",
    "https://chat.example:8443",
    { Host: "parley", Forwarded: 'for=192.0.2.1;host="chat.example:8443";proto=https' },
  ],
  ["", "https://chat.example", { Host: "chat.example:443", "X-Forwarded-Proto": "https,http" }],
  ["", "http://[::1]:3000", { Host: "[0:0:0:0:0:0:0:1]:3000" }],
])(
  "with BASE_URL=%s, a call from %s reaches the framework with its host, whatever a proxy made of it",
  async (...given) => {
    const [baseUrl, origin, headers] = given;
    vi.stubEnv("BASE_URL", baseUrl);
    const { status, passed } = await call({ ...TEXT, Origin: origin, ...headers }, "[]");
    expect(status).toBe(200);
    // As the framework reads it.
    const host = passed[0]?.headers["x-forwarded-host"]?.toString().split(",")[0]?.trim() || passed[0]?.headers.host;
    expect(host).toBe(new URL(origin).host);
  },
);

test.each<[string, string, Record<string, string>]>([
  ["", "http://chat.example:3973", { Host: "chat.example" }],
  ["", "http://chat.example", { Host: "chat.example:3000" }],
  ["http://chat.example:3973", "http://localhost:3973", { Host: "localhost" }],
  [
    "https://chat.example",
    "https://evil.example",
    { Host: "chat.example", "X-Forwarded-Host": "chat.example, evil.example" },
  ],
])("with BASE_URL=%s, a call from %s is refused if neither BASE_URL nor the proxy names it", async (...given) => {
  const [baseUrl, origin, headers] = given;
  vi.stubEnv("BASE_URL", baseUrl);
  expect(await call({ ...TEXT, Origin: origin, ...headers }, "[]")).toMatchObject({ status: 403, passed: [] });
});

test("everything else that is posted to a page is left to the framework", async () => {
  expect(await call({ "Content-Type": "text/plain" }, "x")).toMatchObject({ status: 200, passed: [{ body: "x" }] });
});
