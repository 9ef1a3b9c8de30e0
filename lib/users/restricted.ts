/**
 * SQL that is true of a person `u` (of the table `users`) whom the workspace lets do nothing until they have set up two-step sign-in. Who
 * has no password signs in elsewhere, and isn't asked for it here. It is read wherever sessions are, so that no session is forgotten.
 */
export const IS_RESTRICTED = `(EXISTS (SELECT FROM workspaces WHERE requires_two_step) AND u.password_hash IS NOT NULL
  AND NOT EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = u.id)
  AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id))`;
