import { z } from "zod";

/** The name that a page gives itself, so that it can be spoken of. */
export const tabSchema = z.string().regex(/^[a-z0-9]{1,32}$/);
