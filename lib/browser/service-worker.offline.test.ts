import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

type WorkerRequest = { url: string; method?: string; mode?: string; clientId?: string; preloaded?: { status: number } };
type Listener = (event: object) => void;

const script = readFileSync(path.resolve(import.meta.dirname, "../../public/service-worker/offline.js"), "utf8");

/** The worker, with a network that responds with these statuses in turn (null for none) and a cache. */
function worker(statuses: (number | null)[] = [], cached = ["/offline", "/_next/static/a.js"]) {
  const listeners = new Map<string, Listener>();
  const answer = async () => {
    const status = statuses.shift() ?? null;
    if (status === null) throw new TypeError("Failed to fetch");
    return { status };
  };
  runInNewContext(script, {
    self: { addEventListener: (type: string, listener: Listener) => listeners.set(type, listener) },
    location: { origin: "https://chat.example" },
    caches: {
      match: async (asked: string | { url: string }) => {
        const at = typeof asked === "string" ? asked : new URL(asked.url).pathname;
        return cached.includes(at) ? { status: 200, cached: at } : undefined;
      },
    },
    fetch: answer,
    URL,
    Reflect,
    // No request times out.
    setTimeout: () => 0,
  });
  /** Returns the response; undefined if the worker doesn't handle the request. */
  return (asked: WorkerRequest): Promise<{ status: number; cached?: string }> | undefined => {
    let given: Promise<{ status: number; cached?: string }> | undefined;
    const { clientId = "", method = "GET", mode = "cors", url, preloaded } = asked;
    listeners.get("fetch")?.({
      request: { url: new URL(url, "https://chat.example").href, method, mode },
      clientId,
      resultingClientId: "new",
      preloadResponse: Promise.resolve(preloaded),
      respondWith: (response: typeof given) => {
        given = response;
      },
    });
    return given;
  };
}

const OTHER_PAGES = [
  "/api/auth/callback/oidc?code=once",
  "/api/attachments/7/a.pdf",
  "/login",
  "/invite/code",
  "/docs/webhooks",
  "/channelsandmore",
];

test("the worker handles only navigations within this install", () => {
  const ask = worker(Array.from({ length: 20 }, () => 200));
  for (const url of ["/", "/channels", "/channels/7?message=3", "/search?q=a", "/account", ...OTHER_PAGES]) {
    expect(ask({ url, mode: "navigate" }), url).toBeDefined();
  }
  expect(ask({ url: "https://elsewhere.example/channels", mode: "navigate" })).toBeUndefined();
  expect(ask({ url: "/channels/7", method: "POST", mode: "navigate" })).toBeUndefined();
  for (const url of ["/channels/7?_rsc=1", "/_next/static/a.js", "/api/events", "/webhooks/incoming/7/token"]) {
    expect(ask({ url }), url).toBeUndefined();
  }
});

test.each(OTHER_PAGES)(
  "%s gets the response that was preloaded, or a single request's, and never the offline page",
  async (url) => {
    const preloaded = { status: 302 };
    expect(await worker()({ url, mode: "navigate", preloaded })).toBe(preloaded);
    const ask = worker([503, null]);
    expect(await ask({ url, mode: "navigate" })).toEqual({ status: 503 });
    await expect(ask({ url, mode: "navigate" })).rejects.toThrow("Failed to fetch");
  },
);

test("the offline page is shown only if the server doesn't respond", async () => {
  const ask = worker([200, 404, 500, 502, 503, null]);
  const answers = [];
  for (let turn = 0; turn < 6; turn += 1) answers.push(await ask({ url: "/channels/7", mode: "navigate" }));
  const kept = { status: 200, cached: "/offline" };
  expect(answers).toEqual([{ status: 200 }, { status: 404 }, { status: 500 }, kept, kept, kept]);
});

test("without an offline page, the server's response or the browser's error is shown", async () => {
  const ask = worker([503, null], []);
  expect(await ask({ url: "/", mode: "navigate" })).toEqual({ status: 503 });
  await expect(ask({ url: "/", mode: "navigate" })).rejects.toThrow("Failed to fetch");
});

test("only the offline page's files come from the cache, and missing ones from the server", async () => {
  const ask = worker([null, 200]);
  await ask({ url: "/channels/7", mode: "navigate" });
  const file = { url: "/_next/static/a.js", clientId: "new" };
  expect(await ask(file)).toEqual({ status: 200, cached: "/_next/static/a.js" });
  expect(await ask({ ...file, url: "/_next/static/b.js" })).toEqual({ status: 200 });
  expect(ask({ ...file, clientId: "another" })).toBeUndefined();
  expect(ask({ ...file, url: "/api/channels" })).toBeUndefined();
});
