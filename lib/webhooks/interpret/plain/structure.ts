import { readApart } from "@/lib/network/foreign-text/read-apart";

// A longer text isn't read for its structure.
const LONGEST = 32_768;

/** What may be read of a text, which is looked at as lines, then as YAML. */
export const TEXT_BUDGET = { nodes: 10_000, depth: 20, characters: 2 * LONGEST };

/**
 * Returns a payload as an object: as it is, or what a text describes, as XML, YAML, CSV or labelled lines do. Returns null
 * for a text without such a structure. Texts are read in a process of their own, in which those of different webhooks take
 * turns. Throws Unread.
 */
export async function structureOf(payload: object | string, webhook: string): Promise<object | null> {
  if (typeof payload !== "string") return payload;
  if (payload.length > LONGEST) return null;
  const read = await readApart("text", { text: payload }, { limits: TEXT_BUDGET, by: `webhook ${webhook}` });
  return typeof read === "object" ? read : null;
}
