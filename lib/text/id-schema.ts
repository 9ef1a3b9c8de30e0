import { z } from "zod";
import { parseId } from "@/lib/text/text";

/** An id from a client. Anything else fails with the message `sentence`. */
export function idSchema(sentence: string) {
  return z.string(sentence).transform((text, context) => {
    const id = parseId(text);
    if (id !== null) return id;
    context.addIssue({ code: "custom", message: sentence });
    return z.NEVER;
  });
}

/** An id in a URL's query. An invalid one is ignored. */
export const idParameter = z
  .string()
  .transform((text) => parseId(text) ?? undefined)
  .optional()
  .catch(undefined);
