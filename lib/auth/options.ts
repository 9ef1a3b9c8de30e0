import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/lib/env";
import { isAppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { paths } from "@/lib/paths";
import { authSecret } from "@/lib/secret";
import { verifyLogin } from "@/lib/users/verify-login";

export const SESSION_SECONDS = 60 * 24 * 3600;

/** Cookies are marked secure exactly when people reach this install over https. */
export function sessionCookie(): { name: string; secure: boolean } {
  const secure = env.baseUrl?.startsWith("https:") ?? false;
  return { name: secure ? "__Secure-parley.session" : "parley.session", secure };
}

/**
 * next-auth's settings: e-mail and password only, sessions as signed JWTs that hold the user's id and session version. The
 * user's row is read again at each request, so the JWT by itself opens nothing. `address` counts attempts.
 */
export function authOptions(address: string): NextAuthOptions {
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
            const user = await verifyLogin({
              email: credentials?.email ?? "",
              password: credentials?.password ?? "",
              address,
            });
            return { id: `${user.id}`, sessionVersion: user.sessionVersion };
          } catch (error) {
            // next-auth hands the message of what is thrown here to the browser.
            if (isAppError(error)) throw new Error(error.message);
            throw new Error("Signing in is not possible just now. Try again in a moment.");
          }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sub: user.id, version: Reflect.get(user, "sessionVersion") } : token),
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}
