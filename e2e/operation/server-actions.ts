import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeUser } from "@/lib/testing/factories";
import { ROOT } from "@/server/root";
import { cookieHeader } from "../session-cookie";
import { askOperated, parley } from "./operated";
import { startProxy } from "./proxy";

type Manifest = { node: Record<string, { exportedName: string; workers: object }> };
const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, ".next/server/server-reference-manifest.json"), "utf8"));
const [ACTION = ""] =
  Object.entries(manifest.node).find(([, { exportedName }]) => exportedName === "saveShowTexts") ?? [];

test("a call from a page at BASE_URL works behind a proxy that drops or changes the port, or rewrites the host", async () => {
  const user = await makeUser();
  for (const host of ["localhost", "localhost:1", "parley:3000", "LOCALHOST", "[::1]"]) {
    const proxy = await startProxy(parley.baseUrl, {
      headers: (headers) => {
        headers.host = host;
      },
    });
    try {
      const answer = await fetch(`${proxy.url}/account/notifications`, {
        method: "POST",
        body: '[{"showTexts":true}]',
        headers: {
          cookie: await cookieHeader(user),
          "content-type": "text/plain;charset=UTF-8",
          accept: "text/x-component",
          "next-action": ACTION,
          origin: parley.baseUrl,
        },
      });
      expect([host, answer.status]).toEqual([host, 200]);
      await answer.text();
    } finally {
      proxy.stop();
    }
  }
});

test("calls of server actions that can't be read or come from elsewhere are refused, and nothing is logged", async () => {
  const user = await makeUser();
  const send = async (body: string, headers: Record<string, string>) => {
    const type = { "content-type": "text/plain;charset=UTF-8", accept: "text/x-component", "next-action": ACTION };
    const init = { method: "POST", body, headers: { ...type, origin: parley.baseUrl, ...headers } };
    const answer = await askOperated("/account/notifications", init, user);
    return `${answer.status} ${(await answer.text()).slice(0, 40)}`;
  };
  const before = parley.output.length;
  const form = "multipart/form-data; boundary=x";
  for (const [status, body, headers] of [
    [400, "{", {}],
    [400, "null", {}],
    [400, '["$h1"]', {}],
    [400, "--x\r\nbroken", { "content-type": form }],
    [404, "--x\r\nbroken", { "content-type": form, "next-action": "" }],
    [403, "[]", { origin: "https://evil.example" }],
    [403, "[]", { origin: "nonsense" }],
    [404, "[]", { "next-action": "f".repeat(42) }],
    [404, "[]", { "next-action": "x" }],
  ] as const) {
    expect(`${body} ${JSON.stringify(headers)}: ${await send(body, headers)}`).toContain(`: ${status} `);
  }
  for (const headers of [{}, { "x-forwarded-host": "inner.example" }, { "x-forwarded-host": "a, b" }]) {
    expect(await send('[{"showTexts":false}]', headers)).toMatch(/^200 /);
  }
  expect(parley.output.slice(before)).not.toMatch(/level|error|aborting/i);
});
