import NextAuth from "next-auth";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { oidcProvider, personOf, problemOf } from "@/lib/auth/oidc-provider";
import { authOptions, type SsoAttempt, ssoAttempts } from "@/lib/auth/options";
import { sessionCookie, userOfToken } from "@/lib/auth/session-user";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { signInBySso } from "@/lib/users/sign-in-by-sso";
import { IdentityProvider } from "@/server/testing/identity-provider";

const PARLEY = "http://parley.example";
const device = { userAgent: "", address: "192.0.2.1" };
let provider: IdentityProvider;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  provider.serveFor(PARLEY);
  await db().workspace.create({ data: { name: "Engines" } });
});
afterAll(() => provider.stop());

beforeEach(() => {
  for (const [name, value] of Object.entries(provider.variables)) vi.stubEnv(name, value);
  vi.stubEnv("OIDC_ALLOWED_DOMAINS", "example.com");
  provider.comes = { sub: "grace", email: "grace@example.com", email_verified: true, name: "Grace Hopper" };
  return () => vi.unstubAllEnvs();
});

type Result = { location: string; body: unknown; error: unknown };

/** A browser at Parley. next-auth handles its requests as it does behind our route. */
class Visitor {
  readonly cookies = new Map<string, string>();

  async ask(method: string, path: string, query: Record<string, string> = {}, body: object = {}): Promise<Result> {
    const { oidc } = env;
    if (!oidc) throw new Error("Single sign-on is off.");
    const result: Result = { location: "", body: null, error: null };
    const sso: SsoAttempt = {
      provider: oidcProvider(oidc, PARLEY),
      decide: async (claims) => {
        const person = personOf(claims, oidc);
        const outcome = person && (await signInBySso(oidc, person, null, device));
        return outcome?.kind === "session" ? outcome : `/decided/${outcome?.kind}`;
      },
      failed: (_, error) => {
        result.error = error;
      },
    };
    const request = {
      method,
      query: { ...query, nextauth: path.split("/") },
      cookies: Object.fromEntries(this.cookies),
      headers: {},
      body,
    };
    const kept: string[] = [];
    const response = {
      status: () => response,
      getHeader: () => kept,
      setHeader: (name: string, value: string | string[]) => {
        if (name === "Location") result.location = `${value}`;
        if (name === "Set-Cookie") this.#keep([value].flat());
        return response;
      },
      send: (data: unknown) => {
        result.body = data;
      },
      end: () => undefined,
    };
    const nothing = async () => undefined;
    const rp = { domain: "localhost", origin: "http://localhost" };
    const options = authOptions({ device, rp, stepToken: null, onHalfSignedIn: nothing, onSignOut: nothing }, sso);
    await ssoAttempts().run(sso, () => Reflect.apply(NextAuth, undefined, [request, response, options]));
    return result;
  }

  #keep(headers: string[]): void {
    for (const header of headers) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      this.cookies.set(name, decodeURIComponent(value));
    }
  }

  /** Starts a sign-in at the provider. */
  async begin(): Promise<Result> {
    const { body } = await this.ask("GET", "csrf");
    const csrfToken = typeof body === "object" && body !== null ? Reflect.get(body, "csrfToken") : "";
    return this.ask("POST", "signin/oidc", {}, { csrfToken });
  }

  end(query: Record<string, string>): Promise<Result> {
    return this.ask("GET", "callback/oidc", query);
  }

  get session() {
    return userOfToken(this.cookies.get(sessionCookie().name));
  }
}

/** Signs in on the provider's page. Returns the parameters that it sends back to Parley. */
async function throughProvider(url: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let [at, method] = [url, "GET"];
  for (let steps = 0; steps < 10; steps += 1) {
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const response = await fetch(at, { method, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) {
      // The provider's page has a form that posts to itself.
      method = "POST";
      continue;
    }
    const next = new URL(location, at);
    if (next.origin === PARLEY) return Object.fromEntries(next.searchParams);
    [at, method] = [next.href, "GET"];
  }
  throw new Error("The provider led nowhere.");
}

const problem = ({ error }: Result, sent: string | null = null) => problemOf(sent, error);

test("a person from the provider gets an account and a session, with details from its userinfo endpoint", async () => {
  const visitor = new Visitor();
  const { location } = await visitor.begin();
  const asked = new URL(location);
  expect(asked.origin).toBe(provider.issuer);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    scope: "openid email profile",
    response_type: "code",
    redirect_uri: `${PARLEY}/api/auth/callback/oidc`,
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/.{43}/),
    state: expect.stringMatching(/.{43}/),
    nonce: expect.stringMatching(/.{43}/),
  });
  await visitor.end(await throughProvider(location));
  expect(await visitor.session).toMatchObject({ name: "Grace Hopper", email: "grace@example.com", role: "member" });
  const identity = { issuer: provider.issuer, subject: "grace", email: "grace@example.com" };
  expect(await db().identity.findFirst({ where: { subject: "grace" } })).toMatchObject(identity);
});

