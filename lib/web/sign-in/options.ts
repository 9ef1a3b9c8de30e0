import { AsyncLocalStorage } from "node:async_hooks";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { asFullDisk } from "@/lib/db/failures";
import { type Device, SESSION_SECONDS } from "@/lib/people/sessions";
import { type SessionIds, sessionCookie, sessionIds } from "@/lib/people/sign-in/session-user";
import { type HalfSignedIn, type SignedIn, signIn } from "@/lib/people/sign-in/sign-in";
import type { RelyingParty } from "@/lib/people/two-step/relying-party";
import { finishWithCode, finishWithPasskey, readPasskey } from "@/lib/people/two-step/second-step";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { authSecret } from "@/lib/secrets/secret";
import { AppError, isAppError } from "@/lib/text/errors";
import { paths } from "@/lib/text/paths";
import type { SsoClaims } from "@/lib/web/sign-in/oidc-provider";

/** One request of single sign-on: its provider, and what to do with the result. */
export type SsoAttempt = {
  provider: OAuthConfig<SsoClaims>;
  /** Returns the session that was opened, or a path to redirect to. */
  decide: (claims: unknown) => Promise<SessionIds | string>;
  failed: (code: string, error: unknown) => void;
};

/**
 * The attempt that the current request belongs to. next-auth shares one logger, the latest request's, so the logger
 * can't know it.
 */
export function ssoAttempts(): AsyncLocalStorage<SsoAttempt> {
  return processWide("sso-attempts", () => new AsyncLocalStorage<SsoAttempt>());
}

/** The client that signs in or out, and what to do then. */
export type AuthClient = {
  device: Device;
  rp: RelyingParty;
  /** The cookie's token for a step that this browser started: a second step, or the use of a passkey. */
  stepToken: string | null;
  /** Called when the password was right but the account requires a second step. No session is opened then. */
  onHalfSignedIn: (half: HalfSignedIn) => Promise<void>;
  /** Called with the session whose cookie is removed. */
  onSignOut: (session: SessionIds) => Promise<void>;
};

type GivenCredentials = Partial<Record<"email" | "password" | "code" | "passkey", string>>;

/**
 * Returns next-auth's settings. A session is opened by email address and password, unless the account requires a
 * second step; by that step's code; by a passkey; or, with `sso`, by an OpenID Connect provider. Sessions are
 * encrypted JWTs with the ids of the user and the session. The session's row is read for each request, so the JWT
 * alone grants nothing.
 */
export function authOptions(asking: AuthClient, sso: SsoAttempt | null = null): NextAuthOptions {
  const { name, secure } = sessionCookie();
  let opened: SessionIds | null = null;
  return {
    secret: authSecret(),
    logger: {
      error: (code, problem) => {
        const attempt = ssoAttempts().getStore();
        if (attempt) return attempt.failed(code, "error" in problem ? problem.error : problem);
        log.error({ code, message: problem.message }, "next-auth failed");
      },
      // It warns of an unset NEXTAUTH_URL, which doesn't matter for relative URLs.
      warn: () => undefined,
      debug: () => undefined,
    },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    // next-auth's default is 30 days, less than the cookie's.
    jwt: { maxAge: SESSION_SECONDS },
    useSecureCookies: secure,
    cookies: { sessionToken: { name, options: { httpOnly: true, sameSite: "lax", path: "/", secure } } },
    pages: { signIn: paths.login, error: paths.login },
    providers: [
      ...(sso ? [sso.provider] : []),
      Credentials({
        credentials: { email: {}, password: {}, code: {}, passkey: {} },
        authorize: async (credentials) => {
          try {
            const { userId, sessionId } = await sessionFor(credentials ?? {}, asking);
            return { id: `${userId}`, sessionId: `${sessionId}` };
          } catch (error) {
            // next-auth sends the error's message to the browser.
            const known = isAppError(error) ? error : asFullDisk(error);
            if (known) throw new Error(known.message);
            throw new Error("Sign-in is temporarily unavailable. Try again in a moment.");
          }
        },
      }),
    ],
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (!sso || account?.provider !== sso.provider.id) return true;
        const outcome = await sso.decide(profile);
        if (typeof outcome === "string") return outcome;
        opened = outcome;
        return true;
      },
      jwt: ({ token, user }) => {
        if (opened) return { sub: `${opened.userId}`, sid: `${opened.sessionId}` };
        return user ? { sub: user.id, sid: Reflect.get(user, "sessionId") } : token;
      },
    },
    events: {
      signOut: async ({ token }) => {
        const ids = sessionIds(token);
        if (ids) await asking.onSignOut(ids);
      },
    },
  };
}

/** Opens a session for these credentials. Throws with the reason if there is none. */
async function sessionFor(
  given: GivenCredentials,
  { device, rp, stepToken, onHalfSignedIn }: AuthClient,
): Promise<SignedIn> {
  if (given.passkey) return finishWithPasskey(stepToken, readPasskey(given.passkey), rp, device);
  if (given.code) return finishWithCode(stepToken, given.code, device);
  const outcome = await signIn({ email: given.email ?? "", password: given.password ?? "" }, device);
  if (outcome.sessionId !== null) return outcome;
  await onHalfSignedIn(outcome);
  throw new AppError("unauthenticated", "Complete the second step to sign in.");
}
