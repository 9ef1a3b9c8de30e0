import { isBlank, storableText } from "@/lib/text";

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
    return keys.has(key) && !isBlank(inside) ? [storableText(inside)] : [];
  });
}

const READ = new Set([...SHOWN, "pretext", "value", "footer", "author_name", "author_subname", "fields"]);

/** How much is written in the payload that would have to be read as text, wherever it stands. */
export function lengthOf(value: unknown, key = "", depth = 0): number {
  if (typeof value === "string") return READ.has(key) ? value.length : 0;
  if (depth > 20 || typeof value !== "object" || value === null) return 0;
  let length = 0;
  // What stands in a list stands under the list's name.
  for (const [name, inside] of Object.entries(value)) {
    // A button's value is for the app that sent it.
    if (name === "value" && key !== "fields") continue;
    length += lengthOf(inside, Array.isArray(value) ? key : name, depth + 1);
  }
  return length;
}
