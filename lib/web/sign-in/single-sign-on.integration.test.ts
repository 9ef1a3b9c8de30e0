import NextAuth from "next-auth";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { sessionCookie, userOfToken } from "@/lib/people/sign-in/session-user";
import { signInBySso } from "@/lib/people/sign-in/sign-in-by-sso";
import { env } from "@/lib/process/env";
import { oidcProvider, personOf, problemOf } from "@/lib/web/sign-in/oidc-provider";
import { authOptions, type SsoAttempt, ssoAttempts } from "@/lib/web/sign-in/options";
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
  provider.userinfo = undefined;
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
        if (outcome?.kind === "session") return outcome;
        return `/decided/${outcome?.kind}${outcome?.kind === "refused" ? ` ${outcome.problem}` : ""}`;
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

/** Signs this person in, and returns their session, or what Parley decided instead. */
async function comesWith(login: IdentityProvider["comes"]) {
  provider.comes = login;
  const visitor = new Visitor();
  const result = await visitor.end(await throughProvider((await visitor.begin()).location));
  return (await visitor.session) ?? (result.error ? problem(result) : result.location);
}

describe("an address that the provider doesn't say is verified", () => {
  const entra = (number: number) => ({ sub: `s${number}`, email: `o${number}@example.com`, name: "O One" });

  test("makes no account, unless the operator trusts the provider's addresses", async () => {
    expect(await comesWith({ ...entra(1), inToken: entra(1) })).toBe("/decided/refused unsaid");
    expect(await comesWith(entra(1))).toBe("/decided/refused unsaid");
    vi.stubEnv("OIDC_TRUST_EMAIL", "1");
    expect(await comesWith({ ...entra(1), inToken: entra(1) })).toMatchObject({ email: "o1@example.com" });
    expect(await comesWith(entra(2))).toMatchObject({ email: "o2@example.com", name: "O One" });
    // Trust doesn't extend to other domains.
    expect(await comesWith({ ...entra(3), email: "o3@other.example" })).toBe("/decided/refused foreign");
  });

  test("is verified if only the userinfo endpoint says so", async () => {
    const { sub, ...inToken } = entra(4);
    expect(await comesWith({ sub, ...inToken, email_verified: true, inToken })).toMatchObject({ name: "O One" });
    // That's said of the endpoint's address, not the token's.
    const other = { sub: "s5", email: "attacker@example.com", email_verified: true };
    expect(await comesWith({ ...other, inToken: entra(5) })).toBe("/decided/refused unsaid");
  });

  test("is never trusted if it's said to be unverified, in the token or at the userinfo endpoint", async () => {
    vi.stubEnv("OIDC_TRUST_EMAIL", "1");
    for (const email_verified of [false, "false", "no"]) {
      expect(await comesWith({ ...entra(6), email_verified })).toBe("/decided/refused unverified");
      const inToken = { ...entra(6), email_verified };
      expect(await comesWith({ ...entra(6), email_verified: true, inToken })).toBe("/decided/refused unverified");
      expect(await comesWith({ ...entra(6), email_verified, inToken: entra(6) })).toBe("/decided/refused unverified");
    }
  });

  test("isn't trusted while the userinfo endpoint can't be asked, but linked logins don't depend on it", async () => {
    vi.stubEnv("OIDC_TRUST_EMAIL", "1");
    provider.userinfo = null;
    expect(await comesWith({ ...entra(7), inToken: entra(7) })).toBe("/decided/refused unreachable");
    provider.userinfo = undefined;
    expect(await comesWith({ ...entra(7), inToken: entra(7) })).toMatchObject({ email: "o7@example.com" });
    provider.userinfo = null;
    vi.stubEnv("OIDC_TRUST_EMAIL", "0");
    expect(await comesWith({ ...entra(7), inToken: entra(7) })).toMatchObject({ email: "o7@example.com" });
    expect(await comesWith({ sub: "s7" })).toMatchObject({ email: "o7@example.com" });
    expect(await comesWith({ sub: "s8" })).toBe("/decided/refused unreachable");
  });
});

test("the userinfo endpoint is asked for a missing name, and isn't needed for it", async () => {
  const inToken = { email: "lin@example.com", email_verified: true };
  expect(await comesWith({ sub: "lin", ...inToken, name: "Lin", inToken })).toMatchObject({ name: "Lin" });
  provider.userinfo = null;
  const other = { email: "max@example.com", email_verified: "true" };
  expect(await comesWith({ sub: "max", ...other, inToken: other })).toMatchObject({ name: "max" });
});

test("what the userinfo endpoint says about another person refuses the sign-in", async () => {
  for (const inToken of [{}, { email: "eve@example.com", email_verified: true }]) {
    for (const sub of ["grace", undefined]) {
      provider.userinfo = { ...(sub && { sub }), email: "grace@example.com", email_verified: true, name: "Grace" };
      expect(await comesWith({ sub: "eve", inToken })).toBe("misconfigured");
    }
  }
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
  const trusting = { ...oidc, trustsEmail: true };
  for (const email_verified of [false, "false", "FALSE", "", "yes", 1, 0, {}]) {
    expect(personOf({ ...claims, email_verified }, trusting)?.isVerified).toBe(false);
  }
  for (const email_verified of [true, "true", "True", null, undefined]) {
    expect(personOf({ ...claims, email_verified }, trusting)?.isVerified).toBe(true);
  }
  expect(personOf({ sub: "a", iss: provider.issuer }, trusting)).toMatchObject({ email: null, name: "" });
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
