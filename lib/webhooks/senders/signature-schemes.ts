import type { SignatureScheme } from "@/lib/webhooks/request/context";
import { GITHUB_SCHEME } from "@/lib/webhooks/request/signature";
import { fromSenders } from "@/lib/webhooks/senders/descriptions";

const schemes = fromSenders(
  ({ descriptions }) =>
    new Map<string, SignatureScheme>([
      ["github", GITHUB_SCHEME],
      ["standard", { kind: "standard" }],
      ...[...descriptions].flatMap(([name, { signature }]) => (signature ? [[name, signature] as const] : [])),
    ]),
);

/** Returns the scheme with this name, or null. */
export function schemeNamed(name: string | null): SignatureScheme | null {
  return (name !== null && schemes().get(name)) || null;
}

/** Returns the name of the scheme for a new webhook of this sender: its own, or GitHub's. */
export function schemeFor(sender: string): string {
  return schemes().has(sender) ? sender : "github";
}
