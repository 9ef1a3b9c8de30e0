import { createRequire } from "node:module";
import { NextRequest } from "next/server";
import { decode } from "next-auth/jwt";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "@/lib/people/find-session-user";
import { userOfCookies } from "@/lib/people/sign-in/session-user";
import { confirmApp, offerApp } from "@/lib/people/two-step/app";
import { authSecret } from "@/lib/secrets/secret";
import { makeUser } from "@/lib/testing/factories";
import { handleAuth } from "@/lib/web/sign-in/handle-auth";

// What Next knows of the current request. next-auth reads it from its own copy, and we from ours.
const scope = vi.hoisted(() => ({ jar: new Map<string, string>() }));
const framework = vi.hoisted(() => ({
  headers: async () => new Headers({ host: "localhost:3000", "x-forwarded-for": "192.0.2.9" }),
  cookies: async () => ({
    get: (name: string) => (scope.jar.has(name) ? { name, value: scope.jar.get(name) } : undefined),
    getAll: () => [...scope.jar].map(([name, value]) => ({ name, value })),
  }),
}));
vi.mock("next/headers", () => framework);
Object.assign(createRequire(import.meta.url)("next/headers"), framework);

const PASSWORD = "correct horse battery";

beforeEach(() => scope.jar.clear());
afterEach(() => vi.unstubAllEnvs());

async function call(method: string, path: string, form?: Record<string, string>): Promise<Response> {
  const request = new NextRequest(`http://localhost:3000/api/auth/${path}`, {
    method,
    ...(form && {
      body: new URLSearchParams(form),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    }),
  });
  const response = await handleAuth(request, { params: Promise.resolve({ nextauth: path.split("/") }) });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    scope.jar.set(name, decodeURIComponent(value));
  }
  return response;
}

/** Sends credentials to the callback, as the page's script does, or as a form without JavaScript. */
async function send(given: Record<string, string>, script = true): Promise<Response> {
  const { csrfToken } = (await (await call("GET", "csrf")).json()) as { csrfToken: string };
  return call("POST", "callback/credentials", { csrfToken, ...given, ...(script && { json: "true" }) });
}

const whoIsIn = () => userOfCookies([...scope.jar].map(([name, value]) => `${name}=${value}`).join("; "));

async function withApp(): Promise<{ user: SessionUser; code: () => string }> {
  const user = await makeUser({ password: PASSWORD });
  const { ticket, secret } = await offerApp(user, undefined);
  const at = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  await confirmApp(user, { ticket, code: at(Date.now()) });
  // An unused code that stays valid if the 30-second step ends meanwhile.
  return { user, code: () => at(Date.now() + 30_000) };
}

test("a password alone opens an account without a second step", async () => {
  const user = await makeUser({ password: PASSWORD });
  expect((await send({ email: user.email, password: "wrong" })).status).toBe(401);
  expect(await whoIsIn()).toBeNull();
  expect((await send({ email: user.email, password: PASSWORD })).status).toBe(200);
  expect(await whoIsIn()).toMatchObject({ id: user.id });
});

test.each([
  ["http://chat.example", "parley.session", ""],
  ["https://chat.example", "__Host-parley.session", " Secure;"],
])(
  "at %s the session cookie is %s, for 60 days, hidden from scripts and other sites' forms",
  async (url, name, secure) => {
    vi.stubEnv("BASE_URL", url);
    const { email } = await makeUser({ password: PASSWORD });
    const cookies = (await send({ email, password: PASSWORD })).headers.getSetCookie();
    const [cookie = ""] = cookies.filter((each) => each.includes("parley.session="));
    expect(cookie).toMatch(new RegExp(`^${name}=[^;]+; Path=/; Expires=[^;]+; HttpOnly;${secure} SameSite=Lax$`));
    const { iat, exp } = (await decode({ token: scope.jar.get(name) ?? "", secret: authSecret() })) ?? {};
    expect(Number(exp) - Number(iat)).toBe(60 * 86_400);
  },
);

test("an account with a second step gets no session for the password, but one for the code in the same browser", async () => {
  const { user, code } = await withApp();
  const { email } = user;
  const answer = await send({ email, password: PASSWORD });
  expect([answer.status, await answer.json()]).toEqual([200, { url: "http://localhost:3000/login/second-step" }]);
  expect(answer.headers.getSetCookie().join()).toMatch(
    /parley\.step=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/,
  );
  expect(await whoIsIn()).toBeNull();
  const step = scope.jar.get("parley.step") ?? "";
  scope.jar.delete("parley.step");
  expect((await send({ code: code() })).status).toBe(401);
  expect((await send({ email, password: "wrong", code: code() })).status).toBe(401);
  scope.jar.set("parley.step", step);
  expect((await send({ code: "000000" })).status).toBe(401);
  expect((await send({ passkey: "no JSON" })).status).toBe(401);
  expect(await whoIsIn()).toBeNull();
  expect((await send({ code: code() })).status).toBe(200);
  expect(await whoIsIn()).toMatchObject({ id: user.id });
});

test("a form sent without JavaScript leads to the second step, without a session either", async () => {
  const { user } = await withApp();
  const answer = await send({ email: user.email, password: PASSWORD }, false);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "http://localhost:3000/login/second-step"]);
  expect(await whoIsIn()).toBeNull();
  expect(scope.jar.has("parley.step")).toBe(true);
});
