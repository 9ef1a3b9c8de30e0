import { z } from "zod";
import { parseId } from "@/lib/text";

/** An id as a client writes it; whatever else comes is answered with `sentence`. */
export function idSchema(sentence: string) {
  return z.string(sentence).transform((text, context) => {
    const id = parseId(text);
    if (id !== null) return id;
    context.addIssue({ code: "custom", message: sentence });
    return z.NEVER;
  });
}

/** An id in a URL's query. One that somebody cut or wrote by hand is as if it weren't there. */
export const idParameter = z
  .string()
  .transform((text) => parseId(text) ?? undefined)
  .optional()
  .catch(undefined);
