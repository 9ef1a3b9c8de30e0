import type { NextAuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { isReachedByHttps } from "@/lib/base-url";
import { isAppError } from "@/lib/errors";
import { parseId } from "@/lib/ids";
import { log } from "@/lib/log";
import { paths } from "@/lib/paths";
import { authSecret } from "@/lib/secret";
import { type Device, SESSION_SECONDS } from "@/lib/users/sessions";
import { signIn } from "@/lib/users/sign-in";

/** Cookies are marked secure, and kept to this very host, exactly when people reach this install over https. */
export function sessionCookie(): { name: string; secure: boolean } {
  const secure = isReachedByHttps();
  return { name: secure ? "__Host-parley.session" : "parley.session", secure };
}

/** Whose session a cookie says that it is, and which. */
export type SessionIds = { userId: bigint; sessionId: bigint };

/** What a cookie's decoded JWT says, or null where it says nothing that we wrote. */
export function sessionIds(token: JWT | null): SessionIds | null {
  const [userId, sessionId] = [parseId(token?.sub ?? ""), parseId(typeof token?.sid === "string" ? token.sid : "")];
  return userId !== null && sessionId !== null ? { userId, sessionId } : null;
}

/**
 * next-auth's settings: e-mail and password only, sessions as encrypted JWTs that hold the ids of the user and the session. The
 * session's row is read again at each request, so the JWT by itself opens nothing. `device` is who asks; `onSignOut` is told
 * whose cookie is taken back.
 */
export function authOptions(device: Device, onSignOut: (session: SessionIds) => Promise<void>): NextAuthOptions {
  const { name, secure } = sessionCookie();
  return {
    secret: authSecret(),
    logger: {
      error: (code, { message }) => log.error({ code, message }, "next-auth failed"),
      // What it warns of (an unset NEXTAUTH_URL) doesn't concern relative URLs.
      warn: () => undefined,
      debug: () => undefined,
    },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: secure,
    cookies: { sessionToken: { name, options: { httpOnly: true, sameSite: "lax", path: "/", secure } } },
    pages: { signIn: paths.login, error: paths.login },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: async (credentials) => {
          try {
            const { email = "", password = "" } = credentials ?? {};
            const { userId, sessionId } = await signIn({ email, password }, device);
            return { id: `${userId}`, sessionId: `${sessionId}` };
          } catch (error) {
            // next-auth hands the message of what is thrown here to the browser.
            if (isAppError(error)) throw new Error(error.message);
            throw new Error("Signing in is not possible just now. Try again in a moment.");
          }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sub: user.id, sid: Reflect.get(user, "sessionId") } : token),
    },
    events: {
      signOut: async ({ token }) => {
        const ids = sessionIds(token);
        if (ids) await onSignOut(ids);
      },
    },
  };
}
