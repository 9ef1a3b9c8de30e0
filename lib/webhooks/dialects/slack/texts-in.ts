import { cleanText, isBlank } from "@/lib/text";

const SPOKEN = ["text", "title", "label", "name", "description"];
const SHOWN = new Set([...SPOKEN, "alt_text", "placeholder"]);

/** The words that are sure to be visible wherever they stand: not what only stands for a picture or an empty field. */
export const SURE = new Set(SPOKEN);

/**
 * Every text that a reader of something unknown would expect to see, in its order. Nesting is bounded. A button without an address
 * is nothing to see.
 */
export function textsIn(value: unknown, keys: ReadonlySet<string> = SHOWN, depth = 0): string[] {
  if (depth > 20 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => textsIn(item, keys, depth + 1));
  if (
    "type" in value &&
    (value.type === "button" || value.type === "workflow_button") &&
    !("url" in value && value.url)
  )
    return [];
  return Object.entries(value).flatMap(([key, inside]: [string, unknown]) => {
    if (typeof inside !== "string") return textsIn(inside, keys, depth + 1);
    return keys.has(key) && !isBlank(inside) ? [cleanText(inside)] : [];
  });
}
