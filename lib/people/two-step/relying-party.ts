/** The site that passkeys are created for: its domain, and the origin of the page that uses them. */
export type RelyingParty = { domain: string; origin: string };

/** Returns the install as a relying party; `baseUrl` is where people reach it. */
export function relyingParty(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { domain: hostname, origin };
}
