import type { z } from "zod";

/** What each list schema holds, and how many at most: said last in the schema, where zod's own description doesn't find it. */
export const listsOf = new WeakMap<z.core.$ZodType, { item: z.core.$ZodType; most: number }>();
