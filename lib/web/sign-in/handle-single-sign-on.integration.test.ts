import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { makeUser } from "@/lib/testing/factories";
import { handleAuth } from "@/lib/web/sign-in/handle-auth";
import { freePort } from "@/server/machine/port";
import { IdentityProvider } from "@/server/testing/identity-provider";

const PARLEY = "http://parley.example";
const jar = new Map<string, string>();

/** What Next knows of the current request. next-auth, which Vitest doesn't transform, reads it itself. */
const next = vi.hoisted(() => ({ cookies: vi.fn(), headers: vi.fn() }));
vi.mock("next/headers", () => next);
const forNextAuth: unknown = createRequire(import.meta.url)("next/headers");
if (typeof forNextAuth !== "object" || forNextAuth === null) throw new Error("next/headers is no module.");
Object.assign(forNextAuth, next);

let provider: IdentityProvider;
let address = 0;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  provider.serveFor(PARLEY);
  await db().workspace.create({ data: { name: "Engines" } });
});
afterAll(() => provider.stop());

beforeEach(() => {
  for (const [name, value] of Object.entries(provider.variables)) vi.stubEnv(name, value);
  vi.stubEnv("OIDC_ALLOWED_DOMAINS", "example.com");
  vi.stubEnv("BASE_URL", PARLEY);
  jar.clear();
  address += 1;
  next.headers.mockImplementation(async () => new Headers({ "X-Forwarded-For": `192.0.2.${address}` }));
  next.cookies.mockImplementation(async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    set: ({ name, value }: { name: string; value: string }) => jar.set(name, value),
  }));
});
afterEach(() => vi.unstubAllEnvs());

async function ask(method: string, path: string, body?: string): Promise<Response> {
  const init = { method, ...(body !== undefined && { body, headers: { "Content-Type": "application/json" } }) };
  const nextauth = new URL(path, PARLEY).pathname.split("/");
  const request = new NextRequest(`${PARLEY}/api/auth/${path}`, init);
  const response = await handleAuth(request, { params: Promise.resolve({ nextauth: nextauth.slice(1) }) });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    jar.set(name, decodeURIComponent(value));
  }
  return response;
}

async function begin(query = ""): Promise<Response> {
  const { csrfToken } = await (await ask("GET", "csrf")).json();
  return ask("POST", `signin/oidc${query}`, JSON.stringify({ csrfToken }));
}

const urlOf = async (response: Response): Promise<string> => (await response.json()).url;

/** Where Parley redirects a person after the provider. */
async function come(url: string): Promise<string | null> {
  const cookies = new Map<string, string>();
  let [at, method] = [url, "GET"];
  while (new URL(at).origin !== PARLEY) {
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const response = await fetch(at, { method, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    method = location === null ? "POST" : "GET";
    at = new URL(location ?? at, at).href;
  }
  return back(new URL(at).search);
}

async function back(search: string): Promise<string | null> {
  const response = await ask("GET", `callback/oidc${search}`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([302, "no-store"]);
  return response.headers.get("location");
}

const problem = (name: string) => `${PARLEY}/login?problem=${name}`;
const someone = () => ({
  sub: `sub-${address}`,
  email: `sub-${address}@example.com`,
  email_verified: true,
  name: "New",
});

test("single sign-on leads to the provider and then home with a session cookie, whatever callback was requested", async () => {
  provider.comes = someone();
  jar.set("next-auth.callback-url", "https://evil.example/");
  const url = await urlOf(await begin());
  expect(new URL(url).origin).toBe(provider.issuer);
  expect(await come(url)).toBe(`${PARLEY}/`);
  expect(jar.get("parley.session")).toMatch(/./);
  // A person who is already signed in with this login sees it in their security settings.
  expect(await come(await urlOf(await begin()))).toBe(`${PARLEY}/account/security`);
  expect(await db().user.count({ where: { email: provider.comes.email ?? "" } })).toBe(1);
});

test("single sign-on asks for the password of the account with that address, and stores the pending link in a cookie", async () => {
  provider.comes = someone();
  await makeUser({ email: provider.comes.email ?? "" });
  expect(await come(await urlOf(await begin()))).toBe(`${PARLEY}/login/link`);
  expect(jar.get("parley.link")).toMatch(/./);
  expect(jar.get("parley.link")).not.toContain(provider.comes.sub);
  expect(jar.has("parley.session")).toBe(false);
});

test("each problem with the provider's response leads to a page that explains it", async () => {
  expect(await back("")).toBe(problem("unfinished"));
  expect(await back("?code=a&state=b")).toBe(problem("unfinished"));
  expect(await back("?error=access_denied&error_description=no")).toBe(problem("cancelled"));
  expect(await back("?error=%3Cscript%3E")).toBe(problem("misconfigured"));
  jar.set("next-auth.state", "broken");
  expect(await back("?code=a&state=b&code=c")).toBe(problem("unfinished"));
  provider.comes = { ...someone(), email_verified: false };
  expect(await come(await urlOf(await begin()))).toBe(problem("unverified"));
  provider.comes = { ...someone(), email_verified: null };
  expect(await come(await urlOf(await begin()))).toBe(problem("unsaid"));
});

test("single sign-on can only be started by Parley's own form", async () => {
  expect(await urlOf(await ask("POST", "signin/oidc", "{}"))).toBe(problem("unfinished"));
  expect((await ask("POST", "signin/oidc", "no json")).status).toBe(400);
  expect((await begin("?redirect_uri=https://evil.example/")).status).toBe(404);
  expect((await ask("GET", "signin/oidc")).status).toBe(404);
});

test("a provider that is down or doesn't answer is reported in time", async () => {
  const port = await freePort();
  const silent: Server = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(port, "127.0.0.1", () => resolve()));
  vi.stubEnv("OIDC_ISSUER", `http://127.0.0.1:${port}`);
  expect(await urlOf(await begin())).toBe(problem("unreachable"));
  silent.closeAllConnections();
  await new Promise<void>((resolve) => silent.close(() => resolve()));
  expect(await urlOf(await begin())).toBe(problem("unreachable"));
});

test("single sign-on attempts are limited per address, and successful ones don't count", async () => {
  vi.stubEnv("TEST_LIMITS", "login-address=2/900");
  provider.comes = someone();
  for (let times = 0; times < 3; times += 1) {
    expect(await come(await urlOf(await begin()))).toMatch(/^http:\/\/parley\.example\/(account\/security)?$/);
  }
  expect(await back("")).toMatch(/unfinished/);
  expect(await back("")).toMatch(/unfinished/);
  expect(await back("")).toBe(problem("limited"));
  expect((await begin()).status).toBe(429);
});

test("single sign-on doesn't exist while it's off", async () => {
  for (const name of [...Object.keys(provider.variables), "OIDC_ALLOWED_DOMAINS"]) vi.stubEnv(name, "");
  expect((await ask("GET", "callback/oidc?code=a")).status).toBe(404);
  expect((await ask("POST", "signin/oidc", "{}")).status).toBe(404);
});
