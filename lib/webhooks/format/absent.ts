import { z } from "zod";
import { storableText } from "@/lib/text";

/**
 * An optional value as senders leave it out: missing, null, "" and [] all mean absent. Strings are cleaned before they are
 * looked at, so that one of nothing but NUL characters is absent too.
 */
export function absentable<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => {
    const cleaned = typeof value === "string" ? storableText(value) : value;
    return cleaned === null || cleaned === "" || (Array.isArray(cleaned) && cleaned.length === 0) ? undefined : cleaned;
  }, schema.optional());
}
