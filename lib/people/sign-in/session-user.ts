import { jwtDecrypt } from "jose";
import { findRestrictedUser, findSessionUser, type SessionUser } from "@/lib/people/find-session-user";
import { isReachedByHttps } from "@/lib/process/env";
import { keyFor } from "@/lib/secrets/secret";
import { parseId } from "@/lib/text/text";

// Separate from `session.ts` because the listener imports this, and `next/headers` fails there before Next is
// prepared.

/** The session cookie's name and flag. It's secure and bound to this host if people reach this install over https. */
export function sessionCookie(): { name: string; secure: boolean } {
  const secure = isReachedByHttps();
  return { name: secure ? "__Host-parley.session" : "parley.session", secure };
}

/** The ids in a session cookie. */
export type SessionIds = { userId: bigint; sessionId: bigint };

/** What we read in a session cookie's JWT. */
type Token = { sub?: string | null | undefined; sid?: unknown };

/** Reads the ids from a cookie's decoded JWT; null if we didn't write it. */
export function sessionIds(token: Token | null): SessionIds | null {
  const [userId, sessionId] = [parseId(token?.sub ?? ""), parseId(typeof token?.sid === "string" ? token.sid : "")];
  return userId !== null && sessionId !== null ? { userId, sessionId } : null;
}

/**
 * Returns the user of this session cookie, read from the database; null if there is none, the session has ended, or
 * they must set up two-step sign-in first.
 */
export async function userOfToken(token: string | undefined): Promise<SessionUser | null> {
  const ids = await idsIn(token);
  return ids && findSessionUser(ids.userId, ids.sessionId);
}

/** Returns the user of this session cookie if they can only set up two-step sign-in; null for everyone else. */
export async function restrictedUserOfToken(token: string | undefined): Promise<SessionUser | null> {
  const ids = await idsIn(token);
  return ids && findRestrictedUser(ids.userId, ids.sessionId);
}

async function idsIn(token: string | undefined): Promise<SessionIds | null> {
  return token ? sessionIds(await decrypted(token)) : null;
}

/**
 * Like next-auth's `decode`, for its tokens. The listener runs without next-auth, because that would bring Next's whole
 * package into production.
 */
async function decrypted(token: string): Promise<Token | null> {
  const key = keyFor("NextAuth.js Generated Encryption Key");
  return jwtDecrypt(token, new Uint8Array(key), { clockTolerance: 15 }).then(
    ({ payload }) => payload,
    () => null,
  );
}

/** Like `userOfToken`, for a whole `Cookie` header. */
export async function userOfCookies(header: string): Promise<SessionUser | null> {
  return userOfToken(sessionTokenIn(header));
}

/**
 * Returns the session cookie in a `Cookie` header. If it has several with that name, the last one counts, as it does for
 * the framework.
 */
export function sessionTokenIn(header: string): string | undefined {
  const start = `${sessionCookie().name}=`;
  const own = header.split(/; */).findLast((cookie) => cookie.startsWith(start));
  return own?.slice(start.length);
}

/**
 * Returns the id of the user for whom we wrote this session cookie, without asking the database whether the session has
 * ended; null if we didn't write it.
 */
export async function userIdOfToken(token: string): Promise<bigint | null> {
  return (await idsIn(token))?.userId ?? null;
}
