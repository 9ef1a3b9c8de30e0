import { z } from "zod";
import { idSchema } from "@/lib/id-schema";

/** The query parameters of a page of a channel's files: those before this one. */
export const filesSchema = z.object({ before: idSchema("before must be a file ID.").optional() });
