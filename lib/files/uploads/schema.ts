import { z } from "zod";
import { FILE_KINDS } from "@/lib/files/uploads/dto";
import { idParameter, idSchema } from "@/lib/text/id-schema";
import { storableText } from "@/lib/text/text";

/** The query parameters of a page of a channel's files: those before this one. */
export const filesSchema = z.object({ before: idSchema("before must be a file ID.").optional() });

/** In which size to show an image, from a URL's query; null for the file as it was sent. */
export const shownSizeSchema = z.enum(["preview", "large"], "size must be preview or large.").nullable();

/** Which of all files to list. Invalid parameters are ignored. */
export const findFilesSchema = z.object({
  kind: z.enum(FILE_KINDS).optional().catch(undefined),
  channel: idParameter,
  q: z
    .string()
    .max(200)
    .transform((text) => storableText(text).trim())
    .optional()
    .catch(undefined),
  before: idParameter,
});

export type FileFilter = z.output<typeof findFilesSchema>;
