import { decode, type JWT } from "next-auth/jwt";
import { isReachedByHttps } from "@/lib/env";
import { authSecret } from "@/lib/secret";
import { parseId } from "@/lib/text";
import { findRestrictedUser, findSessionUser, type SessionUser } from "@/lib/users/find-session-user";

// Apart from `session.ts`, because the listener imports this, and Next's `next/headers` fails there unless Next has been prepared before.

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
 * Who is signed in by this value of the session cookie, read from the database; null when nobody is, the session has ended, or they must
 * set up two-step sign-in before anything else.
 */
export async function userOfToken(token: string | undefined): Promise<SessionUser | null> {
  const ids = await idsIn(token);
  return ids && findSessionUser(ids.userId, ids.sessionId);
}

/** Who is signed in by this value of the session cookie and may only set up two-step sign-in; null for all others. */
export async function restrictedUserOfToken(token: string | undefined): Promise<SessionUser | null> {
  const ids = await idsIn(token);
  return ids && findRestrictedUser(ids.userId, ids.sessionId);
}

async function idsIn(token: string | undefined): Promise<SessionIds | null> {
  return token ? sessionIds(await decode({ token, secret: authSecret() }).catch(() => null)) : null;
}

/** The same by a request's whole `Cookie` header. Of several cookies of that name the last counts, as it does for the framework. */
export async function userOfCookies(header: string): Promise<SessionUser | null> {
  const start = `${sessionCookie().name}=`;
  const own = header.split(/; */).findLast((cookie) => cookie.startsWith(start));
  return userOfToken(own?.slice(start.length));
}
