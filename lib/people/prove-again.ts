import { notActive } from "@/lib/people/as-person";
import { findSessionUser, type SessionUser } from "@/lib/people/find-session-user";

// Why: docs/decisions/proven-writes.md

/** How long a proof of what is sent for long is valid. */
export const PROVEN_MS = 1_000;

/**
 * Returns what proves, before each part of a long answer, that it may still be sent: it identifies the person by their session
 * and runs `guard`, at most once a second, and returns what `guard` returned last. Throws like `guard`, and
 * `unauthenticated` once the session has ended.
 */
export function proveAgain<T>(user: SessionUser, guard: (user: SessionUser) => T): () => Promise<T> {
  let proof = guard(user);
  let provenAt = Date.now();
  return async () => {
    if (Date.now() - provenAt < PROVEN_MS) return proof;
    const now = await findSessionUser(user.id, user.sessionId);
    if (!now) throw notActive();
    proof = guard(now);
    provenAt = Date.now();
    return proof;
  };
}
