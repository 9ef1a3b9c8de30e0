import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import type { Said } from "@/lib/presence/say";
import { type HearPage, presenceLane } from "@/server/express-lane";
import { parseTarget } from "@/server/http/gate";

let end = () => {};
afterEach(() => end());

/** A server on which the lane takes what it can, and "the framework" answers the rest. */
async function serve(hearPage: HearPage): Promise<string> {
  const server = createServer((request, response) => {
    const target = parseTarget(request.url ?? "");
    if (!target) return;
    void presenceLane(hearPage, request, response, target).then((taken) => taken || response.end("the framework"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  end = () => void server.close().closeAllConnections();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

const headers = { cookie: "a=b", "sec-fetch-site": "same-origin" };

test("what a page says is taken and answered with nothing", async () => {
  const heard: Said[] = [];
  const origin = await serve(async (said) => heard.push(said) > 0);
  for (const path of ["/api/presence?tab=x&away=1", "/api/channels/7/typing?thread=8"]) {
    const answer = await fetch(origin + path, { method: "POST", headers });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect(heard.map(({ cookies, pathname, search }) => [cookies, pathname, `${search}`])).toEqual([
    ["a=b", "/api/presence", "tab=x&away=1"],
    ["a=b", "/api/channels/7/typing", "thread=8"],
  ]);
});

test.each<[string, string, RequestInit]>([
  ["other methods", "/api/presence", { method: "PUT", headers }],
  ["other paths", "/api/channels/7/read", { method: "POST", headers }],
  ["what has a body", "/api/presence", { method: "POST", headers, body: "{}" }],
  ["other sites' pages", "/api/presence", { method: "POST", headers: { ...headers, "sec-fetch-site": "cross-site" } }],
  ["neighbours' pages", "/api/presence", { method: "POST", headers: { ...headers, "sec-fetch-site": "same-site" } }],
  ["who doesn't say where from", "/api/presence", { method: "POST", headers: { cookie: "a=b" } }],
])("%s are the framework's", async (_, path, init) => {
  const origin = await serve(() => {
    throw new Error("It was heard.");
  });
  expect(await (await fetch(origin + path, init)).text()).toBe("the framework");
});

test("whatever is refused is the framework's to answer", async () => {
  for (const hearPage of [async () => false, () => Promise.reject(new AppError("forbidden", "Join first."))]) {
    const origin = await serve(hearPage);
    expect(await (await fetch(`${origin}/api/presence`, { method: "POST", headers })).text()).toBe("the framework");
    end();
  }
});
