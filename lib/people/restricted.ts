/**
 * SQL that is true for a person `u` (in `users`) who must set up two-step sign-in before anything else. People
 * without a password use single sign-on and aren't asked for it. Every query that reads sessions includes it, so that
 * none is missed.
 */
export const IS_RESTRICTED = `(EXISTS (SELECT FROM workspaces WHERE requires_two_step) AND u.password_hash IS NOT NULL
  AND NOT EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = u.id)
  AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id))`;
