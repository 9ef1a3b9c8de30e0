import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { emailSchema } from "@/lib/people/schema";
import type { SsoPerson } from "@/lib/people/sign-in/sign-in-by-sso";
import { issuerKey, type SsoProblem } from "@/lib/people/sign-in/sso-rules";
import type { Oidc } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { signInPaths } from "@/lib/text/sign-in-paths";

// The time limit of each request to the provider, because a page waits for it.
const ANSWER_MS = 5_000;

const text = z.string().optional().catch(undefined);

const claimsSchema = z.object({
  // The maximum that OpenID Connect allows.
  sub: z.string().min(1).max(255),
  iss: z.string(),
  email: emailSchema.optional().catch(undefined),
  email_verified: z.unknown().optional(),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
  // Ours: why the userinfo endpoint couldn't be asked.
  userinfo_problem: z.enum(["unreachable", "misconfigured"]).optional().catch(undefined),
});

const namesSchema = claimsSchema.pick({ name: true, given_name: true, family_name: true });

/** The claims we read from a provider. */
export type SsoClaims = z.input<typeof claimsSchema>;
type Claims = z.output<typeof claimsSchema>;
type ProviderClaims = Profile & { email_verified?: unknown };

/** Returns the person these claims name; null if they name no one or come from another issuer. */
export function personOf(claims: unknown, { issuer, trustsEmail }: Oidc): SsoPerson | null {
  const { data } = claimsSchema.safeParse(claims);
  if (!data || issuerKey(data.iss) !== issuerKey(issuer)) return null;
  const { sub, email = null, userinfo_problem: problem } = data;
  const verified = readVerified(data.email_verified);
  const doubt = problem ?? (email !== null && verified === null ? "unsaid" : undefined);
  return {
    subject: sub,
    email,
    // The endpoint might have said that it isn't.
    isVerified: problem === undefined && (verified ?? trustsEmail ?? false),
    ...(doubt && { doubt }),
    name: nameIn(data) || (data.preferred_username ?? ""),
  };
}

function nameIn({ name, given_name, family_name }: Pick<Claims, "name" | "given_name" | "family_name">): string {
  return name?.trim() || [given_name, family_name].filter(Boolean).join(" ");
}

/** Reads whether an address is verified, which some providers send as a string; null if they don't say. */
function readVerified(said: unknown): boolean | null {
  if (said === undefined || said === null) return null;
  return said === true || (typeof said === "string" && /^true$/i.test(said));
}

/**
 * Adds what the userinfo endpoint says about the same person to the signed claims, which take precedence. Unverified is
 * unverified, wherever it's said, and verified only counts for the same address.
 */
function withUserinfo(claims: ProviderClaims, userinfo: ProviderClaims): ProviderClaims {
  const all = { ...userinfo, ...Object.fromEntries(Object.entries(claims).filter(([, value]) => isGiven(value))) };
  const [own, theirs] = [readVerified(claims.email_verified), readVerified(userinfo.email_verified)];
  const isSame = `${all.email}`.toLowerCase() === `${userinfo.email ?? all.email}`.toLowerCase();
  const verified = own === false || theirs === false ? false : (own ?? (isSame ? theirs : null));
  return { ...all, email_verified: verified };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/**
 * Configures the provider for next-auth: the code flow with PKCE, state and nonce. Details come from the signed ID
 * token, and from the userinfo endpoint if the token lacks one that we need. `baseUrl` is where people reach this
 * install; next-auth would take it from a variable of its own.
 */
export function oidcProvider(oidc: Oidc, baseUrl: string): OAuthConfig<SsoClaims> {
  const redirectUri = baseUrl + signInPaths.ssoCallback;
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
          const { email, email_verified } = claims;
          const isSure = isGiven(email) && isGiven(email_verified);
          const isComplete = isSure && nameIn(namesSchema.parse(claims)) !== "";
          if (isComplete || !client.issuer.metadata.userinfo_endpoint) return claims;
          try {
            // The client checks that this is about the same person.
            return withUserinfo(claims, await client.userinfo(tokens));
          } catch (error) {
            const message = error instanceof Error ? error.message : "unknown";
            if (message.includes("sub mismatch")) throw error;
            log.warn({ message, issuer: oidc.issuer }, "the userinfo endpoint of single sign-on couldn't be asked");
            // Neither a missing name nor a linked login's address is a reason to refuse someone.
            return isSure ? claims : { ...claims, userinfo_problem: problemOf(null, error) };
          }
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
