import type { SignatureScheme } from "@/lib/webhooks/request/context";
import { GITHUB_SCHEME } from "@/lib/webhooks/request/signature";
import type { SenderDescription } from "@/lib/webhooks/senders/described/description";
import { descriptions } from "@/lib/webhooks/senders/descriptions";

const described: ReadonlyMap<string, SenderDescription> = new Map(Object.entries(descriptions));

const schemes: ReadonlyMap<string, SignatureScheme> = new Map<string, SignatureScheme>([
  ["github", GITHUB_SCHEME],
  ["standard", { kind: "standard" }],
  ...[...described].flatMap(([name, { signature }]) => (signature ? [[name, signature] as const] : [])),
]);

/** Returns the scheme with this name, or null. */
export function schemeNamed(name: string | null): SignatureScheme | null {
  return (name !== null && schemes.get(name)) || null;
}

/** Returns the name of the scheme for a new webhook of this sender: its own, or GitHub's. */
export function schemeFor(sender: string): string {
  return schemes.has(sender) ? sender : "github";
}
