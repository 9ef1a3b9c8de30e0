import { AsyncLocalStorage } from "node:async_hooks";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { SsoClaims } from "@/lib/auth/oidc-provider";
import { type SessionIds, sessionCookie, sessionIds } from "@/lib/auth/session-user";
import { AppError, isAppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { paths } from "@/lib/paths";
import { processWide } from "@/lib/process-wide";
import { authSecret } from "@/lib/secret";
import type { RelyingParty } from "@/lib/two-step/relying-party";
import { finishWithCode, finishWithPasskey, readPasskey } from "@/lib/two-step/second-step";
import { type Device, SESSION_SECONDS } from "@/lib/users/sessions";
import { type HalfSignedIn, type SignedIn, signIn } from "@/lib/users/sign-in";

/** Single sign-on in one request: with whom, what becomes of who comes back from there, and who hears of what went wrong. */
export type SsoAttempt = {
  provider: OAuthConfig<SsoClaims>;
  /** Answers the session that is opened, or the path to lead on to. */
  decide: (claims: unknown) => Promise<SessionIds | string>;
  failed: (code: string, error: unknown) => void;
};

/** Which attempt a request is about. next-auth has one logger for all requests, the last one's, so that can't be asked for it. */
export function ssoAttempts(): AsyncLocalStorage<SsoAttempt> {
  return processWide("sso-attempts", () => new AsyncLocalStorage<SsoAttempt>());
}

/** Who asks to sign in or out, as what, and who is told of it. */
export type Asking = {
  device: Device;
  rp: RelyingParty;
  /** By which this browser ends what it has begun: a second step, or the use of a passkey. */
  stepToken: string | null;
  /** Is told whose password was right and whose account asks for more. No session is given then. */
  onHalfSignedIn: (half: HalfSignedIn) => Promise<void>;
  /** Is told whose cookie is taken back. */
  onSignOut: (session: SessionIds) => Promise<void>;
};

type Given = Partial<Record<"email" | "password" | "code" | "passkey", string>>;

/**
 * next-auth's settings: a session is given for an e-mail address and password, unless the account asks for a second step; for that step's
 * code; for a passkey; or, where `sso` is given, to whom a provider of OpenID Connect has named. Sessions are encrypted JWTs that hold the
 * ids of the user and the session. The session's row is read again at each request, so the JWT by itself opens nothing.
 */
export function authOptions(asking: Asking, sso: SsoAttempt | null = null): NextAuthOptions {
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
      // What it warns of (an unset NEXTAUTH_URL) doesn't concern relative URLs.
      warn: () => undefined,
      debug: () => undefined,
    },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    // By itself next-auth's JWT ends after 30 days, and the cookie that holds it later.
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
            // next-auth hands the message of what is thrown here to the browser.
            if (isAppError(error)) throw new Error(error.message);
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

/** The session that what was given opens. Throws what says why there is none. */
async function sessionFor(given: Given, { device, rp, stepToken, onHalfSignedIn }: Asking): Promise<SignedIn> {
  if (given.passkey) return finishWithPasskey(stepToken, readPasskey(given.passkey), rp, device);
  if (given.code) return finishWithCode(stepToken, given.code, device);
  const outcome = await signIn({ email: given.email ?? "", password: given.password ?? "" }, device);
  if (outcome.sessionId !== null) return outcome;
  await onHalfSignedIn(outcome);
  throw new AppError("unauthenticated", "Complete the second step to sign in.");
}
