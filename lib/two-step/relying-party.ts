/** For whom a passkey is made, and who may ask for it: a domain, and the address at which the browser stands. */
export type RelyingParty = { domain: string; origin: string };

/** The install as passkeys know it; `baseUrl` is where people reach it. */
export function relyingParty(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { domain: hostname, origin };
}
