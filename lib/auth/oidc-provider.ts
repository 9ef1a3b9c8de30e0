import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import type { Oidc } from "@/lib/env";
import { paths } from "@/lib/paths";
import { emailSchema } from "@/lib/users/schema";
import type { SsoPerson } from "@/lib/users/sign-in-by-sso";
import { issuerKey, type SsoProblem } from "@/lib/users/sso-rules";

// The time limit of each request to the provider, because a page waits for it.
const ANSWER_MS = 5_000;

const text = z.string().optional().catch(undefined);

const claimsSchema = z.object({
  // The maximum that OpenID Connect allows.
  sub: z.string().min(1).max(255),
  iss: z.string(),
  email: emailSchema.optional().catch(undefined),
  // Some providers send it as a string.
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
});

/** The claims we read from a provider. */
export type SsoClaims = z.input<typeof claimsSchema>;

/** Returns the person these claims name; null if they name no one or come from another issuer. */
export function personOf(claims: unknown, { issuer }: Oidc): SsoPerson | null {
  const { data } = claimsSchema.safeParse(claims);
  if (!data || issuerKey(data.iss) !== issuerKey(issuer)) return null;
  const fullName = data.name?.trim() || [data.given_name, data.family_name].filter(Boolean).join(" ");
  return {
    subject: data.sub,
    email: data.email ?? null,
    isVerified: data.email_verified,
    name: fullName || (data.preferred_username ?? ""),
  };
}

/**
 * Configures the provider for next-auth: the code flow with PKCE, state and nonce. Details come from the signed ID
 * token, or from the userinfo endpoint if the token has none. `baseUrl` is where people reach this install; next-auth
 * would take it from a variable of its own.
 */
export function oidcProvider(oidc: Oidc, baseUrl: string): OAuthConfig<SsoClaims> {
  const redirectUri = baseUrl + paths.api.ssoCallback;
  let readClaims = async (): Promise<Profile> => ({});
  return {
    id: "oidc",
    name: oidc.name,
    type: "oauth",
    wellKnown: `${issuerKey(oidc.issuer)}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    httpOptions: { timeout: ANSWER_MS },
    authorization: { params: { scope: "openid email profile", redirect_uri: redirectUri } },
    token: {
      request: async ({ client, params, checks }) => {
        const tokens = await client.callback(redirectUri, params, checks);
        readClaims = async () => {
          const claims = tokens.claims();
          if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint) return claims;
          // Signed claims, such as the issuer, take precedence. The client has checked that both are about the same
          // person.
          return { ...(await client.userinfo(tokens)), ...claims };
        };
        return { tokens };
      },
    },
    userinfo: { request: () => readClaims() },
    profile: ({ sub }) => ({ id: sub }),
  };
}

const REFUSALS = /^(access_denied|login_required|consent_required|interaction_required|account_selection_required)$/;
// The cookies of this sign-in are missing, expired or from another one, or its code was already used.
const UNFINISHED =
  /cookie was missing|could not be parsed|different provider|invalid_grant|"exp" claim|decryption|Invalid Compact|(state|nonce) (mismatch|missing)|checks\.(state|nonce)/i;
const NO_ANSWER = /timed out|socket hang up|expected 200 OK, got: (429|5\d\d)/i;
const NO_CONNECTION = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE)/;

/**
 * Returns the problem to show for a sign-in that failed before the person was known, from the provider's response or
 * the error.
 */
export function problemOf(sent: string | null, error: unknown): SsoProblem {
  if (sent !== null) return sentProblem(sent);
  if (!(error instanceof Error)) return "unfinished";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (NO_CONNECTION.test(code) || NO_ANSWER.test(error.message)) return "unreachable";
  return UNFINISHED.test(error.message) ? "unfinished" : "misconfigured";
}

function sentProblem(sent: string): SsoProblem {
  if (REFUSALS.test(sent)) return "cancelled";
  return /^(server_error|temporarily_unavailable)$/.test(sent) ? "unreachable" : "misconfigured";
}
