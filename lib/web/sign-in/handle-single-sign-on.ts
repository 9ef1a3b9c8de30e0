import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { Device } from "@/lib/people/sessions";
import type { SessionIds } from "@/lib/people/sign-in/session-user";
import { type SsoOutcome, signInBySso } from "@/lib/people/sign-in/sign-in-by-sso";
import type { SsoProblem } from "@/lib/people/sign-in/sso-rules";
import { countTry, uncountTry } from "@/lib/people/try-limits";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { env, type Oidc } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { accountPaths } from "@/lib/text/account-paths";
import { AppError, noSuchThing } from "@/lib/text/errors";
import { paths, withParameters } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { requestBaseUrl, toAppError } from "@/lib/web/http";
import { clientDevice, currentUser } from "@/lib/web/session";
import { oidcProvider, personOf, problemOf } from "@/lib/web/sign-in/oidc-provider";
import { authOptions, type SsoAttempt, ssoAttempts } from "@/lib/web/sign-in/options";
import { keepPendingLink } from "@/lib/web/sign-in/sign-in-cookies";

// The limit for discovery, token, keys and user details together, each of which may take five seconds. Our own pages
// wait longer than this.
const PATIENCE_MS = 12_000;

type Context = { params: Promise<{ nextauth: string[] }> };

/** Returns whether single sign-on is on and this request starts or finishes it. */
export function isSingleSignOn(asked: string): boolean {
  return env.oidc !== undefined && (asked === "POST signin/oidc" || asked === "GET callback/oidc");
}

/**
 * Starts a sign-in at the provider. Returns `{url}` as JSON: the provider's page, or our own page with the problem.
 */
export async function beginSingleSignOn(request: NextRequest, context: Context): Promise<Response> {
  const device = await clientDevice();
  await countTry("login-address", limitKey(device));
  // next-auth would fail on it.
  await request
    .clone()
    .json()
    .catch(() => {
      throw new AppError("invalid", "The body must be JSON.");
    });
  // next-auth would forward the query to the provider.
  if (request.nextUrl.search !== "") throw noSuchThing();
  const { location, cookies } = await attempt(request, context, device);
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return Response.json({ url: location }, { headers });
}

/**
 * Handles the provider's redirect back. Always redirects: into the app, to the password form, or to the page with the
 * problem.
 */
export async function endSingleSignOn(request: NextRequest, context: Context): Promise<Response> {
  const device = await clientDevice();
  const { location, cookies } = await countTry("login-address", limitKey(device))
    .then(() => attempt(request, context, device))
    .catch(async (error: unknown) => {
      const problem = toAppError(error)?.code === "rate_limited" ? "limited" : "unavailable";
      return { location: (await requestBaseUrl()) + problemPath(null, problem), cookies: [] };
    });
  const headers = new Headers({ "Cache-Control": "no-store", Location: location });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}

/** Single sign-on has the same limit as passwords, counted separately. */
function limitKey({ address }: Device): string {
  return `sso ${address}`;
}

async function attempt(
  request: NextRequest,
  context: Context,
  device: Device,
): Promise<{ location: string; cookies: string[] }> {
  const { oidc } = env;
  if (!oidc) throw noSuchThing();
  const [baseUrl, user] = await Promise.all([requestBaseUrl(), currentUser()]);
  const sso = new Attempt(oidc, baseUrl, user, device);
  // Second steps and sign-out don't happen here.
  const nothing = async () => undefined;
  const asking = { device, rp: relyingParty(baseUrl), stepToken: null, onHalfSignedIn: nothing, onSignOut: nothing };
  const options = authOptions(asking, sso);
  const params = await context.params;
  const answering: Promise<Response> = ssoAttempts().run(sso, () => NextAuth(request, { params }, options));
  const response = await within(PATIENCE_MS, answering);
  if (response === null) {
    sso.givenUp = true;
    log.warn({ issuer: oidc.issuer }, "the provider of single sign-on took too long");
    return { location: baseUrl + problemPath(user, "unreachable"), cookies: [] };
  }
  const location = sso.leadOn(response.headers.get("location") ?? "", request.nextUrl.searchParams.get("error"));
  return { location, cookies: response.headers.getSetCookie() };
}

/** One request of single sign-on and its outcome. */
class Attempt implements SsoAttempt {
  readonly provider: SsoAttempt["provider"];
  /** Set once the person got the error that it took too long. They must not be signed in afterwards. */
  givenUp = false;
  readonly #oidc: Oidc;
  readonly #baseUrl: string;
  readonly #user: SessionUser | null;
  readonly #device: Device;
  #error: unknown = null;

  constructor(oidc: Oidc, baseUrl: string, user: SessionUser | null, device: Device) {
    this.provider = oidcProvider(oidc, baseUrl);
    this.#oidc = oidc;
    this.#baseUrl = baseUrl;
    this.#user = user;
    this.#device = device;
  }

  failed = (code: string, error: unknown): void => {
    this.#error = error;
    // If the state or nonce doesn't match, the message would contain it.
    const message = error instanceof Error ? error.message.replace(/(mismatch).*/is, "$1") : "unknown";
    log.warn({ code, message, issuer: this.#oidc.issuer }, "single sign-on failed");
  };

  decide = async (claims: unknown): Promise<SessionIds | string> => {
    const person = personOf(claims, this.#oidc);
    if (this.givenUp || !person) return problemPath(this.#user, this.givenUp ? "unreachable" : "misconfigured");
    try {
      const outcome = await signInBySso(this.#oidc, person, this.#user, this.#device);
      if (outcome.kind !== "refused") await this.#forgetTries();
      return await this.#pathAfter(outcome);
    } catch (error) {
      toAppError(error);
      return problemPath(this.#user, "unavailable");
    }
  };

  /** Corrects next-auth's redirect, which knows neither our address nor our pages for problems. */
  leadOn(location: string, sentError: string | null): string {
    const url = new URL(location, NEXT_AUTH_ORIGIN);
    if (url.origin !== NEXT_AUTH_ORIGIN) return location;
    const isTheirs = url.pathname.startsWith("/api/auth/");
    const path = isTheirs ? problemPath(this.#user, problemOf(sentError, this.#error)) : `${url.pathname}${url.search}`;
    return this.#baseUrl + path;
  }

  async #pathAfter(outcome: SsoOutcome): Promise<SessionIds | string> {
    if (outcome.kind === "session") return outcome;
    if (outcome.kind === "known") return accountPaths.security;
    if (outcome.kind === "refused") return problemPath(this.#user, outcome.problem);
    await keepPendingLink(outcome.pending);
    return signInPaths.link;
  }

  /** Uncounts this request and the one that started the sign-in. */
  async #forgetTries(): Promise<void> {
    await uncountTry("login-address", limitKey(this.#device));
    await uncountTry("login-address", limitKey(this.#device));
  }
}

/** The origin that next-auth assumes unless NEXTAUTH_URL is set, whatever the request says. */
export const NEXT_AUTH_ORIGIN = "http://localhost:3000";

/** Returns the page that shows the problem. The sign-in page would redirect people who are signed in. */
function problemPath(user: SessionUser | null, problem: SsoProblem): string {
  return withParameters(user ? accountPaths.security : paths.login, { problem });
}

/** Returns the result of `work`, or null if it takes longer. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
