import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { PresenceReport } from "@/lib/live/presence/say";
import { listenLocally } from "@/lib/testing/listen";
import { AppError } from "@/lib/text/errors";
import { type HearPage, presenceLane } from "@/server/express-lane";
import { parseTarget } from "@/server/http/gate";

let end = () => {};
afterEach(() => end());

/** Starts a server that tries the lane first and responds with "the framework" otherwise. */
async function serve(hearPage: HearPage): Promise<string> {
  const server = createServer((request, response) => {
    const target = parseTarget(request.url ?? "");
    if (!target) return;
    void presenceLane(hearPage, request, response, target).then((taken) => taken || response.end("the framework"));
  });
  end = () => void server.close().closeAllConnections();
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

const headers = { cookie: "a=b", "sec-fetch-site": "same-origin" };

test("a page's presence report gets a 204", async () => {
  const heard: PresenceReport[] = [];
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
  ["requests with a body", "/api/presence", { method: "POST", headers, body: "{}" }],
  ["other sites' pages", "/api/presence", { method: "POST", headers: { ...headers, "sec-fetch-site": "cross-site" } }],
  [
    "pages of other subdomains",
    "/api/presence",
    { method: "POST", headers: { ...headers, "sec-fetch-site": "same-site" } },
  ],
  ["requests without Sec-Fetch-Site", "/api/presence", { method: "POST", headers: { cookie: "a=b" } }],
])("%s are left to the framework", async (_, path, init) => {
  const origin = await serve(() => {
    throw new Error("It was heard.");
  });
  expect(await (await fetch(origin + path, init)).text()).toBe("the framework");
});

test("refused reports are left to the framework", async () => {
  for (const hearPage of [async () => false, () => Promise.reject(new AppError("forbidden", "Join first."))]) {
    const origin = await serve(hearPage);
    expect(await (await fetch(`${origin}/api/presence`, { method: "POST", headers })).text()).toBe("the framework");
    end();
  }
});
