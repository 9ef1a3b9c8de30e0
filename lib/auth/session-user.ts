import { decode } from "next-auth/jwt";
import { sessionCookie, sessionIds } from "@/lib/auth/options";
import { authSecret } from "@/lib/secret";
import { findSessionUser, type SessionUser } from "@/lib/users/find-session-user";

/** Who is signed in by this value of the session cookie, read from the database; null when nobody is, or the session has ended. */
export async function userOfToken(token: string | undefined): Promise<SessionUser | null> {
  const ids = token ? sessionIds(await decode({ token, secret: authSecret() }).catch(() => null)) : null;
  return ids && findSessionUser(ids.userId, ids.sessionId);
}

/** The same by a request's whole `Cookie` header. Of several cookies of that name the last counts, as it does for the framework. */
export async function userOfCookies(header: string): Promise<SessionUser | null> {
  const start = `${sessionCookie().name}=`;
  const own = header.split(/; */).findLast((cookie) => cookie.startsWith(start));
  return userOfToken(own?.slice(start.length));
}
