import { z } from "zod";
import { idSchema } from "@/lib/id-schema";

/** Which page of a channel's files: what stands before this one. */
export const filesSchema = z.object({ before: idSchema("before must be a file id.").optional() });