test("a provider's response works once, unmodified, in the browser that started", async () => {
  const visitor = new Visitor();
  const sent = await throughProvider((await visitor.begin()).location);
  const stranger = new Visitor();
  expect(problem(await stranger.end(sent))).toBe("unfinished");
  const other = new Visitor();
  await other.begin();
  expect(problem(await other.end(sent))).toBe("unfinished");
  expect([await stranger.session, await other.session]).toEqual([null, null]);

  const kept = new Map(visitor.cookies);
  const restore = () => {
    for (const [name, value] of kept) visitor.cookies.set(name, value);
  };
  expect(problem(await visitor.end({ ...sent, state: "forged" }))).toBe("unfinished");
  const { state: _, ...stateless } = sent;
  restore();
  expect(problem(await visitor.end(stateless))).toBe("unfinished");
  restore();
  expect(problem(await visitor.end({ ...sent, code: "made-up" }))).toBe("unfinished");
  restore();
  expect(problem(await visitor.end({ ...sent, iss: "http://evil.example" }))).toBe("misconfigured");
  expect(await visitor.session).toBeNull();
  restore();
  await visitor.end(sent);
  expect(await visitor.session).not.toBeNull();
  restore();
  visitor.cookies.delete(sessionCookie().name);
  expect(problem(await visitor.end(sent))).toBe("unfinished");
  expect(await visitor.session).toBeNull();
});

test("a provider's session with another browser's verifier opens no session here", async () => {
  const [mine, theirs] = [new Visitor(), new Visitor()];
  const sent = await throughProvider((await theirs.begin()).location);
  await mine.begin();
  // Only the state matches, as if it had been planted.
  mine.cookies.set("next-auth.state", theirs.cookies.get("next-auth.state") ?? "");
  expect(problem(await mine.end(sent))).toBe("unfinished");
  expect(await mine.session).toBeNull();
});

test("a provider that is down is reported as such, at the start and at the end", async () => {
  const visitor = new Visitor();
  const sent = await throughProvider((await visitor.begin()).location);
  await provider.stop();
  expect(problem(await new Visitor().begin())).toBe("unreachable");
  expect(problem(await visitor.end(sent))).toBe("unreachable");
  await provider.resume();
});

test("a wrong secret or a different issuer is reported as a configuration problem", async () => {
  const visitor = new Visitor();
  const sent = await throughProvider((await visitor.begin()).location);
  vi.stubEnv("OIDC_CLIENT_SECRET", "wrong");
  expect(problem(await visitor.end(sent))).toBe("misconfigured");
  vi.stubEnv("OIDC_ISSUER", `${provider.issuer}/realms/none`);
  expect(problem(await new Visitor().begin())).toBe("misconfigured");
});

test("claims from another issuer or without a subject identify no one", () => {
  const { oidc } = env;
  if (!oidc) throw new Error("Single sign-on is off.");
  const claims = { sub: "a", iss: provider.issuer, email: "A@Example.com ", email_verified: "true", given_name: "Ada" };
  expect(personOf(claims, oidc)).toEqual({ subject: "a", email: "a@example.com", isVerified: true, name: "Ada" });
  expect(personOf({ ...claims, iss: `${provider.issuer}/` }, oidc)).not.toBeNull();
  expect(personOf({ ...claims, iss: "https://evil.example" }, oidc)).toBeNull();
  expect(personOf({ ...claims, sub: "" }, oidc)).toBeNull();
  expect(personOf({ ...claims, sub: 7 }, oidc)).toBeNull();
  for (const email_verified of [false, "false", "yes", 1, null, undefined]) {
    expect(personOf({ ...claims, email_verified }, oidc)?.isVerified).toBe(false);
  }
  expect(personOf({ ...claims, email: "nobody", name: 5 }, oidc)).toMatchObject({ email: null, name: "Ada" });
});

test.each([
  ["access_denied", "cancelled"],
  ["temporarily_unavailable", "unreachable"],
  ["invalid_scope", "misconfigured"],
  ["<script>", "misconfigured"],
] as const)("the provider's error %s is shown as %s", (sent, expected) => {
  expect(problemOf(sent, new Error(sent))).toBe(expected);
});
