import { maskPatiently } from "@/lib/secrets/mask-secrets";
import { OverBudget } from "@/lib/text/budget";
import { formFields } from "@/lib/text/charset";
import { bodyBudget, parseExactly } from "@/lib/webhooks/payload/json-object";

const FORM = /^[\w.~%+*[\]-]{1,200}=[^\s"<>{}]*$/;
const MOST_FIELDS = 500;

/** Returns what conditions find values in: a request's payload with its secrets masked, as the delivery log shows it. */
export async function maskedStructure(payload: string | Uint8Array | null): Promise<unknown> {
  if (payload === null) return null;
  const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  return structureIn(await maskPatiently(text.replaceAll("\0", "")));
}

/** Returns the structure of JSON or of a form; a text that is neither has none. Never throws. */
export function structureIn(masked: string): unknown {
  try {
    return parseExactly(masked, bodyBudget());
  } catch (error) {
    if (error instanceof OverBudget || !FORM.test(masked)) return null;
    return Object.fromEntries([...formFields(masked, null)].slice(0, MOST_FIELDS));
  }
}
